//! Puts one entry back as it was. If it is as Doorbell left it, byte for byte; if it was written
//! anew or changed since, part by part, and what the person changed stays.

use serde_json::Value;

use crate::dialect::{Dialect, Words};
use crate::document::{Layout, Node, Shape};
use crate::edit::{Edit, Written};
use crate::entry::{self, Reach};
use crate::hook;
use crate::record::{Changed, Part, Record};
use crate::server::Why;

/// A text with an entry put back; `None` if there is nothing to put back.
pub(crate) fn restore(
    dialect: &Dialect,
    text: &str,
    record: &Record,
) -> Result<Option<String>, Why> {
    let root = dialect.format.read(text)?;
    let Some(node) = root.find(text, &record.change.at)? else {
        return Ok(None);
    };
    let extent = node.extent(text);
    if text[extent.clone()] == record.change.now {
        let mut edit = Edit::new(dialect.format, text);
        edit.splice(extent, record.change.was.clone());
        return Ok(Some(edit.apply()));
    }
    match &record.change.how {
        Changed::Hooked { hooks, made } => Ok(hook::remove(text, hooks, made)?),
        Changed::Wrapped(parts) => {
            let found = entry::read(dialect, text, node)?;
            if !matches!(found.reach, Reach::Wrapped(_)) {
                // Somebody was faster.
                return Ok(None);
            }
            let beyond = || Why::Changed {
                backup: record
                    .backup
                    .as_deref()
                    .map_or_else(String::new, |path| path.display().to_string()),
            };
            let mut restored = text.to_owned();
            // One after the other, each on what the one before it left: commas are shared.
            for part in parts {
                let put = put_back(dialect, &restored, &record.change.at, part);
                let (next, is_back) = put.map_err(|_| beyond())?;
                // Half of a command is worse than the whole one.
                if !is_back && is_of_command(dialect, &part.key) {
                    return Err(beyond());
                }
                restored = next;
            }
            if is_wrapped(dialect, &restored, &record.change.at) {
                return Err(beyond());
            }
            Ok(Some(restored))
        }
    }
}

/// Takes `doorbell wrap` away from an entry of which there is no record. `None` if it is not
/// wrapped.
pub(crate) fn unwrap(dialect: &Dialect, text: &str, at: &[String]) -> Result<Option<String>, Why> {
    let root = dialect.format.read(text)?;
    let node = root.find(text, at)?.ok_or(Why::Gone)?;
    let found = entry::read(dialect, text, node)?;
    let Reach::Wrapped(arguments) = &found.reach else {
        return Ok(None);
    };
    let end = arguments.iter().position(|&word| word == "--");
    let Some((end, program)) = end.and_then(|end| Some((end, *arguments.get(end + 1)?))) else {
        return Err(Why::ByHand);
    };
    let mut edit = Edit::new(dialect.format, text);
    let get = |key: &str| found.map.first(key).map(|member| &member.value);
    match dialect.words {
        Words::Together { command } => {
            // The program, `wrap`, its options and the dashes.
            if let Some(list) = get(command) {
                strip(&mut edit, list, end + 3);
            }
        }
        Words::Apart { command, arguments } => {
            if let (Some(word), Some(list)) = (get(command), get(arguments)) {
                edit.replace_text(word, program);
                strip(&mut edit, list, end + 3);
            }
        }
    }
    let restored = edit.apply();
    if is_wrapped(dialect, &restored, at) {
        return Err(Why::ByHand);
    }
    Ok(Some(restored))
}

/// Whether the entry is wrapped, or cannot be read any more.
fn is_wrapped(dialect: &Dialect, text: &str, at: &[String]) -> bool {
    let Ok(root) = dialect.format.read(text) else {
        return true;
    };
    let Ok(Some(node)) = root.down(at) else {
        return true;
    };
    !matches!(
        entry::read(dialect, text, node).map(|entry| entry.reach),
        Ok(Reach::Command(_) | Reach::Address(_))
    )
}

/// Whether a part of an entry is a part of its command.
fn is_of_command(dialect: &Dialect, key: &str) -> bool {
    match dialect.words {
        Words::Apart { command, arguments } => key == command || key == arguments,
        Words::Together { command } => key == command,
    }
}

/// Puts one part back, unless the person has changed it. Whether what Doorbell wrote is gone.
fn put_back(
    dialect: &Dialect,
    text: &str,
    at: &[String],
    part: &Part,
) -> Result<(String, bool), Why> {
    let root = dialect.format.read(text)?;
    let path = at.iter().map(String::as_str).chain(dialect.inside);
    let map = root.find(text, path)?.ok_or(Why::Gone)?;
    let Shape::Map(layout, _) = map.shape else {
        return Err(Why::Gone);
    };
    let mut edit = Edit::new(dialect.format, text);
    let is_back = put_part(&mut edit, map, layout, part);
    Ok((edit.apply(), is_back))
}

fn put_part(edit: &mut Edit<'_>, map: &Node, layout: Layout, part: &Part) -> bool {
    let found = map.member(&part.key).ok().flatten();
    match (&part.was, &part.now, found) {
        (was, Some(now), Some(member)) if is_ours(&member.value, now) => match was {
            // Items on lines of their own are written so again by leaving them where they are.
            Some(was) if is_list_of_lines(&member.value) && ends_with(now, &was.value) => {
                let kept = was.value.as_array().map_or(0, Vec::len);
                let all = now.as_array().map_or(0, Vec::len);
                strip(edit, &member.value, all - kept);
            }
            Some(was) => edit.replace(&member.value, &Written::Raw(was.text.clone())),
            None => edit.remove_member(layout, member),
        },
        // A list that somebody added to: only what was put before it goes.
        (was, Some(Value::Array(now)), Some(member)) => {
            let was = was.as_ref().and_then(|was| was.value.as_array());
            let ours = &now[..now.len().saturating_sub(was.map_or(0, Vec::len))];
            let items = member.value.items().unwrap_or_default();
            let is_ours = items.len() >= ours.len()
                && items
                    .iter()
                    .zip(ours)
                    .all(|(item, ours)| item.value() == *ours);
            if !is_ours {
                return false;
            }
            strip(edit, &member.value, ours.len());
        }
        (Some(was), None, None) => edit.add(map, &part.key, &Written::Raw(was.text.clone())),
        (_, Some(_), None) => {}
        (_, None, Some(_)) | (_, Some(_), Some(_)) => return false,
        (None, None, None) => {}
    }
    true
}

/// Whether a value is what Doorbell wrote. Doorbell may have moved since.
fn is_ours(node: &Node, now: &Value) -> bool {
    let moved = node
        .text()
        .zip(now.as_str())
        .is_some_and(|(found, now)| entry::is_doorbell(found) && entry::is_doorbell(now));
    moved || node.value() == *now
}

fn is_list_of_lines(node: &Node) -> bool {
    matches!(node.shape, Shape::List(Layout::Lines, _))
}

fn ends_with(list: &Value, end: &Value) -> bool {
    list.as_array()
        .zip(end.as_array())
        .is_some_and(|(list, end)| list.ends_with(end))
}

/// Takes the first items out of a list.
fn strip(edit: &mut Edit<'_>, list: &Node, count: usize) {
    let Shape::List(layout, items) = &list.shape else {
        return;
    };
    let (Some(first), Some(last)) = (items.first(), items.last()) else {
        return;
    };
    match (items.get(count), layout) {
        (Some(next), _) => edit.splice(first.span.start..next.span.start, String::new()),
        (None, Layout::Flow) => edit.splice(first.span.start..last.span.end, String::new()),
        (None, Layout::Lines) => {
            let start = edit.item_start(first);
            // Behind the name's own indentation, where it would not belong to it.
            edit.splice(start..last.span.end, " []".to_owned());
        }
    }
}
