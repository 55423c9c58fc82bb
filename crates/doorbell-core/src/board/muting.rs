//! Mute from the question window: mutes the asker and refuses its open questions.

use super::link::GroupFate;
use super::question::{Phase, Question, QuestionId};
use super::{Board, Effect};
use crate::known_program::AskerNames;
use crate::moment::Moment;
use crate::mutes::MutedUntil;
use crate::outcome::Outcome;
use crate::view::{MuteFor, PressReply};

impl Board {
    /// Input is lost, so a form with input takes a second press.
    pub(super) fn press_mute(
        &mut self,
        id: QuestionId,
        length: MuteFor,
        now: &Moment,
    ) -> PressReply {
        let Some(question) = self.open_question(id) else {
            return PressReply::Stale;
        };
        if question.phase == Phase::Open && question.has_input() {
            self.set_phase(id, Phase::Muting { length }, now);
            return PressReply::Done;
        }
        let names = AskerNames::of(&question.asker, &question.claims);
        let group = question.group();
        let others = self.mute(&names.agent, &names.server, length, now);
        self.end_quietly(id, Outcome::Refused, &reason(length, now), now);
        if let Some(group) = group {
            self.end_group(&group, GroupFate::NotRepeated, now);
        }
        let done = format!("Muted {} {}.", names.server, duration_text(length));
        match others {
            0 => self.show_next(Some(done), now),
            // Questions the person never saw were refused; the person must read that.
            1 => self.announce(
                format!("{done} One more of its questions was rejected."),
                now,
            ),
            more => self.announce(
                format!("{done} {more} more of its questions were rejected."),
                now,
            ),
        }
        PressReply::Done
    }

    /// Mutes a pair and refuses its untouched questions, except the one on the screen. Returns how
    /// many it refused.
    pub(super) fn mute(
        &mut self,
        agent: &str,
        server: &str,
        length: MuteFor,
        now: &Moment,
    ) -> usize {
        self.effects.push(Effect::Mute {
            agent: agent.to_owned(),
            server: server.to_owned(),
            length,
        });
        self.flood_cards.remove(agent, server, now.steady);
        let reason = reason(length, now);
        let is_on_screen = |id| self.screen.subject() == Some(id) || self.screen.returns_to(id);
        let is_refused = |question: &&Question| {
            let names = AskerNames::of(&question.asker, &question.claims);
            let is_untouched = !question.touched && !question.is_opening();
            is_untouched
                && !is_on_screen(question.id)
                && names.agent == agent
                && names.server == server
        };
        let refused = self.iter_open().filter(is_refused);
        let refused: Vec<_> = refused.map(|question| question.id).collect();
        for id in &refused {
            self.end_quietly(*id, Outcome::Refused, &reason, now);
        }
        refused.len()
    }
}

fn reason(length: MuteFor, now: &Moment) -> String {
    MutedUntil::after(length, now.timestamp()).reason(now.wall.time_zone())
}

fn duration_text(length: MuteFor) -> &'static str {
    match length {
        MuteFor::Hour => "for an hour",
        MuteFor::Day => "for a day",
        MuteFor::Always => "until you unmute it",
    }
}
