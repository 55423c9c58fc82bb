//! `elicitation/create`: MCP's params and result, with Doorbell's additions in `_meta`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::params::{MAX_LOCATION_BYTES, Members};
use crate::{AgentQuestion, Key, PermissionParams, RequestId, RpcError, WithdrawName};

/// The member of `_meta` with the asker's claims about itself.
const ASKER_META: &str = "dev.doorbell/asker";
/// Limits [`ElicitParams::yes_label`] and [`ElicitParams::no_label`].
pub const MAX_LABEL_CHARACTERS: usize = 24;

/// Params of `elicitation/create` and of Doorbell's own questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElicitParams {
    pub message: String,
    pub mode: ElicitMode,
    /// Set if the asker wants progress notifications.
    pub progress_token: Option<ProgressToken>,
    /// The MCP server that the asker claims to ask for.
    pub server: Option<ServerClaim>,
    /// The agent that the asker claims to work for. Used only if the system reveals none.
    pub agent: Option<String>,
    /// The tool that the asker claims led to the question.
    pub tool: Option<String>,
    /// The session that the asker claims to belong to.
    pub session: Option<String>,
    /// The project folder that the asker claims to work in.
    pub project: Option<String>,
    /// How long the asker waits for the answer.
    pub deadline_ms: Option<u64>,
    /// True if the asker can show the question in the agent's own terminal instead.
    pub hand_back: bool,
    /// True if the form is only a preview, whose answers go nowhere.
    pub preview: bool,
    /// Stands after Yes on the button of a yes/no question: "Yes: Delete". One line of at most
    /// [`MAX_LABEL_CHARACTERS`].
    pub yes_label: Option<String>,
    /// The same after No.
    pub no_label: Option<String>,
    /// Shared by the links of one request: if one is not opened, the others are useless.
    pub group: Option<String>,
    /// Lets the process resume the question on a new connection.
    pub key: Option<Key>,
    /// Lets other processes withdraw the question.
    pub withdraw_name: Option<WithdrawName>,
}

/// MCP's elicitation modes, and Doorbell's own question for permission.
#[derive(Clone, Debug, PartialEq)]
pub enum ElicitMode {
    /// The `requestedSchema`.
    Form(Value),
    Url {
        url: String,
        /// Identifies the link in `notifications/elicitation/complete`; revisions from 2026-07-28
        /// on have none.
        elicitation_id: Option<String>,
    },
    /// `doorbell/permission`: an agent wants to use [`ElicitParams::tool`].
    Permission(Box<PermissionParams>),
    Agent(AgentQuestion),
}

impl Default for ElicitMode {
    fn default() -> Self {
        Self::Form(Value::Null)
    }
}

/// What the asker claims about its MCP server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ServerClaim {
    pub name: String,
    /// A display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

pub type ProgressToken = RequestId;

impl ServerClaim {
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }
}

impl ElicitParams {
    /// A form without claims about its asker.
    pub fn form(message: impl Into<String>, requested_schema: Value) -> Self {
        Self::new(message, ElicitMode::Form(requested_schema))
    }

    /// A link without claims about its asker.
    pub fn url(message: impl Into<String>, url: impl Into<String>) -> Self {
        let mode = ElicitMode::Url {
            url: url.into(),
            elicitation_id: None,
        };
        Self::new(message, mode)
    }

    /// A question for permission without claims about its asker.
    pub fn permission(tool: impl Into<String>, permission: PermissionParams) -> Self {
        let mut params = Self::new("", ElicitMode::Permission(Box::new(permission)));
        params.tool = Some(tool.into());
        params
    }

    /// A question set, a plan or a notice without claims about its asker.
    pub fn agent_question(message: impl Into<String>, question: AgentQuestion) -> Self {
        Self::new(message, ElicitMode::Agent(question))
    }

    pub fn method(&self) -> &'static str {
        match &self.mode {
            ElicitMode::Form(_) | ElicitMode::Url { .. } => "elicitation/create",
            ElicitMode::Permission(_) => "doorbell/permission",
            ElicitMode::Agent(question) => question.method(),
        }
    }

    fn new(message: impl Into<String>, mode: ElicitMode) -> Self {
        Self {
            message: message.into(),
            mode,
            ..Self::default()
        }
    }

    pub(crate) fn read(mut params: Option<Value>) -> Result<Self, RpcError> {
        let members = Members::required(params.as_ref(), "params")?;
        let message = members.required_string("message")?;
        // MCP: a request without a mode is a form.
        let mode = match members.string("mode")?.as_deref() {
            None | Some("form") => {
                let schema = members.get("requestedSchema");
                Members::required(schema, "params.requestedSchema")?;
                ElicitMode::Form(Value::Null)
            }
            Some("url") => ElicitMode::Url {
                url: members.required_string("url")?,
                elicitation_id: members.name("elicitationId")?,
            },
            Some(_) => return Err(members.error("mode", "must be \"form\" or \"url\"")),
        };
        let mut read = Self::new(message, mode).with_meta(&members)?;
        // Moved, not copied: the schema is the largest part of a question.
        let schema = params
            .as_mut()
            .and_then(|params| params.get_mut("requestedSchema"));
        if let (ElicitMode::Form(target), Some(schema)) = (&mut read.mode, schema) {
            *target = schema.take();
        }
        Ok(read)
    }

    pub(crate) fn read_permission(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::required(params, "params")?;
        let tool = members.required_name("tool")?;
        let permission = PermissionParams::read(&members)?;
        let mut read = Self::new("", ElicitMode::Permission(Box::new(permission)));
        read.message = members.string("message")?.unwrap_or_default();
        read = read.with_meta(&members)?;
        read.tool = Some(tool);
        Ok(read)
    }

    pub(crate) fn read_agent_question(
        method: &str,
        params: Option<&Value>,
    ) -> Result<Self, RpcError> {
        let members = Members::required(params, "params")?;
        let question = AgentQuestion::read(method, &members)?;
        let message = members.string("message")?.unwrap_or_default();
        Self::agent_question(message, question).with_meta(&members)
    }

    pub(crate) fn with_meta(mut self, members: &Members<'_>) -> Result<Self, RpcError> {
        if let Some(meta) = Members::optional(members.get("_meta"), "params._meta")? {
            self.progress_token = meta
                .get("progressToken")
                .map(read_progress_token)
                .transpose()?;
            self.read_asker(meta.get(ASKER_META))?;
        }
        Ok(self)
    }

    fn read_asker(&mut self, asker: Option<&Value>) -> Result<(), RpcError> {
        let Some(asker) = Members::optional(asker, "params._meta[\"dev.doorbell/asker\"]")? else {
            return Ok(());
        };
        self.agent = asker.name("agent")?;
        self.tool = asker.name("tool")?;
        self.session = asker.name("session")?;
        self.project = asker.bounded_string("project", MAX_LOCATION_BYTES)?;
        self.deadline_ms = asker.unsigned("deadlineMs")?;
        self.hand_back = asker.flag("handBack")?;
        self.preview = asker.flag("preview")?;
        if self.preview && !matches!(self.mode, ElicitMode::Form(_)) {
            return Err(asker.error("preview", "is for forms"));
        }
        self.yes_label = self.read_label(&asker, "yesLabel")?;
        self.no_label = self.read_label(&asker, "noLabel")?;
        self.group = asker.name("group")?;
        self.key = Key::read_optional(&asker)?;
        self.withdraw_name = WithdrawName::read_optional(&asker, "withdrawName")?;
        let path = "params._meta[\"dev.doorbell/asker\"].server";
        if let Some(server) = Members::optional(asker.get("server"), path)? {
            self.server = Some(ServerClaim {
                name: server.required_name("name")?,
                title: server.name("title")?,
                version: server.name("version")?,
                command: server.bounded_string("command", MAX_LOCATION_BYTES)?,
                url: server.bounded_string("url", MAX_LOCATION_BYTES)?,
            });
        }
        Ok(())
    }

    fn read_label(&self, asker: &Members<'_>, name: &str) -> Result<Option<String>, RpcError> {
        let Some(label) = asker.string(name)? else {
            return Ok(None);
        };
        if !matches!(self.mode, ElicitMode::Form(_)) {
            return Err(asker.error(name, "is for forms"));
        }
        if is_label(&label) {
            return Ok(Some(label));
        }
        let problem = format!("must be one line of 1 to {MAX_LABEL_CHARACTERS} characters");
        Err(asker.error(name, &problem))
    }

    pub fn to_value(&self) -> Value {
        let is_permission = matches!(self.mode, ElicitMode::Permission(_));
        let asker = without_nulls(json!({
            "server": self.server,
            "agent": self.agent,
            // A permission has it in the params themselves.
            "tool": self.tool.as_ref().filter(|_| !is_permission),
            "session": self.session,
            "project": self.project,
            "deadlineMs": self.deadline_ms,
            "handBack": self.hand_back.then_some(true),
            "preview": self.preview.then_some(true),
            "yesLabel": self.yes_label,
            "noLabel": self.no_label,
            "group": self.group,
            "key": self.key,
            "withdrawName": self.withdraw_name,
        }));
        let meta = without_nulls(json!({"progressToken": self.progress_token, ASKER_META: asker}));
        let message = &self.message;
        without_nulls(match &self.mode {
            ElicitMode::Form(schema) => {
                json!({"mode": "form", "message": message, "requestedSchema": schema, "_meta": meta})
            }
            ElicitMode::Url {
                url,
                elicitation_id,
            } => json!({
                "mode": "url",
                "message": message,
                "url": url,
                "elicitationId": elicitation_id,
                "_meta": meta,
            }),
            ElicitMode::Permission(permission) => {
                let mut params = json!({"tool": self.tool});
                merge(&mut params, json!(permission));
                let message = Some(message).filter(|message| !message.is_empty());
                merge(&mut params, json!({"message": message, "_meta": meta}));
                params
            }
            ElicitMode::Agent(question) => {
                let mut params = question.to_value();
                params["message"] = json!(Some(message).filter(|message| !message.is_empty()));
                params["_meta"] = meta;
                params
            }
        })
    }
}

/// Returns true if the text can be a [`ElicitParams::yes_label`] or [`ElicitParams::no_label`].
pub fn is_label(text: &str) -> bool {
    let is_line =
        |character: char| !character.is_control() && !"\u{2028}\u{2029}".contains(character);
    !text.trim().is_empty()
        && text.chars().count() <= MAX_LABEL_CHARACTERS
        && text.chars().all(is_line)
}

fn merge(object: &mut Value, more: Value) {
    if let (Some(members), Value::Object(more)) = (object.as_object_mut(), more) {
        members.extend(more);
    }
}

/// Removes the null members of an object. Returns null if none remain.
pub fn without_nulls(mut object: Value) -> Value {
    let members = object.as_object_mut();
    let is_empty = members.is_none_or(|members| {
        members.retain(|_, member| !member.is_null());
        members.is_empty()
    });
    if is_empty { Value::Null } else { object }
}

fn read_progress_token(token: &Value) -> Result<ProgressToken, RpcError> {
    let message = "params._meta.progressToken must be a string or a whole number";
    ProgressToken::deserialize(token).map_err(|_| RpcError::invalid_params(message))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    Accept,
    /// The person chose Decline.
    Decline,
    /// Every other end.
    Cancel,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct ElicitResult {
    pub action: Action,
    /// The values of an accepted form, a [`PermissionAnswer`](crate::PermissionAnswer) or a
    /// [`PlanAnswer`](crate::PlanAnswer).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub content: Option<Map<String, Value>>,
    #[serde(rename = "_meta")]
    pub meta: ResultMeta,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultMeta {
    #[serde(rename = "dev.doorbell/outcome")]
    pub outcome: OutcomeMeta,
}

/// `_meta["dev.doorbell/outcome"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeMeta {
    /// One of accepted, declined, dismissed, handedBack, expired, withdrawn, notShown, refused.
    pub outcome: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The name of the [`WithdrawReason`](crate::WithdrawReason) of a withdrawn question.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub because: Option<String>,
    /// The id in `doorbell/list`. Absent if the question was refused before it was queued.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub question: Option<String>,
    /// When the question was first visible.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shown_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub answered_at: Option<String>,
}

impl ElicitResult {
    pub fn new(action: Action, content: Option<Map<String, Value>>, outcome: OutcomeMeta) -> Self {
        Self {
            action,
            content,
            meta: ResultMeta { outcome },
        }
    }

    pub fn outcome(&self) -> &OutcomeMeta {
        &self.meta.outcome
    }
}

/// Omits the content: what a person typed must never reach a log.
impl std::fmt::Debug for ElicitResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ElicitResult")
            .field("action", &self.action)
            .field("meta", &self.meta)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_is_one_line_of_at_most_24_characters() {
        assert!(is_label("Delete"));
        assert!(is_label(&"ü".repeat(MAX_LABEL_CHARACTERS)));
        for text in ["", " ", "one\ntwo", "one\u{2028}two"] {
            assert!(!is_label(text), "{text:?}");
        }
        assert!(!is_label(&"x".repeat(MAX_LABEL_CHARACTERS + 1)));
    }

    #[test]
    fn label_error_names_the_member_and_quotes_nothing() {
        let params = json!({
            "message": "Delete?",
            "requestedSchema": {},
            "_meta": {ASKER_META: {"noLabel": "Keep\nit"}},
        });
        let error = ElicitParams::read(Some(params)).expect_err("two lines");
        let expected =
            "params._meta[\"dev.doorbell/asker\"].noLabel must be one line of 1 to 24 characters";
        assert_eq!(error.message, expected);
    }
}
