//! Mute, from the question window: whoever asks must be quiet, and what it asked is refused.

use super::link::Rest;
use super::question::{Phase, Question, QuestionId};
use super::{Board, Effect};
use crate::acquaintance::Names;
use crate::moment::Moment;
use crate::mutes::MutedUntil;
use crate::outcome::Outcome;
use crate::view::{MuteFor, PressReply};

impl Board {
    /// Mute was pressed on a question. Nothing that was typed goes anywhere, so a form that holds
    /// something takes a second press.
    pub(super) fn press_mute(
        &mut self,
        id: QuestionId,
        length: MuteFor,
        now: &Moment,
    ) -> PressReply {
        let Some(question) = self.open_question(id) else {
            return PressReply::Stale;
        };
        if question.phase == Phase::Open && question.has_answers() {
            self.set_phase(id, Phase::Muting { length }, now);
            return PressReply::Done;
        }
        let names = Names::of(&question.asker, &question.claims);
        let group = question.group();
        let others = self.mute(&names.agent, &names.server, length, now);
        self.end_quietly(id, Outcome::Refused, &reason(length, now), now);
        if let Some(group) = group {
            self.end_group(&group, Rest::NotRepeated, now);
        }
        let done = format!("Muted {} {}.", names.server, words(length));
        match others {
            0 => self.show_next(Some(done), now),
            // Questions that were not on the screen are gone: that must be read.
            1 => self.announce(format!("{done} Another question of it was refused."), now),
            more => self.announce(
                format!("{done} {more} more of its questions were refused."),
                now,
            ),
        }
        PressReply::Done
    }

    /// Mutes a pair of agent and server. Its questions that nobody has touched are refused, but
    /// for the one on the screen. Tells how many that were.
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
        self.floods.forget(agent, server, now.steady);
        let reason = reason(length, now);
        let is_seen = |id| self.stage.about() == Some(id) || self.stage.keeps(id);
        let goes = |question: &&Question| {
            let names = Names::of(&question.asker, &question.claims);
            let is_at_rest = !question.touched && !question.is_opening();
            is_at_rest && !is_seen(question.id) && names.agent == agent && names.server == server
        };
        let waiting = self.waiting().filter(goes);
        let waiting: Vec<_> = waiting.map(|question| question.id).collect();
        for id in &waiting {
            self.end_quietly(*id, Outcome::Refused, &reason, now);
        }
        waiting.len()
    }
}

fn reason(length: MuteFor, now: &Moment) -> String {
    MutedUntil::after(length, now.timestamp()).reason(now.wall.time_zone())
}

fn words(length: MuteFor) -> &'static str {
    match length {
        MuteFor::Hour => "for an hour",
        MuteFor::Day => "for a day",
        MuteFor::Always => "until you unmute it",
    }
}
