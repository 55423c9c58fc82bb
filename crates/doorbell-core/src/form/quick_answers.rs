//! Answers that a single click or key can give, for simple forms.

use std::collections::HashSet;

use super::Form;
use super::input::Input;
use crate::text::visible_prefix;
use crate::view::{ControlView as Control, FormKindView};

const MAX_QUICK_ANSWERS: usize = 3;
/// A longer label would be cut and could mislead.
const MAX_LABEL_CHARACTERS: usize = 30;

impl Form {
    /// Returns the answers with their labels. Empty unless the form has a single field, a boolean or a
    /// short choice, that does not ask for a secret.
    pub fn quick_answers(&self) -> Vec<(String, Input)> {
        let [field] = &*self.fields else {
            return Vec::new();
        };
        if field.initial_view.secret.is_some() || field.marked_secret {
            return Vec::new();
        }
        match &field.initial_view.control {
            Control::Switch | Control::YesNo => {
                let (yes, no) = match self.kind() {
                    FormKindView::YesNo { yes, no, .. } => (yes, no),
                    FormKindView::OneChoice | FormKindView::Fields => {
                        ("Yes".to_owned(), "No".to_owned())
                    }
                };
                vec![
                    (yes, Input::Flag { on: true }),
                    (no, Input::Flag { on: false }),
                ]
            }
            Control::Choice { options, .. } if options.len() <= MAX_QUICK_ANSWERS => {
                let titles: HashSet<&str> =
                    options.iter().map(|option| option.title.as_str()).collect();
                let fits = |title: &&str| visible_prefix(title, MAX_LABEL_CHARACTERS) == *title;
                if titles.len() < options.len() || !titles.iter().all(fits) {
                    return Vec::new();
                }
                let options = options.iter().enumerate();
                options
                    .map(|(index, option)| (option.title.clone(), Input::Choice { index }))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}
