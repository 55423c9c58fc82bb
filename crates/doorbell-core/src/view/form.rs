//! The fields of a question and what is wrong with their values.

use std::fmt;

use serde::Serialize;

use crate::form::Input;

/// A form.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FormView {
    /// In the order the server wrote them. None: a plain confirmation.
    pub fields: Vec<FieldView>,
    /// The first check, of the values the form opens with.
    pub check: CheckView,
    /// Set when the question itself asks for something MCP forbids in a form: why.
    pub secret: Option<String>,
}

/// One field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FieldView {
    /// The title, or the property's name: the accessible name.
    pub title: String,
    /// The server's explanation.
    pub description: Option<String>,
    /// Whether an answer must be given.
    pub required: bool,
    /// What it is answered with.
    pub control: ControlView,
    /// What it holds when the form opens.
    pub input: Input,
    /// The rule in our words, shown before any mistake: "1 to 100".
    pub hint: Option<String>,
    /// A rule that Doorbell cannot check, said so.
    pub note: Option<String>,
    /// Set when the field asks for a secret: why we think so. Its value is masked.
    pub secret: Option<String>,
}

/// How a field is answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "control", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum ControlView {
    /// Free text. Input: `text`.
    Text {
        /// Whether several lines are expected.
        multiline: bool,
    },
    /// An e-mail address. Input: `text`.
    Email,
    /// An address on the web or elsewhere; never opened. Input: `text`.
    Uri,
    /// A day, written 2026-11-16. Input: `text`.
    Date,
    /// A day and a time, written 2026-11-16 14:30. Input: `text`.
    DateTime {
        /// The zone it is sent with when none is typed: "Europe/Berlin, UTC+01:00".
        zone: String,
    },
    /// A number. Input: `text`.
    Number {
        /// Whether only whole numbers count.
        whole: bool,
    },
    /// On or off, always sent. Input: `flag`.
    Switch,
    /// Yes, No and, if optional, No answer. Input: `flag` or `empty`.
    YesNo,
    /// One of several. Input: `choice`, or `empty`.
    Choice {
        /// In the server's order.
        options: Vec<OptionView>,
        /// How many there are decides how they look.
        look: ChoiceLook,
    },
    /// Any of several. Input: `choices`.
    Choices {
        /// In the server's order.
        options: Vec<OptionView>,
    },
    /// A list of free texts. Input: `list`.
    List,
    /// Anything else, written as JSON. Input: `text`.
    Json,
}

/// How a single choice looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum ChoiceLook {
    /// Up to five.
    Radio,
    /// Up to twenty.
    Select,
    /// More: a list with a search field.
    Search,
}

/// One option of a choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct OptionView {
    /// What the person reads.
    pub title: String,
    /// What is sent, if it reads differently.
    pub value: Option<String>,
    /// The server's explanation.
    pub description: Option<String>,
}

/// Every field as checked just now.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct CheckView {
    /// One for each field, in order.
    pub fields: Vec<FieldCheckView>,
    /// How many fields have a problem.
    pub problems: usize,
    /// What would be sent now: the exact JSON, with secrets masked.
    pub preview: String,
}

impl CheckView {
    /// There is nothing to check.
    pub(crate) fn nothing() -> Self {
        Self {
            fields: Vec::new(),
            problems: 0,
            preview: String::new(),
        }
    }
}

/// One field as checked just now.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FieldCheckView {
    /// What is wrong, in a sentence for people.
    pub problem: Option<String>,
    /// How the value is sent, when it reads differently from what was typed.
    pub sent_as: Option<String>,
    /// Set when what was typed looks like a secret, or the field asks for one: why.
    pub secret: Option<String>,
}

/// Leaves out what could repeat what a person typed, which must never reach a log.
impl fmt::Debug for CheckView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckView")
            .field("fields", &self.fields)
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}

/// Says whether there is a problem, not which: its sentence may repeat what was typed.
impl fmt::Debug for FieldCheckView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FieldCheckView")
            .field("has_problem", &self.problem.is_some())
            .field("is_secret", &self.secret.is_some())
            .finish_non_exhaustive()
    }
}
