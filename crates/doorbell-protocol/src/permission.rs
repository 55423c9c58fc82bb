//! `doorbell/permission`: what an agent asks to do, in parts that the window can show.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::RpcError;
use crate::params::{MAX_LOCATION_BYTES, Members};

/// The params of `doorbell/permission`, without `tool`, `message` and `_meta`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PermissionParams {
    pub action: PermissionAction,
    /// What the agent says that the action is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Everything that the tool is called with, in its order.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub arguments: Map<String, Value>,
    /// Sentences that the person must read before deciding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// The ways to allow it, apart from once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<PermissionChoice>,
    /// Sentences that say what is missing from `choices`, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<String>,
    /// True if the asker takes a changed command or text. Applies to `run`, `edit` and `write`.
    #[serde(skip_serializing_if = "is_false")]
    pub editable: bool,
    /// True if the asker can pass a message on with an allowance, too.
    #[serde(skip_serializing_if = "is_false")]
    pub note: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum PermissionAction {
    Run {
        command: String,
    },
    Edit {
        path: String,
        changes: Vec<TextChange>,
    },
    Write {
        path: String,
        text: String,
        /// The file's present text. Absent if there is no such file, or it is unknown.
        #[serde(skip_serializing_if = "Option::is_none")]
        old: Option<String>,
    },
    Read {
        path: String,
    },
    Fetch {
        url: String,
    },
    /// Uses a tool of an MCP server.
    Mcp {
        server: String,
        tool: String,
    },
    /// Any other tool. Kinds that this version does not know are read as this one.
    #[default]
    Other,
}

/// A part of a file that is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextChange {
    pub old: String,
    pub new: String,
}

/// A way to allow more than this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PermissionChoice {
    /// Names the choice in the answer. The asker chooses it.
    pub id: String,
    /// What the choice does, as a sentence: "Accept all edits until the session ends".
    pub effect: String,
}

/// The content of a result of `doorbell/permission`.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermissionAnswer {
    /// [`Self::ALLOW`], [`Self::DENY`] or the id of a choice.
    pub choice: String,
    /// What the person tells the agent: what to do instead, or what to mind.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// What is allowed instead of what was asked for: the command, the file's text, or the `new` of
    /// each change in order. `None` if the person changed nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub changed: Option<Vec<String>>,
}

impl PermissionAnswer {
    pub const ALLOW: &str = "allow";
    pub const DENY: &str = "deny";

    /// Returns `None` if the content is not that of a permission.
    pub fn read(content: Option<&Map<String, Value>>) -> Option<Self> {
        // All or nothing: without `changed`, an answer would allow what the person replaced.
        Self::deserialize(Value::Object(content?.clone())).ok()
    }
}

/// Without what the person wrote.
impl std::fmt::Debug for PermissionAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PermissionAnswer")
            .field("choice", &self.choice)
            .finish_non_exhaustive()
    }
}

impl PermissionParams {
    pub(crate) fn read(members: &Members<'_>) -> Result<Self, RpcError> {
        let arguments = Members::optional(members.get("arguments"), "params.arguments")?;
        Ok(Self {
            action: PermissionAction::read(members.get("action"))?,
            description: members.string("description")?,
            arguments: arguments.map(|it| it.to_map()).unwrap_or_default(),
            reasons: members.strings("reasons")?,
            choices: members
                .objects("choices")?
                .iter()
                .map(PermissionChoice::read)
                .collect::<Result<_, _>>()?,
            omitted: members.strings("omitted")?,
            editable: members.flag("editable")?,
            note: members.flag("note")?,
        })
    }
}

impl PermissionAction {
    fn read(action: Option<&Value>) -> Result<Self, RpcError> {
        let Some(action) = Members::optional(action, "params.action")? else {
            return Ok(Self::Other);
        };
        let path = || action.required_bounded_string("path", MAX_LOCATION_BYTES);
        Ok(match action.required_string("kind")?.as_str() {
            "run" => Self::Run {
                command: action.required_string("command")?,
            },
            "edit" => Self::Edit {
                path: path()?,
                changes: action
                    .objects("changes")?
                    .iter()
                    .map(TextChange::read)
                    .collect::<Result<_, _>>()?,
            },
            "write" => Self::Write {
                path: path()?,
                text: action.required_string("text")?,
                old: action.string("old")?,
            },
            "read" => Self::Read { path: path()? },
            "fetch" => Self::Fetch {
                url: action.required_bounded_string("url", MAX_LOCATION_BYTES)?,
            },
            "mcp" => Self::Mcp {
                server: action.required_name("server")?,
                tool: action.required_name("tool")?,
            },
            _ => Self::Other,
        })
    }
}

impl TextChange {
    fn read(change: &Members<'_>) -> Result<Self, RpcError> {
        Ok(Self {
            old: change.required_string("old")?,
            new: change.required_string("new")?,
        })
    }
}

impl PermissionChoice {
    fn read(choice: &Members<'_>) -> Result<Self, RpcError> {
        Ok(Self {
            id: choice.required_name("id")?,
            effect: choice.required_string("effect")?,
        })
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}
