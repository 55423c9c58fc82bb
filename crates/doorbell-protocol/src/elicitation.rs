//! `elicitation/create`: MCP's params and result, and what Doorbell adds under `_meta`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::read::{Members, PLACE_BYTES};
use crate::{Key, RequestId, RpcError};

/// Where an asker says more about itself.
const ASKER: &str = "dev.doorbell/asker";

/// Params of `elicitation/create`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElicitParams {
    /// The server's words.
    pub message: String,
    /// What is asked for.
    pub request: Request,
    /// Names the asker's progress notifications, if it wants any.
    pub progress_token: Option<ProgressToken>,
    /// The MCP server the asker says it asks for.
    pub server: Option<ServerClaim>,
    /// The agent it says it works for. It counts only where the system shows none.
    pub agent: Option<String>,
    /// The tool it says led to the question.
    pub tool: Option<String>,
    /// The session it says it belongs to.
    pub session: Option<String>,
    /// The project folder it says it works in.
    pub project: Option<String>,
    /// How long it will wait, in milliseconds.
    pub deadline_ms: Option<u64>,
    /// Whether it can give the question to the agent's own terminal instead.
    pub hand_back: bool,
    /// Whether a form is only looked at: what is typed goes nowhere.
    pub preview: bool,
    /// Shared by the links of one request: if one is not opened, the others are of no use.
    pub group: Option<String>,
    /// Under which its process can ask for the same question again.
    pub key: Option<Key>,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Form mode: the `requestedSchema`.
    Form(Value),
    /// URL mode.
    Url {
        /// The link as it was sent.
        url: String,
        /// The server's name for it in `notifications/elicitation/complete`; revisions from
        /// 2026-07-28 on have none.
        elicitation_id: Option<String>,
    },
    /// `doorbell/permission`: an agent wants to use a tool, which the params name.
    Permission {
        /// What it wants to use it with, as text that is shown whole.
        arguments: String,
        /// The rules that "always" would add to the agent's own, each as text.
        rules: Vec<String>,
    },
}

impl Default for Request {
    fn default() -> Self {
        Self::Form(Value::Null)
    }
}

/// An MCP server, in the asker's words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ServerClaim {
    /// Its name.
    pub name: String,
    /// Its name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The command that runs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Or its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// MCP's progress token.
pub type ProgressToken = RequestId;

impl ServerClaim {
    /// A server of which only the name is told.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }
}

impl ElicitParams {
    /// A form question that says nothing more about its asker.
    pub fn form(message: impl Into<String>, requested_schema: Value) -> Self {
        Self::new(message, Request::Form(requested_schema))
    }

    /// A link question that says nothing more about its asker.
    pub fn url(message: impl Into<String>, url: impl Into<String>) -> Self {
        let request = Request::Url {
            url: url.into(),
            elicitation_id: None,
        };
        Self::new(message, request)
    }

    /// A question whether an agent may use a tool.
    pub fn permission(
        tool: impl Into<String>,
        arguments: impl Into<String>,
        rules: Vec<String>,
    ) -> Self {
        let arguments = arguments.into();
        let mut params = Self::new("", Request::Permission { arguments, rules });
        params.tool = Some(tool.into());
        params
    }

    /// The method that asks this.
    pub fn method(&self) -> &'static str {
        match self.request {
            Request::Form(_) | Request::Url { .. } => "elicitation/create",
            Request::Permission { .. } => "doorbell/permission",
        }
    }

    fn new(message: impl Into<String>, request: Request) -> Self {
        Self {
            message: message.into(),
            request,
            ..Self::default()
        }
    }

    pub(crate) fn read(mut params: Option<Value>) -> Result<Self, RpcError> {
        let members = Members::of(params.as_ref(), "params")?;
        let message = members.required_string("message")?;
        // MCP: a request without a mode is a form.
        let request = match members.string("mode")?.as_deref() {
            None | Some("form") => {
                let schema = members.get("requestedSchema");
                Members::of(schema, "params.requestedSchema")?;
                Request::Form(Value::Null)
            }
            Some("url") => Request::Url {
                url: members.required_string("url")?,
                elicitation_id: members.name("elicitationId")?,
            },
            Some(_) => return Err(members.wrong("mode", "must be \"form\" or \"url\"")),
        };
        let mut read = Self::new(message, request).with_meta(&members)?;
        // Taken and not copied: the schema is most of a question.
        let schema = params.as_mut().and_then(|it| it.get_mut("requestedSchema"));
        if let (Request::Form(taken), Some(schema)) = (&mut read.request, schema) {
            *taken = schema.take();
        }
        Ok(read)
    }

    /// Reads the params of `doorbell/permission`.
    pub(crate) fn read_permission(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::of(params, "params")?;
        let tool = members.required_name("tool")?;
        let arguments = members.required_string("arguments")?;
        let rules = members.strings("rules")?;
        let mut read = Self::new("", Request::Permission { arguments, rules });
        read.message = members.string("message")?.unwrap_or_default();
        read = read.with_meta(&members)?;
        read.tool = Some(tool);
        Ok(read)
    }

    fn with_meta(mut self, members: &Members<'_>) -> Result<Self, RpcError> {
        if let Some(meta) = Members::maybe(members.get("_meta"), "params._meta")? {
            self.progress_token = meta.get("progressToken").map(read_token).transpose()?;
            self.read_asker(meta.get(ASKER))?;
        }
        Ok(self)
    }

    fn read_asker(&mut self, asker: Option<&Value>) -> Result<(), RpcError> {
        let Some(asker) = Members::maybe(asker, "params._meta[\"dev.doorbell/asker\"]")? else {
            return Ok(());
        };
        self.agent = asker.name("agent")?;
        self.tool = asker.name("tool")?;
        self.session = asker.name("session")?;
        self.project = asker.bounded("project", PLACE_BYTES)?;
        self.deadline_ms = asker.count("deadlineMs")?;
        self.hand_back = asker.flag("handBack")?;
        self.preview = asker.flag("preview")?;
        if self.preview && !matches!(self.request, Request::Form(_)) {
            return Err(asker.wrong("preview", "is for forms"));
        }
        self.group = asker.name("group")?;
        self.key = Key::maybe(&asker)?;
        let path = "params._meta[\"dev.doorbell/asker\"].server";
        if let Some(server) = Members::maybe(asker.get("server"), path)? {
            self.server = Some(ServerClaim {
                name: server.required_name("name")?,
                title: server.name("title")?,
                version: server.name("version")?,
                command: server.bounded("command", PLACE_BYTES)?,
                url: server.bounded("url", PLACE_BYTES)?,
            });
        }
        Ok(())
    }

    /// The params as they go on the wire.
    pub fn to_value(&self) -> Value {
        let is_permission = matches!(self.request, Request::Permission { .. });
        let asker = present(json!({
            "server": self.server,
            "agent": self.agent,
            // Of a permission it stands in the params themselves.
            "tool": self.tool.as_ref().filter(|_| !is_permission),
            "session": self.session,
            "project": self.project,
            "deadlineMs": self.deadline_ms,
            "handBack": self.hand_back.then_some(true),
            "preview": self.preview.then_some(true),
            "group": self.group,
            "key": self.key,
        }));
        let meta = present(json!({"progressToken": self.progress_token, ASKER: asker}));
        let message = &self.message;
        present(match &self.request {
            Request::Form(schema) => {
                json!({"mode": "form", "message": message, "requestedSchema": schema, "_meta": meta})
            }
            Request::Url {
                url,
                elicitation_id,
            } => json!({
                "mode": "url",
                "message": message,
                "url": url,
                "elicitationId": elicitation_id,
                "_meta": meta,
            }),
            Request::Permission { arguments, rules } => json!({
                "tool": self.tool,
                "arguments": arguments,
                "message": Some(message).filter(|message| !message.is_empty()),
                "rules": Some(rules).filter(|rules| !rules.is_empty()),
                "_meta": meta,
            }),
        })
    }
}

/// An object without the members that are null; null if that leaves none.
pub fn present(mut object: Value) -> Value {
    let members = object.as_object_mut();
    let is_empty = members.is_none_or(|members| {
        members.retain(|_, member| !member.is_null());
        members.is_empty()
    });
    if is_empty { Value::Null } else { object }
}

fn read_token(token: &Value) -> Result<ProgressToken, RpcError> {
    let wrong = "params._meta.progressToken must be a string or a whole number";
    ProgressToken::deserialize(token).map_err(|_| RpcError::invalid_params(wrong))
}

/// MCP's three answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    /// The person sent it.
    Accept,
    /// The person pressed Decline.
    Decline,
    /// Everything else.
    Cancel,
}

/// Result of `elicitation/create`.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct ElicitResult {
    /// The answer.
    pub action: Action,
    /// The values; only with accept. Of a permission also why it was denied.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub content: Option<Map<String, Value>>,
    /// How the question ended.
    #[serde(rename = "_meta")]
    pub meta: ResultMeta,
}

/// `_meta` of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultMeta {
    /// How the question ended.
    #[serde(rename = "dev.doorbell/outcome")]
    pub outcome: OutcomeMeta,
}

/// `_meta["dev.doorbell/outcome"]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeMeta {
    /// One word: accepted, declined, dismissed, handedBack, expired, withdrawn, notShown, refused.
    pub outcome: String,
    /// Why, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The question's name in `doorbell/list`. A question refused before it was asked has none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub question: Option<String>,
    /// When a person could first see it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shown_at: Option<String>,
    /// When the person answered.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub answered_at: Option<String>,
}

impl ElicitResult {
    /// An answer and how it came about.
    pub fn new(action: Action, content: Option<Map<String, Value>>, outcome: OutcomeMeta) -> Self {
        Self {
            action,
            content,
            meta: ResultMeta { outcome },
        }
    }

    /// How the question ended.
    pub fn outcome(&self) -> &OutcomeMeta {
        &self.meta.outcome
    }
}

/// Leaves the content out: what a person typed must never reach a log.
impl std::fmt::Debug for ElicitResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ElicitResult")
            .field("action", &self.action)
            .field("meta", &self.meta)
            .finish_non_exhaustive()
    }
}
