//! "Answer in terminal": returns the question to its asker, which asks it in the agent's terminal.

use super::Board;
use super::link::GroupFate;
use super::question::{Phase, QuestionId};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::PressReply;

impl Board {
    /// Input is lost, so a form with input takes a second press.
    pub(super) fn press_answer_in_terminal(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(question) = self.question_mut(id).filter(|question| question.hand_back) else {
            return PressReply::Stale;
        };
        if question.phase == Phase::Open && question.has_input() {
            self.set_phase(id, Phase::HandingBack, now);
        } else {
            self.hand_back(id, now);
        }
        PressReply::Done
    }

    /// Ends the question as handed back, together with the other links of its request.
    fn hand_back(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.question_mut(id) else {
            return;
        };
        let headline = question.headline();
        let group = question.group();
        self.end_by_person(id, Outcome::HandedBack, None, now);
        let end = group.map(|group| self.end_group(&group, GroupFate::HandedBack, now));
        match end {
            // Other links ended too; the person must read that.
            Some(end) if end.unopened + end.opened > 0 => {
                let done = format!(
                    "Returned to {headline}, with every link of this request. Answer in its terminal."
                );
                self.announce(done, now);
            }
            Some(_) | None => {
                let done = format!("Returned to {headline}. Answer in its terminal.");
                self.show_next(Some(done), now);
            }
        }
    }
}
