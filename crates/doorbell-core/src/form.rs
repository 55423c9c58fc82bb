//! Forms: the fields that a server asks for, the person's inputs, and the answer.
//!
//! Schemas are read leniently and in their own order. Every property becomes a field; an unknown kind
//! is answered as JSON. Remote references are never fetched, and patterns match in linear time.

mod calendar;
mod control;
mod field;
mod hint;
mod initial_input;
mod input;
mod keyword;
mod kind;
mod limits;
mod normalise;
mod notes;
mod nullable;
mod number;
mod options;
mod preview;
mod problem;
mod quick_answers;
mod repair;
mod rules;
mod schema;
pub(crate) mod secrets;

pub use input::Input;
pub use kind::{AnswerLabels, YesNoAnswer};
pub use limits::{FormError, FormLimits};

use std::fmt;
use std::sync::Arc;

use jiff::Zoned;
use serde_json::{Map, Value};

use self::field::Field;
use crate::view::{CheckView, FieldCheckView, FormView};

/// Limits the values of an answer as JSON, so that the answer fits into one line of the protocol.
pub const MAX_ANSWER_BYTES: usize = 1_000_000;

/// An immutable form. Cheap to clone.
///
/// The caller holds the person's inputs, one [`Input`] per field; missing ones are empty.
#[derive(Clone)]
pub struct Form {
    fields: Arc<[Field]>,
    labels: AnswerLabels,
}

impl Form {
    pub fn read(
        message: &str,
        requested_schema: &Value,
        limits: &FormLimits,
    ) -> Result<Self, FormError> {
        let mut fields = schema::read_fields(requested_schema, limits)?;
        secrets::mark_fields(message, &mut fields);
        kind::list_only_choice(&mut fields);
        Ok(Self {
            fields: fields.into(),
            labels: AnswerLabels::default(),
        })
    }

    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns true for a plain confirmation.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    pub fn initial_inputs(&self) -> Vec<Input> {
        self.fields
            .iter()
            .map(|field| field.initial_view.input.clone())
            .collect()
    }

    /// Returns true if the field exists and takes this kind of input.
    pub fn accepts(&self, field: usize, input: &Input) -> bool {
        self.fields
            .get(field)
            .is_some_and(|field| control::accepts(&field.initial_view.control, input))
    }

    pub fn view(&self, inputs: &[Input], now: &Zoned) -> FormView {
        FormView {
            kind: self.kind(),
            fields: self
                .fields_with(inputs)
                .map(|(field, input)| field.view(input, now))
                .collect(),
            check: self.check(inputs, now),
        }
    }

    /// Checks every field. The preview omits fields with a problem.
    pub fn check(&self, inputs: &[Input], now: &Zoned) -> CheckView {
        let mut content = Map::new();
        let mut fields = Vec::with_capacity(self.fields.len());
        for ((field, input), value) in self.fields_with(inputs).zip(self.values(inputs, now)) {
            let mut checked = FieldCheckView {
                problem: None,
                sent_as: None,
                secret: secrets::reason_for(field, input),
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
            preview: preview::render(&content),
        }
    }

    /// Returns the content of the answer, or the index of the first field with a problem.
    pub fn content(&self, inputs: &[Input], now: &Zoned) -> Result<Map<String, Value>, usize> {
        let mut content = Map::new();
        for (index, value) in self.values(inputs, now).into_iter().enumerate() {
            if let Some(value) = value.map_err(|_| index)? {
                content.insert(self.fields[index].name.clone(), value);
            }
        }
        Ok(content)
    }

    pub fn asks_for_secret(&self) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| field.initial_view.secret.is_some())
    }

    /// Returns the index of the first filled-in field that asks for or contains a secret.
    pub fn first_secret_field(&self, inputs: &[Input]) -> Option<usize> {
        self.fields_with(inputs).position(|(field, input)| {
            !field.is_empty(input) && secrets::reason_for(field, input).is_some()
        })
    }

    /// Returns the content for the person to copy. Invalid inputs are in it as typed.
    pub fn content_to_copy(&self, inputs: &[Input], now: &Zoned) -> Map<String, Value> {
        self.fields_with(inputs)
            .filter_map(|(field, input)| {
                let value = match field.value(input, now) {
                    Ok(value) => value?,
                    Err(_) => field.raw_value(input)?,
                };
                Some((field.name.clone(), value))
            })
            .collect()
    }

    /// Returns the inputs to store in a draft: those that differ from the initial ones, without
    /// secrets.
    pub fn changed_inputs(&self, inputs: &[Input]) -> Vec<Option<Input>> {
        self.fields_with(inputs)
            .map(|(field, input)| {
                let is_changed = *input != field.initial_view.input;
                let is_stored = is_changed && secrets::reason_for(field, input).is_none();
                is_stored.then(|| input.clone())
            })
            .collect()
    }

    /// Restores the inputs of a draft that the fields still accept.
    pub fn restore_inputs(&self, inputs: &mut [Input], draft: &[Option<Input>]) {
        for (index, (input, stored)) in inputs.iter_mut().zip(draft).enumerate() {
            if let Some(stored) = stored.as_ref().filter(|stored| self.accepts(index, stored)) {
                input.clone_from(stored);
            }
        }
    }

    /// Returns each field's value or problem. If the answer is too long, its longest value gets the
    /// problem.
    fn values(&self, inputs: &[Input], now: &Zoned) -> Vec<Result<Option<Value>, String>> {
        let mut values: Vec<_> = self
            .fields_with(inputs)
            .map(|(field, input)| field.value(input, now))
            .collect();
        let bytes: Vec<usize> = values
            .iter()
            .map(|value| match value {
                Ok(Some(value)) => value.to_string().len(),
                Ok(None) | Err(_) => 0,
            })
            .collect();
        let total: usize = bytes.iter().sum();
        if total > MAX_ANSWER_BYTES
            && let Some(longest) = (0..bytes.len()).max_by_key(|index| bytes[*index])
        {
            values[longest] = Err(problem::too_long(total, MAX_ANSWER_BYTES));
        }
        values
    }

    fn fields_with<'a>(
        &'a self,
        inputs: &'a [Input],
    ) -> impl Iterator<Item = (&'a Field, &'a Input)> {
        let missing = std::iter::repeat(&Input::Empty);
        self.fields.iter().zip(inputs.iter().chain(missing))
    }
}

/// Shows only the size: titles come from the server and do not belong in a log.
impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Form({} fields)", self.len())
    }
}

#[cfg(test)]
mod tests;
