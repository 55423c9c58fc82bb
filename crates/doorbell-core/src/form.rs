//! A form: the fields a server asks for, what a person typed in them, and the answer.
//!
//! A schema is read leniently and in its own order, and no property is ever lost: what is not
//! understood is answered as JSON. Nothing of it is fetched, and none of its patterns can take
//! more than linear time.

mod calendar;
mod choices;
mod control;
mod field;
mod hint;
mod input;
mod keyword;
mod limits;
mod normal;
mod note;
mod nullable;
mod number;
mod opening;
mod options;
mod preview;
mod problem;
mod properties;
mod repair;
mod rules;
mod secrets;

pub use input::Input;
pub use limits::{FormLimits, Unreadable};

use std::fmt;
use std::sync::Arc;

use jiff::Zoned;
use serde_json::{Map, Value};

use self::field::Field;
use crate::view::{CheckView, FieldCheckView, FormView};

/// The most bytes the values of an answer may have as JSON. A line of the wire has room for that
/// and for what goes around it.
pub const ANSWER_BYTES: usize = 1_000_000;

/// A form, read from what the server sent. Cheap to clone.
///
/// The form does not change; what the person typed is kept beside it, one [`Input`] for each
/// field. Where fewer are given than there are fields, the rest are empty.
#[derive(Clone)]
pub struct Form {
    fields: Arc<[Field]>,
    secret: Option<String>,
}

impl Form {
    /// Reads a form from the message and the schema of an `elicitation/create`.
    pub fn read(
        message: &str,
        requested_schema: &Value,
        limits: &FormLimits,
    ) -> Result<Self, Unreadable> {
        let mut fields = properties::read(requested_schema, limits)?;
        let secret = secrets::find(message, &mut fields);
        Ok(Self {
            fields: fields.into(),
            secret,
        })
    }

    /// How many fields it has.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether it has no fields and is a plain confirmation.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// What each field holds when the form opens: its default, or nothing.
    pub fn opening(&self) -> Vec<Input> {
        self.fields
            .iter()
            .map(|field| field.shown.input.clone())
            .collect()
    }

    /// Whether there is such a field and it can hold such an input.
    pub fn accepts(&self, field: usize, input: &Input) -> bool {
        self.fields
            .get(field)
            .is_some_and(|field| control::accepts(&field.shown.control, input))
    }

    /// The form as the page shows it, holding these inputs.
    pub fn view(&self, inputs: &[Input], now: &Zoned) -> FormView {
        FormView {
            fields: self
                .with(inputs)
                .map(|(field, input)| field.view(input, now))
                .collect(),
            check: self.check(inputs, now),
            secret: self.secret.clone(),
        }
    }

    /// Checks every field. The preview holds what can be sent; a field with a problem is not in
    /// it.
    pub fn check(&self, inputs: &[Input], now: &Zoned) -> CheckView {
        let mut content = Map::new();
        let mut fields = Vec::with_capacity(self.fields.len());
        for ((field, input), value) in self.with(inputs).zip(self.values(inputs, now)) {
            let mut checked = FieldCheckView {
                problem: None,
                sent_as: None,
                secret: secrets::in_field(field, input),
            };
            match value {
                Ok(Some(_)) if checked.secret.is_some() && !field.is_empty(input) => {
                    content.insert(field.name.clone(), Value::from(preview::MASK));
                }
                Ok(Some(value)) => {
                    checked.sent_as = field.sent_as(input, &value);
                    content.insert(field.name.clone(), value);
                }
                Ok(None) => {}
                Err(problem) => checked.problem = Some(problem),
            }
            fields.push(checked);
        }
        CheckView {
            problems: fields
                .iter()
                .filter(|checked| checked.problem.is_some())
                .count(),
            fields,
            preview: preview::spell(&content),
        }
    }

    /// The content of an accepting answer, or the first field with a problem, from 0.
    pub fn content(&self, inputs: &[Input], now: &Zoned) -> Result<Map<String, Value>, usize> {
        let mut content = Map::new();
        for (place, value) in self.values(inputs, now).into_iter().enumerate() {
            if let Some(value) = value.map_err(|_| place)? {
                content.insert(self.fields[place].name.clone(), value);
            }
        }
        Ok(content)
    }

    /// The first field, from 0, that holds a value and asks for a secret or holds what looks
    /// like one.
    pub fn secret_held(&self, inputs: &[Input]) -> Option<usize> {
        self.with(inputs).position(|(field, input)| {
            !field.is_empty(input) && secrets::in_field(field, input).is_some()
        })
    }

    /// What can be made of the inputs, for the person to copy. What has a problem is in it as it
    /// was typed.
    pub fn draft(&self, inputs: &[Input], now: &Zoned) -> Map<String, Value> {
        self.with(inputs)
            .filter_map(|(field, input)| {
                let value = match field.value(input, now) {
                    Ok(value) => value?,
                    Err(_) => field.typed(input)?,
                };
                Some((field.name.clone(), value))
            })
            .collect()
    }

    /// What of the inputs is worth keeping for later: what differs from what the form opens with,
    /// and never a secret.
    pub fn typed(&self, inputs: &[Input]) -> Vec<Option<Input>> {
        self.with(inputs)
            .map(|(field, input)| {
                let keep = *input != field.shown.input && secrets::in_field(field, input).is_none();
                keep.then(|| input.clone())
            })
            .collect()
    }

    /// Puts back what was kept, as far as the fields can hold it.
    pub fn fill(&self, inputs: &mut [Input], kept: &[Option<Input>]) {
        for (place, (held, kept)) in inputs.iter_mut().zip(kept).enumerate() {
            if let Some(kept) = kept.as_ref().filter(|kept| self.accepts(place, kept)) {
                held.clone_from(kept);
            }
        }
    }

    /// Every field's value, or what is wrong with it. If the answer as a whole is too long for
    /// the wire, its longest value is what is wrong.
    fn values(&self, inputs: &[Input], now: &Zoned) -> Vec<Result<Option<Value>, String>> {
        let mut values: Vec<_> = self
            .with(inputs)
            .map(|(field, input)| field.value(input, now))
            .collect();
        let bytes: Vec<usize> = values
            .iter()
            .map(|value| match value {
                Ok(Some(value)) => value.to_string().len(),
                Ok(None) | Err(_) => 0,
            })
            .collect();
        let all: usize = bytes.iter().sum();
        if all > ANSWER_BYTES
            && let Some(longest) = (0..bytes.len()).max_by_key(|place| bytes[*place])
        {
            values[longest] = Err(problem::too_long(all, ANSWER_BYTES));
        }
        values
    }

    fn with<'a>(&'a self, inputs: &'a [Input]) -> impl Iterator<Item = (&'a Field, &'a Input)> {
        let rest = std::iter::repeat(&Input::Empty);
        self.fields.iter().zip(inputs.iter().chain(rest))
    }
}

/// Says the size only: titles are the server's, and not for a log.
impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Form({} fields)", self.len())
    }
}

#[cfg(test)]
mod tests;
