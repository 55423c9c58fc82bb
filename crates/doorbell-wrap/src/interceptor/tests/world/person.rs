//! The person, and Doorbell between them and the proxy.

use std::collections::BTreeMap;

use doorbell_protocol::DoneState;

use super::super::play::{accept, close, consent, decline, hand_back, refuse, reject};
use super::{World, pick, take};
use crate::action::{Answer, AskId};

#[derive(Default)]
pub(super) struct Person {
    /// Open questions, and whether they are links.
    pub(super) open: BTreeMap<AskId, bool>,
    pub(super) opened: Vec<AskId>,
    pub(super) late: Vec<AskId>,
    pub(super) declines: usize,
}

impl World {
    pub(super) fn person_answers(&mut self, which: usize) {
        let Some((&ask, &is_link)) = pick(&self.person.open, which) else {
            return;
        };
        let answer = match (which / 7 % 7, is_link) {
            (0 | 1, true) => consent(),
            (0 | 1, false) => accept("{}"),
            (2, _) => decline(),
            (3, _) => close(),
            (4, _) => refuse("Too many."),
            (5, _) => reject(),
            _ => hand_back(),
        };
        // Nobody is offered to hand back what the agent cannot take.
        let answer = match answer {
            answer if answer != hand_back() || self.agent_elicits() => answer,
            _ => close(),
        };
        self.person.declines += usize::from(answer == decline());
        if answer != consent() {
            self.person.open.remove(&ask);
            self.person.late.push(ask);
        }
        let actions = self.interceptor.on_answer(ask, answer, self.now);
        self.see(actions);
        if !self.person.opened.contains(&ask) {
            self.person.open.remove(&ask);
        }
    }

    fn agent_elicits(&self) -> bool {
        self.agent.capabilities["elicitation"]["url"].is_object()
    }

    pub(super) fn person_finishes(&mut self, which: usize) {
        let Some(ask) = take(&mut self.person.opened, which) else {
            return;
        };
        self.person.open.remove(&ask);
        let states = [DoneState::Done, DoneState::Done, DoneState::Expired];
        let actions = self.interceptor.on_done(ask, states[which % 3], self.now);
        self.see(actions);
    }

    pub(super) fn person_is_late(&mut self, which: usize) {
        if let Some(ask) = take(&mut self.person.late, which) {
            assert!(
                self.interceptor
                    .on_answer(ask, decline(), self.now)
                    .is_empty()
            );
        }
    }

    pub(super) fn doorbell_is_lost(&mut self) {
        for (ask, _) in std::mem::take(&mut self.person.open) {
            self.person.opened.retain(|opened| *opened != ask);
            let actions = self.interceptor.on_answer(ask, Answer::Lost, self.now);
            self.see(actions);
        }
    }
}
