//! Permission to use a tool: allow once, always allow, or deny with a reason.

use serde_json::{Map, json};

use super::Board;
use super::question::{BodyState, PermissionBody, QuestionId};
use crate::form::Input;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::view::{BodyView, PressReply};

pub(super) const MAX_REASON_BYTES: usize = 4 * 1024;

impl PermissionBody {
    /// The only field is the reason for a denial. Returns false for any other.
    pub fn edit(&mut self, field: usize, input: Input, touched: &mut bool) -> bool {
        let text = match (field, input) {
            (0, Input::Text { text }) => text,
            (0, Input::Empty) => String::new(),
            _ => return false,
        };
        *touched |= self.reason != text;
        self.reason = text;
        true
    }

    pub fn view(&self) -> BodyView {
        BodyView::Permission {
            tool: self.permission.tool().to_owned(),
            arguments: self.permission.arguments().to_owned(),
            rules: self.permission.rules().to_vec(),
            read: self.read,
        }
    }
}

impl Board {
    /// The last line of the arguments was on the screen.
    pub fn read_to_end(&mut self, id: &str, generation: u64) {
        let id = QuestionId::parse(id);
        if !self.screen.matches(id, generation) {
            return;
        }
        if let Some(BodyState::Permission(body)) = id
            .and_then(|id| self.question_mut(id))
            .map(|question| &mut question.body)
            && !body.read
        {
            body.read = true;
            self.push_view();
        }
    }

    pub(super) fn press_allow(&mut self, id: QuestionId, always: bool, now: &Moment) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let BodyState::Permission(body) = &question.body else {
            return PressReply::Stale;
        };
        if always && body.permission.rules().is_empty() {
            return PressReply::Stale;
        }
        if !body.read {
            return PressReply::Unread;
        }
        let done = format!("Allowed {}.", question.headline());
        let content = Map::from_iter([("always".to_owned(), json!(always))]);
        self.end_by_person(id, Outcome::Accepted, Some(content), now);
        self.show_next(Some(done), now);
        PressReply::Done
    }

    pub(super) fn press_deny(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let BodyState::Permission(body) = &question.body else {
            return PressReply::Stale;
        };
        let reason = body.reason.trim();
        let reason = &reason[..reason.floor_char_boundary(MAX_REASON_BYTES)];
        let content =
            (!reason.is_empty()).then(|| Map::from_iter([("reason".to_owned(), json!(reason))]));
        let done = format!("Denied {}.", question.headline());
        self.end_by_person(id, Outcome::Declined, content, now);
        self.show_next(Some(done), now);
        PressReply::Done
    }
}
