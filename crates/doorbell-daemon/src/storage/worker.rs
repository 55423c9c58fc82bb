//! The thread that reads and writes the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::Connection;

use super::command::{Reply, StorageCommand};
use super::row::timestamp;
use super::write::StorageWrite;
use super::{HistoryError, askers, export, history, mutes, retention};

/// After how many history entries expired rows are removed.
pub(super) const SWEEP_AFTER: usize = 256;

/// How long an idle worker leaves removed input in the write-ahead log.
const TRUNCATE_DELAY: Duration = Duration::from_secs(1);
/// After how many removals a busy worker truncates the log.
const TRUNCATE_AFTER: usize = 256;

pub struct StorageWorker {
    connection: Connection,
    /// How many days history is kept; `None` keeps none.
    days: Option<u16>,
    boot_id: String,
    /// Removals of the person's input since the log was truncated.
    removals: usize,
    /// History entries since the last sweep.
    entries: usize,
    /// True if the last write failed. Shared with [`Storage`](super::Storage).
    is_failing: Arc<AtomicBool>,
}

impl StorageWorker {
    pub fn new(
        connection: Connection,
        days: Option<u16>,
        boot_id: &str,
        is_failing: Arc<AtomicBool>,
    ) -> Self {
        Self {
            connection,
            days,
            boot_id: boot_id.to_owned(),
            removals: 0,
            entries: 0,
            is_failing,
        }
    }

    /// Executes commands until all senders are gone.
    pub fn run(mut self, commands: &Receiver<StorageCommand>) {
        loop {
            let command = if self.removals == 0 {
                commands.recv().map_err(RecvTimeoutError::from)
            } else {
                commands.recv_timeout(TRUNCATE_DELAY)
            };
            match command {
                Ok(command) => {
                    self.execute(command);
                    if self.removals >= TRUNCATE_AFTER {
                        self.truncate_log();
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.truncate_log(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.truncate_log();
    }

    /// Removes deleted input from the log. If another program reads the database, this is retried
    /// after the next removal.
    fn truncate_log(&mut self) {
        if self.removals > 0 {
            self.removals = 0;
            report_failure(&self.is_failing, &retention::truncate_log(&self.connection));
        }
    }

    fn execute(&mut self, command: StorageCommand) {
        let connection = &mut self.connection;
        match command {
            StorageCommand::Write(write) => self.write(&write),
            StorageCommand::HistoryPage { query, reply } => {
                send_reply(reply, history::page(connection, &query));
            }
            StorageCommand::Askers { mutes, now, reply } => {
                let askers = askers::all(connection);
                send_reply(reply, askers.map(|askers| mutes.askers(askers, now)));
            }
            StorageCommand::Export {
                version,
                now,
                reply,
            } => {
                let entries = history::all(connection);
                let export = entries.map(|entries| export::to_json(&version, now, &entries));
                send_reply(reply, export);
            }
            StorageCommand::ClearHistory { reply } => {
                send_reply(reply, retention::clear_history(connection));
            }
            StorageCommand::SetMute {
                agent,
                server,
                until,
                reply,
            } => send_reply(reply, mutes::set(connection, &agent, &server, until)),
            StorageCommand::SetRetention { days, now } => {
                self.days = days;
                self.remove_expired(now);
            }
            StorageCommand::RemoveExpired { now } => self.remove_expired(now),
            StorageCommand::RemoveFirstLines => {
                let result = retention::remove_first_lines(connection);
                report_failure(&self.is_failing, &result);
            }
        }
    }

    fn write(&mut self, write: &StorageWrite) {
        // If history is off, an entry must not reach the disk even for a moment.
        if self.days.is_none() && matches!(write, StorageWrite::HistoryEntry(_)) {
            return;
        }
        let result = self.write_in_transaction(write);
        // A removal can succeed on a full disk, because there may be nothing to remove.
        if result.is_ok() && !matches!(write, StorageWrite::Delivered { .. }) {
            self.is_failing.store(false, Ordering::Relaxed);
        }
        report_failure(&self.is_failing, &result);
        self.removals += usize::from(write.removes_input());
        if let StorageWrite::HistoryEntry(entry) = write {
            self.entries += 1;
            if self.entries >= SWEEP_AFTER {
                self.remove_expired(timestamp(entry.at));
            }
        }
    }

    fn write_in_transaction(&mut self, write: &StorageWrite) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        write.execute(&transaction, &self.boot_id)?;
        transaction.commit()
    }

    fn remove_expired(&mut self, now: Timestamp) {
        self.entries = 0;
        let result = retention::remove_expired(&self.connection, self.days, now);
        if result.is_ok() {
            self.is_failing.store(false, Ordering::Relaxed);
        }
        report_failure(&self.is_failing, &result);
    }
}

fn report_failure(is_failing: &AtomicBool, result: &rusqlite::Result<()>) {
    if let Err(error) = result {
        is_failing.store(true, Ordering::Relaxed);
        tracing::warn!(%error, "history could not be written");
    }
}

fn send_reply<T>(reply: Reply<T>, result: rusqlite::Result<T>) {
    let result = result.map_err(|error| {
        tracing::warn!(%error, "history could not be read or changed");
        HistoryError::Storage
    });
    let _ = reply.send(result);
}
