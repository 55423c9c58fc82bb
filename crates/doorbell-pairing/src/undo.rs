//! Reverts one entry. An entry that is still as Doorbell wrote it gets its old bytes back. An entry
//! that was edited since is reverted member by member, and the user's edits stay.

use serde_json::Value;

use crate::document::{Layout, Node, Shape};
use crate::edit::{Edit, NewValue};
use crate::entry::{self, Transport};
use crate::entry_format::{CommandFormat, EntryFormat};
use crate::hook;
use crate::record::{ChangeKind, ChangedMember, PairingRecord};
use crate::server::Refusal;

/// Returns the text with the record's entry reverted; `None` if nothing is left to revert.
pub(crate) fn undo(
    entry_format: &EntryFormat,
    text: &str,
    record: &PairingRecord,
) -> Result<Option<String>, Refusal> {
    let key_path = &record.change.key_path;
    let root = entry_format.file_format.parse(text)?;
    let Some(node) = root.find(text, key_path)? else {
        return Ok(None);
    };
    let extent = node.extent(text);
    if text[extent.clone()] == record.change.after {
        let mut edit = Edit::new(entry_format.file_format, text);
        edit.splice(extent, record.change.before.clone());
        return Ok(Some(edit.apply()));
    }
    match &record.change.kind {
        ChangeKind::Hooked {
            hooks,
            created_keys,
        } => Ok(hook::remove(text, hooks, created_keys)?),
        ChangeKind::Wrapped(members) => {
            let found = entry::read(entry_format, text, node)?;
            if !matches!(found.transport, Transport::Wrapped(_)) {
                // The user or the agent has already unwrapped it.
                return Ok(None);
            }
            let edited = || Refusal::EditedSincePairing {
                backup: record
                    .backup
                    .as_deref()
                    .map_or_else(String::new, |path| path.display().to_string()),
            };
            let mut reverted = text.to_owned();
            // Two members may share a comma, so each is reverted in the result of the previous one.
            for member in members {
                let result = revert_member(entry_format, &reverted, key_path, member);
                let (next, is_reverted) = result.map_err(|_| edited())?;
                // A half-reverted command would not run.
                if !is_reverted && is_command_key(entry_format, &member.key) {
                    return Err(edited());
                }
                reverted = next;
            }
            if is_wrapped(entry_format, &reverted, key_path) {
                return Err(edited());
            }
            Ok(Some(reverted))
        }
    }
}

/// Removes `doorbell wrap` from an entry without a record. Returns `None` if it is not wrapped.
pub(crate) fn unwrap_without_record(
    entry_format: &EntryFormat,
    text: &str,
    key_path: &[String],
) -> Result<Option<String>, Refusal> {
    let root = entry_format.file_format.parse(text)?;
    let node = root.find(text, key_path)?.ok_or(Refusal::NotFound)?;
    let found = entry::read(entry_format, text, node)?;
    let Transport::Wrapped(arguments) = &found.transport else {
        return Ok(None);
    };
    let dashes = arguments.iter().position(|&argument| argument == "--");
    let command = dashes.and_then(|dashes| Some((dashes, *arguments.get(dashes + 1)?)));
    let Some((dashes, program)) = command else {
        return Err(Refusal::PairedByHand);
    };
    // `wrap`, its options, the dashes, and `doorbell` or the program that moves to its own member.
    let prefix = dashes + 3;
    let mut edit = Edit::new(entry_format.file_format, text);
    let get = |key: &str| found.map.member(key).map(|member| &member.value);
    match entry_format.command_format {
        CommandFormat::Combined { command } => {
            if let Some(list) = get(command) {
                remove_first_items(&mut edit, list, prefix);
            }
        }
        CommandFormat::Separate { command, arguments } => {
            if let (Some(command), Some(list)) = (get(command), get(arguments)) {
                edit.replace_text(command, program);
                remove_first_items(&mut edit, list, prefix);
            }
        }
    }
    let unwrapped = edit.apply();
    if is_wrapped(entry_format, &unwrapped, key_path) {
        return Err(Refusal::PairedByHand);
    }
    Ok(Some(unwrapped))
}

/// Returns true if the entry is still wrapped or cannot be read.
fn is_wrapped(entry_format: &EntryFormat, text: &str, key_path: &[String]) -> bool {
    let Ok(root) = entry_format.file_format.parse(text) else {
        return true;
    };
    let Ok(Some(node)) = root.get_path(key_path) else {
        return true;
    };
    !matches!(
        entry::read(entry_format, text, node).map(|entry| entry.transport),
        Ok(Transport::Command(_) | Transport::Url(_))
    )
}

fn is_command_key(entry_format: &EntryFormat, key: &str) -> bool {
    match entry_format.command_format {
        CommandFormat::Separate { command, arguments } => key == command || key == arguments,
        CommandFormat::Combined { command } => key == command,
    }
}

/// Reverts one member, unless the user edited it. Returns the new text, and true if nothing that
/// Doorbell wrote is left.
fn revert_member(
    entry_format: &EntryFormat,
    text: &str,
    key_path: &[String],
    member: &ChangedMember,
) -> Result<(String, bool), Refusal> {
    let root = entry_format.file_format.parse(text)?;
    let path = key_path.iter().map(String::as_str);
    let path = path.chain(entry_format.transport_key);
    let map = root.find(text, path)?.ok_or(Refusal::NotFound)?;
    let Shape::Map(layout, _) = map.shape else {
        return Err(Refusal::NotFound);
    };
    let mut edit = Edit::new(entry_format.file_format, text);
    let is_reverted = edit_member_back(&mut edit, map, layout, member);
    Ok((edit.apply(), is_reverted))
}

fn edit_member_back(
    edit: &mut Edit<'_>,
    map: &Node,
    layout: Layout,
    changed: &ChangedMember,
) -> bool {
    let found = map.unique_member(&changed.key).ok().flatten();
    match (&changed.before, &changed.after, found) {
        (before, Some(after), Some(member)) if is_unedited(&member.value, after) => match before {
            // Removing the added items keeps the block layout of the others.
            Some(old) if is_block_list(&member.value) && ends_with(after, &old.value) => {
                let old_count = old.value.as_array().map_or(0, Vec::len);
                let new_count = after.as_array().map_or(0, Vec::len);
                remove_first_items(edit, &member.value, new_count - old_count);
            }
            Some(old) => edit.replace(&member.value, &NewValue::Raw(old.text.clone())),
            None => edit.remove_member(layout, member),
        },
        // The user edited the rest of the list: only the items before it are Doorbell's.
        (before, Some(Value::Array(after)), Some(member)) => {
            let old = before.as_ref().and_then(|old| old.value.as_array());
            let added = &after[..after.len().saturating_sub(old.map_or(0, Vec::len))];
            let items = member.value.items().unwrap_or_default();
            let starts_with_added = items.len() >= added.len()
                && items
                    .iter()
                    .zip(added)
                    .all(|(item, added)| item.to_json() == *added);
            if !starts_with_added {
                return false;
            }
            remove_first_items(edit, &member.value, added.len());
        }
        (Some(old), None, None) => {
            edit.add_member(map, &changed.key, &NewValue::Raw(old.text.clone()));
        }
        (_, Some(_), None) => {}
        (_, None, Some(_)) | (_, Some(_), Some(_)) => return false,
        (None, None, None) => {}
    }
    true
}

/// Returns true if the value is what Doorbell wrote. The `doorbell` command may have moved since.
fn is_unedited(node: &Node, written: &Value) -> bool {
    let is_doorbell = node
        .as_str()
        .zip(written.as_str())
        .is_some_and(|(found, written)| entry::is_doorbell(found) && entry::is_doorbell(written));
    is_doorbell || node.to_json() == *written
}

fn is_block_list(node: &Node) -> bool {
    matches!(node.shape, Shape::List(Layout::Block, _))
}

fn ends_with(list: &Value, end: &Value) -> bool {
    list.as_array()
        .zip(end.as_array())
        .is_some_and(|(list, end)| list.ends_with(end))
}

fn remove_first_items(edit: &mut Edit<'_>, list: &Node, count: usize) {
    let Shape::List(layout, items) = &list.shape else {
        return;
    };
    let (Some(first), Some(last)) = (items.first(), items.last()) else {
        return;
    };
    match (items.get(count), layout) {
        (Some(next), _) => edit.splice(first.span.start..next.span.start, String::new()),
        (None, Layout::Flow) => edit.splice(first.span.start..last.span.end, String::new()),
        (None, Layout::Block) => {
            let start = edit.item_start(first);
            // The space indents the list further than its key; otherwise it would not be its value.
            edit.splice(start..last.span.end, " []".to_owned());
        }
    }
}
