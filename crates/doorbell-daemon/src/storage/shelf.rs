//! The thread that reads and writes the file.

use std::sync::mpsc::Receiver;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::work::{Reply, Work};
use super::{PastError, askers, export, lines, muted, retention};

/// After so many lines the old ones are looked for again.
pub(super) const SWEEP: usize = 256;

/// The file, and for how long history is kept in it.
pub struct Shelf {
    connection: Connection,
    days: Option<u16>,
    /// How many lines were written since old ones were looked for.
    written: usize,
}

impl Shelf {
    pub fn new(connection: Connection, days: Option<u16>) -> Self {
        Self {
            connection,
            days,
            written: 0,
        }
    }

    /// Does one thing after another until nobody can hand over more.
    pub fn serve(mut self, waiting: &Receiver<Work>) {
        for work in waiting {
            self.take(work);
        }
    }

    fn take(&mut self, work: Work) {
        let connection = &self.connection;
        match work {
            // What the person does not want kept must not even be there for a moment.
            Work::Ended(_) if self.days.is_none() => {}
            Work::Ended(line) => {
                log(lines::write(connection, &line));
                self.written += 1;
                if self.written >= SWEEP {
                    self.sweep(line.at);
                }
            }
            Work::Opened { server, domain, at } => log(connection.execute(
                "INSERT INTO opened (server, domain, at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (server, domain) DO UPDATE SET at = excluded.at",
                params![server, domain, at.as_millisecond()],
            )),
            Work::History { wanted, reply } => answer(reply, lines::page(connection, &wanted)),
            Work::Askers { mutes, now, reply } => {
                let known = askers::all(connection);
                answer(reply, known.map(|askers| mutes.askers(askers, now)));
            }
            Work::Export {
                doorbell,
                now,
                reply,
            } => {
                let lines = lines::all(connection);
                answer(reply, lines.map(|lines| export::text(doorbell, now, lines)));
            }
            Work::Clear { reply } => answer(reply, retention::clear(connection)),
            Work::Mute {
                agent,
                server,
                until,
                reply,
            } => answer(reply, muted::set(connection, &agent, &server, until)),
            Work::KeepFor { days, now } => {
                self.days = days;
                self.sweep(now);
            }
            Work::Sweep { now } => self.sweep(now),
        }
    }

    fn sweep(&mut self, now: Timestamp) {
        self.written = 0;
        log(retention::forget_old(&self.connection, self.days, now));
    }
}

fn log<T>(done: rusqlite::Result<T>) {
    if let Err(error) = done {
        tracing::warn!(%error, "history could not be written");
    }
}

fn answer<T>(reply: Reply<T>, result: rusqlite::Result<T>) {
    let result = result.map_err(|error| {
        tracing::warn!(%error, "history could not be read or changed");
        PastError::Storage
    });
    let _ = reply.send(result);
}
