//! Answers to a permission: allow once, as asked or changed, allow more, or deny.

use serde_json::{Map, Value, json};

use super::Board;
use super::question::{BodyState, PermissionBody, QuestionId};
use crate::form::Input;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::permission::{ALLOW, DENY, Permission};
use crate::question_set::{typed, written};
use crate::view::{BodyView, EditableTextView, PressReply};

/// The field of the message. The texts of the action follow it.
pub(super) const MESSAGE: usize = 0;

impl PermissionBody {
    pub fn new(permission: Permission) -> Self {
        Self {
            texts: permission.texts(),
            permission,
            read: false,
            message: String::new(),
            editing: false,
            change: None,
        }
    }

    /// Returns false if there is no such field, or it cannot hold that.
    pub fn edit(&mut self, field: usize, input: Input, touched: &mut bool) -> bool {
        let text = match input {
            Input::Text { text } => text,
            Input::Empty => String::new(),
            _ => return false,
        };
        let current = match field {
            MESSAGE => Some(&mut self.message),
            _ if self.editing => self.texts.get_mut(field - 1),
            _ => None,
        };
        let Some(current) = current else {
            return false;
        };
        *touched |= *current != text;
        *current = text;
        if field != MESSAGE {
            self.change = self.permission.change(&self.texts);
        }
        true
    }

    pub fn view(&self) -> BodyView {
        let mut permission = self.permission.view().clone();
        if let Some(change) = &self.change {
            permission.detail = change.detail.clone();
            // They are about what was asked for.
            permission.choices.clear();
        }
        let asked = self.permission.texts();
        permission.texts = asked
            .into_iter()
            .zip(&self.texts)
            .enumerate()
            .map(|(index, (asked, text))| EditableTextView {
                label: self.permission.text_label(index),
                asked,
                text: text.clone(),
            })
            .collect();
        BodyView::Permission {
            permission,
            read: self.read,
            message: typed(&self.message),
            editing: self.editing,
            changed: self.change.is_some(),
            problem: self.problem().map(str::to_owned),
        }
    }

    /// Why it cannot be allowed as the person changed it.
    fn problem(&self) -> Option<&'static str> {
        self.change.as_ref()?.problem
    }

    /// The answer that allows it, or `None` if that choice is not offered.
    fn allowance(&self, choice: Option<usize>) -> Option<Map<String, Value>> {
        let id = match (choice, &self.change) {
            (None, _) => ALLOW,
            (Some(index), None) => self.permission.choice_id(index)?,
            (Some(_), Some(_)) => return None,
        };
        let mut content = match self.permission.takes_note() {
            true => self.message_content(),
            false => Map::new(),
        };
        content.insert("choice".to_owned(), json!(id));
        if let Some(change) = &self.change {
            content.insert("changed".to_owned(), json!(change.sent));
        }
        Some(content)
    }

    fn denial(&self) -> Map<String, Value> {
        let mut content = self.message_content();
        content.insert("choice".to_owned(), json!(DENY));
        content
    }

    fn message_content(&self) -> Map<String, Value> {
        let message = written(&self.message);
        let message = (!message.is_empty()).then(|| ("message".to_owned(), json!(message)));
        message.into_iter().collect()
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

    /// Shows what the person changed. What would be allowed is another thing now, so the guard
    /// restarts.
    pub(super) fn changed_permission(&mut self, id: QuestionId, now: &Moment) {
        if self.screen.question() == Some(id) {
            self.screen.mark_moved(now.steady);
            self.update_guard(now);
        }
        self.push_view();
    }

    pub(super) fn press_edit(&mut self, id: QuestionId) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let BodyState::Permission(body) = &mut question.body else {
            return PressReply::Stale;
        };
        if body.texts.is_empty() {
            return PressReply::Stale;
        }
        body.editing = true;
        self.push_view();
        PressReply::Done
    }

    pub(super) fn press_allow(
        &mut self,
        id: QuestionId,
        choice: Option<usize>,
        now: &Moment,
    ) -> PressReply {
        let Some(body) = self.permission_body(id) else {
            return PressReply::Stale;
        };
        let Some(content) = body.allowance(choice) else {
            return PressReply::Stale;
        };
        // The page shows the problem.
        if !body.read || body.problem().is_some() {
            return PressReply::Unread;
        }
        self.end_with(id, "Allowed", Outcome::Accepted, Some(content), now)
    }

    pub(super) fn press_deny(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(body) = self.permission_body(id) else {
            return PressReply::Stale;
        };
        let content = body.denial();
        self.end_with(id, "Denied", Outcome::Declined, Some(content), now)
    }

    fn permission_body(&self, id: QuestionId) -> Option<&PermissionBody> {
        let question = self.questions.iter().find(|question| question.id == id)?;
        match &question.body {
            BodyState::Permission(body) => Some(body),
            BodyState::Form { .. } | BodyState::Link(_) | BodyState::Agent(_) => None,
        }
    }
}
