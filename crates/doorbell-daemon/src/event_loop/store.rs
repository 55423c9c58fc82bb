//! The event loop's access to stored state: history, mutes and known programs.

mod known_programs;

use std::time::Duration;

use doorbell_core::asker::Asker;
use doorbell_core::board::Board;
use doorbell_core::known_program::{AskerNames, Counting, Familiarity};
use doorbell_core::moment::Moment;
use doorbell_core::mutes::Mutes;
use doorbell_core::outcome::Outcome;
use doorbell_core::view::{HistoryEntryView, MuteRequest};

use crate::config::Config;
use crate::digest::Digest;
use crate::display_path::display_path;
use crate::event::HistoryEvent;
use crate::example::EXAMPLE_SERVER;
use crate::storage::{Reply, RestoredState, Storage, StorageCommand, StorageWrite};
use known_programs::KnownPrograms;

/// How often expired rows are removed even if nothing is written.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60 * 60);

pub struct Store {
    storage: Storage,
    mutes: Mutes,
    /// `None` without storage, because every program would look new then.
    known_programs: Option<KnownPrograms>,
    /// True once the person has answered a question other than the example.
    pub has_answered: bool,
    /// Incremented whenever history or the list of askers changes.
    pub revision: u64,
    /// Doorbell's version, for exports.
    version: String,
    last_sweep: Duration,
    /// A warning about the database that the person has not seen yet.
    warning: Option<String>,
    write_failure_reported: bool,
}

impl Store {
    /// Opens the storage and restores the board's opened domains and the mutes. Without storage
    /// Doorbell still works, but keeps nothing.
    pub fn open(config: &Config, board: &mut Board, now: &Moment) -> (Self, RestoredState) {
        let mut store = Self {
            storage: Storage::disabled(),
            mutes: Mutes::default(),
            known_programs: None,
            has_answered: false,
            revision: 0,
            version: config.version.clone(),
            last_sweep: now.steady,
            warning: None,
            write_failure_reported: false,
        };
        let Some(path) = &config.database else {
            return (store, RestoredState::default());
        };
        let days = config.settings.history_days();
        let opened = Storage::open_or_replace_damaged(path, days, &config.boot_id, now.timestamp());
        match opened {
            Ok((storage, mut restored, moved_to)) => {
                store.storage = storage;
                store.has_answered = restored.has_answered;
                if !config.settings.first_lines {
                    store.storage.send(StorageCommand::RemoveFirstLines);
                }
                store.warning = moved_to.map(|moved_to| {
                    tracing::error!("the database is damaged; starting a new one");
                    let aside = display_path(&moved_to);
                    format!("Doorbell’s history was damaged, so a new one was started. The old file is {aside}.")
                });
                for (server, domain) in restored.opened_domains.drain(..) {
                    board.restore_opened_domain(server, &domain);
                }
                for (agent, server, until) in restored.mutes.drain(..) {
                    store.mutes.restore(agent, server, until);
                }
                let programs = std::mem::take(&mut restored.known_programs);
                store.known_programs = Some(KnownPrograms::restore(programs, counting(days)));
                (store, restored)
            }
            Err(error) => {
                let source = std::error::Error::source(&error).map(ToString::to_string);
                tracing::error!(%error, source, "nothing will be kept");
                store.warning = Some(format!(
                    "History and drafts can’t be saved: {error}. Questions still work."
                ));
                (store, RestoredState::default())
            }
        }
    }

    /// Returns a warning about the database for the person, once.
    pub fn take_warning(&mut self) -> Option<String> {
        let is_failing = self.storage.is_failing();
        let was_reported = std::mem::replace(&mut self.write_failure_reported, is_failing);
        if is_failing && !was_reported {
            return Some(
                "Doorbell can’t write its data; the disk may be full. Questions still work, but \
                 drafts and history aren’t saved."
                    .to_owned(),
            );
        }
        self.warning.take()
    }

    pub fn write(&self, write: StorageWrite) {
        self.storage.send(StorageCommand::Write(write));
    }

    /// Adds an ended question to history, and its domain to the opened ones if it was accepted.
    pub fn question_ended(&mut self, entry: HistoryEntryView, outcome: Outcome, now: &Moment) {
        let is_answer = matches!(outcome, Outcome::Accepted | Outcome::Declined);
        if is_answer && !self.has_answered && entry.server != EXAMPLE_SERVER {
            self.has_answered = true;
            self.write(StorageWrite::Answered);
        }
        if let (Outcome::Accepted, Some(domain)) = (outcome, entry.domain.clone()) {
            let (server, at) = (entry.server.clone(), now.timestamp());
            self.write(StorageWrite::OpenedDomain { server, domain, at });
        }
        self.add_entry(entry);
    }

    pub fn add_entry(&mut self, entry: HistoryEntryView) {
        self.write(StorageWrite::HistoryEntry(entry));
        self.revision += 1;
    }

    /// Writes that a row of history was wrong.
    pub fn correct_entry(&mut self, correction: StorageWrite) {
        self.write(correction);
        self.revision += 1;
    }

    /// Returns the asker's fingerprint and whether it has asked before.
    pub fn recognise(
        &self,
        asker: &Asker,
        names: &AskerNames,
        now: &Moment,
    ) -> (Option<Digest>, Option<Familiarity>) {
        let programs = self.known_programs.as_ref();
        let recognised = programs.and_then(|programs| {
            let fingerprint = known_programs::fingerprint(asker, names)?;
            let familiarity = programs.familiarity(&fingerprint, asker, now.timestamp());
            Some((fingerprint, familiarity))
        });
        recognised.unzip()
    }

    /// Remembers that a program asked a question.
    pub fn question_asked(&mut self, fingerprint: Option<Digest>, asker: &Asker, now: &Moment) {
        let known = self.known_programs.as_mut().zip(fingerprint);
        let writes = known.map(|(programs, fingerprint)| {
            programs.question_asked(fingerprint, asker, now.timestamp())
        });
        for write in writes.into_iter().flatten() {
            self.write(write);
        }
    }

    /// Returns the reason to give a muted asker, or `None` if it is not muted.
    pub fn mute_reason(&self, names: &AskerNames, now: &Moment) -> Option<String> {
        self.mutes
            .is_muted(&names.agent, &names.server, now.timestamp())
            .map(|until| until.reason(now.wall.time_zone()))
    }

    pub fn next_tick(&self, now: &Moment) -> Duration {
        let sweep = self.last_sweep + SWEEP_INTERVAL;
        // Mutes end by wall-clock time; one that is overdue ends at once.
        let mute = self.mutes.next_end().map(|end| {
            let left = end.duration_since(now.timestamp());
            now.steady
                .saturating_add(left.try_into().unwrap_or(Duration::ZERO))
        });
        mute.map_or(sweep, |mute| mute.min(sweep))
    }

    pub fn tick(&mut self, now: &Moment) {
        if self.mutes.remove_ended(now.timestamp()) {
            self.revision += 1;
        }
        if self.last_sweep + SWEEP_INTERVAL <= now.steady {
            self.last_sweep = now.steady;
            let now = now.timestamp();
            self.storage.send(StorageCommand::RemoveExpired { now });
            self.revision += 1;
        }
    }

    pub fn on_history_event(&mut self, event: HistoryEvent, now: &Moment) {
        let timestamp = now.timestamp();
        let command = match event {
            HistoryEvent::Page { query, reply } => StorageCommand::HistoryPage { query, reply },
            HistoryEvent::Askers { reply } => StorageCommand::Askers {
                mutes: self.mutes.clone(),
                now: timestamp,
                reply,
            },
            HistoryEvent::Export { reply } => StorageCommand::Export {
                version: self.version.clone(),
                now: timestamp,
                reply,
            },
            HistoryEvent::Clear { reply } => {
                self.revision += 1;
                if let Some(programs) = &mut self.known_programs {
                    programs.reset_counts();
                }
                StorageCommand::ClearHistory { reply }
            }
            HistoryEvent::Mute { mute, reply } => {
                self.mute(mute, reply, now);
                return;
            }
        };
        self.storage.send(command);
    }

    /// Removes the first lines of questions from history.
    pub fn remove_first_lines(&mut self) {
        self.storage.send(StorageCommand::RemoveFirstLines);
        self.revision += 1;
    }

    /// Sets how many days history is kept. `None` removes it and keeps no more.
    pub fn set_retention(&mut self, days: Option<u16>, now: &Moment) {
        if let Some(programs) = &mut self.known_programs {
            programs.set_counting(counting(days));
        }
        let now = now.timestamp();
        self.storage
            .send(StorageCommand::SetRetention { days, now });
        self.revision += 1;
    }

    /// Mutes or unmutes at once, and replies when that is stored. A mute that cannot be stored
    /// lasts until Doorbell stops.
    pub fn mute(&mut self, mute: MuteRequest, reply: Reply<()>, now: &Moment) {
        let MuteRequest {
            agent,
            server,
            length,
        } = mute;
        let muted = length.map(|length| self.mutes.mute(&agent, &server, length, now.timestamp()));
        let until = match muted.transpose() {
            Ok(until) => until,
            Err(too_many) => {
                // The receiver is gone if the window closed.
                let _ = reply.send(Err(too_many.into()));
                return;
            }
        };
        if until.is_none() {
            self.mutes.unmute(&agent, &server);
        }
        self.revision += 1;
        self.storage.send(StorageCommand::SetMute {
            agent,
            server,
            until,
            reply,
        });
    }
}

/// Question counts are part of history: they are kept only while history is.
fn counting(days: Option<u16>) -> Counting {
    match days {
        Some(_) => Counting::On,
        None => Counting::Off,
    }
}

#[cfg(test)]
mod tests;
