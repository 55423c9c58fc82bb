//! Tells askers that wish it that a person is still being waited for.

use std::collections::HashMap;
use std::time::Duration;

use doorbell_core::board::QuestionId;
use doorbell_protocol::{ProgressParams, ProgressToken};

/// The questions whose askers wish to hear of progress.
pub struct Progress {
    every: Duration,
    waits: HashMap<QuestionId, Wait>,
}

struct Wait {
    token: ProgressToken,
    told: u64,
    next: Duration,
}

impl Progress {
    pub fn new(every: Duration) -> Self {
        Self {
            every,
            waits: HashMap::new(),
        }
    }

    pub fn begin(&mut self, question: QuestionId, token: ProgressToken, now: Duration) {
        let wait = Wait {
            token,
            told: 0,
            next: now + self.every,
        };
        self.waits.insert(question, wait);
    }

    pub fn end(&mut self, question: QuestionId) {
        self.waits.remove(&question);
    }

    pub fn next_tick(&self) -> Option<Duration> {
        self.waits.values().map(|wait| wait.next).min()
    }

    /// What is due to be told.
    pub fn due(&mut self, now: Duration) -> Vec<(QuestionId, ProgressParams)> {
        let every = self.every;
        self.waits
            .iter_mut()
            .filter(|(_, wait)| wait.next <= now)
            .map(|(question, wait)| {
                wait.told += 1;
                wait.next = now + every;
                let params = ProgressParams {
                    progress_token: wait.token.clone(),
                    progress: wait.told,
                    message: "Waiting for your answer in Doorbell".to_owned(),
                };
                (*question, params)
            })
            .collect()
    }
}
