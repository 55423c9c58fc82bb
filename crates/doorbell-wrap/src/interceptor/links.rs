//! The legacy era's error -32042: a call that needs links opened before it can succeed.

use std::collections::VecDeque;
use std::time::Instant;

use bytes::Bytes;
use doorbell_protocol::{Action as Verdict, DoneState};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use url::Url;

use super::Interceptor;
use super::calls::{At, Call, Waiting};
use super::capability::Mode;
use super::claims::About;
use super::legacy::is_handed_back;
use super::question::{Purpose, Question};
use crate::action::{Action, Answer, AskId};
use crate::id::Id;
use crate::members::Members;
use crate::message::Message;
use crate::splice::Splice;

/// How often a call is sent again because of links.
pub(super) const MOST_ROUNDS: u32 = 3;
/// How many links the server may still call finished.
pub(super) const MOST_COMPLETIONS: usize = 256;
/// MCP's URLElicitationRequiredError.
const LINKS_REQUIRED: i64 = -32042;
/// An error of the proxy's own, where a result cannot say it.
const NOT_REPEATED: i64 = -32000;

/// What a call waits for.
pub(super) struct Links {
    /// The server's answer, for the agent should it have to do without Doorbell.
    line: Bytes,
    /// How many are not finished.
    left: usize,
}

/// Links that Doorbell asked about, so that it and not the agent hears that they are finished.
#[derive(Default)]
pub(super) struct Completions(VecDeque<String>);

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
    pub(super) fn ask_links(
        &mut self,
        id: Id,
        mut call: Call,
        line: &Bytes,
        message: &Message<'_>,
        now: Instant,
    ) {
        let is_declared = call.declared.unwrap_or(self.host).has(Mode::Url);
        let links = message.error.map(listed).unwrap_or_default();
        if links.is_empty() || !self.is_for_doorbell(is_declared) {
            return self.end_call(&id, &call, line, message);
        }
        call.rounds += 1;
        if call.rounds > MOST_ROUNDS {
            let text = format!(
                "The server asked for links {MOST_ROUNDS} times and still does not go on; the call was not repeated."
            );
            return self.fail_call(&id, &call, &text);
        }
        let group = self.names.text();
        let about = About {
            tool: call.subject(),
            group: Some(group),
            hand_back: is_declared,
        };
        call.wait_for(Waiting::Links(Links {
            line: line.clone(),
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
            if self.ask(&link, &about, question, now).is_err() {
                return self.without_links(&id, "One of the links is too long for Doorbell");
            }
        }
    }

    pub(super) fn answer_link(&mut self, ask: AskId, call: &Id, domain: &str, answer: Answer) {
        let is_opened = self.questions.get(&ask).is_some_and(|link| link.is_opened);
        match answer {
            // The person agreed and went there; whether they finished, the server will say.
            Answer::Lost if is_opened => {
                self.questions.remove(&ask);
                self.finish_link(call, domain, DoneState::Done);
            }
            Answer::Lost => self.without_links(call, "Doorbell could not ask the person"),
            Answer::Rejected { message, .. } => {
                self.without_links(call, &format!("Doorbell could not show a link ({message})"));
            }
            Answer::Given(result) if is_handed_back(&result) => self.hand_links_back(call),
            Answer::Given(result) if result.action == Verdict::Accept => {
                match (&result.outcome().question, self.questions.get_mut(&ask)) {
                    (Some(name), Some(question)) => {
                        question.is_opened = true;
                        let question = name.clone();
                        self.actions.push(Action::AwaitDone { ask, question });
                    }
                    _ => {
                        self.questions.remove(&ask);
                        self.finish_link(call, domain, DoneState::Done);
                    }
                }
            }
            Answer::Given(result) => {
                let text = match (result.action, &result.outcome().reason) {
                    (Verdict::Decline, _) => format!("The person declined to open {domain}"),
                    (_, Some(reason)) => {
                        let reason = reason.trim_end_matches('.');
                        format!("The link to {domain} was not opened: {reason}")
                    }
                    (_, None) => format!("The person closed the question about {domain}"),
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
        let waiting = self.calls.get_mut(id).and_then(Call::waiting);
        let Some(Waiting::Links(links)) = waiting else {
            return;
        };
        links.left -= 1;
        if links.left == 0
            && let Some(call) = self.calls.remove(id)
        {
            self.repeat(id.clone(), call, |_, _| {});
        }
    }

    /// Sends a call again under a new name. `change` may change its params.
    pub(super) fn repeat(
        &mut self,
        id: Id,
        mut call: Call,
        change: impl FnOnce(&RawValue, &mut Splice<'_>),
    ) {
        let Some(message) = Message::read(&call.line) else {
            return;
        };
        let known_as = Id::Text(self.names.text());
        let mut splice = Splice::of(&call.line);
        if let Some(id) = message.id {
            splice.replace(id, known_as.to_json());
        }
        if let Some(params) = message.params {
            change(params, &mut splice);
        }
        let line = splice.finish();
        self.actions.push(Action::ToServer(line));
        call.at = At::Server {
            known_as: Some(known_as),
        };
        self.calls.put_back(id, call);
    }

    /// Doorbell cannot ask: the agent does if it can.
    fn without_links(&mut self, id: &Id, text: &str) {
        let declared = self.calls.get(id).and_then(|call| call.declared);
        if declared.unwrap_or(self.host).has(Mode::Url) {
            self.hand_links_back(id);
        } else {
            self.give_links_up(id, text);
        }
    }

    /// Gives the agent the server's error as it came.
    fn hand_links_back(&mut self, id: &Id) {
        self.withdraw_of(id);
        let Some(mut call) = self.calls.remove(id) else {
            return;
        };
        let line = match call.waiting() {
            Some(Waiting::Links(links)) => links.line.clone(),
            Some(Waiting::Round(_)) | None => return,
        };
        if let Some(message) = Message::read(&line) {
            self.end_call(id, &call, &line, &message);
        }
    }

    /// Ends a call whose links will not all be opened. The answer is not -32042: an agent that
    /// opens links itself must not ask for what the person has just refused.
    fn give_links_up(&mut self, id: &Id, why: &str) {
        self.withdraw_of(id);
        if let Some(call) = self.calls.remove(id) {
            self.fail_call(id, &call, &format!("{why}; the call was not repeated."));
        }
    }

    /// Ends a call that is no longer in the table, in words that a model understands.
    pub(super) fn fail_call(&mut self, id: &Id, call: &Call, text: &str) {
        let spelled = call.spelled();
        let is_modern = call.declared.is_some();
        let answer = match call.method.as_str() {
            "tools/call" => {
                let mut result =
                    json!({"content": [{"type": "text", "text": text}], "isError": true});
                if is_modern {
                    result["resultType"] = "complete".into();
                }
                format!(r#""result":{result}"#)
            }
            _ => {
                let error = json!({"code": NOT_REPEATED, "message": text});
                format!(r#""error":{error}"#)
            }
        };
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{spelled},{answer}}}\n");
        self.actions.push(Action::ToHost(line.into()));
        self.withdraw_pushes(id);
        self.rest();
    }

    /// Remembers a link by the server's name for it.
    pub(super) fn expect_completion(&mut self, params: &Members<'_>) {
        let Some(elicitation) = params.text("elicitationId") else {
            return;
        };
        let expected = &mut self.completions.0;
        if expected.len() == MOST_COMPLETIONS {
            expected.pop_front();
        }
        expected.push_back(elicitation);
    }

    /// The server says that a link is finished. Says whether it was one that Doorbell asked about.
    pub(super) fn server_completes(&mut self, message: &Message<'_>) -> bool {
        let params = message.params.and_then(Members::read);
        let named = params.and_then(|params| params.text("elicitationId"));
        let expected = &mut self.completions.0;
        let Some(at) = expected
            .iter()
            .position(|known| Some(known) == named.as_ref())
        else {
            return false;
        };
        if let Some(elicitation) = expected.remove(at) {
            self.actions.push(Action::Complete { elicitation });
        }
        true
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
