//! The fields of a form, and the check of their values.

use std::fmt;

use serde::Serialize;

use crate::form::Input;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FormView {
    pub kind: FormKindView,
    /// In the server's order.
    pub fields: Vec<FieldView>,
    /// Of the initial values.
    pub check: CheckView,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum FormKindView {
    /// Answered by [`Press::Answer`](super::Press::Answer). Its field, if any, has only a title and
    /// a description.
    YesNo {
        /// The buttons' labels: "Yes" or "Yes: Delete".
        yes: String,
        no: String,
        /// True if Decline is offered, too; otherwise No declines.
        decline: bool,
    },
    /// One group of radio buttons or one menu: Enter sends once something is chosen.
    OneChoice,
    Fields,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FieldView {
    /// The accessible name: the title, or the property's name.
    pub title: String,
    pub description: Option<String>,
    pub required: bool,
    pub control: ControlView,
    /// The initial value.
    pub input: Input,
    /// The rule, shown before any mistake: "1 to 100". That of check boxes follows their count:
    /// "choose 1 or 2".
    pub hint: Option<String>,
    /// A rule that Doorbell cannot check.
    pub note: Option<String>,
    /// Set if the field asks for a secret. Its value is masked.
    pub secret: Option<SecretView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct SecretView {
    /// Why the person should not send it.
    pub warning: String,
    /// "the password", for the check box without which it is not sent.
    pub noun: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "control", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum ControlView {
    /// Input: `text`.
    Text { multiline: bool },
    /// Input: `text`.
    Email,
    /// Never opened. Input: `text`.
    Uri,
    /// 2026-11-16. Input: `text`.
    Date,
    /// 2026-11-16 14:30. Input: `text`.
    DateTime {
        /// Used when none is typed: "Europe/Berlin, UTC+01:00" or "UTC".
        zone: String,
    },
    /// Input: `text`.
    Number { whole: bool },
    /// On or off, always sent. Input: `flag`.
    Switch,
    /// Yes, No and, if optional, No answer. Input: `flag` or `empty`.
    YesNo,
    /// Input: `choice` or `empty`.
    Choice {
        /// In the server's order.
        options: Vec<OptionView>,
        look: ChoiceLook,
    },
    /// Any of several. Input: `choices`.
    Choices { options: Vec<OptionView> },
    /// Free texts. Input: `list`.
    List,
    /// Anything else, written as JSON. Input: `text`.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum ChoiceLook {
    /// Up to 5 options.
    Radio,
    /// Up to 20 options.
    Select,
    /// More options: a list with a search field.
    Search,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct OptionView {
    pub title: String,
    /// What is sent, if other options have the same title.
    pub value: Option<String>,
    pub description: Option<String>,
}

#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct CheckView {
    pub fields: Vec<FieldCheckView>,
    /// How many fields have a problem.
    pub problems: usize,
    /// The JSON that would be sent now, with secrets masked.
    pub preview: String,
}

impl CheckView {
    pub(crate) fn empty() -> Self {
        Self {
            fields: Vec::new(),
            problems: 0,
            preview: String::new(),
        }
    }
}

#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FieldCheckView {
    /// A sentence.
    pub problem: Option<String>,
    /// How the value is sent, if that differs from what was typed.
    pub sent_as: Option<String>,
    /// Set if the value looks like a secret, or the field asks for one.
    pub secret: Option<SecretView>,
}

/// Omits texts that could repeat input, which must never reach a log.
impl fmt::Debug for CheckView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckView")
            .field("fields", &self.fields)
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}

/// Omits the problem itself: its sentence may repeat input.
impl fmt::Debug for FieldCheckView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FieldCheckView")
            .field("has_problem", &self.problem.is_some())
            .field("is_secret", &self.secret.is_some())
            .finish_non_exhaustive()
    }
}
