//! Drafts: input the person typed, saved so that it can be offered when the question returns.

use super::question::{BodyState, Question, QuestionId};
use super::{Board, Effect};
use crate::draft::{Draft, DraftOffer};
use crate::moment::Moment;
use crate::view::{DraftView, PressReply};

impl Board {
    /// What to save of a question; `None` if it is gone or has no fields.
    pub fn draft(&self, id: QuestionId, now: &Moment) -> Option<Draft> {
        let question = self.questions.iter().find(|question| question.id == id)?;
        question.draft(now)
    }

    pub(super) fn use_draft(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let used = self.question_mut(id).is_some_and(Question::use_draft);
        self.draft_chosen(id, used, now)
    }

    pub(super) fn start_fresh(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let offer = self
            .question_mut(id)
            .map(|question| &mut question.draft_offer);
        let discarded = offer.is_some_and(|offer| match std::mem::take(offer) {
            DraftOffer::Offered(_) => true,
            other => {
                *offer = other;
                false
            }
        });
        self.draft_chosen(id, discarded, now)
    }

    fn draft_chosen(&mut self, question: QuestionId, is_chosen: bool, now: &Moment) -> PressReply {
        if !is_chosen {
            return PressReply::Stale;
        }
        self.effects.push(Effect::DraftChanged { question });
        self.renew_content(now);
        PressReply::Done
    }
}

impl Question {
    /// While an earlier draft is offered, untouched fields keep its input.
    pub fn draft(&self, now: &Moment) -> Option<Draft> {
        let (form, inputs) = self.form()?;
        let mut typed = form.changed_inputs(inputs);
        if let DraftOffer::Offered(earlier) = &self.draft_offer {
            let opening = form.initial_inputs();
            for (index, earlier) in earlier.inputs.iter().enumerate() {
                if inputs.get(index) == opening.get(index)
                    && let Some(typed) = typed.get_mut(index)
                {
                    typed.clone_from(earlier);
                }
            }
        }
        Some(Draft {
            typed_at: now.timestamp(),
            inputs: typed,
        })
    }

    pub fn draft_view(&self) -> Option<DraftView> {
        match &self.draft_offer {
            DraftOffer::None => None,
            DraftOffer::Offered(draft) => Some(DraftView::Offered {
                typed_at: draft.typed_at.as_millisecond(),
            }),
            DraftOffer::Used(at) => Some(DraftView::Used {
                typed_at: at.as_millisecond(),
            }),
        }
    }

    fn use_draft(&mut self) -> bool {
        let BodyState::Form { form, inputs } = &mut self.body else {
            return false;
        };
        let DraftOffer::Offered(draft) = &self.draft_offer else {
            return false;
        };
        form.restore_inputs(inputs, &draft.inputs);
        self.draft_offer = DraftOffer::Used(draft.typed_at);
        self.touched = true;
        true
    }
}
