//! The board as the window shows it.

use jiff::Timestamp;

use super::question::{Phase, Question};
use super::{Board, Stage};
use crate::moment::Moment;
use crate::text::visible;
use crate::view::{AnnouncementView, PlaceView, QuestionView, StateView, WindowView};

impl Board {
    /// What the window shows now.
    pub fn view(&self, now: &Moment) -> WindowView {
        match &self.stage {
            Stage::Empty => WindowView::Nothing,
            Stage::Question { id, generation, .. } => self
                .questions
                .iter()
                .find(|question| question.id == *id)
                .map_or(WindowView::Nothing, |question| WindowView::Question {
                    question: Box::new(self.question_view(question, *generation, now)),
                }),
            Stage::Announcement {
                done,
                next,
                generation,
                ..
            } => self
                .questions
                .iter()
                .find(|question| question.id == *next)
                .map_or(WindowView::Nothing, |question| WindowView::Announcement {
                    announcement: AnnouncementView {
                        done: done.clone(),
                        next: question.headline(),
                        id: next.to_string(),
                        generation: *generation,
                        waiting: self.waiting().count(),
                        test_build: self.rules.test_build,
                    },
                }),
        }
    }

    fn question_view(&self, question: &Question, generation: u64, now: &Moment) -> QuestionView {
        QuestionView {
            id: question.id.to_string(),
            generation,
            asker: question.asker.view(&question.claims),
            message: visible(&question.message),
            form: question.form.view(&question.inputs, &now.wall),
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
                Phase::Over { at, reason } => StateView::Withdrawn {
                    at: at.as_millisecond(),
                    reason: reason.clone(),
                },
            },
            test_build: self.rules.test_build,
        }
    }

    fn waiting(&self) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(|question| question.is_open())
    }
}
