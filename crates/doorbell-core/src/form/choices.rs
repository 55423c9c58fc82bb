//! Forms that one press could answer.

use super::Form;
use super::control::Control;
use super::input::Input;
use super::options;
use crate::text::beginning;

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
        if self.secret.is_some() || field.secret.is_some() || field.marked_secret {
            return Vec::new();
        }
        match &field.control {
            Control::Switch | Control::YesNo => vec![
                ("Yes".to_owned(), Input::Flag { on: true }),
                ("No".to_owned(), Input::Flag { on: false }),
            ],
            Control::Choice(options) if (1..=MOST_CHOICES).contains(&options.len()) => {
                let titles: Vec<_> = options::view(options)
                    .into_iter()
                    .map(|option| option.title)
                    .collect();
                let told_apart = (1..titles.len()).all(|at| !titles[..at].contains(&titles[at]));
                let whole = titles.iter().all(|title| beginning(title, LABEL) == *title);
                let each = titles.into_iter().enumerate();
                each.filter(|_| told_apart && whole)
                    .map(|(index, title)| (title, Input::Choice { index }))
                    .collect()
            }
            Control::Choice(_)
            | Control::Text { .. }
            | Control::Email
            | Control::Uri
            | Control::Date
            | Control::DateTime
            | Control::Number { .. }
            | Control::Choices(_)
            | Control::List
            | Control::Json => Vec::new(),
        }
    }
}
