//! The board as the window shows it.

use jiff::Timestamp;

use super::question::{Body, Phase, Question, QuestionId};
use super::stage::Scene;
use super::{Board, Stage};
use crate::moment::Moment;
use crate::text::visible;
use crate::view::{
    AnnouncementView, BodyView, PlaceView, QuestionView, StageView, StateView, WindowView,
};

impl Board {
    /// What the window shows now.
    pub fn view(&self, now: &Moment) -> WindowView {
        WindowView {
            stage: self.stage_view(now),
            waits: self.cards(),
            floods: self.floods.in_window(),
            accepts_presses: self.accepts_presses,
            has_focus: self.focused.is_some(),
            test_build: self.rules.test_build,
        }
    }

    fn stage_view(&self, now: &Moment) -> StageView {
        let Stage::Lit {
            scene, generation, ..
        } = &self.stage
        else {
            return StageView::Nothing;
        };
        let generation = *generation;
        let find = |id: QuestionId| self.questions.iter().find(|question| question.id == id);
        match scene {
            Scene::Question(id) => {
                find(*id).map_or(StageView::Nothing, |question| StageView::Question {
                    question: Box::new(self.question_view(question, generation, now)),
                })
            }
            Scene::Announcement { done, next } => {
                let next = next.and_then(find);
                StageView::Announcement {
                    announcement: AnnouncementView {
                        done: done.clone(),
                        next: next.map(Question::headline),
                        id: next.map(|next| next.id.to_string()).unwrap_or_default(),
                        generation,
                        waiting: self.waiting().count(),
                    },
                }
            }
            Scene::Waiting => StageView::Waiting { generation },
            Scene::Quitting { .. } => StageView::Quitting {
                generation,
                open: self.waiting().count(),
                typed: self.questions.iter().any(|question| question.has_answers()),
            },
        }
    }

    fn question_view(&self, question: &Question, generation: u64, now: &Moment) -> QuestionView {
        QuestionView {
            id: question.id.to_string(),
            generation,
            asker: question
                .asker
                .view(&question.claims, question.meeting.as_ref()),
            message: visible(&question.message),
            body: self.body_view(question, now),
            hand_back: question.hand_back,
            preview: question.preview,
            place: PlaceView {
                position: 1 + self
                    .waiting()
                    .filter(|other| other.id < question.id)
                    .count(),
                of: self
                    .waiting()
                    .filter(|other| other.id != question.id)
                    .count()
                    + 1,
            },
            state: match &question.phase {
                Phase::Open => StateView::Open {
                    deadline: question.deadline_at.map(Timestamp::as_millisecond),
                },
                Phase::Stopping => StateView::Stopping,
                Phase::HandingBack => StateView::HandingBack,
                Phase::Muting { length } => StateView::Muting { length: *length },
                // Its card is not on the stage.
                Phase::Opened(_) => StateView::Open { deadline: None },
                Phase::Over { at, reason } => StateView::Withdrawn {
                    at: at.as_millisecond(),
                    reason: reason.clone(),
                },
            },
        }
    }

    fn body_view(&self, question: &Question, now: &Moment) -> BodyView {
        match &question.body {
            Body::Form { form, inputs } => BodyView::Form {
                form: form.view(inputs, &now.wall),
                draft: question.draft_view(),
            },
            Body::Link(body) => self.link_view(question, body),
            Body::Permission(body) => body.view(),
        }
    }

    pub(super) fn waiting(&self) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(|question| question.is_open())
    }
}
