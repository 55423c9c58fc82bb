//! Answers to a permission: allow once, allow more, or deny with a message.

use serde_json::{Map, json};

use super::Board;
use super::question::{BodyState, PermissionBody, QuestionId};
use crate::form::Input;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::permission::{ALLOW, DENY};
use crate::view::{BodyView, PressReply};

pub(super) const MAX_MESSAGE_BYTES: usize = 4 * 1024;

impl PermissionBody {
    /// The only field is the message of a denial. Returns false for any other.
    pub fn edit(&mut self, field: usize, input: Input, touched: &mut bool) -> bool {
        let text = match (field, input) {
            (0, Input::Text { text }) => text,
            (0, Input::Empty) => String::new(),
            _ => return false,
        };
        *touched |= self.message != text;
        self.message = text;
        true
    }

    pub fn view(&self) -> BodyView {
        BodyView::Permission {
            permission: self.permission.view().clone(),
            read: self.read,
        }
    }
}

impl Board {
    /// The last line of what would be allowed was on the screen.
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

    pub(super) fn press_allow(
        &mut self,
        id: QuestionId,
        choice: Option<usize>,
        now: &Moment,
    ) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let BodyState::Permission(body) = &question.body else {
            return PressReply::Stale;
        };
        let choice = match choice {
            None => Some(ALLOW),
            Some(index) => body.permission.choice_id(index),
        };
        let Some(choice) = choice else {
            return PressReply::Stale;
        };
        if !body.read {
            return PressReply::Unread;
        }
        let content = Map::from_iter([("choice".to_owned(), json!(choice))]);
        let done = format!("Allowed {}.", question.headline());
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
        let message = body.message.trim();
        let message = &message[..message.floor_char_boundary(MAX_MESSAGE_BYTES)];
        let mut content = Map::from_iter([("choice".to_owned(), json!(DENY))]);
        if !message.is_empty() {
            content.insert("message".to_owned(), json!(message));
        }
        let done = format!("Denied {}.", question.headline());
        self.end_by_person(id, Outcome::Declined, Some(content), now);
        self.show_next(Some(done), now);
        PressReply::Done
    }
}
