//! What a tool of Claude Code would do.

use doorbell_protocol::{PermissionAction, TextChange};
use serde_json::Value;

use super::ExistingFile;

#[derive(Default)]
pub struct Described {
    pub action: PermissionAction,
    pub description: Option<String>,
    /// What the action alone does not show.
    pub reasons: Vec<String>,
}

/// Describes a known tool with the input that it needs. Any other is [`PermissionAction::Other`].
pub fn describe(
    tool: &str,
    input: &Value,
    server: Option<&str>,
    existing: ExistingFile<'_>,
) -> Described {
    if let Some((server, tool)) = mcp_tool(tool, server) {
        let (server, tool) = (server.to_owned(), tool.to_owned());
        return PermissionAction::Mcp { server, tool }.into();
    }
    let described = match tool {
        "Bash" => run(input),
        "Edit" => edit(input),
        "MultiEdit" => multi_edit(input),
        "Write" => write(input, existing),
        "NotebookEdit" => edit_notebook(input),
        "Read" => text(input, "file_path").map(|path| PermissionAction::Read { path }.into()),
        "WebFetch" => text(input, "url").map(|url| PermissionAction::Fetch { url }.into()),
        _ => None,
    };
    described.unwrap_or_default()
}

impl From<PermissionAction> for Described {
    fn from(action: PermissionAction) -> Self {
        Self {
            action,
            ..Self::default()
        }
    }
}

/// Splits "mcp__github__create_pull_request". Claude Code replaces most characters of a server's
/// name by "_", so the name that the event gives is used if it fits.
fn mcp_tool<'a>(tool: &'a str, server: Option<&'a str>) -> Option<(&'a str, &'a str)> {
    let rest = tool.strip_prefix("mcp__")?;
    let by_name = server.and_then(|name| {
        let prefix: String = name.chars().map(tool_name_character).collect();
        Some((name, rest.strip_prefix(&prefix)?.strip_prefix("__")?))
    });
    by_name.or_else(|| rest.split_once("__"))
}

fn tool_name_character(character: char) -> char {
    match character {
        '-' | '_' => character,
        _ if character.is_ascii_alphanumeric() => character,
        _ => '_',
    }
}

fn run(input: &Value) -> Option<Described> {
    let command = text(input, "command")?;
    let mut reasons = Vec::new();
    if is_true(input, "dangerouslyDisableSandbox") {
        reasons.push("It runs outside the sandbox.".to_owned());
    }
    if is_true(input, "run_in_background") {
        reasons.push("It keeps running in the background.".to_owned());
    }
    Some(Described {
        action: PermissionAction::Run { command },
        description: text(input, "description"),
        reasons,
    })
}

fn edit(input: &Value) -> Option<Described> {
    let action = PermissionAction::Edit {
        path: text(input, "file_path")?,
        changes: vec![change(input)?],
    };
    let replaces_all = is_true(input, "replace_all");
    let reason = "It replaces every place where this text occurs in the file.".to_owned();
    Some(Described {
        action,
        reasons: replaces_all.then_some(reason).into_iter().collect(),
        ..Described::default()
    })
}

fn multi_edit(input: &Value) -> Option<Described> {
    let edits = input["edits"].as_array()?;
    let action = PermissionAction::Edit {
        path: text(input, "file_path")?,
        changes: edits.iter().map(change).collect::<Option<_>>()?,
    };
    let numbers: Vec<_> = (1..)
        .zip(edits)
        .filter(|(_, edit)| is_true(edit, "replace_all"))
        .map(|(number, _): (usize, _)| number.to_string())
        .collect();
    let reason = match numbers.len() {
        0 => None,
        1 => Some(format!(
            "Change {} replaces every place where its text occurs in the file.",
            numbers[0]
        )),
        _ => Some(format!(
            "Changes {} replace every place where their text occurs in the file.",
            numbers.join(", ")
        )),
    };
    Some(Described {
        action,
        reasons: reason.into_iter().collect(),
        ..Described::default()
    })
}

fn write(input: &Value, existing: ExistingFile<'_>) -> Option<Described> {
    let (old, reason) = match existing {
        ExistingFile::Absent => (None, None),
        ExistingFile::Text(old) => (Some(old.to_owned()), None),
        ExistingFile::Unreadable => {
            let reason = "It replaces an existing file, whose present content isn’t shown here.";
            (None, Some(reason.to_owned()))
        }
    };
    Some(Described {
        action: PermissionAction::Write {
            path: text(input, "file_path")?,
            text: text(input, "content")?,
            old,
        },
        reasons: reason.into_iter().collect(),
        ..Described::default()
    })
}

/// The input has a cell's new text, never its present one.
fn edit_notebook(input: &Value) -> Option<Described> {
    let cell = text(input, "cell_id");
    let cell = cell.map_or_else(|| "a cell".to_owned(), |id| format!("the cell “{id}”"));
    let reason = match input["edit_mode"].as_str() {
        None | Some("replace") => {
            format!("It replaces all of {cell}, whose present text isn’t shown here.")
        }
        Some("insert") if input["cell_id"].is_null() => {
            "It adds a cell at the beginning.".to_owned()
        }
        Some("insert") => format!("It adds a cell after {cell}."),
        Some("delete") => format!("It deletes {cell}."),
        Some(_) => return None,
    };
    let new = text(input, "new_source")?;
    let old = String::new();
    Some(Described {
        action: PermissionAction::Edit {
            path: text(input, "notebook_path")?,
            changes: vec![TextChange { old, new }],
        },
        reasons: vec![reason],
        ..Described::default()
    })
}

fn change(edit: &Value) -> Option<TextChange> {
    Some(TextChange {
        old: text(edit, "old_string")?,
        new: text(edit, "new_string")?,
    })
}

fn text(input: &Value, name: &str) -> Option<String> {
    input[name].as_str().map(str::to_owned)
}

fn is_true(input: &Value, name: &str) -> bool {
    input[name] == true
}
