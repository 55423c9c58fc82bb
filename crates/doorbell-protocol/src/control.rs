//! The requests with which the command line controls Doorbell. None of them can answer a question.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::params::Members;
use crate::{Key, ProgressToken, RpcError, WithdrawName};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListResult {
    /// Oldest first.
    pub questions: Vec<ListedQuestion>,
}

/// An open question. Other askers' questions have only the first three members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedQuestion {
    pub question: String,
    pub agent: String,
    /// In seconds.
    pub age: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub server: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusResult {
    pub doorbell: String,
    pub protocol: u64,
    pub pid: u32,
    /// The number of open questions.
    pub open: usize,
    /// True if a question is on the screen.
    pub showing: bool,
    /// The caller, as the system reports it; absent in older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asker: Option<StatusAsker>,
    /// Absent in older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub desktop: Option<DesktopStatus>,
}

/// The process that asked for the status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusAsker {
    pub pid: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub program: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DesktopStatus {
    pub notifications: NotificationStatus,
    pub tray: bool,
    /// True if a window can appear without taking the keyboard.
    pub polite_window: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NotificationStatus {
    Missing,
    WithoutButtons,
    #[serde(rename = "whole")]
    WithButtons,
}

/// At most one of the two is set. Neither opens the next question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OpenParams {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<Page>,
}

/// A page of Home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Page {
    Waiting,
    Sessions,
    History,
    Sources,
    Agents,
    Settings,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenResult {
    /// The question that is now on the screen.
    pub showing: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StopParams {
    /// True to stop even with open questions. They are cancelled, not declined.
    pub force: bool,
    /// True if Doorbell starts again at once. Questions with a key are then not cancelled, because
    /// their askers resume them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopResult {
    pub stopping: bool,
    /// The number of open questions.
    pub open: usize,
}

/// Params of `doorbell/awaitDone`: which link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AwaitDoneParams {
    /// The `question` of the link's outcome.
    Question(String),
    /// The key with which the asker asked it.
    Key(Key),
}

/// Params of `doorbell/withdraw`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawParams {
    #[serde(flatten)]
    pub questions: WithdrawnQuestions,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<WithdrawReason>,
    /// How long the tool ran that the questions were about, until now. Questions asked after it started
    /// are not withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ran_ms: Option<u64>,
}

/// Which questions to withdraw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WithdrawnQuestions {
    Key(Key),
    /// All questions with this [`ElicitParams::withdraw_name`](crate::ElicitParams::withdraw_name).
    Name(WithdrawName),
    /// All questions whose askers claim this session.
    Session(String),
}

/// Why questions are withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WithdrawReason {
    /// The person answered in the agent's terminal: the tool ran, or was refused there.
    AnsweredInTerminal,
    TurnEnded,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawResult {
    /// True if such a question was open.
    pub withdrawn: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AwaitDoneResult {
    pub state: DoneState,
    /// Who reported it, if anyone did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub by: Option<DoneBy>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DoneState {
    /// The person completed what the website asked for.
    Done,
    /// The person gave up, or the asker disconnected.
    Cancelled,
    /// Neither server nor person reported an end for 15 minutes.
    Expired,
    /// The asker has no such link.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DoneBy {
    Server,
    Person,
}

/// Params of `notifications/progress`, sent until the person answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressParams {
    pub progress_token: ProgressToken,
    /// Increases by one with each notification.
    pub progress: u64,
    pub message: String,
}

impl OpenParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let Some(members) = Members::optional(params, "params")? else {
            return Ok(Self::default());
        };
        let page = match members.string("page")? {
            None => None,
            Some(name) => Some(Page::from_name(&name).ok_or_else(|| {
                let names = Page::ALL.map(|page| format!("\"{}\"", page.name()));
                members.error("page", &format!("must be one of {}", names.join(", ")))
            })?),
        };
        let question = members.string("question")?;
        if question.is_some() && page.is_some() {
            return Err(mutually_exclusive("question", "page"));
        }
        Ok(Self { question, page })
    }
}

impl Page {
    /// In the order in which Home shows them.
    pub const ALL: [Self; 6] = [
        Self::Waiting,
        Self::Sessions,
        Self::History,
        Self::Sources,
        Self::Agents,
        Self::Settings,
    ];

    /// The name on the wire and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sessions => "sessions",
            Self::History => "history",
            Self::Sources => "sources",
            Self::Agents => "agents",
            Self::Settings => "settings",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.name() == name)
    }
}

impl StopParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        Ok(match Members::optional(params, "params")? {
            None => Self::default(),
            Some(members) => Self {
                force: members.flag("force")?,
                restart: members.flag("restart")?,
            },
        })
    }
}

impl AwaitDoneParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::required(params, "params")?;
        match (members.string("question")?, Key::read_optional(&members)?) {
            (Some(question), None) => Ok(Self::Question(question)),
            (None, Some(key)) => Ok(Self::Key(key)),
            (None, None) => Err(members.error("question", "is missing, and so is params.key")),
            (Some(_), Some(_)) => Err(mutually_exclusive("question", "key")),
        }
    }
}

impl WithdrawParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::required(params, "params")?;
        let because = members.string("because")?;
        Ok(Self {
            questions: WithdrawnQuestions::read(&members)?,
            because: because.and_then(|name| WithdrawReason::from_name(&name)),
            ran_ms: members.unsigned("ranMs")?,
        })
    }
}

impl From<WithdrawnQuestions> for WithdrawParams {
    fn from(questions: WithdrawnQuestions) -> Self {
        Self {
            questions,
            because: None,
            ran_ms: None,
        }
    }
}

impl WithdrawnQuestions {
    fn read(members: &Members<'_>) -> Result<Self, RpcError> {
        let name = WithdrawName::read_optional(members, "name")?;
        match (Key::read_optional(members)?, name, members.name("session")?) {
            (Some(key), None, None) => Ok(Self::Key(key)),
            (None, Some(name), None) => Ok(Self::Name(name)),
            (None, None, Some(session)) => Ok(Self::Session(session)),
            (None, None, None) => {
                let problem = "is missing, and so are params.name and params.session";
                Err(members.error("key", problem))
            }
            (Some(_), Some(_), _) => Err(mutually_exclusive("key", "name")),
            (Some(_), None, Some(_)) => Err(mutually_exclusive("key", "session")),
            (None, Some(_), Some(_)) => Err(mutually_exclusive("name", "session")),
        }
    }
}

impl WithdrawReason {
    const ALL: [Self; 2] = [Self::AnsweredInTerminal, Self::TurnEnded];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::AnsweredInTerminal => "answeredInTerminal",
            Self::TurnEnded => "turnEnded",
        }
    }

    /// Returns `None` for a reason of a newer version.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

fn mutually_exclusive(one: &str, other: &str) -> RpcError {
    RpcError::invalid_params(format!(
        "params.{one} and params.{other} exclude each other; give one of them"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_serialises_as_its_name() {
        for page in Page::ALL {
            assert_eq!(serde_json::json!(page), page.name());
            assert_eq!(Page::from_name(page.name()), Some(page));
        }
        assert_eq!(Page::from_name("home"), None);
    }

    #[test]
    fn withdraw_reason_serialises_as_its_name() {
        for reason in WithdrawReason::ALL {
            assert_eq!(serde_json::json!(reason), reason.name());
            assert_eq!(WithdrawReason::from_name(reason.name()), Some(reason));
        }
    }

    #[test]
    fn unknown_withdraw_reason_is_ignored() {
        let params = serde_json::json!({"session": "s", "because": "theMoonIsFull"});
        let read = WithdrawParams::read(Some(&params));
        assert_eq!(read, Ok(WithdrawnQuestions::Session("s".to_owned()).into()));
    }
}
