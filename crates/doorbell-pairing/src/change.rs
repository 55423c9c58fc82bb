//! Computes a file's new contents from its old contents, and the records that undo the change.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::agents::Agent;
use crate::document::{FileFormat, Node};
use crate::edit::{Edit, newline};
use crate::entry::{self, Transport};
use crate::entry_format::EntryFormat;
use crate::hook::{self, Hook};
use crate::journal::Journal;
use crate::pairing::{PairingOptions, RefusedServer};
use crate::record::{ChangeKind, EntryChange, PairingRecord, changed_members};
use crate::scan::{self, BYTE_ORDER_MARK};
use crate::server::{PairingMethod, Refusal, ServerId};
use crate::undo;
use crate::wrap::{self, WrapCommand};

#[derive(Clone, Debug)]
pub(crate) enum Task {
    Pair(ServerId, PairingMethod),
    Unpair(ServerId),
}

impl Task {
    pub fn server(&self) -> &ServerId {
        match self {
            Self::Pair(server, _) | Self::Unpair(server) => server,
        }
    }
}

/// The programs that are written into agents' files.
#[derive(Clone, Copy)]
pub(crate) struct Programs<'a> {
    pub doorbell: &'a str,
    /// Runs `doorbell hook`.
    pub launcher: &'a Path,
}

pub(crate) struct ChangedFile {
    /// The new contents; `None` if the file is to be removed.
    pub after: Option<Vec<u8>>,
    pub new_records: Vec<PairingRecord>,
    /// Servers whose records become obsolete.
    pub undone: Vec<ServerId>,
    /// Servers that were paired or unpaired.
    pub done: Vec<ServerId>,
    pub refused: Vec<RefusedServer>,
}

/// Applies tasks in order to a file's contents; `None` if the file does not exist.
pub(crate) fn apply_tasks(
    tasks: &[Task],
    before: Option<&[u8]>,
    journal: &Journal,
    programs: Programs<'_>,
    options: PairingOptions,
) -> ChangedFile {
    let mut changed = ChangedFile {
        after: before.map(<[u8]>::to_vec),
        new_records: Vec::new(),
        undone: Vec::new(),
        done: Vec::new(),
        refused: Vec::new(),
    };
    let mut text = match scan::text(before.unwrap_or_default()) {
        Ok(text) => text.to_owned(),
        Err(error) => {
            let all = tasks.iter().map(|task| RefusedServer {
                server: task.server().clone(),
                reason: error.clone().into(),
            });
            changed.refused = all.collect();
            return changed;
        }
    };
    let mut is_created = before.is_none();
    let mut kept_hooks = Vec::new();
    for task in tasks {
        let server = task.server();
        // Undoing what created the file leaves nothing of it.
        let starts_file = is_created && is_blank(&text);
        if starts_file && matches!(task, Task::Pair(..)) {
            text.clear();
        }
        let result = match task {
            Task::Pair(_, PairingMethod::Wrap) => wrap(&text, server, programs.doorbell, options),
            Task::Pair(_, PairingMethod::Hook) => add_hook(&text, server, programs.launcher),
            Task::Unpair(_) => match journal.latest_record(server) {
                Some(record) => {
                    is_created |= record.created_file;
                    changed.undone.push(server.clone());
                    let record = adjust_hooks(record, journal, &changed.undone, &mut kept_hooks);
                    undo(&text, &record)
                }
                None => {
                    let entry_format = server.agent.entry_format();
                    undo::unwrap_without_record(entry_format, &text, &server.key_path)
                        .map(|text| text.map(|text| (text, None)))
                }
            },
        };
        match result {
            Ok(Some((new, change))) => {
                text = new;
                changed.add_done(server);
                changed
                    .new_records
                    .extend(change.map(|change| PairingRecord {
                        server: server.clone(),
                        file: PathBuf::new(),
                        paired_at: String::new(),
                        created_file: starts_file,
                        backup: None,
                        change,
                    }));
            }
            // The entry no longer exists, so only its record is removed.
            Ok(None) if changed.undone.contains(server) => changed.add_done(server),
            Ok(None) => {}
            Err(reason) => {
                changed.undone.retain(|undone| undone != server);
                let server = server.clone();
                changed.refused.push(RefusedServer { server, reason });
            }
        }
    }
    changed.after = (!is_created || !is_blank(&text)).then(|| {
        let mark = BYTE_ORDER_MARK.to_string();
        let has_mark = before.is_some_and(|bytes| bytes.starts_with(mark.as_bytes()));
        let mark = if has_mark { mark } else { String::new() };
        (mark + &text).into_bytes()
    });
    changed
}

/// Adjusts a record of hooks before it is undone. While another server still needs the shared hooks,
/// they move to `kept_hooks`; the last record gets them all. Adds the keys created for any record.
fn adjust_hooks(
    record: &PairingRecord,
    journal: &Journal,
    undone: &[ServerId],
    kept_hooks: &mut Vec<Hook>,
) -> PairingRecord {
    let mut record = record.clone();
    let ChangeKind::Hooked {
        hooks,
        created_keys,
    } = &mut record.change.kind
    else {
        return record;
    };
    let mut is_needed = false;
    for other in journal
        .records
        .iter()
        .filter(|other| other.file == record.file)
    {
        if let ChangeKind::Hooked {
            created_keys: other_keys,
            ..
        } = &other.change.kind
        {
            is_needed |= !undone.contains(&other.server);
            created_keys.extend(other_keys.iter().cloned());
        }
    }
    if is_needed {
        kept_hooks.extend(hooks.extract_if(.., |hook| hook.is_shared()));
    } else {
        hooks.append(kept_hooks);
    }
    record
}

/// The new text and, for pairing, the change to record; `None` if nothing is to be done.
impl ChangedFile {
    /// A renewed server is unpaired and paired.
    fn add_done(&mut self, server: &ServerId) {
        if !self.done.contains(server) {
            self.done.push(server.clone());
        }
    }
}

fn is_blank(text: &str) -> bool {
    let content: String = text.split_whitespace().collect();
    matches!(content.as_str(), "" | "{}")
}

type TaskResult = Result<Option<(String, Option<EntryChange>)>, Refusal>;

fn undo(text: &str, record: &PairingRecord) -> TaskResult {
    let entry_format = match record.method() {
        PairingMethod::Wrap => record.server.agent.entry_format(),
        PairingMethod::Hook => Agent::ClaudeCode.entry_format(),
    };
    let reverted = undo::undo(entry_format, text, record)?;
    Ok(reverted.map(|text| (text, None)))
}

fn wrap(text: &str, server: &ServerId, doorbell: &str, options: PairingOptions) -> TaskResult {
    let entry_format = server.agent.entry_format();
    let root = entry_format.file_format.parse(text)?;
    let node = root
        .find(text, &server.key_path)?
        .ok_or(Refusal::NotFound)?;
    let found = entry::read(entry_format, text, node)?;
    if matches!(found.transport, Transport::Wrapped(_)) {
        return Ok(None);
    }
    wrap::check(&found, options.no_sign_in)?;
    let command = WrapCommand {
        doorbell,
        server_name: server.name(),
    };
    let mut edit = Edit::new(entry_format.file_format, text);
    wrap::wrap(&found, &command, &mut edit)?;
    let after = edit.apply();
    let change = verified_change(entry_format, text, &root, node, &after, &server.key_path)
        // The edit went wrong on an unforeseen format, so the file stays unchanged.
        .ok_or_else(|| found.unexpected(node, "this entry is written in an unusual way"))?;
    Ok(Some((after, Some(change))))
}

/// Returns the change if the entry is wrapped now and every other value is the same as before.
fn verified_change(
    entry_format: &EntryFormat,
    text: &str,
    root: &Node,
    node: &Node,
    after: &str,
    key_path: &[String],
) -> Option<EntryChange> {
    let new_root = entry_format.file_format.parse(after).ok()?;
    let new_node = new_root.get_path(key_path).ok()??;
    let old = entry::read(entry_format, text, node).ok()?;
    let new = entry::read(entry_format, after, new_node).ok()?;
    let is_wrapped = matches!(new.transport, Transport::Wrapped(_));
    let without_entry = |root: &Node| {
        let mut value = root.to_json();
        let entry = key_path
            .iter()
            .try_fold(&mut value, |value, key| value.get_mut(key));
        if let Some(entry) = entry {
            *entry = Value::Null;
        }
        value
    };
    (is_wrapped && without_entry(root) == without_entry(&new_root)).then(|| EntryChange {
        key_path: key_path.to_vec(),
        before: text[node.extent(text)].to_owned(),
        after: after[new_node.extent(after)].to_owned(),
        kind: ChangeKind::Wrapped(changed_members(
            entry_format.file_format,
            old.map,
            text,
            new.map,
        )),
    })
}

fn add_hook(text: &str, server: &ServerId, launcher: &Path) -> TaskResult {
    let Some(launcher) = launcher.to_str() else {
        let message = "the path of your data folder is not valid UTF-8".to_owned();
        return Err(Refusal::Unreadable { message });
    };
    let root = FileFormat::Json.parse(text)?;
    if hook::covers(&root, server) {
        return Ok(None);
    }
    let added = hook::add(text, &hook::required_hooks(launcher, server))?;
    let new_root = FileFormat::Json.parse(&added.text)?;
    let before = root.find(text, &added.key_path)?.ok_or(Refusal::NotFound)?;
    let after = new_root
        .find(&added.text, &added.key_path)?
        .ok_or(Refusal::NotFound)?;
    let change = EntryChange {
        key_path: added.key_path.clone(),
        before: text[before.extent(text)].to_owned(),
        after: added.text[after.extent(&added.text)].to_owned(),
        kind: ChangeKind::Hooked {
            hooks: added.hooks,
            created_keys: added.created_keys,
        },
    };
    let mut new_text = added.text;
    if text.is_empty() {
        new_text.push_str(newline(&new_text));
    }
    Ok(Some((new_text, Some(change))))
}

/// Removes the records of servers. Hands their shared hooks and created keys over to another record
/// of the same file, if one remains.
pub(crate) fn remove_records(records: &mut Vec<PairingRecord>, file: &Path, servers: &[ServerId]) {
    let is_removed =
        |record: &PairingRecord| record.file == file && servers.contains(&record.server);
    let (removed, mut remaining): (Vec<_>, Vec<_>) = records.drain(..).partition(is_removed);
    for record in &removed {
        let ChangeKind::Hooked {
            hooks,
            created_keys,
        } = &record.change.kind
        else {
            continue;
        };
        let mut same_file = remaining.iter_mut().filter(|other| other.file == file);
        let heir = same_file.find_map(|other| match &mut other.change.kind {
            ChangeKind::Hooked {
                hooks,
                created_keys,
            } => Some((hooks, created_keys, &mut other.created_file)),
            ChangeKind::Wrapped(_) => None,
        });
        if let Some((heir_hooks, heir_keys, created_file)) = heir {
            heir_hooks.extend(hooks.iter().filter(|hook| hook.is_shared()).cloned());
            heir_keys.extend(created_keys.iter().cloned());
            *created_file |= record.created_file;
        }
    }
    *records = remaining;
}
