//! Adds hooks to Claude Code's settings, and removes them.

use serde::Serialize as _;
use serde_json::{Value, json};

use super::{HOOKS, Hook, has_hook_like};
use crate::document::{FileFormat, Member, Node, Shape, line_start};
use crate::edit::{Edit, NewValue, newline};
use crate::parse_error::ParseError;

const DEFAULT_INDENTATION: &str = "  ";

pub(crate) struct AddedHooks {
    pub text: String,
    /// The path of the changed value.
    pub key_path: Vec<String>,
    /// The added hooks, without shared ones that were there before.
    pub hooks: Vec<Hook>,
    /// Keys that did not exist before.
    pub created_keys: Vec<String>,
}

pub(crate) fn add(text: &str, hooks: &[Hook]) -> Result<AddedHooks, ParseError> {
    let root = FileFormat::Json.parse(text)?;
    let key = root.find(text, [HOOKS])?.map(|_| HOOKS.to_owned());
    let mut added = AddedHooks {
        text: text.to_owned(),
        key_path: key.into_iter().collect(),
        hooks: Vec::new(),
        created_keys: Vec::new(),
    };
    // Two hooks may touch the same comma, so each is added to the result of the previous one.
    for hook in hooks {
        let root = FileFormat::Json.parse(&added.text)?;
        if hook.is_shared() && has_hook_like(&root, hook) {
            continue;
        }
        let (text, created_keys) = add_one(&added.text, &root, hook)?;
        added.text = text;
        added
            .created_keys
            .extend(created_keys.into_iter().map(str::to_owned));
        added.hooks.push(hook.clone());
    }
    Ok(added)
}

/// Returns the new text and the keys it created.
fn add_one<'a>(
    text: &str,
    root: &Node,
    hook: &'a Hook,
) -> Result<(String, Vec<&'a str>), ParseError> {
    let Hook { event, group } = hook;
    let no_hooks =
        |node: &Node| ParseError::at_byte(text, node.span.start, "this is not a list of hooks");
    if root.members().is_none() {
        return Err(no_hooks(root));
    }
    let mut edit = Edit::new(FileFormat::Json, text);
    let hooks = root.find(text, [HOOKS])?;
    let list = match hooks {
        Some(hooks) if hooks.members().is_none() => return Err(no_hooks(hooks)),
        Some(hooks) => hooks.find(text, [event])?,
        None => None,
    };
    let created_keys = match (hooks, list) {
        (_, Some(list)) => {
            let items = list.items().ok_or_else(|| no_hooks(list))?;
            match items.last() {
                Some(last) => {
                    let indent = indentation(text, last.span.start);
                    let new = pretty(text, group, indent);
                    let space = indent.map_or_else(
                        || " ".to_owned(),
                        |indent| newline(text).to_owned() + indent,
                    );
                    edit.splice(last.span.end..last.span.end, format!(",{space}{new}"));
                }
                None => {
                    let new = json!([group]);
                    let indent = indentation(text, list.span.start);
                    edit.replace(list, &NewValue::Raw(pretty(text, &new, indent)));
                }
            }
            vec![]
        }
        (Some(hooks), None) => {
            add_member(text, &mut edit, hooks, event, &json!([group]));
            vec![event.as_str()]
        }
        (None, _) => {
            add_member(text, &mut edit, root, HOOKS, &json!({event: [group]}));
            vec![HOOKS, event]
        }
    };
    Ok((edit.apply(), created_keys))
}

/// Adds a member to a map, formatted like the others.
fn add_member(text: &str, edit: &mut Edit<'_>, map: &Node, key: &str, value: &Value) {
    if let Some(last) = map.members().and_then(<[Member]>::last) {
        let indent = indentation(text, last.key_span.start);
        return edit.add_member(map, key, &NewValue::Raw(pretty(text, value, indent)));
    }
    let indent = indentation(text, map.span.start).or(map.span.is_empty().then_some(""));
    let new = pretty(text, &json!({key: value}), indent);
    edit.replace(map, &NewValue::Raw(new));
}

/// Returns the indentation of the offset's line; `None` for a text on one line.
fn indentation(text: &str, offset: usize) -> Option<&str> {
    let start = line_start(text, offset);
    let before = &text[start..offset];
    let indent = &before[..before.len() - before.trim_start().len()];
    (start > 0 || text[offset..].contains('\n')).then_some(indent)
}

/// Formats a value for a line with this indentation; on one line without any.
fn pretty(text: &str, value: &Value, indent: Option<&str>) -> String {
    let Some(indent) = indent else {
        return value.to_string();
    };
    let unit = if text.contains("\n\t") {
        "\t"
    } else {
        DEFAULT_INDENTATION
    };
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(unit.as_bytes());
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    let formatted = value
        .serialize(&mut serializer)
        .ok()
        .and_then(|()| String::from_utf8(bytes).ok());
    formatted
        .unwrap_or_else(|| value.to_string())
        .replace('\n', &format!("{}{indent}", newline(text)))
}

/// Removes hooks, and the keys created for them if those become empty. Returns `None` if the
/// settings have none of them.
pub(crate) fn remove(
    text: &str,
    hooks: &[Hook],
    created_keys: &[String],
) -> Result<Option<String>, ParseError> {
    let mut remaining = None;
    for hook in hooks.iter().rev() {
        let text = remaining.as_deref().unwrap_or(text);
        if let Some(next) = remove_one(text, hook, created_keys)? {
            remaining = Some(next);
        }
    }
    Ok(remaining)
}

fn remove_one(
    text: &str,
    hook: &Hook,
    created_keys: &[String],
) -> Result<Option<String>, ParseError> {
    let event = hook.event.as_str();
    let root = FileFormat::Json.parse(text)?;
    let list = root.find(text, [HOOKS, event])?;
    let Some((list, items)) = list.and_then(|list| Some((list, list.items()?))) else {
        return Ok(None);
    };
    let Some(item) = items.iter().find(|item| item.to_json() == hook.group) else {
        return Ok(None);
    };
    let is_created = |key: &str| created_keys.iter().any(|created| created == key);
    let mut edit = Edit::new(FileFormat::Json, text);
    if items.len() > 1 || !is_created(event) {
        let rest_of_list = [
            &text[list.span.start..item.span.start],
            &text[item.span.end..list.span.end],
        ];
        if rest_of_list.map(str::trim) == ["[", "]"] {
            // The list was empty before this hook was added.
            edit.replace(list, &NewValue::Raw("[]".to_owned()));
        } else {
            edit.remove_item(item);
        }
        return Ok(Some(edit.apply()));
    }
    let hooks = root.get(HOOKS).ok().flatten();
    // Removes the outermost created key that holds nothing else.
    let is_only_event = hooks
        .and_then(Node::members)
        .is_some_and(|all| all.len() == 1);
    let (parent, key) = if is_only_event && is_created(HOOKS) {
        (Some(&root), HOOKS)
    } else {
        (hooks, event)
    };
    if let Some(map) = parent
        && let Shape::Map(layout, _) = map.shape
        && let Ok(Some(member)) = map.unique_member(key)
    {
        edit.remove_member(layout, member);
    }
    Ok(Some(edit.apply()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{permissions, server};
    use super::super::{covers, required_hooks};
    use super::*;

    #[test]
    fn hooks_are_added_and_removed_in_every_kind_of_file() {
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
            for target in [server("shop"), permissions()] {
                let hooks = required_hooks("/home/ada/doorbell-hook", &target);
                let added = add(text, &hooks).unwrap();
                assert_eq!(added.hooks, hooks);
                let root = FileFormat::Json.parse(&added.text).unwrap();
                assert!(covers(&root, &target), "{}", added.text);
                assert!(!covers(&root, &server("other")), "{}", added.text);
                let removed = remove(&added.text, &hooks, &added.created_keys)
                    .unwrap()
                    .unwrap();
                let value = |text: &str| FileFormat::Json.parse(text).unwrap().to_json();
                assert_eq!(value(&removed), value(text), "{text} {}", added.text);
                assert_eq!(remove(text, &hooks, &[]).unwrap(), None);
            }
        }
    }

    #[test]
    fn shared_hooks_are_added_once() {
        let first = add("", &required_hooks("doorbell-hook", &server("shop"))).unwrap();
        let second = add(
            &first.text,
            &required_hooks("doorbell-hook", &permissions()),
        )
        .unwrap();
        let events: Vec<&str> = second
            .hooks
            .iter()
            .map(|hook| hook.event.as_str())
            .collect();
        assert_eq!(
            events,
            ["PermissionRequest", "PostToolUse", "PostToolUseFailure"]
        );
    }

    #[test]
    fn hook_that_takes_replies_is_another_than_the_one_that_does_not() {
        let hooks = required_hooks("doorbell", &permissions());
        let stop: Vec<_> = hooks.iter().filter(|hook| hook.event == "Stop").collect();
        assert_eq!(stop.len(), 2);
        for hook in stop {
            let others: Vec<_> = hooks.iter().filter(|it| *it != hook).cloned().collect();
            let added = add(&add("", &others).unwrap().text, &hooks[..]).unwrap();
            assert!(added.hooks.contains(hook), "{}", added.text);
        }
    }

    #[test]
    fn unexpected_settings_are_refused() {
        let hooks = required_hooks("doorbell-hook", &server("shop"));
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
