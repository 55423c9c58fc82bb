//! The legacy era's error -32042: the person must open links before a call can succeed.

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState};
use serde::Deserialize;
use serde_json::value::RawValue;
use url::Url;

use super::Interceptor;
use super::answer::is_handed_back;
use super::calls::{BlockedOn, Call};
use super::capability::Mode;
use super::claims::QuestionContext;
use super::question::{Purpose, Question};
use crate::action::{Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::ParsedLine;

pub(super) const MAX_ROUNDS: u32 = 3;
/// MCP's URLElicitationRequiredError.
const LINKS_REQUIRED: i64 = -32042;

/// The unfinished links of a call.
pub(super) struct Links {
    /// The server's error, for the agent if Doorbell cannot ask.
    line: Bytes,
    remaining: usize,
}

pub(super) fn is_links_required(error: &RawValue) -> bool {
    #[derive(Deserialize)]
    struct Code {
        code: i64,
    }
    serde_json::from_str(error.get()).is_ok_and(|Code { code }| code == LINKS_REQUIRED)
}

impl Interceptor {
    pub(super) fn ask_links(&mut self, id: Id, mut call: Call, message: &ParsedLine<'_>) {
        let declared = self.declared_for(&call);
        let links = message.error.map(listed_links).unwrap_or_default();
        let are_links = links
            .iter()
            .all(|link| Mode::from_params(link) == Some(Mode::Url));
        if links.is_empty() || !are_links || !self.is_for_doorbell(declared, Mode::Url) {
            return self.end_call(&call, message);
        }
        let text =
            format!("The server asked for links {MAX_ROUNDS} times and still doesn't continue");
        if !self.begin_round(&mut call, MAX_ROUNDS, &text) {
            return;
        }
        let context = QuestionContext {
            tool: call.subject(),
            group: Some(self.ids.next_id()),
            hand_back: declared.by_host.has(Mode::Url),
        };
        call.blocked_on = Some(BlockedOn::Links(Links {
            line: message.line.clone(),
            remaining: links.len(),
        }));
        self.calls.put_back(id.clone(), call);
        for link in links {
            let purpose = Purpose::Link {
                call: id.clone(),
                domain: domain(&link),
            };
            let question = Question::new(Mode::Url, purpose);
            self.expect_completion(&link);
            if self.ask(&link, &context, question).is_err() {
                return self.fall_back_links(&id, "One of the links is too long for Doorbell");
            }
        }
    }

    pub(super) fn answer_link(&mut self, ask: AskId, call: &Id, domain: &str, answer: Answer) {
        if self.await_link_if_accepted(ask, &answer) {
            return;
        }
        let Some(question) = self.questions.remove(&ask) else {
            return;
        };
        match answer {
            // The person opened the link; the server knows whether they finished.
            Answer::Unavailable if question.is_link_opened => self.complete_link(call),
            Answer::Unavailable => self.fall_back_links(call, "Doorbell could not ask the person"),
            Answer::Rejected { message, .. } => {
                self.fall_back_links(call, &format!("Doorbell could not show a link ({message})"));
            }
            Answer::Result(result) if is_handed_back(&result) => self.return_links(call),
            Answer::Result(result) => {
                let text = match (result.action, &result.outcome().reason) {
                    (Verdict::Accept, _) => return self.complete_link(call),
                    (Verdict::Decline, _) => format!("The person declined to open {domain}"),
                    (Verdict::Cancel, Some(reason)) => {
                        let reason = reason.trim_end_matches('.');
                        format!("The link to {domain} was not opened: {reason}")
                    }
                    (Verdict::Cancel, None) => {
                        format!("The person cancelled the question about {domain}")
                    }
                };
                self.abandon_links(call, &text);
            }
        }
    }

    pub(super) fn finish_link(&mut self, id: &Id, domain: &str, state: DoneState) {
        let text = match state {
            DoneState::Done => return self.complete_link(id),
            DoneState::Cancelled => format!("The person did not finish what {domain} asked"),
            DoneState::Expired => format!("Nobody confirmed that {domain} is finished"),
            DoneState::Unknown => format!("Doorbell no longer knows whether {domain} is finished"),
        };
        self.abandon_links(id, &text);
    }

    fn complete_link(&mut self, id: &Id) {
        let blocked_on = self.calls.get_mut(id).map(|call| &mut call.blocked_on);
        let Some(Some(BlockedOn::Links(links))) = blocked_on else {
            return;
        };
        links.remaining = links.remaining.saturating_sub(1);
        if links.remaining == 0
            && let Some(call) = self.calls.remove(id)
        {
            self.resend(id.clone(), call, |_, _| {});
        }
    }

    /// Doorbell cannot ask: returns the links to the agent if it supports them, else fails the call.
    fn fall_back_links(&mut self, id: &Id, text: &str) {
        let declared = self.calls.get(id).map(|call| self.declared_for(call));
        if declared.is_some_and(|declared| declared.by_host.has(Mode::Url)) {
            self.return_links(id);
        } else {
            self.abandon_links(id, text);
        }
    }

    /// Forwards the server's original error to the agent, and later the completions.
    fn return_links(&mut self, id: &Id) {
        self.withdraw_for_call(id);
        if let Some(call) = self.calls.remove(id)
            && let Some(BlockedOn::Links(Links { line, .. })) = &call.blocked_on
            && let Some(message) = ParsedLine::parse(line)
        {
            for link in message.error.map(listed_links).unwrap_or_default() {
                self.forget_completion(&link);
            }
            self.end_call(&call, &message);
        }
    }

    /// Fails a call whose links will not all be opened. The error is not -32042: an agent that opens
    /// links itself must not ask again for what the person has just refused.
    fn abandon_links(&mut self, id: &Id, why: &str) {
        self.withdraw_for_call(id);
        if let Some(call) = self.calls.remove(id) {
            self.fail_call(&call, &format!("{why}; the call was not repeated."));
        }
    }
}

fn listed_links(error: &RawValue) -> Vec<Members<'_>> {
    let data = Members::parse(error).and_then(|error| error.object("data"));
    let list = data.and_then(|data| data.get("elicitations"));
    list.and_then(|list| serde_json::from_str(list.get()).ok())
        .unwrap_or_default()
}

/// Returns the link's host for use in a sentence.
fn domain(link: &Members<'_>) -> String {
    link.string("url")
        .and_then(|url| Some(Url::parse(&url).ok()?.host_str()?.to_owned()))
        .unwrap_or_else(|| "the link".to_owned())
}
