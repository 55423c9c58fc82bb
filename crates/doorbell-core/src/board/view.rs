//! The board as the window shows it.

use jiff::Timestamp;

use super::assistive_offer::AssistiveOffer;
use super::question::{BodyState, Phase, Question, QuestionId};
use super::screen::ScreenContent;
use super::{Board, Screen};
use crate::markdown::document;
use crate::moment::Moment;
use crate::view::{
    AnnouncementView, BodyView, QuestionStateView, QuestionView, ScreenView, WindowView,
};

impl Board {
    pub fn view(&self, now: &Moment) -> WindowView {
        WindowView {
            screen: self.screen_view(now),
            opened_links: self.opened_link_views(),
            floods: self.flood_cards.in_window(),
            assistive_offer: self.assistive_offer == AssistiveOffer::Shown,
            accepts_presses: self.accepts_presses,
            has_focus: self.focused_since.is_some(),
            test_build: self.rules.test_build,
        }
    }

    fn screen_view(&self, now: &Moment) -> ScreenView {
        let Screen::Showing {
            content,
            generation,
            ..
        } = &self.screen
        else {
            return ScreenView::Nothing;
        };
        let generation = *generation;
        let find = |id: QuestionId| self.questions.iter().find(|question| question.id == id);
        match content {
            ScreenContent::Question(id) => {
                find(*id).map_or(ScreenView::Nothing, |question| ScreenView::Question {
                    question: Box::new(self.question_view(question, generation, now)),
                })
            }
            ScreenContent::Announcement { done, next } => {
                let next = next.and_then(find);
                ScreenView::Announcement {
                    announcement: AnnouncementView {
                        done: done.clone(),
                        next: next.map(Question::headline),
                        id: next.map(|next| next.id.to_string()).unwrap_or_default(),
                        generation,
                        waiting: self.iter_waiting().count(),
                    },
                }
            }
            ScreenContent::OpenedLinks => ScreenView::OpenedLinks { generation },
            ScreenContent::Quitting { .. } => ScreenView::Quitting {
                generation,
                open: self.iter_waiting().count(),
                typed: self.questions.iter().any(|question| question.has_input()),
            },
        }
    }

    fn question_view(&self, question: &Question, generation: u64, now: &Moment) -> QuestionView {
        let message = document(&question.message);
        QuestionView {
            id: question.id.to_string(),
            generation,
            asker: question
                .asker
                .view(&question.claims, question.familiarity.as_ref()),
            message: message.text,
            message_blocks: message.blocks,
            body: self.body_view(question, now),
            hand_back: question.hand_back,
            preview: question.preview,
            waiting: self
                .iter_waiting()
                .filter(|other| other.id != question.id)
                .count(),
            state: match &question.phase {
                Phase::Open => QuestionStateView::Open {
                    deadline: question.deadline_at.map(Timestamp::as_millisecond),
                },
                Phase::Stopping => QuestionStateView::Stopping,
                Phase::HandingBack => QuestionStateView::HandingBack,
                Phase::Muting { length } => QuestionStateView::Muting { length: *length },
                // An opened link shows as a card, not as a question.
                Phase::Opened(_) => QuestionStateView::Open { deadline: None },
                Phase::Over { at, reason } => QuestionStateView::Withdrawn {
                    at: at.as_millisecond(),
                    reason: reason.clone(),
                },
            },
        }
    }

    fn body_view(&self, question: &Question, now: &Moment) -> BodyView {
        match &question.body {
            BodyState::Form { form, inputs } => BodyView::Form {
                form: form.view(inputs, &now.wall),
                draft: question.draft_view(),
            },
            BodyState::Link(body) => self.link_view(question, body),
            BodyState::Permission(body) => body.view(),
            BodyState::Agent(body) => body.view(),
        }
    }

    /// The open questions that need an answer.
    pub(super) fn iter_waiting(&self) -> impl Iterator<Item = &Question> {
        self.iter_open().filter(|question| !question.is_quiet())
    }

    pub(super) fn iter_open(&self) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(|question| question.is_open())
    }
}
