//! Claude Code's requests for permission, among them its questions and plans.

mod action;
mod changed;
mod remark;
mod suggestion;
#[cfg(test)]
mod tests;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;

use doorbell_protocol::{
    Action, AgentQuestion, ChoiceQuestion, ElicitParams, ElicitResult, NoticeReason,
    PermissionAction, PermissionAnswer, PermissionChoice, PermissionParams, ServerClaim,
    WithdrawName,
};
use serde_json::{Map, Value, json};

use super::decision::Decision;
use super::{AGENT, InvalidEvent, plan, questions};

/// The message for the agent if the user gives none.
const DENIED: &str = "The person denied this in Doorbell.";
/// More choices than this are refused by Doorbell.
const MAX_CHOICES: usize = 16;

/// A request to use a tool with this input.
#[derive(Clone, Debug, PartialEq)]
pub struct PermissionRequest {
    /// The hook's event. Without one, it is a call of the prompt tool.
    event: Option<String>,
    tool: String,
    input: Value,
    /// What the agent offers to change besides allowing this call.
    suggestions: Vec<Value>,
    server: Option<String>,
    session: Option<String>,
    folder: Option<String>,
    /// True if the agent's terminal can ask instead.
    has_terminal: bool,
}

/// What the agent asks with its request.
enum Subject<'a> {
    Tool,
    Questions(Vec<ChoiceQuestion>),
    Plan(&'a str),
    /// Only the agent can ask it, for this reason.
    Unshowable(&'static str),
}

/// What is at the path that the Write tool would write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingFile<'a> {
    /// No file.
    Absent,
    /// A text file.
    Text(&'a str),
    /// A file that is too long to show, or is not text.
    Unreadable,
}

impl<'a> ExistingFile<'a> {
    /// From a read file: `None` in the result if there is no such file, `None` for no path.
    pub fn from_read(read: Option<&'a io::Result<Option<String>>>) -> Self {
        match read {
            None | Some(Ok(None)) => Self::Absent,
            Some(Ok(Some(text))) => Self::Text(text),
            Some(Err(_)) => Self::Unreadable,
        }
    }
}

impl PermissionRequest {
    /// Reads a request from a hook's event.
    ///
    /// # Errors
    /// Returns an [`InvalidEvent`].
    pub fn parse(event: &Value) -> Result<Self, InvalidEvent> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Ok(Self {
            event: text(&event["hook_event_name"]),
            tool: text(&event["tool_name"]).ok_or(InvalidEvent::Missing("tool_name"))?,
            input: event["tool_input"].clone(),
            suggestions: suggestions(event),
            server: text(&event["mcp_server"]["name"]),
            session: text(&event["session_id"]),
            folder: text(&event["cwd"]),
            has_terminal: true,
        })
    }

    /// Reads a request from the arguments of the tool that `--permission-prompt-tool` names. They name
    /// neither a session nor a folder.
    ///
    /// # Errors
    /// Returns an [`InvalidEvent`].
    pub fn from_prompt(
        arguments: &Value,
        session: Option<String>,
        folder: Option<String>,
    ) -> Result<Self, InvalidEvent> {
        let tool = arguments["tool_name"].as_str();
        Ok(Self {
            event: None,
            tool: tool.ok_or(InvalidEvent::Missing("tool_name"))?.to_owned(),
            input: arguments["input"].clone(),
            suggestions: suggestions(arguments),
            server: None,
            session,
            folder,
            has_terminal: false,
        })
    }

    /// For an agent that runs without a terminal.
    #[must_use]
    pub fn without_terminal(self) -> Self {
        Self {
            has_terminal: false,
            ..self
        }
    }

    /// Returns why Doorbell cannot show the request. Its question is then a notice that refers to the
    /// terminal, and must not be asked without one.
    pub fn unshowable(&self) -> Option<&'static str> {
        match self.subject() {
            Subject::Unshowable(reason) => Some(reason),
            Subject::Tool | Subject::Questions(_) | Subject::Plan(_) => None,
        }
    }

    /// The file that the tool would overwrite.
    pub fn written_file(&self) -> Option<&str> {
        self.input["file_path"]
            .as_str()
            .filter(|_| self.tool == "Write")
    }

    /// Returns the question for Doorbell, without a name to withdraw it by.
    pub fn params(&self, existing: ExistingFile<'_>) -> ElicitParams {
        let question = |question| ElicitParams::agent_question("", question);
        let mut params = match self.subject() {
            Subject::Tool => ElicitParams::permission(&self.tool, self.permission(existing)),
            Subject::Questions(questions) => question(AgentQuestion::Questions(questions)),
            Subject::Plan(plan) => question(plan::question(plan)),
            Subject::Unshowable(reason) => {
                let notice = AgentQuestion::Notice(NoticeReason::WaitsInTerminal);
                ElicitParams::agent_question(format!("{reason} Answer in the terminal."), notice)
            }
        };
        params.server = Some(ServerClaim::named(AGENT));
        params.agent = Some(AGENT.to_owned());
        params.session.clone_from(&self.session);
        params.project.clone_from(&self.folder);
        params.hand_back = self.has_terminal && self.unshowable().is_none();
        params
    }

    /// Returns a name that the PostToolUse hook can derive as well. Unlike the question's key, it is
    /// predictable.
    pub fn withdraw_name(&self) -> Option<WithdrawName> {
        let mut digest = DefaultHasher::new();
        // The answer is in the input when the tool has run, and the terminal can change a plan.
        let input = match self.tool.as_str() {
            questions::TOOL => &questions::without_answers(&self.input),
            plan::TOOL => &Value::Null,
            _ => &self.input,
        };
        (&self.tool, input.to_string()).hash(&mut digest);
        let session = self.session.as_deref()?;
        WithdrawName::new(format!("claude-code {session} {:016x}", digest.finish()))
    }

    /// Returns the hook's answer. An empty object leaves the decision to the dialog in the terminal.
    pub fn answer(&self, result: &ElicitResult) -> Value {
        self.decide(result).hook_output()
    }

    /// Returns what the agent's model should know about a call that was allowed, and the
    /// [`Self::withdraw_name`] that the call has when it has run.
    pub fn remark(&self, result: &ElicitResult) -> Option<(WithdrawName, String)> {
        if !matches!(self.subject(), Subject::Tool) {
            return None;
        }
        let Decision::Allow { input, .. } = self.decide(result) else {
            return None;
        };
        let message = PermissionAnswer::read(result.content.as_ref())?.message;
        let text = remark::text(&self.tool, input.as_ref(), message.as_deref())?;
        let mut called = self.clone();
        called.input = input.unwrap_or(called.input);
        Some((called.withdraw_name()?, text))
    }

    /// Returns the output of a hook that runs after the tool.
    pub fn remark_output(&self, remark: &str) -> Value {
        let output = json!({"hookEventName": self.event, "additionalContext": remark});
        json!({"hookSpecificOutput": output})
    }

    /// Returns the result of the tool that `--permission-prompt-tool` names.
    pub fn prompt_answer(&self, result: &ElicitResult) -> Value {
        self.decide(result).prompt_output(&self.input, result)
    }

    fn subject(&self) -> Subject<'_> {
        match self.tool.as_str() {
            questions::TOOL => match questions::read(&self.input) {
                Some(questions) => Subject::Questions(questions),
                None => Subject::Unshowable(questions::UNSHOWABLE),
            },
            plan::TOOL => match plan::read(&self.input) {
                Some(plan) => Subject::Plan(plan),
                None => Subject::Unshowable(plan::UNSHOWABLE),
            },
            _ => Subject::Tool,
        }
    }

    fn decide(&self, result: &ElicitResult) -> Decision {
        match self.subject() {
            Subject::Tool => self.decide_on_tool(result).unwrap_or(Decision::Undecided),
            Subject::Questions(questions) => questions::decide(&questions, &self.input, result),
            Subject::Plan(plan) => plan::decide(plan, &self.input, result),
            Subject::Unshowable(_) => Decision::Undecided,
        }
    }

    /// Returns `None` if the person did not decide, or for something that was not offered.
    fn decide_on_tool(&self, result: &ElicitResult) -> Option<Decision> {
        let answer = PermissionAnswer::read(result.content.as_ref());
        match (result.action, answer) {
            (Action::Accept, Some(answer)) => {
                let permissions = match answer.choice.as_str() {
                    PermissionAnswer::ALLOW => Vec::new(),
                    // Only the chosen one: another may switch the agent's mode.
                    id => vec![self.suggestion(id)?.clone()],
                };
                let replace = |texts| changed::replace(&self.tool, &self.input, texts);
                let input = match answer.changed {
                    // Never allows the agent's version of what the person changed.
                    Some(texts) => Some(replace(texts)?),
                    None => None,
                };
                Some(Decision::Allow { input, permissions })
            }
            (Action::Decline, answer) => {
                let message = answer.and_then(|answer| answer.message);
                let message = message.unwrap_or_else(|| DENIED.to_owned());
                Some(Decision::Deny { message })
            }
            (Action::Accept, None) | (Action::Cancel, _) => None,
        }
    }

    fn permission(&self, existing: ExistingFile<'_>) -> PermissionParams {
        let described = action::describe(&self.tool, &self.input, self.server.as_deref(), existing);
        let choices = self.choices();
        let left_out = self.suggestions.len() - choices.len();
        let is_shown = described.action != PermissionAction::Other;
        PermissionParams {
            action: described.action,
            description: described.description,
            arguments: self.arguments(),
            reasons: described.reasons,
            choices,
            omitted: suggestion::left_out(left_out, self.has_terminal)
                .into_iter()
                .collect(),
            editable: is_shown && changed::is_editable(&self.tool, &self.input),
            // The hook that runs after the tool passes it on.
            note: self.event.is_some(),
        }
    }

    /// One choice for each suggestion that can be put into words.
    fn choices(&self) -> Vec<PermissionChoice> {
        let suggestions = self.suggestions.iter().enumerate();
        let choices = suggestions.filter_map(|(index, suggestion)| {
            Some(PermissionChoice {
                id: choice_id(index),
                effect: suggestion::effect(suggestion)?,
            })
        });
        choices.take(MAX_CHOICES).collect()
    }

    fn suggestion(&self, id: &str) -> Option<&Value> {
        let is_offered = self.choices().iter().any(|choice| choice.id == id);
        let mut suggestions = self.suggestions.iter().enumerate();
        let (_, suggestion) = suggestions.find(|(index, _)| choice_id(*index) == id)?;
        is_offered.then_some(suggestion)
    }

    fn arguments(&self) -> Map<String, Value> {
        match &self.input {
            Value::Object(members) => members.clone(),
            Value::Null => Map::new(),
            other => Map::from_iter([("input".to_owned(), other.clone())]),
        }
    }
}

fn suggestions(event: &Value) -> Vec<Value> {
    let suggestions = event["permission_suggestions"].as_array();
    suggestions.cloned().unwrap_or_default()
}

fn choice_id(index: usize) -> String {
    format!("suggestion-{index}")
}
