//! The thread that reads and writes the file.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::Connection;

use super::note::Note;
use super::row::timestamp;
use super::work::{Reply, Work};
use super::{PastError, askers, export, lines, muted, retention};

/// After so many lines the old ones are looked for again.
pub(super) const SWEEP: usize = 256;

/// How long what was typed and removed may stay in the log of writes when nothing else is to do.
const TIDY: Duration = Duration::from_secs(1);
/// After so many removals the log is cut however much there is to do.
const TIDY_AFTER: usize = 256;

/// The file, and for how long history is kept in it.
pub struct Shelf {
    connection: Connection,
    days: Option<u16>,
    boot: String,
    /// How often something that was typed was removed or replaced since the log was cut.
    removed: usize,
    /// How many lines were written since old ones were looked for.
    written: usize,
    /// Whether the last thing to write could not be written.
    fails: Arc<AtomicBool>,
}

impl Shelf {
    pub fn new(
        connection: Connection,
        days: Option<u16>,
        boot: &str,
        fails: Arc<AtomicBool>,
    ) -> Self {
        Self {
            connection,
            days,
            boot: boot.to_owned(),
            removed: 0,
            written: 0,
            fails,
        }
    }

    /// Does one thing after another until nobody can hand over more.
    pub fn serve(mut self, waiting: &Receiver<Work>) {
        loop {
            let work = if self.removed == 0 {
                waiting.recv().map_err(RecvTimeoutError::from)
            } else {
                waiting.recv_timeout(TIDY)
            };
            match work {
                Ok(work) => {
                    self.take(work);
                    if self.removed >= TIDY_AFTER {
                        self.tidy();
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.tidy(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.tidy();
    }

    /// Makes what was removed really gone. If someone else reads the file, it is tried again after
    /// the next removal.
    fn tidy(&mut self) {
        if self.removed > 0 {
            self.removed = 0;
            noted(&self.fails, &retention::cut_log(&self.connection));
        }
    }

    fn take(&mut self, work: Work) {
        let connection = &mut self.connection;
        match work {
            Work::Notes(notes) => self.write_down(notes),
            Work::History { wanted, reply } => answer_to(reply, lines::page(connection, &wanted)),
            Work::Askers { mutes, now, reply } => {
                let known = askers::all(connection);
                answer_to(reply, known.map(|askers| mutes.askers(askers, now)));
            }
            Work::Export {
                doorbell,
                now,
                reply,
            } => {
                let lines = lines::all(connection);
                answer_to(
                    reply,
                    lines.map(|lines| export::text(&doorbell, now, &lines)),
                );
            }
            Work::Clear { reply } => answer_to(reply, retention::clear(connection)),
            Work::Mute {
                agent,
                server,
                until,
                reply,
            } => answer_to(reply, muted::set(connection, &agent, &server, until)),
            Work::KeepFor { days, now } => {
                self.days = days;
                self.sweep(now);
            }
            Work::Sweep { now } => self.sweep(now),
        }
    }

    /// Writes all of it or nothing, in one go: an answer waits for no more than that.
    fn write_down(&mut self, mut notes: Vec<Note>) {
        drop_superseded(&mut notes);
        // What the person does not want kept must not even be there for a moment.
        if self.days.is_none() {
            notes.retain(|note| !matches!(note, Note::Ended(_)));
        }
        let written = self.write_together(&notes);
        // What could only be removed proves nothing: perhaps there was nothing.
        let only_removes = notes
            .iter()
            .all(|note| matches!(note, Note::Delivered { .. }));
        if written.is_ok() && !only_removes {
            self.fails.store(false, Ordering::Relaxed);
        }
        noted(&self.fails, &written);
        self.removed += notes.iter().filter(|note| note.removes()).count();
        let ended = notes.iter().filter_map(|note| match note {
            Note::Ended(line) => Some(timestamp(line.at)),
            _ => None,
        });
        self.written += ended.clone().count();
        let last = ended.max();
        drop(notes);
        if let Some(last) = last.filter(|_| self.written >= SWEEP) {
            self.sweep(last);
        }
    }

    fn write_together(&mut self, notes: &[Note]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for note in notes {
            note.write(&transaction, &self.boot)?;
        }
        transaction.commit()
    }

    fn sweep(&mut self, now: Timestamp) {
        self.written = 0;
        let swept = retention::forget_old(&self.connection, self.days, now);
        if swept.is_ok() {
            self.fails.store(false, Ordering::Relaxed);
        }
        noted(&self.fails, &swept);
    }
}

/// Leaves out what a later note says anew: whoever asks many questions is remembered once.
fn drop_superseded(notes: &mut Vec<Note>) {
    let mut known = HashSet::new();
    let mut is_last: Vec<_> = notes
        .iter()
        .rev()
        .map(|note| match note {
            Note::Acquaintance { face, .. } => known.insert(*face),
            _ => true,
        })
        .collect();
    notes.retain(|_| is_last.pop().unwrap_or(true));
}

/// Notes what could not be written.
fn noted(fails: &AtomicBool, done: &rusqlite::Result<()>) {
    if let Err(error) = done {
        fails.store(true, Ordering::Relaxed);
        tracing::warn!(%error, "history could not be written");
    }
}

fn answer_to<T>(reply: Reply<T>, result: rusqlite::Result<T>) {
    let result = result.map_err(|error| {
        tracing::warn!(%error, "history could not be read or changed");
        PastError::Storage
    });
    let _ = reply.send(result);
}
