//! Makes a file's new text from its old one, and says how to go back.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::agents::Agent;
use crate::dialect::Dialect;
use crate::document::{Format, Node};
use crate::edit::{Edit, newline};
use crate::entry::{self, Reach};
use crate::finding::{self, MARK};
use crate::hook::{self, Hook};
use crate::journal::Journal;
use crate::pairing::{Leave, Refused};
use crate::record::{Change, Changed, Record, parts};
use crate::restoring;
use crate::server::{How, ServerId, Why};
use crate::wrapping::{self, Wrap};

/// What is to be done with one server.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Pair(ServerId, How),
    Unpair(ServerId),
}

impl Task {
    pub fn server(&self) -> &ServerId {
        match self {
            Self::Pair(server, _) | Self::Unpair(server) => server,
        }
    }
}

/// A file made new.
pub(crate) struct Made {
    /// Its bytes; `None` if it should not be there.
    pub after: Option<Vec<u8>>,
    /// What is to be written down.
    pub records: Vec<Record>,
    /// What is not to be remembered any more.
    pub dropped: Vec<ServerId>,
    /// What was done.
    pub done: Vec<ServerId>,
    pub refused: Vec<Refused>,
}

/// Does tasks, one after the other, to the bytes of a file; `None` if there is no file.
pub(crate) fn make(
    tasks: &[Task],
    before: Option<&[u8]>,
    journal: &Journal,
    doorbell: &str,
    leave: Leave,
) -> Made {
    let mut made = Made {
        after: before.map(<[u8]>::to_vec),
        records: Vec::new(),
        dropped: Vec::new(),
        done: Vec::new(),
        refused: Vec::new(),
    };
    let mut text = match finding::text(before.unwrap_or_default()) {
        Ok(text) => text.to_owned(),
        Err(mistake) => {
            let all = tasks.iter().map(|task| Refused {
                server: task.server().clone(),
                why: mistake.clone().into(),
            });
            made.refused = all.collect();
            return made;
        }
    };
    let mut is_made = before.is_none();
    let mut left = Vec::new();
    for task in tasks {
        let server = task.server();
        let step = match task {
            Task::Pair(_, How::Wrap) => wrap(&text, server, doorbell, leave),
            Task::Pair(_, How::Hook) => add_hook(&text, server, doorbell),
            Task::Unpair(_) => match journal.of(server) {
                Some(record) => {
                    is_made |= record.made_file;
                    made.dropped.push(server.clone());
                    let record = settle(record, journal, &made.dropped, &mut left);
                    restore(&text, &record)
                }
                None => restoring::unwrap(server.agent.dialect(), &text, &server.at)
                    .map(|text| text.map(|text| (text, None))),
            },
        };
        match step {
            Ok(Some((new, change))) => {
                text = new;
                made.done.push(server.clone());
                made.records.extend(change.map(|change| Record {
                    server: server.clone(),
                    file: PathBuf::new(),
                    when: String::new(),
                    made_file: before.is_none(),
                    backup: None,
                    change,
                }));
            }
            // A record of what is not there any more goes too.
            Ok(None) if made.dropped.contains(server) => made.done.push(server.clone()),
            Ok(None) => {}
            Err(why) => {
                made.dropped.retain(|dropped| dropped != server);
                let server = server.clone();
                made.refused.push(Refused { server, why });
            }
        }
    }
    let words: String = text.split_whitespace().collect();
    let is_empty = matches!(words.as_str(), "" | "{}");
    made.after = (!is_made || !is_empty).then(|| {
        let mark = MARK.to_string();
        let has_mark = before.is_some_and(|bytes| bytes.starts_with(mark.as_bytes()));
        let mark = if has_mark { mark } else { String::new() };
        (mark + &text).into_bytes()
    });
    made
}

/// What is to be undone of a record. Of hooks: without those that others need, which are left, or with
/// all that were left; and with every name that was made for any of them.
fn settle(
    record: &Record,
    journal: &Journal,
    dropped: &[ServerId],
    left: &mut Vec<Hook>,
) -> Record {
    let mut record = record.clone();
    let Changed::Hooked { hooks, made } = &mut record.change.how else {
        return record;
    };
    let mut is_needed = false;
    for other in journal
        .records
        .iter()
        .filter(|other| other.file == record.file)
    {
        if let Changed::Hooked { made: theirs, .. } = &other.change.how {
            is_needed |= !dropped.contains(&other.server);
            made.extend(theirs.iter().cloned());
        }
    }
    if is_needed {
        left.extend(hooks.extract_if(.., |hook| hook.is_shared()));
    } else {
        hooks.append(left);
    }
    record
}

type Step = Result<Option<(String, Option<Change>)>, Why>;

fn restore(text: &str, record: &Record) -> Step {
    let dialect = match record.how() {
        How::Wrap => record.server.agent.dialect(),
        How::Hook => Agent::ClaudeCode.dialect(),
    };
    let restored = restoring::restore(dialect, text, record)?;
    Ok(restored.map(|text| (text, None)))
}

fn wrap(text: &str, server: &ServerId, doorbell: &str, leave: Leave) -> Step {
    let dialect = server.agent.dialect();
    let root = dialect.format.read(text)?;
    let node = root.find(text, &server.at)?.ok_or(Why::Gone)?;
    let found = entry::read(dialect, text, node)?;
    if matches!(found.reach, Reach::Wrapped(_)) {
        return Ok(None);
    }
    wrapping::check(&found, leave.no_sign_in)?;
    let wrap = Wrap {
        doorbell,
        name: server.name(),
    };
    let mut edit = Edit::new(dialect.format, text);
    wrapping::wrap(&found, &wrap, &mut edit)?;
    let after = edit.apply();
    let change = checked(dialect, text, &root, node, &after, &server.at)
        // The text is one that the rules for changing it do not know; it is better left alone.
        .ok_or_else(|| found.odd(node, "this entry is written in an unusual way"))?;
    Ok(Some((after, Some(change))))
}

/// The change, if it did what it should and nothing else.
fn checked(
    dialect: &Dialect,
    text: &str,
    root: &Node,
    node: &Node,
    after: &str,
    at: &[String],
) -> Option<Change> {
    let new_root = dialect.format.read(after).ok()?;
    let new_node = new_root.down(at).ok()??;
    let old = entry::read(dialect, text, node).ok()?;
    let new = entry::read(dialect, after, new_node).ok()?;
    let is_wrapped = matches!(new.reach, Reach::Wrapped(_));
    let rest = |root: &Node| {
        let mut value = root.value();
        let entry = at
            .iter()
            .try_fold(&mut value, |value, name| value.get_mut(name));
        if let Some(entry) = entry {
            *entry = Value::Null;
        }
        value
    };
    (is_wrapped && rest(root) == rest(&new_root)).then(|| Change {
        at: at.to_vec(),
        was: text[node.extent(text)].to_owned(),
        now: after[new_node.extent(after)].to_owned(),
        how: Changed::Wrapped(parts(dialect.format, old.map, text, new.map)),
    })
}

fn add_hook(text: &str, server: &ServerId, doorbell: &str) -> Step {
    let root = Format::Json.read(text)?;
    if hook::covers(&root, server) {
        return Ok(None);
    }
    let added = hook::add(text, &hook::wanted(doorbell, server))?;
    let new_root = Format::Json.read(&added.text)?;
    let was = root.find(text, &added.at)?.ok_or(Why::Gone)?;
    let now = new_root.find(&added.text, &added.at)?.ok_or(Why::Gone)?;
    let change = Change {
        at: added.at.clone(),
        was: text[was.extent(text)].to_owned(),
        now: added.text[now.extent(&added.text)].to_owned(),
        how: Changed::Hooked {
            hooks: added.hooks,
            made: added.made,
        },
    };
    let mut after = added.text;
    if text.is_empty() {
        after.push_str(newline(&after));
    }
    Ok(Some((after, Some(change))))
}

/// Takes the records of servers out. What several hooks need, and what was made for them, is
/// remembered by one that stays.
pub(crate) fn drop_records(records: &mut Vec<Record>, file: &Path, dropped: &[ServerId]) {
    let is_dropped = |record: &Record| record.file == file && dropped.contains(&record.server);
    let (gone, mut kept): (Vec<Record>, Vec<Record>) = records.drain(..).partition(is_dropped);
    for record in &gone {
        let Changed::Hooked { hooks, made } = &record.change.how else {
            continue;
        };
        let mut others = kept.iter_mut().filter(|kept| kept.file == file);
        let heir = others.find_map(|kept| match &mut kept.change.how {
            Changed::Hooked { hooks, made } => Some((hooks, made, &mut kept.made_file)),
            Changed::Wrapped(_) => None,
        });
        if let Some((its_hooks, its_made, made_file)) = heir {
            its_hooks.extend(hooks.iter().filter(|hook| hook.is_shared()).cloned());
            its_made.extend(made.iter().cloned());
            *made_file |= record.made_file;
        }
    }
    *records = kept;
}
