//! The thread that reads and writes the file.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::work::{Reply, Work};
use super::{
    PastError, accepted, acquaintances, askers, drafts, export, lines, muted, retention,
    undelivered,
};

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
            noted(&self.fails, retention::cut_log(&self.connection));
        }
    }

    fn take(&mut self, work: Work) {
        let (connection, fails) = (&mut self.connection, &self.fails);
        match work {
            Work::Draft { subject, draft } => {
                self.removed += 1;
                written(fails, drafts::set(connection, &subject, draft.as_ref()));
            }
            Work::Acquaintance { face, acquaintance } => {
                written(
                    fails,
                    acquaintances::set(connection, &face, acquaintance.as_ref()),
                );
            }
            Work::Undelivered { answer, reply } => {
                self.removed += usize::from(answer.subject.is_some());
                let kept = undelivered::keep(connection, &self.boot, &answer);
                fails.store(kept.is_err(), Ordering::Relaxed);
                answer_to(reply, kept);
            }
            Work::Delivered { name } => {
                self.removed += 1;
                noted(fails, undelivered::remove(connection, &name));
            }
            // What the person does not want kept must not even be there for a moment.
            Work::Ended(_) if self.days.is_none() => {}
            Work::Ended(line) => {
                written(fails, lines::write(connection, &line));
                self.written += 1;
                if self.written >= SWEEP {
                    self.sweep(line.at);
                }
            }
            Work::Opened { server, domain, at } => written(
                fails,
                connection.execute(
                    "INSERT INTO opened (server, domain, at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (server, domain) DO UPDATE SET at = excluded.at",
                    params![server, domain, at.as_millisecond()],
                ),
            ),
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
                answer_to(reply, lines.map(|lines| export::text(doorbell, now, lines)));
            }
            Work::Clear { reply } => answer_to(reply, retention::clear(connection)),
            Work::Mute {
                agent,
                server,
                until,
                reply,
            } => answer_to(reply, muted::set(connection, &agent, &server, until)),
            Work::Accepted { settings } => written(fails, accepted::keep(connection, &settings)),
            Work::KeepFor { days, now } => {
                self.days = days;
                self.sweep(now);
            }
            Work::Sweep { now } => self.sweep(now),
        }
    }

    fn sweep(&mut self, now: Timestamp) {
        self.written = 0;
        written(
            &self.fails,
            retention::forget_old(&self.connection, self.days, now),
        );
    }
}

/// Notes whether something could be written.
fn written<T>(fails: &AtomicBool, done: rusqlite::Result<T>) {
    if done.is_ok() {
        fails.store(false, Ordering::Relaxed);
    }
    noted(fails, done);
}

/// Notes what could not be removed. What could be proves nothing: perhaps there was nothing.
fn noted<T>(fails: &AtomicBool, done: rusqlite::Result<T>) {
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
