//! The past and what it means for the present: history, who is muted, and who has asked before.

mod acquaintances;

use std::time::Duration;

use doorbell_core::known_program::{Counting, Familiarity, AskerNames};
use doorbell_core::asker::Asker;
use doorbell_core::board::Board;
use doorbell_core::moment::Moment;
use doorbell_core::mutes::Mutes;
use doorbell_core::outcome::Outcome;
use doorbell_core::view::{HistoryEntryView, MuteRequest};

use crate::config::Config;
use crate::digest::Digest;
use crate::event::PastEvent;
use crate::storage::{Kept, Note, Reply, Storage, Work};
use crate::written::written;
use acquaintances::Acquaintances;

/// How often what has become too old is removed, however little happens.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// What the loop knows of the past.
pub struct Past {
    storage: Storage,
    mutes: Mutes,
    /// Who has asked before. Where nothing is kept, nobody can be said to ask for the first time.
    acquaintances: Option<Acquaintances>,
    /// Rises with everything that makes history, or the list of askers, another.
    pub turn: u64,
    /// Doorbell's version, for whoever reads an export.
    version: String,
    swept: Duration,
    /// What the person should know of the file, in a sentence, until they were told.
    trouble: Option<String>,
    /// Whether they were told that it cannot be written.
    told: bool,
}

impl Past {
    /// Opens the storage and puts into the board what it remembers; the rest is given back. Without storage Doorbell
    /// still works; it only forgets.
    pub fn recall(config: &Config, board: &mut Board, now: &Moment) -> (Self, Kept) {
        let mut past = Self {
            storage: Storage::none(),
            mutes: Mutes::default(),
            acquaintances: None,
            turn: 0,
            version: config.version.clone(),
            swept: now.steady,
            trouble: None,
            told: false,
        };
        let Some(path) = &config.data else {
            return (past, Kept::default());
        };
        let days = config.settings.history_days();
        let opened = Storage::open_or_begin_anew(path, days, &config.boot, now.timestamp());
        match opened {
            Ok((storage, mut kept, aside)) => {
                past.storage = storage;
                past.trouble = aside.map(|aside| {
                    tracing::error!("the file of history is damaged; a new one was begun");
                    let aside = written(&aside);
                    format!("Doorbell's history was damaged and put aside: {aside}. A new one was begun.")
                });
                for (server, domain) in kept.opened.drain(..) {
                    board.restore_opened_domain(server, &domain);
                }
                for (agent, server, until) in kept.mutes.drain(..) {
                    past.mutes.restore(agent, server, until);
                }
                let known = std::mem::take(&mut kept.acquaintances);
                past.acquaintances = Some(Acquaintances::recall(known, counting(days)));
                return (past, kept);
            }
            Err(error) => {
                let source = std::error::Error::source(&error).map(ToString::to_string);
                tracing::error!(%error, source, "nothing will be kept");
                past.trouble = Some(format!(
                    "History and drafts are not kept: {error}. Questions go on."
                ));
            }
        }
        (past, Kept::default())
    }

    /// What the person should be told of the file now, once.
    pub fn trouble(&mut self) -> Option<String> {
        let fails = self.storage.fails();
        let was_told = std::mem::replace(&mut self.told, fails);
        if fails && !was_told {
            return Some(
                "Doorbell cannot write its file; the disk may be full. Questions go on, but drafts \
                 and history are not kept."
                    .to_owned(),
            );
        }
        self.trouble.take()
    }

    /// Writes something down.
    pub fn note(&self, note: Note) {
        self.storage.hand(Work::Write(note));
    }

    /// Hands to history how a question ended, and that a link was opened.
    pub fn ended(&mut self, line: HistoryEntryView, outcome: Outcome, now: &Moment) {
        if let (Outcome::Accepted, Some(domain)) = (outcome, line.domain.clone()) {
            let (server, at) = (line.server.clone(), now.timestamp());
            self.note(Note::Opened { server, domain, at });
        }
        self.line(line);
    }

    /// Hands a line to history.
    pub fn line(&mut self, line: HistoryEntryView) {
        self.note(Note::Ended(line));
        self.turn += 1;
    }

    /// How the asker of a question is met, and what it is known by, if that is remembered.
    pub fn meet(
        &self,
        asker: &Asker,
        names: &AskerNames,
        now: &Moment,
    ) -> (Option<Digest>, Option<Familiarity>) {
        let known = self.acquaintances.as_ref();
        let met = known.and_then(|known| {
            let face = acquaintances::face(asker, names)?;
            Some((face, known.meet(&face, asker, now.timestamp())))
        });
        met.unzip()
    }

    /// A question of it was put on the board.
    pub fn asked(&mut self, face: Option<Digest>, asker: &Asker, now: &Moment) {
        let known = self.acquaintances.as_mut().zip(face);
        let notes = known.map(|(known, face)| known.asked(face, asker, now.timestamp()));
        for note in notes.into_iter().flatten() {
            self.note(note);
        }
    }

    /// Why an asker of these names may not ask, if it may not.
    pub fn why_muted(&self, names: &AskerNames, now: &Moment) -> Option<String> {
        self.mutes
            .is_muted(&names.agent, &names.server, now.timestamp())
            .map(|until| until.reason(now.wall.time_zone()))
    }

    /// When [`Past::tick`] has something to do next.
    pub fn next_tick(&self, now: &Moment) -> Duration {
        let sweep = self.swept + SWEEP_EVERY;
        // A mute ends by the clock on the wall; one that should have ended does so at once.
        let mute = self.mutes.next_end().map(|end| {
            let left = end.duration_since(now.timestamp());
            now.steady
                .saturating_add(left.try_into().unwrap_or(Duration::ZERO))
        });
        mute.map_or(sweep, |mute| mute.min(sweep))
    }

    /// Time has passed.
    pub fn tick(&mut self, now: &Moment) {
        if self.mutes.remove_ended(now.timestamp()) {
            self.turn += 1;
        }
        if self.swept + SWEEP_EVERY <= now.steady {
            self.swept = now.steady;
            let now = now.timestamp();
            self.storage.hand(Work::Sweep { now });
            self.turn += 1;
        }
    }

    /// Someone asks about the past, or changes it. The storage answers, when it comes to it.
    pub fn hear(&mut self, event: PastEvent, now: &Moment) {
        let at = now.timestamp();
        let work = match event {
            PastEvent::History { wanted, reply } => Work::History { wanted, reply },
            PastEvent::Askers { reply } => Work::Askers {
                mutes: self.mutes.clone(),
                now: at,
                reply,
            },
            PastEvent::Export { reply } => Work::Export {
                doorbell: self.version.clone(),
                now: at,
                reply,
            },
            PastEvent::Clear { reply } => {
                self.turn += 1;
                if let Some(known) = &mut self.acquaintances {
                    known.forget_counts();
                }
                Work::Clear { reply }
            }
            PastEvent::Mute { said, reply } => {
                self.mute(said, reply, now);
                return;
            }
        };
        self.storage.hand(work);
    }

    /// Keeps history for so many days from now on; without days, no longer, and removes it.
    pub fn keep_for(&mut self, days: Option<u16>, now: &Moment) {
        if let Some(known) = &mut self.acquaintances {
            known.count(counting(days));
        }
        let now = now.timestamp();
        self.storage.hand(Work::KeepFor { days, now });
        self.turn += 1;
    }

    /// Mutes at once, and answers when that is stored. A mute that cannot be stored takes effect all
    /// the same, until Doorbell ends.
    pub fn mute(&mut self, said: MuteRequest, reply: Reply<()>, now: &Moment) {
        let MuteRequest {
            agent,
            server,
            length,
        } = said;
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
        self.turn += 1;
        self.storage.hand(Work::Mute {
            agent,
            server,
            until,
            reply,
        });
    }
}

/// How often someone asks is part of history.
fn counting(days: Option<u16>) -> Counting {
    match days {
        Some(_) => Counting::On,
        None => Counting::Off,
    }
}

#[cfg(test)]
mod tests;
