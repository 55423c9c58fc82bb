//! Puts Claude Code's permission suggestions into words.
//!
//! A suggestion is offered only if every member of it is known: a person must not agree to what the
//! words leave out.

use serde_json::Value;

use super::super::AGENT;

/// Longer effects are refused by Doorbell.
const MAX_EFFECT_BYTES: usize = 256;

/// Returns what the suggestion does, as a sentence without a full stop. Returns `None` for one that
/// Doorbell does not know.
pub fn effect(suggestion: &Value) -> Option<String> {
    let effect = match suggestion["type"].as_str()? {
        "addRules" if has_only(suggestion, &["type", "rules", "behavior", "destination"]) => {
            add_rules(suggestion)
        }
        "addDirectories" if has_only(suggestion, &["type", "directories", "destination"]) => {
            add_directories(suggestion)
        }
        "setMode" if has_only(suggestion, &["type", "mode", "destination"]) => {
            let scope = scope(suggestion)?;
            (suggestion["mode"] == "acceptEdits").then(|| format!("Accept all edits {scope}"))
        }
        _ => None,
    };
    effect.filter(|effect| effect.len() <= MAX_EFFECT_BYTES)
}

/// Says that suggestions are not offered.
pub fn left_out(count: usize, has_terminal: bool) -> Option<String> {
    let (suggestions, them) = match count {
        0 => return None,
        1 => ("1 suggestion".to_owned(), "it"),
        more => (format!("{more} suggestions"), "them"),
    };
    let hint = match has_terminal {
        true => format!(" Answer in the terminal to use {them}."),
        false => String::new(),
    };
    Some(format!(
        "{suggestions} of {AGENT} can’t be explained here.{hint}"
    ))
}

fn add_rules(suggestion: &Value) -> Option<String> {
    let scope = scope(suggestion)?;
    if suggestion["behavior"] != "allow" {
        return None;
    }
    let rules = suggestion["rules"].as_array()?.iter().map(rule);
    let rules = list(rules.collect::<Option<_>>()?)?;
    let allow = match suggestion["destination"].as_str()? {
        "session" => "Allow",
        _ => "Always allow",
    };
    Some(format!("{allow} {rules} {scope}"))
}

fn add_directories(suggestion: &Value) -> Option<String> {
    let scope = scope(suggestion)?;
    let folders = suggestion["directories"].as_array()?.iter();
    let folders = list(folders.map(quoted).collect::<Option<_>>()?)?;
    Some(format!("Let {AGENT} work in {folders} {scope}"))
}

/// For how long and where the suggestion applies.
fn scope(suggestion: &Value) -> Option<&'static str> {
    Some(match suggestion["destination"].as_str()? {
        "session" => "until the session ends",
        "localSettings" => "in this project, on this computer",
        "projectSettings" => "in this project, for everyone who works on it",
        "userSettings" => "in all your projects",
        _ => return None,
    })
}

fn rule(rule: &Value) -> Option<String> {
    if !has_only(rule, &["toolName", "ruleContent"]) {
        return None;
    }
    let tool = rule["toolName"].as_str()?;
    let content = match &rule["ruleContent"] {
        Value::Null => None,
        content => Some(content.as_str()?),
    };
    Some(match (tool, content) {
        ("Bash", None) => "every command".to_owned(),
        ("Bash", Some(command)) => match command.strip_suffix(":*") {
            Some(start) => format!("commands that start with {}", quote(start)?),
            None if command.contains('*') => format!("commands like {}", quote(command)?),
            None => format!("the command {}", quote(command)?),
        },
        ("WebFetch", None) => "fetching any web page".to_owned(),
        ("WebFetch", Some(pages)) => {
            format!("fetching from {}", quote(pages.strip_prefix("domain:")?)?)
        }
        ("Read", None) => "reading any file".to_owned(),
        ("Read", Some(path)) => format!("reading {}", files(path)?),
        ("Edit" | "Write" | "MultiEdit", None) => "every edit".to_owned(),
        ("Edit" | "Write" | "MultiEdit", Some(path)) => format!("editing {}", files(path)?),
        (_, Some(content)) => format!("{} for {}", quote(tool)?, quote(content)?),
        (_, None) => match tool.strip_prefix("mcp__").map(|it| it.split_once("__")) {
            Some(Some((server, tool))) => quote(&format!("{server} › {tool}"))?,
            Some(None) => format!("every tool of {}", quote(tool.strip_prefix("mcp__")?)?),
            None => format!("the tool {}", quote(tool)?),
        },
    })
}

/// Names the files of a path pattern. An absolute one begins with two slashes.
fn files(pattern: &str) -> Option<String> {
    let path = match pattern.strip_prefix("//") {
        Some(path) => format!("/{path}"),
        None => pattern.to_owned(),
    };
    match path.strip_suffix("/**") {
        Some(folder) if !folder.is_empty() => Some(format!("files in {}", quote(folder)?)),
        _ => quote(&path),
    }
}

fn quoted(text: &Value) -> Option<String> {
    quote(text.as_str()?)
}

/// Quotes one line of text that cannot end its own quotation.
fn quote(text: &str) -> Option<String> {
    let is_plain = !text.is_empty() && !text.contains(['“', '”', '\n']);
    is_plain.then(|| format!("“{text}”"))
}

fn list(mut items: Vec<String>) -> Option<String> {
    let last = items.pop()?;
    Some(match items.as_slice() {
        [] => last,
        others => format!("{} and {last}", others.join(", ")),
    })
}

fn has_only(value: &Value, names: &[&str]) -> bool {
    value
        .as_object()
        .is_some_and(|members| members.keys().all(|name| names.contains(&name.as_str())))
}
