//! How content comes on the screen and leaves it.

use super::question::{Phase, QuestionId};
use super::screen::{Screen, ScreenContent};
use super::{ArrivalPolicy, Board, Effect};
use crate::moment::Moment;

impl Board {
    /// Shows the next question. After an action (`done`), a question of another session is
    /// announced first.
    pub(super) fn show_next(&mut self, done: Option<String>, now: &Moment) {
        if done.is_some() {
            self.turns.requeue_last(QuestionId(self.next_question));
        }
        if done.is_some() && self.arrival_policy == ArrivalPolicy::Paused {
            self.show_links_or_clear(now);
            return;
        }
        let Some(next) = self.turns.next(&self.questions, now.steady) else {
            self.show_links_or_clear(now);
            return;
        };
        let session = self.questions[next].session();
        let next = self.questions[next].id;
        match done {
            Some(done) if self.turns.last_served() != Some(session) => {
                let next = Some(next);
                self.show_content(ScreenContent::Announcement { done, next }, now);
            }
            Some(_) | None => self.show_question(next, now),
        }
    }

    /// Shows a message that the person must read, and names the next question.
    pub(super) fn announce(&mut self, done: String, now: &Moment) {
        self.turns.requeue_last(QuestionId(self.next_question));
        let next = self.turns.next(&self.questions, now.steady);
        let next = next.map(|index| self.questions[index].id);
        self.show_content(ScreenContent::Announcement { done, next }, now);
    }

    pub(super) fn show_question(&mut self, id: QuestionId, now: &Moment) {
        if let Some(question) = self.question_mut(id) {
            question.snoozed_until = None;
            question.disarm();
            let session = question.session();
            let newest = QuestionId(self.next_question);
            self.turns.mark_served(session, newest, &self.questions);
        }
        // Ended questions stay only while they are on the screen.
        self.questions
            .retain(|question| !question.is_over() || question.id == id);
        self.show_content(ScreenContent::Question(id), now);
    }

    /// Shows unfinished links if there are any, otherwise hides the window.
    pub(super) fn show_links_or_clear(&mut self, now: &Moment) {
        if self.has_unfinished_links() {
            self.show_content(ScreenContent::OpenedLinks, now);
        } else {
            self.clear_screen(now);
        }
    }

    /// Hides the window. Snoozes that have just ended are extended, because the person closed it.
    pub(super) fn clear_screen(&mut self, now: &Moment) {
        if !matches!(self.screen, Screen::Empty) {
            self.remove_finished_links();
            let later = now.steady + self.rules.snooze.minutes;
            for question in &mut self.questions {
                if question
                    .snoozed_until
                    .is_some_and(|until| until <= now.steady)
                {
                    question.snoozed_until = Some(later);
                }
            }
            self.hide_assistive_offer();
            self.screen = Screen::Empty;
            self.accepts_presses = false;
            self.push_view();
        }
    }

    pub(super) fn show_content(&mut self, content: ScreenContent, now: &Moment) {
        self.remove_finished_links();
        self.flood_cards.enter_window(now.steady);
        self.set_content(content, now);
    }

    /// Gives the same content a new generation, so that earlier presses become stale.
    pub(super) fn renew_content(&mut self, now: &Moment) {
        if let Some(content) = self.screen.content().cloned() {
            self.set_content(content, now);
        }
    }

    fn set_content(&mut self, content: ScreenContent, now: &Moment) {
        let generation = self.new_generation();
        self.screen = Screen::new(content, generation, now.steady);
        self.accepts_presses = false;
        self.push_view();
    }

    pub(super) fn set_phase(&mut self, id: QuestionId, phase: Phase, now: &Moment) {
        if let Some(question) = self.question_mut(id) {
            question.phase = phase;
        }
        self.renew_content(now);
    }

    pub(super) fn push_view(&mut self) {
        self.effects.push(Effect::ViewChanged);
    }
}
