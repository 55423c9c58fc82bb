//! What comes on the stage, and what leaves it.

use super::question::{Phase, QuestionId};
use super::stage::{Scene, Stage};
use super::{Board, Effect, Welcome};
use crate::moment::Moment;

impl Board {
    /// Puts the next question on the stage. After something was done for one session (`done`),
    /// a question of another session is announced first.
    pub(super) fn show_next(&mut self, done: Option<String>, now: &Moment) {
        if done.is_some() {
            self.turns.done(QuestionId(self.next_question));
        }
        if done.is_some() && self.welcome == Welcome::Held {
            self.rest(now);
            return;
        }
        let Some(next) = self.turns.next(&self.questions, now.steady) else {
            self.rest(now);
            return;
        };
        let session = self.questions[next].session();
        let next = self.questions[next].id;
        match done {
            Some(done) if self.turns.last() != Some(session) => {
                let next = Some(next);
                self.set_stage(Scene::Announcement { done, next }, now);
            }
            Some(_) | None => self.show_question(next, now),
        }
    }

    /// Says something that must be read, and names the next question if there is one.
    pub(super) fn announce(&mut self, done: String, now: &Moment) {
        self.turns.done(QuestionId(self.next_question));
        let next = self.turns.next(&self.questions, now.steady);
        let next = next.map(|place| self.questions[place].id);
        self.set_stage(Scene::Announcement { done, next }, now);
    }

    pub(super) fn show_question(&mut self, id: QuestionId, now: &Moment) {
        if let Some(question) = self.question_mut(id) {
            question.aside_until = None;
            question.disarm();
            let session = question.session();
            let newest = QuestionId(self.next_question);
            self.turns.took(session, newest, &self.questions);
        }
        // What was over and is no longer looked at is done with.
        self.questions
            .retain(|question| !question.is_over() || question.id == id);
        self.set_stage(Scene::Question(id), now);
    }

    /// Nothing is left to ask: links that are not finished stay in sight.
    pub(super) fn rest(&mut self, now: &Moment) {
        if self.is_waiting() {
            self.set_stage(Scene::Waiting, now);
        } else {
            self.clear_stage(now);
        }
    }

    /// Hides the window; what waits, waits. That counts for what should have come back in the
    /// meantime, too: the person has just closed the window.
    pub(super) fn clear_stage(&mut self, now: &Moment) {
        if !matches!(self.stage, Stage::Empty) {
            self.clear_finished();
            let later = now.steady + self.rules.later.minutes;
            for question in &mut self.questions {
                if question
                    .aside_until
                    .is_some_and(|until| until <= now.steady)
                {
                    question.aside_until = Some(later);
                }
            }
            self.stage = Stage::Empty;
            self.accepts_presses = false;
            self.push_view();
        }
    }

    pub(super) fn set_stage(&mut self, scene: Scene, now: &Moment) {
        self.clear_finished();
        self.floods.join(now.steady);
        self.light(scene, now);
    }

    /// The same scene with another content: presses must name it anew.
    pub(super) fn change_stage(&mut self, now: &Moment) {
        if let Some(scene) = self.stage.scene().cloned() {
            self.light(scene, now);
        }
    }

    fn light(&mut self, scene: Scene, now: &Moment) {
        let generation = self.new_generation();
        self.stage = Stage::lit(scene, generation, now.steady);
        self.accepts_presses = false;
        self.push_view();
    }

    pub(super) fn set_phase(&mut self, id: QuestionId, phase: Phase, now: &Moment) {
        if let Some(question) = self.question_mut(id) {
            question.phase = phase;
        }
        self.change_stage(now);
    }

    pub(super) fn push_view(&mut self) {
        self.effects.push(Effect::Show);
    }
}
