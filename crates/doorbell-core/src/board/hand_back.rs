//! Answer in terminal: the question goes back to an asker that said it can take it, which asks it
//! in the agent's own terminal.

use super::Board;
use super::link::Rest;
use super::question::{Phase, QuestionId};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::PressReply;

impl Board {
    /// Answer in terminal was pressed. Nothing that was typed goes along, so a form that holds
    /// something takes a second press.
    pub(super) fn press_answer_in_terminal(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(question) = self.question_mut(id).filter(|question| question.hand_back) else {
            return PressReply::Stale;
        };
        if question.phase == Phase::Open && question.has_answers() {
            self.set_phase(id, Phase::HandingBack, now);
        } else {
            self.hand_back(id, now);
        }
        PressReply::Done
    }

    /// Gives the question back. A link takes the rest of its request with it: the asker passes
    /// the request on as a whole.
    fn hand_back(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        let headline = question.headline();
        let group = question.group();
        self.end_by_person(id, Outcome::HandedBack, None, now);
        let end = group.map(|group| self.end_group(&group, Rest::HandedBack, now));
        match end {
            // Links that were not on the screen, or even opened, are gone: that must be read.
            Some(end) if end.unopened + end.opened > 0 => {
                let done = format!("Handed back to {headline}, with every link of this request.");
                self.announce(done, now);
            }
            Some(_) | None => self.show_next(Some(format!("Handed back to {headline}.")), now),
        }
    }
}
