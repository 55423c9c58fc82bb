//! How the person answers a form: with two buttons, with one choice, or field by field.

use jiff::Zoned;

use super::Form;
use super::field::Field;
use super::input::Input;
use crate::text::visible;
use crate::view::{ChoiceLook, ControlView as Control, FormKindView};

/// The digits 1 to 9 choose.
const MAX_NUMBERED_OPTIONS: usize = 9;

/// What the asker wants to stand after Yes and No.
#[derive(Clone, Debug, Default)]
pub struct AnswerLabels {
    pub yes: Option<String>,
    pub no: Option<String>,
}

/// What Yes or No does.
#[derive(Debug, PartialEq)]
pub enum YesNoAnswer {
    Accept(Vec<Input>),
    Decline,
}

impl Form {
    /// Sets the asker's labels. Ignores one with characters that would have to be made visible, and
    /// both unless this is a yes/no form.
    #[must_use]
    pub fn with_labels(mut self, labels: AnswerLabels) -> Self {
        let is_plain = |label: &String| visible(label) == *label;
        self.labels = AnswerLabels {
            yes: labels.yes.filter(is_plain),
            no: labels.no.filter(is_plain),
        };
        self
    }

    pub fn kind(&self) -> FormKindView {
        if self.is_yes_no() {
            return FormKindView::YesNo {
                yes: answer_label("Yes", self.labels.yes.as_deref()),
                no: answer_label("No", self.labels.no.as_deref()),
                decline: !self.is_empty(),
            };
        }
        match &*self.fields {
            [field] if is_one_choice(&field.initial_view.control) => FormKindView::OneChoice,
            _ => FormKindView::Fields,
        }
    }

    /// Returns true for a form without fields, and for one required boolean without a default.
    pub fn is_yes_no(&self) -> bool {
        match &*self.fields {
            [] => true,
            [field] => {
                let allows = |on: bool| field.value(&Input::Flag { on }, &Zoned::default()).is_ok();
                field.initial_view.control == Control::YesNo
                    && field.initial_view.required
                    && allows(true)
                    && allows(false)
            }
            _ => false,
        }
    }

    /// Returns `None` unless this is a yes/no form.
    pub fn yes_no_answer(&self, yes: bool) -> Option<YesNoAnswer> {
        if !self.is_yes_no() {
            return None;
        }
        Some(match (self.is_empty(), yes) {
            (true, true) => YesNoAnswer::Accept(Vec::new()),
            (true, false) => YesNoAnswer::Decline,
            (false, on) => YesNoAnswer::Accept(vec![Input::Flag { on }]),
        })
    }
}

/// Shows the options of a form of one choice instead of a menu if a digit can choose each of them.
pub(super) fn list_only_choice(fields: &mut [Field]) {
    let [field] = fields else { return };
    if let Control::Choice { options, look } = &mut field.initial_view.control
        && options.len() <= MAX_NUMBERED_OPTIONS
    {
        *look = ChoiceLook::Radio;
    }
}

fn is_one_choice(control: &Control) -> bool {
    match control {
        Control::YesNo => true,
        Control::Choice { look, .. } => *look != ChoiceLook::Search,
        _ => false,
    }
}

/// "Yes: Delete". Doorbell's word comes first, so that no label can turn the meaning around.
fn answer_label(word: &str, label: Option<&str>) -> String {
    label.map_or_else(|| word.to_owned(), |label| format!("{word}: {label}"))
}
