//! One field: its control, its rules, and the value of its input.

use std::collections::BTreeSet;

use jiff::Zoned;
use serde_json::{Map, Value};

use super::input::Input;
use super::limits::{FormError, FormLimits};
use super::normalise::Normaliser;
use super::notes::Notes;
use super::rules::Rules;
use super::{calendar, control, hint, initial_input, nullable, number, options};
use crate::text;
use crate::view::{ControlView as Control, FieldView};

const ANSWER_MISSING: &str = "Required";
const CHOICE_MISSING: &str = "Choose one";
const CONTRADICTION: &str =
    "Not checked by Doorbell: this field’s other rules, which no option meets.";

pub(super) struct Field {
    /// The property's name.
    pub(super) name: String,
    pub(super) initial_view: FieldView,
    /// The value of each option of a choice.
    options: Vec<Value>,
    /// True if the schema itself marks the value as secret.
    pub(super) marked_secret: bool,
    nullable: bool,
    default: Option<Value>,
    rules: Rules,
}

impl Field {
    /// Reads one property. `number` counts fields from 1, for error messages.
    pub(super) fn read(
        (name, property): (&str, &Value),
        required: bool,
        normaliser: &mut Normaliser<'_>,
        limits: &FormLimits,
        number: usize,
    ) -> Result<Self, FormError> {
        let mut notes = Notes::default();
        let mut schema = match normaliser.normalise(property, &mut notes) {
            Value::Object(schema) => schema,
            Value::Bool(false) => Map::from_iter([("allOf".to_owned(), Value::from(vec![false]))]),
            Value::Bool(true) => Map::new(),
            _ => {
                notes.add_unchecked_rule("the property, because it is no schema");
                Map::new()
            }
        };
        let nullable = nullable::unwrap(&mut schema);
        if let Some(Value::Object(items)) = schema.get_mut("items") {
            nullable::unwrap(items);
        }
        // Draft 3 has `required` in the property itself.
        let own_required = schema.get("required").and_then(Value::as_bool);
        if own_required.is_some() {
            schema.shift_remove("required");
        }
        let (control, options) = control::choose(&schema);
        if options.len() > limits.options {
            return Err(FormError::TooManyOptions {
                field: number,
                found: options.len(),
                limit: limits.options,
            });
        }
        let input = initial_input::read(&control, &options, schema.get("default"), &mut notes);
        let (rules, schema) = compile(schema, &control, &options, &mut notes);
        let label = |keyword: &str| schema.get(keyword).and_then(options::label);
        Ok(Self {
            name: name.to_owned(),
            marked_secret: schema
                .get("format")
                .is_some_and(|format| format == "password")
                || schema.get("writeOnly") == Some(&Value::Bool(true)),
            nullable,
            // Ignored if it cannot be shown: a person must see what an empty field sends.
            default: (input != Input::Empty)
                .then(|| schema.get("default").cloned())
                .flatten(),
            initial_view: FieldView {
                title: label("title").unwrap_or_else(|| default_title(name)),
                description: label("description"),
                required: required || own_required == Some(true),
                hint: hint::describe(&control, &schema),
                control,
                input,
                note: notes.into_text(),
                secret: None,
            },
            options,
            rules,
        })
    }

    pub(super) fn is_empty(&self, input: &Input) -> bool {
        match input {
            Input::Empty => true,
            Input::Text { text } => match self.initial_view.control {
                Control::Text { .. } => text.is_empty(),
                _ => text.trim().is_empty(),
            },
            Input::Choices { indices } => indices.is_empty(),
            Input::List { items } => items.is_empty(),
            Input::Flag { .. } | Input::Choice { .. } => false,
        }
    }

    /// Returns the value to send, `None` to omit the field, or the problem as text for the person.
    pub(super) fn value(&self, input: &Input, now: &Zoned) -> Result<Option<Value>, String> {
        if self.is_empty(input) {
            return self.empty_value();
        }
        let value = match (&self.initial_view.control, input) {
            (Control::Text { .. }, Input::Text { text }) => Value::from(text.as_str()),
            (Control::Email | Control::Uri, Input::Text { text }) => Value::from(text.trim()),
            (Control::Date, Input::Text { text }) => Value::from(calendar::read_date(text.trim())?),
            (Control::DateTime { .. }, Input::Text { text }) => {
                let typed = Value::from(text.as_str());
                if self.default.as_ref() == Some(&typed) && self.rules.allows(&typed) {
                    return Ok(Some(typed));
                }
                Value::from(calendar::read_date_time(text.trim(), now)?)
            }
            (Control::Number { whole }, Input::Text { text }) => number::read(text.trim(), *whole)?,
            (Control::Json, Input::Text { text }) => {
                serde_json::from_str(text).map_err(|error| format!("Not valid JSON: {error}"))?
            }
            (Control::Switch | Control::YesNo, Input::Flag { on }) => Value::from(*on),
            (Control::Choice { .. }, Input::Choice { index }) => {
                self.options.get(*index).ok_or(CHOICE_MISSING)?.clone()
            }
            (Control::Choices { .. }, Input::Choices { indices }) => {
                let chosen: BTreeSet<usize> = indices.iter().copied().collect();
                self.option_values(&chosen)
            }
            (Control::List, Input::List { items }) => items.iter().map(String::as_str).collect(),
            _ => return Err(ANSWER_MISSING.to_owned()),
        };
        match self.rules.problem(&value) {
            Some(problem) if !(self.nullable && value.is_null()) => Err(problem),
            _ => Ok(Some(value)),
        }
    }

    fn option_values<'a>(&self, indices: impl IntoIterator<Item = &'a usize>) -> Value {
        let indices = indices.into_iter();
        indices
            .filter_map(|index| self.options.get(*index).cloned())
            .collect()
    }

    /// Returns the value of an empty field.
    ///
    /// Optional fields are omitted; required nullable ones send null. A list that is required or has
    /// a default sends an empty list if the rules allow it: only this can mean "none of them". A text
    /// whose default is empty sends the empty text.
    fn empty_value(&self) -> Result<Option<Value>, String> {
        let is_list = matches!(
            self.initial_view.control,
            Control::Choices { .. } | Control::List
        );
        let empty = if is_list && (self.initial_view.required || self.default.is_some()) {
            Some(Value::Array(Vec::new()))
        } else if let (Control::Switch, Some(default)) = (&self.initial_view.control, &self.default)
        {
            return Ok(Some(default.clone()));
        } else {
            self.default
                .clone()
                .filter(|default| default.as_str() == Some(""))
        };
        let problem = empty.as_ref().and_then(|empty| self.rules.problem(empty));
        if empty.is_some() && problem.is_none() {
            return Ok(empty);
        }
        match (self.initial_view.required, self.nullable) {
            (false, _) => Ok(None),
            (true, true) => Ok(Some(Value::Null)),
            (true, false) => Err(match (&self.initial_view.control, problem) {
                (Control::Choices { .. } | Control::List, Some(problem)) => problem,
                (Control::Choice { .. } | Control::YesNo, _) => CHOICE_MISSING.to_owned(),
                _ => ANSWER_MISSING.to_owned(),
            }),
        }
    }

    #[cfg(test)]
    pub(super) fn allows(&self, value: &Value) -> bool {
        self.rules.allows(value) || (self.nullable && value.is_null())
    }

    /// Returns the input as typed, without checking it.
    pub(super) fn raw_value(&self, input: &Input) -> Option<Value> {
        match input {
            Input::Empty => None,
            Input::Text { text } => Some(Value::from(text.as_str())),
            Input::Flag { on } => Some(Value::from(*on)),
            Input::Choice { index } => self.options.get(*index).cloned(),
            Input::Choices { indices } => Some(self.option_values(indices)),
            Input::List { items } => Some(items.iter().map(String::as_str).collect()),
        }
    }

    /// Returns how the value is written if that differs from what was typed.
    pub(super) fn sent_as(&self, input: &Input, value: &Value) -> Option<String> {
        let Input::Text { text } = input else {
            return None;
        };
        let sent = match (&self.initial_view.control, value) {
            (Control::DateTime { .. }, Value::String(moment)) => moment.clone(),
            (Control::Number { .. }, Value::Number(number)) => number.to_string(),
            _ => return None,
        };
        (sent != text.trim()).then_some(sent)
    }

    pub(super) fn view(&self, input: &Input, now: &Zoned) -> FieldView {
        let mut view = FieldView {
            input: input.clone(),
            ..self.initial_view.clone()
        };
        if let Control::DateTime { zone } = &mut view.control {
            *zone = calendar::format_zone(now);
        }
        view
    }
}

/// Compiles the rules for values of this control. Returns them with the schema of the compiled rules,
/// from which the hint is made.
fn compile(
    mut schema: Map<String, Value>,
    control: &Control,
    options: &[Value],
    notes: &mut Notes,
) -> (Rules, Map<String, Value>) {
    let is_choice = matches!(control, Control::Choice { .. });
    let is_multiple_choice = matches!(control, Control::Choices { .. });
    if is_choice {
        for keyword in ["const", "oneOf", "anyOf", "enumNames"] {
            schema.shift_remove(keyword);
        }
        schema.extend(options::as_enum(options));
    } else if is_multiple_choice {
        let items = Value::Object(options::as_enum(options));
        schema.insert("items".to_owned(), items);
    }
    let (rules, checked) = Rules::compile(schema.clone(), is_multiple_choice, notes);
    if is_choice && !options.iter().any(|option| rules.allows(option)) {
        notes.add_sentence(CONTRADICTION);
        let options = options::as_enum(options);
        return (Rules::compile(options, is_multiple_choice, notes).0, schema);
    }
    (rules, checked)
}

fn default_title(name: &str) -> String {
    if name.trim().is_empty() {
        "(no name)".to_owned()
    } else {
        text::visible(name)
    }
}
