//! The person and Doorbell.

use std::collections::BTreeMap;

use doorbell_protocol::DoneState;

use super::super::harness::{
    accept, accept_link, decline, dismiss, doorbell_cancels, hand_back, reject,
};
use super::{Simulation, pick, take};
use crate::action::{Answer, AskId};

#[derive(Default)]
pub(super) struct Person {
    /// Open questions; true for links.
    pub(super) open: BTreeMap<AskId, bool>,
    pub(super) opened_links: Vec<AskId>,
    pub(super) closed: Vec<AskId>,
    pub(super) declines: usize,
}

impl Simulation {
    pub(super) fn person_answers(&mut self, choice: usize) {
        let Some((&ask, &is_link)) = pick(&self.person.open, choice) else {
            return;
        };
        let answer = match (choice / 7 % 7, is_link) {
            (0 | 1, true) => accept_link(),
            (0 | 1, false) => accept("{}"),
            (2, _) => decline(),
            (3, _) => dismiss(),
            (4, _) => doorbell_cancels("Too many."),
            (5, _) => reject(),
            _ => hand_back(),
        };
        // Doorbell offers to hand back only what the agent supports.
        let answer = match answer {
            answer if answer != hand_back() || self.agent_elicits() => answer,
            _ => dismiss(),
        };
        self.person.declines += usize::from(answer == decline());
        if answer != accept_link() {
            self.person.open.remove(&ask);
            self.person.closed.push(ask);
        }
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        self.apply(actions);
        if !self.person.opened_links.contains(&ask) {
            self.person.open.remove(&ask);
        }
    }

    fn agent_elicits(&self) -> bool {
        self.agent.capabilities["elicitation"]["url"].is_object()
    }

    pub(super) fn person_finishes_link(&mut self, choice: usize) {
        let Some(ask) = take(&mut self.person.opened_links, choice) else {
            return;
        };
        self.person.open.remove(&ask);
        let states = [DoneState::Done, DoneState::Done, DoneState::Expired];
        let actions = self.interceptor.on_done(ask, states[choice % 3], self.now);
        self.apply(actions);
    }

    pub(super) fn person_answers_late(&mut self, choice: usize) {
        if let Some(ask) = take(&mut self.person.closed, choice) {
            assert!(
                self.interceptor
                    .on_answer(ask, decline(), self.now)
                    .is_empty()
            );
        }
    }

    pub(super) fn doorbell_disconnects(&mut self) {
        for (ask, _) in std::mem::take(&mut self.person.open) {
            self.person.opened_links.retain(|opened| *opened != ask);
            let actions = self
                .interceptor
                .on_answer(ask, Answer::Unavailable, self.now);
            self.apply(actions);
        }
    }
}
