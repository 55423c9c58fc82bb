//! Adds hooks to Claude Code's settings, and takes them out again.

use serde::Serialize as _;
use serde_json::{Value, json};

use super::{HOOKS, Hook, is_told};
use crate::document::{Format, Member, Node, Shape};
use crate::edit::{Edit, Written, newline};
use crate::place::Mistake;

/// How a file without any indentation of its own is indented.
const INDENTATION: &str = "  ";

/// A text with hooks in it.
pub(crate) struct Added {
    pub text: String,
    /// The value that was changed, by the names that lead to it.
    pub at: Vec<String>,
    /// Those that were added: what Doorbell is told anyway is not.
    pub hooks: Vec<Hook>,
    /// The names that were made for them.
    pub made: Vec<String>,
}

/// Adds hooks to the settings.
pub(crate) fn add(text: &str, wanted: &[Hook]) -> Result<Added, Mistake> {
    let root = Format::Json.read(text)?;
    let at = root.find(text, [HOOKS])?.map(|_| HOOKS.to_owned());
    let mut added = Added {
        text: text.to_owned(),
        at: at.into_iter().collect(),
        hooks: Vec::new(),
        made: Vec::new(),
    };
    // One after the other, each into what the one before it left: commas are shared.
    for hook in wanted {
        let root = Format::Json.read(&added.text)?;
        if hook.is_shared() && is_told(&root, &hook.event) {
            continue;
        }
        let (text, made) = add_one(&added.text, &root, hook)?;
        added.text = text;
        added.made.extend(made.iter().map(|&name| name.to_owned()));
        added.hooks.push(hook.clone());
    }
    Ok(added)
}

/// The text with a hook in it, and the names that were made for it.
fn add_one<'a>(text: &str, root: &Node, hook: &'a Hook) -> Result<(String, Vec<&'a str>), Mistake> {
    let Hook { event, group } = hook;
    let odd = |node: &Node| Mistake::at(text, node.span.start, "there are no hooks here");
    if root.members().is_none() {
        return Err(odd(root));
    }
    let mut edit = Edit::new(Format::Json, text);
    let hooks = root.find(text, [HOOKS])?;
    let list = match hooks {
        Some(hooks) if hooks.members().is_none() => return Err(odd(hooks)),
        Some(hooks) => hooks.find(text, [event])?,
        None => None,
    };
    let made = match (hooks, list) {
        (_, Some(list)) => {
            let items = list.items().ok_or_else(|| odd(list))?;
            match items.last() {
                Some(last) => {
                    let before = indentation(text, last.span.start);
                    let new = pretty(text, group, before);
                    let gap = before.map_or_else(
                        || " ".to_owned(),
                        |before| newline(text).to_owned() + before,
                    );
                    edit.splice(last.span.end..last.span.end, format!(",{gap}{new}"));
                }
                None => {
                    let new = json!([group]);
                    let before = indentation(text, list.span.start);
                    edit.replace(list, &Written::Raw(pretty(text, &new, before)));
                }
            }
            vec![]
        }
        (Some(hooks), None) => {
            put(text, &mut edit, hooks, event, &json!([group]));
            vec![event.as_str()]
        }
        (None, _) => {
            put(text, &mut edit, root, HOOKS, &json!({event: [group]}));
            vec![HOOKS, event]
        }
    };
    Ok((edit.apply(), made))
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

/// Takes hooks out of the settings again, with what was made for them if that is empty then. `None`
/// if none of them is there.
pub(crate) fn remove(
    text: &str,
    hooks: &[Hook],
    made: &[String],
) -> Result<Option<String>, Mistake> {
    let mut left = None;
    for hook in hooks.iter().rev() {
        let text = left.as_deref().unwrap_or(text);
        if let Some(next) = remove_one(text, hook, made)? {
            left = Some(next);
        }
    }
    Ok(left)
}

fn remove_one(text: &str, hook: &Hook, made: &[String]) -> Result<Option<String>, Mistake> {
    let event = hook.event.as_str();
    let root = Format::Json.read(text)?;
    let list = root.find(text, [HOOKS, event])?;
    let Some((list, items)) = list.and_then(|list| Some((list, list.items()?))) else {
        return Ok(None);
    };
    let Some(item) = items.iter().find(|item| item.value() == hook.group) else {
        return Ok(None);
    };
    let is_made = |name: &str| made.iter().any(|made| made == name);
    let mut edit = Edit::new(Format::Json, text);
    if items.len() > 1 || !is_made(event) {
        let around = [
            &text[list.span.start..item.span.start],
            &text[item.span.end..list.span.end],
        ];
        if around.map(str::trim) == ["[", "]"] {
            // It was empty, and was opened for this one.
            edit.replace(list, &Written::Raw("[]".to_owned()));
        } else {
            edit.remove_item(item);
        }
        return Ok(Some(edit.apply()));
    }
    let hooks = root.get(HOOKS).ok().flatten();
    // The outermost that was made and has nothing else in it.
    let is_last = hooks
        .and_then(Node::members)
        .is_some_and(|all| all.len() == 1);
    let (holder, gone) = if is_last && is_made(HOOKS) {
        (Some(&root), HOOKS)
    } else {
        (hooks, event)
    };
    if let Some(map) = holder
        && let Shape::Map(layout, _) = map.shape
        && let Ok(Some(member)) = map.member(gone)
    {
        edit.remove_member(layout, member);
    }
    Ok(Some(edit.apply()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{permissions, server};
    use super::super::{covers, wanted};
    use super::*;

    #[test]
    fn hooks_go_in_and_out_of_every_kind_of_file() {
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
            for one in [server("shop"), permissions()] {
                let hooks = wanted("/usr/bin/doorbell", &one);
                let added = add(text, &hooks).unwrap();
                assert_eq!(added.hooks, hooks);
                let root = Format::Json.read(&added.text).unwrap();
                assert!(covers(&root, &one), "{}", added.text);
                assert!(!covers(&root, &server("other")), "{}", added.text);
                let again = remove(&added.text, &hooks, &added.made).unwrap().unwrap();
                let value = |text: &str| Format::Json.read(text).unwrap().value();
                assert_eq!(value(&again), value(text), "{text} {}", added.text);
                assert_eq!(remove(text, &hooks, &[]).unwrap(), None);
            }
        }
    }

    #[test]
    fn what_is_told_anyway_is_not_added_twice() {
        let first = add("", &wanted("doorbell", &server("shop"))).unwrap();
        let second = add(&first.text, &wanted("doorbell", &permissions())).unwrap();
        let events: Vec<&str> = second
            .hooks
            .iter()
            .map(|hook| hook.event.as_str())
            .collect();
        assert_eq!(events, ["PermissionRequest", "PostToolUse"]);
    }

    #[test]
    fn what_are_no_hooks_stays() {
        let hooks = wanted("doorbell", &server("shop"));
        for text in [
            "[]",
            "{\"hooks\": 1}",
            "{\"hooks\": {\"Elicitation\": {}}}",
            "{\"hooks\": {\"SessionEnd\": 1}}",
            "{\"hooks\": {}, \"hooks\": {}}",
        ] {
            assert!(add(text, &hooks).is_err(), "{text}");
        }
    }
}
