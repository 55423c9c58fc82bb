//! Claude Code's Elicitation hook: the way to servers that it reaches itself.

use serde::Serialize as _;
use serde_json::{Value, json};

use crate::dialect::DAY_IN_SECONDS;
use crate::document::{Format, Member, Node, Shape, Twice};
use crate::edit::{Edit, Written, newline};
use crate::entry::is_doorbell;
use crate::place::Mistake;

/// Where hooks for questions are.
const HOOKS: &str = "hooks";
const ELICITATION: &str = "Elicitation";
/// How a file without any indentation of its own is indented.
const INDENTATION: &str = "  ";

/// What asks Doorbell about the questions of one server.
pub(crate) fn element(doorbell: &str, server: &str) -> Value {
    json!({
        "matcher": matcher(server),
        "hooks": [{
            "type": "command",
            "command": doorbell,
            "args": ["hook", "claude-code"],
            "timeout": DAY_IN_SECONDS,
        }],
    })
}

/// What matches this server's name and no other. A plain word is compared; anything else is an
/// expression that may match a part.
fn matcher(server: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if !server.is_empty() && server.chars().all(is_word) {
        return server.to_owned();
    }
    let mut expression = String::from("^");
    for letter in server.chars() {
        if !is_word(letter) && !matches!(letter, '-' | ' ') && letter.is_ascii() {
            expression.push('\\');
        }
        expression.push(letter);
    }
    expression.push('$');
    expression
}

/// Whether a hook asks Doorbell about this server's questions.
pub(crate) fn covers(root: &Node, server: &str) -> bool {
    let groups = root.down([HOOKS, ELICITATION]).ok().flatten();
    groups
        .and_then(Node::items)
        .unwrap_or_default()
        .iter()
        .map(Node::value)
        .any(|group| is_for(&group, server) && asks_doorbell(&group))
}

fn is_for(group: &Value, server: &str) -> bool {
    match group.get("matcher").and_then(Value::as_str) {
        None | Some("" | "*") => true,
        Some(found) => found == server || found == matcher(server),
    }
}

fn asks_doorbell(group: &Value) -> bool {
    let hooks = group.get(HOOKS).and_then(Value::as_array);
    hooks.into_iter().flatten().any(|hook| {
        let command = hook.get("command").and_then(Value::as_str).unwrap_or("");
        let is_hook = hook.pointer("/args/0").and_then(Value::as_str) == Some("hook");
        (is_doorbell(command) && is_hook) || command.strip_suffix(" hook").is_some_and(is_doorbell)
    })
}

/// A text with a hook in it.
pub(crate) struct Added {
    pub text: String,
    /// The value that was changed, by the names that lead to it.
    pub at: Vec<String>,
    /// The names that were made below it.
    pub made: Vec<String>,
}

/// Adds a hook to the settings.
pub(crate) fn add(text: &str, element: &Value) -> Result<Added, Mistake> {
    let root = Format::Json.read(text)?;
    let twice = |twice: Twice| twice.in_text(text);
    let odd = |node: &Node| Mistake::at(text, node.span.start, "there are no hooks here");
    if root.members().is_none() {
        return Err(odd(&root));
    }
    let mut edit = Edit::new(Format::Json, text);
    let hooks = root.get(HOOKS).map_err(twice)?;
    let list = match hooks {
        Some(hooks) if hooks.members().is_none() => return Err(odd(hooks)),
        Some(hooks) => hooks.get(ELICITATION).map_err(twice)?,
        None => None,
    };
    let (at, made): (&[&str], &[&str]) = match (hooks, list) {
        (_, Some(list)) => {
            let items = list.items().ok_or_else(|| odd(list))?;
            match items.last() {
                Some(last) => {
                    let before = indentation(text, last.span.start);
                    let new = pretty(text, element, before);
                    let gap = before.map_or_else(
                        || " ".to_owned(),
                        |before| newline(text).to_owned() + before,
                    );
                    edit.splice(last.span.end..last.span.end, format!(",{gap}{new}"));
                }
                None => {
                    let new = json!([element]);
                    let before = indentation(text, list.span.start);
                    edit.replace(list, &Written::Raw(pretty(text, &new, before)));
                }
            }
            (&[HOOKS, ELICITATION], &[])
        }
        (Some(hooks), None) => {
            put(text, &mut edit, hooks, ELICITATION, &json!([element]));
            (&[HOOKS], &[ELICITATION])
        }
        (None, _) => {
            put(
                text,
                &mut edit,
                &root,
                HOOKS,
                &json!({ELICITATION: [element]}),
            );
            (&[], &[HOOKS, ELICITATION])
        }
    };
    Ok(Added {
        text: edit.apply(),
        at: at.iter().map(|&name| name.to_owned()).collect(),
        made: made.iter().map(|&name| name.to_owned()).collect(),
    })
}

/// Puts a member into a map, written as its others are.
fn put(text: &str, edit: &mut Edit<'_>, map: &Node, key: &str, value: &Value) {
    if let Some(last) = map.members().and_then(<[Member]>::last) {
        let before = indentation(text, last.key_span.start);
        return edit.add(map, key, &Written::Raw(pretty(text, value, before)));
    }
    let before = indentation(text, map.span.start).or(map.span.is_empty().then_some(""));
    let whole = pretty(text, &json!({key: value}), before);
    edit.replace(map, &Written::Raw(whole));
}

/// The white space before what is first on its line.
fn indentation(text: &str, at: usize) -> Option<&str> {
    let start = crate::document::line_start(text, at);
    let before = &text[start..at];
    let white = &before[..before.len() - before.trim_start().len()];
    // On the first line there is nothing to be told from.
    (start > 0 || text[at..].contains('\n')).then_some(white)
}

/// A value as it is written behind such white space; on one line in a text of one line.
fn pretty(text: &str, value: &Value, before: Option<&str>) -> String {
    let Some(before) = before else {
        return value.to_string();
    };
    let indentation = if text.contains("\n\t") {
        "\t"
    } else {
        INDENTATION
    };
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(indentation.as_bytes());
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    let written = value
        .serialize(&mut serializer)
        .ok()
        .and_then(|()| String::from_utf8(bytes).ok());
    written
        .unwrap_or_else(|| value.to_string())
        .replace('\n', &format!("{}{before}", newline(text)))
}

/// Takes a hook out of the settings again, with what was made for it if that is empty then. `None`
/// if it is not there.
pub(crate) fn remove(
    text: &str,
    element: &Value,
    made: &[String],
) -> Result<Option<String>, Mistake> {
    let root = Format::Json.read(text)?;
    let path = [HOOKS, ELICITATION];
    let list = root.down(path).map_err(|twice| twice.in_text(text))?;
    let items = list.and_then(Node::items).unwrap_or_default();
    let Some(item) = items.iter().find(|item| item.value() == *element) else {
        return Ok(None);
    };
    let mut edit = Edit::new(Format::Json, text);
    if items.len() > 1 || made.is_empty() {
        edit.remove_item(item);
        return Ok(Some(edit.apply()));
    }
    let is_made = |name: &str| made.iter().any(|made| made == name);
    let holder = |name: &str| match name {
        HOOKS => Some(&root),
        _ => root.get(HOOKS).ok().flatten(),
    };
    // The outermost that was made and has nothing else in it.
    let whole = holder(ELICITATION)
        .and_then(Node::members)
        .is_some_and(|all| all.len() == 1);
    let gone = if whole && is_made(HOOKS) {
        HOOKS
    } else {
        ELICITATION
    };
    if let Some(map) = holder(gone)
        && let Shape::Map(layout, _) = map.shape
        && let Ok(Some(member)) = map.member(gone)
    {
        edit.remove_member(layout, member);
    }
    Ok(Some(edit.apply()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matcher_matches_one_name_only() {
        for (name, expected) in [
            ("shop", "shop"),
            ("my_shop2", "my_shop2"),
            ("my-shop", "^my-shop$"),
            ("a.b (c)|d", "^a\\.b \\(c\\)\\|d$"),
            ("", "^$"),
        ] {
            assert_eq!(matcher(name), expected);
        }
    }

    #[test]
    fn a_hook_goes_in_and_out_of_every_kind_of_file() {
        let element = element("/usr/bin/doorbell", "shop");
        for text in [
            "",
            "{}",
            "{}\n",
            "{\n  \"a\": 1\n}\n",
            "{\r\n\t\"a\": 1, // why\r\n}\r\n",
            "{\"a\":1}",
            "{\n  \"hooks\": {}\n}\n",
            "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n",
            "{\n  \"hooks\": {\n    \"Elicitation\": []\n  }\n}\n",
            "{\n  \"hooks\": {\n    \"Elicitation\": [\n      {\n        \"hooks\": []\n      }\n    ]\n  }\n}\n",
        ] {
            let added = add(text, &element).unwrap();
            let root = Format::Json.read(&added.text).unwrap();
            assert!(covers(&root, "shop"), "{}", added.text);
            assert!(!covers(&root, "other"), "{}", added.text);
            let again = remove(&added.text, &element, &added.made).unwrap().unwrap();
            let value = |text: &str| Format::Json.read(text).unwrap().value();
            assert_eq!(value(&again), value(text), "{text} {}", added.text);
            assert_eq!(remove(text, &element, &[]).unwrap(), None);
        }
    }

    #[test]
    fn what_are_no_hooks_stays() {
        let element = element("doorbell", "shop");
        for text in [
            "[]",
            "{\"hooks\": 1}",
            "{\"hooks\": {\"Elicitation\": {}}}",
            "{\"hooks\": {}, \"hooks\": {}}",
        ] {
            assert!(add(text, &element).is_err(), "{text}");
        }
    }

    #[test]
    fn a_hook_that_somebody_wrote_counts() {
        for text in [
            r#"{"hooks":{"Elicitation":[{"hooks":[{"type":"command","command":"doorbell hook"}]}]}}"#,
            r#"{"hooks":{"Elicitation":[{"matcher":"","hooks":[{"command":"/opt/doorbell","args":["hook","claude-code"]}]}]}}"#,
        ] {
            assert!(covers(&Format::Json.read(text).unwrap(), "any"), "{text}");
        }
        let other =
            r#"{"hooks":{"Elicitation":[{"hooks":[{"type":"command","command":"other"}]}]}}"#;
        assert!(!covers(&Format::Json.read(other).unwrap(), "any"));
    }
}
