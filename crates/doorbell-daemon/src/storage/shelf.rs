//! The thread that reads and writes the file.

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
            Work::Write(note) => self.write_down(&note),
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

    fn write_down(&mut self, note: &Note) {
        // What the person does not want kept must not even be there for a moment.
        if self.days.is_none() && matches!(note, Note::Ended(_)) {
            return;
        }
        let written = self.write(note);
        // What could only be removed proves nothing: perhaps there was nothing.
        if written.is_ok() && !matches!(note, Note::Delivered { .. }) {
            self.fails.store(false, Ordering::Relaxed);
        }
        noted(&self.fails, &written);
        self.removed += usize::from(note.removes());
        if let Note::Ended(line) = note {
            self.written += 1;
            if self.written >= SWEEP {
                self.sweep(timestamp(line.at));
            }
        }
    }

    fn write(&mut self, note: &Note) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        note.write(&transaction, &self.boot)?;
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
