//! Forms that one press could answer.

use std::collections::HashSet;

use super::Form;
use super::input::Input;
use crate::text::beginning;
use crate::view::ControlView as Control;

/// The most options a form may have to be answered with one press.
const MOST_CHOICES: usize = 3;
/// The longest label of such an answer. What is cut short could hide what it says.
const LABEL: usize = 30;

impl Form {
    /// The answers one press could give, with their labels: of a form with nothing but one boolean
    /// or one short choice, which neither asks for a secret nor needs explaining. Else none.
    pub fn choices(&self) -> Vec<(String, Input)> {
        let [field] = &*self.fields else {
            return Vec::new();
        };
        if self.secret.is_some() || field.shown.secret.is_some() || field.marked_secret {
            return Vec::new();
        }
        match &field.shown.control {
            Control::Switch | Control::YesNo => vec![
                ("Yes".to_owned(), Input::Flag { on: true }),
                ("No".to_owned(), Input::Flag { on: false }),
            ],
            Control::Choice { options, .. } if options.len() <= MOST_CHOICES => {
                let titles: HashSet<&str> = options.iter().map(|one| one.title.as_str()).collect();
                let whole = |title: &&str| beginning(title, LABEL) == *title;
                if titles.len() < options.len() || !titles.iter().all(whole) {
                    return Vec::new();
                }
                let each = options.iter().enumerate();
                each.map(|(index, option)| (option.title.clone(), Input::Choice { index }))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}
