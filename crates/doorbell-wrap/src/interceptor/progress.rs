//! Sends progress so that calls and questions do not time out while the person is asked.

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
use crate::message::ParsedLine;
use crate::splice::Splice;

/// Each notification adds a thousandth: progress must increase, but the server's value stays visible.
const STEPS: f64 = 1000.0;
/// How many tokens are remembered: a server may send progress for unknown tokens.
pub(super) const MAX_TOKENS: usize = 256;
const TEXT: &str = "Waiting for your answer in Doorbell";

#[derive(Default)]
pub(super) struct Progress {
    pub(super) sent: HashMap<Id, TokenProgress>,
    pub(super) next_update: Option<Instant>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct TokenProgress {
    last: f64,
    /// Whether the proxy has sent progress, so that the server's values may be too low.
    by_proxy: bool,
}

impl Progress {
    /// Forgets the token of a finished call.
    pub(super) fn forget(&mut self, call: &Call) {
        // Avoids parsing most calls again.
        if !self.sent.is_empty()
            && let Some(token) = call.progress_token().and_then(Id::parse)
        {
            self.sent.remove(&token);
        }
    }

    /// Returns the proxy's next value for a token.
    fn next_value(&mut self, token: Id) -> f64 {
        let entry = self.sent.entry(token).or_default();
        entry.by_proxy = true;
        entry.last = increment(entry.last);
        entry.last
    }

    /// Records a value from the server. Returns a replacement if it is not above the last one sent.
    fn on_server_value(&mut self, token: Id, progress: f64) -> Option<f64> {
        if self.sent.len() >= MAX_TOKENS {
            self.sent.retain(|_, entry| entry.by_proxy);
        }
        let entry = self.sent.entry(token).or_default();
        if entry.by_proxy && progress <= entry.last {
            entry.last = increment(entry.last);
            return Some(entry.last);
        }
        entry.last = progress;
        None
    }
}

/// Returns a slightly larger value, up to the largest double.
fn increment(last: f64) -> f64 {
    let next = (last * STEPS + 1.0).round() / STEPS;
    let next = if next > last { next } else { last.next_up() };
    next.min(f64::MAX)
}

impl Interceptor {
    /// Sends progress to the agent and the server for these questions.
    pub(super) fn send_progress(&mut self, asks: &[AskId]) {
        let mut notified = Vec::new();
        let mut lines = Vec::new();
        for ask in asks {
            let Some(question) = self.questions.get_mut(ask) else {
                continue;
            };
            let calls = match &question.purpose {
                Purpose::Request(request) => {
                    if let Some(token) = &request.progress_token {
                        question.progress_sent += 1;
                        let progress = question.progress_sent.into();
                        lines.push(Action::ToServer(progress_line(token, progress)));
                    }
                    request.calls.as_slice()
                }
                Purpose::Link { call, .. } | Purpose::RoundInput { call, .. } => {
                    std::slice::from_ref(call)
                }
                Purpose::TaskInput { .. } => &[],
            };
            for call in calls {
                let token = self.calls.get(call).and_then(|call| call.progress_token());
                let Some((token, id)) = token.and_then(|raw| Some((raw.get(), Id::parse(raw)?)))
                else {
                    continue;
                };
                if !notified.contains(&id) {
                    let progress = self.progress.next_value(id.clone());
                    lines.push(Action::ToHost(progress_line(token, progress)));
                    notified.push(id);
                }
            }
        }
        self.actions.append(&mut lines);
    }

    /// Forwards the server's progress, raised where it would fall below the proxy's.
    pub(super) fn forward_progress(&mut self, message: &ParsedLine<'_>) {
        let params = message.params.and_then(Members::parse).unwrap_or_default();
        let token = params.get("progressToken").and_then(Id::parse);
        let progress = params.get("progress");
        let value = progress.and_then(|raw| raw.get().parse::<f64>().ok());
        let value = value.filter(|value| value.is_finite());
        let raised = match (token, value) {
            (Some(token), Some(value)) if !self.calls.is_empty() => {
                self.progress.on_server_value(token, value)
            }
            _ => None,
        };
        match (progress, raised) {
            (Some(raw), Some(raised)) => {
                let mut splice = Splice::new(message.line);
                splice.replace(raw, json!(raised).to_string());
                self.actions.push(Action::ToHost(splice.finish()));
            }
            _ => self.send_host(message.line.clone()),
        }
    }
}

fn progress_line(token: &str, progress: f64) -> Bytes {
    let progress = json!(progress);
    let text = json!(TEXT);
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\"progressToken\":{token},\"progress\":{progress},\"message\":{text}}}}}\n"
    )
    .into()
}
