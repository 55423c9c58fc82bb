//! What the person has typed so far, and what they typed when the question was asked before.

use super::question::{Body, Question, QuestionId};
use super::{Board, Effect};
use crate::draft::{Draft, Offer};
use crate::moment::Moment;
use crate::view::{DraftView, PressReply};

impl Board {
    /// What of a question should be kept for when it comes back; `None` if it has no fields, or is no
    /// longer there.
    pub fn draft(&self, id: QuestionId, now: &Moment) -> Option<Draft> {
        let question = self.questions.iter().find(|question| question.id == id)?;
        question.draft(now)
    }

    /// Puts what was typed before into the fields.
    pub(super) fn use_draft(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let used = self.question_mut(id).is_some_and(Question::use_draft);
        self.decided(id, used, now)
    }

    /// The person wants none of it.
    pub(super) fn start_fresh(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let offer = self.question_mut(id).map(|question| &mut question.offer);
        let refused = offer.is_some_and(|offer| match std::mem::take(offer) {
            Offer::Open(_) => true,
            other => {
                *offer = other;
                false
            }
        });
        self.decided(id, refused, now)
    }

    fn decided(&mut self, question: QuestionId, is_decided: bool, now: &Moment) -> PressReply {
        if !is_decided {
            return PressReply::Stale;
        }
        self.effects.push(Effect::Drafted { question });
        self.change_stage(now);
        PressReply::Done
    }
}

impl Question {
    /// What should be kept of it. As long as an earlier draft is offered, it goes on in the fields
    /// that the person has left alone.
    pub fn draft(&self, now: &Moment) -> Option<Draft> {
        let (form, inputs) = self.form()?;
        let mut typed = form.changed_inputs(inputs);
        if let Offer::Open(earlier) = &self.offer {
            let opening = form.initial_inputs();
            for (place, earlier) in earlier.inputs.iter().enumerate() {
                if inputs.get(place) == opening.get(place)
                    && let Some(typed) = typed.get_mut(place)
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

    /// What the window shows of an earlier draft.
    pub fn draft_view(&self) -> Option<DraftView> {
        match &self.offer {
            Offer::None => None,
            Offer::Open(draft) => Some(DraftView::Offered {
                typed_at: draft.typed_at.as_millisecond(),
            }),
            Offer::Used(at) => Some(DraftView::Used {
                typed_at: at.as_millisecond(),
            }),
        }
    }

    fn use_draft(&mut self) -> bool {
        let Body::Form { form, inputs } = &mut self.body else {
            return false;
        };
        let Offer::Open(draft) = &self.offer else {
            return false;
        };
        form.restore_inputs(inputs, &draft.inputs);
        self.offer = Offer::Used(draft.typed_at);
        self.touched = true;
        true
    }
}
