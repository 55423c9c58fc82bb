//! The legacy era's error -32042: a call that needs links opened before it can succeed.

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState};
use serde::Deserialize;
use serde_json::value::RawValue;
use url::Url;

use super::Interceptor;
use super::answer::is_handed_back;
use super::calls::{Call, Waiting};
use super::capability::Mode;
use super::claims::About;
use super::question::{Purpose, Question};
use crate::action::{Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::Heard;

/// How often a call is sent again because of links.
pub(super) const MOST_ROUNDS: u32 = 3;
/// MCP's URLElicitationRequiredError.
const LINKS_REQUIRED: i64 = -32042;

/// What a call waits for.
pub(super) struct Links {
    /// The server's answer, for the agent should it have to do without Doorbell.
    line: Bytes,
    /// How many are not finished.
    left: usize,
}

/// Whether an error asks for links.
pub(super) fn is_required(error: &RawValue) -> bool {
    #[derive(Deserialize)]
    struct Code {
        code: i64,
    }
    serde_json::from_str(error.get()).is_ok_and(|Code { code }| code == LINKS_REQUIRED)
}

impl Interceptor {
    /// Asks about every link that the error lists.
    pub(super) fn ask_links(&mut self, id: Id, mut call: Call, message: &Heard<'_>) {
        let declared = self.declared_with(&call);
        let links = message.error.map(listed).unwrap_or_default();
        let are_links = links.iter().all(|link| Mode::of(link) == Some(Mode::Url));
        if links.is_empty() || !are_links || !self.is_for_doorbell(declared, Mode::Url) {
            return self.end_call(&call, message);
        }
        let text =
            format!("The server asked for links {MOST_ROUNDS} times and still does not go on");
        if !self.may_ask_again(&mut call, MOST_ROUNDS, &text) {
            return;
        }
        let about = About {
            tool: call.subject(),
            group: Some(self.names.text()),
            hand_back: declared.host.has(Mode::Url),
        };
        call.waiting = Some(Waiting::Links(Links {
            line: message.line.clone(),
            left: links.len(),
        }));
        self.calls.put_back(id.clone(), call);
        for link in links {
            let purpose = Purpose::Link {
                call: id.clone(),
                domain: domain(&link),
            };
            let question = Question::new(Mode::Url, purpose);
            self.expect_completion(&link);
            if self.ask(&link, &about, question).is_err() {
                return self.without_links(&id, "One of the links is too long for Doorbell");
            }
        }
    }

    pub(super) fn answer_link(&mut self, ask: AskId, call: &Id, domain: &str, answer: Answer) {
        if self.awaits_done(ask, &answer) {
            return;
        }
        let Some(question) = self.questions.remove(&ask) else {
            return;
        };
        match answer {
            // The person agreed and went there; whether they finished, the server will say.
            Answer::Lost if question.is_opened => self.count_link(call),
            Answer::Lost => self.without_links(call, "Doorbell could not ask the person"),
            Answer::Rejected { message, .. } => {
                self.without_links(call, &format!("Doorbell could not show a link ({message})"));
            }
            Answer::Given(result) if is_handed_back(&result) => self.hand_links_back(call),
            Answer::Given(result) => {
                let text = match (result.action, &result.outcome().reason) {
                    (Verdict::Accept, _) => return self.count_link(call),
                    (Verdict::Decline, _) => format!("The person declined to open {domain}"),
                    (Verdict::Cancel, Some(reason)) => {
                        let reason = reason.trim_end_matches('.');
                        format!("The link to {domain} was not opened: {reason}")
                    }
                    (Verdict::Cancel, None) => {
                        format!("The person closed the question about {domain}")
                    }
                };
                self.give_links_up(call, &text);
            }
        }
    }

    /// A link is finished, or never will be.
    pub(super) fn finish_link(&mut self, id: &Id, domain: &str, state: DoneState) {
        let text = match state {
            DoneState::Done => return self.count_link(id),
            DoneState::Cancelled => format!("The person did not finish what {domain} asked"),
            DoneState::Expired => format!("Nobody said that {domain} is finished"),
            DoneState::Unknown => format!("Doorbell no longer knows whether {domain} is finished"),
        };
        self.give_links_up(id, &text);
    }

    fn count_link(&mut self, id: &Id) {
        let waiting = self.calls.get_mut(id).map(|call| &mut call.waiting);
        let Some(Some(Waiting::Links(links))) = waiting else {
            return;
        };
        links.left = links.left.saturating_sub(1);
        if links.left == 0
            && let Some(call) = self.calls.remove(id)
        {
            self.repeat(id.clone(), call, |_, _| {});
        }
    }

    /// Doorbell cannot ask: the agent does if it can.
    fn without_links(&mut self, id: &Id, text: &str) {
        let declared = self.calls.get(id).map(|call| self.declared_with(call));
        if declared.is_some_and(|declared| declared.host.has(Mode::Url)) {
            self.hand_links_back(id);
        } else {
            self.give_links_up(id, text);
        }
    }

    /// Gives the agent the server's error as it came, and what the server says of its links.
    fn hand_links_back(&mut self, id: &Id) {
        self.withdraw_of(id);
        if let Some(call) = self.calls.remove(id)
            && let Some(Waiting::Links(Links { line, .. })) = &call.waiting
            && let Some(message) = Heard::read(line)
        {
            for link in message.error.map(listed).unwrap_or_default() {
                self.forget_completion(&link);
            }
            self.end_call(&call, &message);
        }
    }

    /// Ends a call whose links will not all be opened. The answer is not -32042: an agent that
    /// opens links itself must not ask for what the person has just refused.
    fn give_links_up(&mut self, id: &Id, why: &str) {
        self.withdraw_of(id);
        if let Some(call) = self.calls.remove(id) {
            self.fail_call(&call, &format!("{why}; the call was not repeated."));
        }
    }
}

/// The links of an error.
fn listed(error: &RawValue) -> Vec<Members<'_>> {
    let data = Members::read(error).and_then(|error| error.object("data"));
    let list = data.and_then(|data| data.get("elicitations"));
    list.and_then(|list| serde_json::from_str(list.get()).ok())
        .unwrap_or_default()
}

/// Where a link leads, for a sentence.
fn domain(link: &Members<'_>) -> String {
    link.text("url")
        .and_then(|url| Some(Url::parse(&url).ok()?.host_str()?.to_owned()))
        .unwrap_or_else(|| "the link".to_owned())
}
