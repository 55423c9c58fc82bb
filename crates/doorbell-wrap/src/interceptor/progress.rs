//! "Waiting for your answer in Doorbell": keeps those patient who would give up.

use std::collections::HashMap;
use std::time::Instant;

use bytes::Bytes;
use serde_json::json;

use super::Interceptor;
use super::calls::Call;
use super::question::Purpose;
use crate::action::{Action, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::Heard;
use crate::splice::Splice;

/// Each notice adds a thousandth: progress must rise, and the server's own shall still be seen.
const STEPS: f64 = 1000.0;
/// How many tokens are remembered; a server may name some that nobody gave it.
pub(super) const MOST_TOKENS: usize = 256;
const TEXT: &str = "Waiting for your answer in Doorbell";

/// What was said of progress so far.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) told: HashMap<Id, Told>,
    /// When the next notice is due.
    pub(super) next: Option<Instant>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Told {
    last: f64,
    /// Whether the proxy said something itself, so that the server may fall behind.
    by_us: bool,
}

impl Progress {
    /// The call that some of it belongs to is over.
    pub(super) fn forget(&mut self, call: &Call) {
        // Most calls say nothing of progress, and need not be read again.
        if !self.told.is_empty()
            && let Some(token) = call.token().and_then(Id::read)
        {
            self.told.remove(&token);
        }
    }

    /// The next number for a token.
    fn step(&mut self, token: Id) -> f64 {
        let told = self.told.entry(token).or_default();
        told.by_us = true;
        told.last = above(told.last);
        told.last
    }

    /// The server said `progress`; what it is lifted to, if it fell behind.
    fn hear(&mut self, token: Id, progress: f64) -> Option<f64> {
        if self.told.len() >= MOST_TOKENS {
            self.told.retain(|_, told| told.by_us);
        }
        let told = self.told.entry(token).or_default();
        if told.by_us && progress <= told.last {
            told.last = above(told.last);
            return Some(told.last);
        }
        told.last = progress;
        None
    }
}

/// A little more, as long as there is more.
fn above(last: f64) -> f64 {
    let next = (last * STEPS + 1.0).round() / STEPS;
    let next = if next > last { next } else { last.next_up() };
    next.min(f64::MAX)
}

impl Interceptor {
    /// Tells everyone who waits for these questions that the person is being waited for.
    pub(super) fn show_progress(&mut self, waiting: &[AskId]) {
        let mut told = Vec::new();
        let mut lines = Vec::new();
        for ask in waiting {
            let Some(question) = self.questions.get_mut(ask) else {
                continue;
            };
            let calls = match &question.purpose {
                Purpose::Push(push) => {
                    if let Some(token) = &push.token {
                        question.told += 1;
                        let progress = question.told.into();
                        lines.push(Action::ToServer(notice(token, progress)));
                    }
                    push.calls.as_slice()
                }
                Purpose::Link { call, .. } | Purpose::Key { call, .. } => {
                    std::slice::from_ref(call)
                }
                Purpose::Task { .. } => &[],
            };
            for call in calls {
                let token = self.calls.get(call).and_then(|call| call.token());
                let Some((token, id)) = token.and_then(|raw| Some((raw.get(), Id::read(raw)?)))
                else {
                    continue;
                };
                if !told.contains(&id) {
                    let progress = self.progress.step(id.clone());
                    lines.push(Action::ToHost(notice(token, progress)));
                    told.push(id);
                }
            }
        }
        self.actions.append(&mut lines);
    }

    /// Passes the server's progress on; it must not fall behind what the proxy said.
    pub(super) fn pass_progress(&mut self, message: &Heard<'_>) {
        let params = message.params.and_then(Members::read).unwrap_or_default();
        let heard = params.get("progressToken").and_then(Id::read);
        let progress = params.get("progress");
        let value = progress.and_then(|raw| raw.get().parse::<f64>().ok());
        let value = value.filter(|value| value.is_finite());
        let lifted = match (heard, value) {
            (Some(token), Some(value)) if !self.calls.is_empty() => {
                self.progress.hear(token, value)
            }
            _ => None,
        };
        match (progress, lifted) {
            (Some(raw), Some(lifted)) => {
                let mut splice = Splice::of(message.line);
                splice.replace(raw, json!(lifted).to_string());
                self.actions.push(Action::ToHost(splice.finish()));
            }
            _ => self.send_host(message.line.clone()),
        }
    }
}

fn notice(token: &str, progress: f64) -> Bytes {
    let progress = json!(progress);
    let text = json!(TEXT);
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\"progressToken\":{token},\"progress\":{progress},\"message\":{text}}}}}\n"
    )
    .into()
}
