//! Notices: what an agent tells its person. Some take a reply, or lead to the agent's terminal.

use serde_json::{Map, Value, json};

use super::question::{BodyState, QuestionId};
use super::{AgentBody, Board, Effect};
use crate::agent_question::Notice;
use crate::form::Input;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::question_set::written;
use crate::view::{BodyView, CheckView, FieldCheckView, NoticeReason, PressReply};

const NO_REPLY: &str = "Write something first";

pub(super) struct NoticeBody {
    notice: Notice,
    reply: String,
}

impl NoticeBody {
    pub fn new(notice: Notice) -> Self {
        let reply = String::new();
        Self { notice, reply }
    }

    /// The only field is the reply.
    pub fn edit(&mut self, field: usize, input: Input, touched: &mut bool) -> bool {
        let text = match input {
            Input::Text { text } => text,
            Input::Empty => String::new(),
            _ => return false,
        };
        if field != 0 || !self.notice.takes_reply {
            return false;
        }
        *touched |= self.reply != text;
        self.reply = text;
        true
    }

    pub fn wants(&self) -> &'static str {
        match self.notice.reason {
            NoticeReason::Finished => "has finished",
            NoticeReason::WaitsInTerminal => "waits for you in the terminal",
        }
    }

    pub fn first_words(&self) -> &'static str {
        match self.notice.reason {
            NoticeReason::Finished => "Finished",
            NoticeReason::WaitsInTerminal => "Waits for you in the terminal",
        }
    }

    pub fn view(&self) -> BodyView {
        BodyView::Notice {
            reason: self.notice.reason,
            reply: self.notice.takes_reply.then(|| Input::Text {
                text: self.reply.clone(),
            }),
            terminal: self.notice.has_terminal,
        }
    }

    pub fn takes_reply(&self) -> bool {
        self.notice.takes_reply
    }

    /// `None` for a notice that takes no reply.
    fn reply(&self) -> Option<&str> {
        self.notice.takes_reply.then(|| written(&self.reply))
    }
}

impl Board {
    /// Ends a notice that its session has made outdated. One that the person has written in stays
    /// on the screen.
    pub fn withdraw_notice(&mut self, id: QuestionId, now: &Moment) {
        if let Some(question) = self.open_question(id) {
            let reason = format!("{} went on.", question.headline());
            self.end_by_asker(id, Outcome::Withdrawn, reason, now);
        }
    }

    pub(super) fn send_reply(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(reply) = self.notice_body(id).and_then(NoticeBody::reply) else {
            return PressReply::Stale;
        };
        if reply.is_empty() {
            let field = FieldCheckView {
                problem: Some(NO_REPLY.to_owned()),
                sent_as: None,
                secret: None,
            };
            let check = CheckView {
                problems: 1,
                fields: vec![field],
                preview: String::new(),
            };
            return PressReply::Problems { check, first: 0 };
        }
        let content: Map<String, Value> = Map::from_iter([("reply".to_owned(), json!(reply))]);
        self.end_with(id, "Sent to", Outcome::Accepted, Some(content), now)
    }

    pub(super) fn close_notice(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        self.end_with(id, "Closed", Outcome::Accepted, None, now)
    }

    /// The person takes it from here, so the notice ends.
    pub(super) fn press_go_to_terminal(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let has_terminal = |body: &NoticeBody| body.notice.has_terminal;
        let session = self.open_question(id).map(super::Question::session);
        match session.filter(|_| self.notice_body(id).is_some_and(has_terminal)) {
            Some(session) => {
                self.effects.push(Effect::ShowTerminal { session });
                self.end_with(id, "Closed", Outcome::Accepted, None, now)
            }
            None => PressReply::Stale,
        }
    }

    fn notice_body(&self, id: QuestionId) -> Option<&NoticeBody> {
        let question = self.questions.iter().find(|question| question.id == id)?;
        match &question.body {
            BodyState::Agent(body) => match &**body {
                AgentBody::Notice(body) => Some(body),
                AgentBody::Questions { .. } | AgentBody::Plan { .. } => None,
            },
            BodyState::Form { .. } | BodyState::Link(_) | BodyState::Permission(_) => None,
        }
    }
}
