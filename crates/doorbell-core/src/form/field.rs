//! One field: how it is answered, and what is made of the answer.

use std::collections::BTreeSet;

use jiff::Zoned;
use serde_json::{Map, Value};

use super::input::Input;
use super::limits::{FormLimits, Unreadable};
use super::normal::Normaliser;
use super::note::Notes;
use super::rules::Rules;
use super::{calendar, control, hint, nullable, number, opening, options};
use crate::text;
use crate::view::{ControlView as Control, FieldView};

const NEEDED: &str = "Needs an answer";
const CHOICE_NEEDED: &str = "Choose one";
const CONTRADICTION: &str =
    "Doorbell does not check the other rules of this field: no option keeps them.";

/// One field of a form.
pub(super) struct Field {
    /// The property's name, as the server wrote it.
    pub(super) name: String,
    /// The field as the page shows it when the form opens.
    pub(super) shown: FieldView,
    /// What each option of a choice sends.
    options: Vec<Value>,
    /// Whether the schema itself marks the value as one not to be shown.
    pub(super) marked_secret: bool,
    nullable: bool,
    default: Option<Value>,
    rules: Rules,
}

impl Field {
    /// Reads one property. Whatever it is, it becomes a field.
    ///
    /// `place` counts from 1 and names the field if it has too many options.
    pub(super) fn read(
        (name, property): (&str, &Value),
        required: bool,
        normaliser: &mut Normaliser<'_>,
        limits: &FormLimits,
        place: usize,
    ) -> Result<Self, Unreadable> {
        let mut notes = Notes::default();
        let mut schema = match normaliser.normalise(property, &mut notes) {
            Value::Object(schema) => schema,
            Value::Bool(false) => Map::from_iter([("allOf".to_owned(), Value::from(vec![false]))]),
            Value::Bool(true) => Map::new(),
            _ => {
                notes.unchecked("the property, because it is no schema");
                Map::new()
            }
        };
        let nullable = nullable::unwrap(&mut schema);
        if let Some(Value::Object(items)) = schema.get_mut("items") {
            nullable::unwrap(items);
        }
        // Draft 3 said so in the property itself.
        let own = schema.get("required").and_then(Value::as_bool);
        if own.is_some() {
            schema.shift_remove("required");
        }
        let (control, options) = control::choose(&schema);
        if options.len() > limits.options {
            return Err(Unreadable::TooManyOptions {
                field: place,
                found: options.len(),
                most: limits.options,
            });
        }
        let opening = opening::read(&control, &options, schema.get("default"), &mut notes);
        let (rules, schema) = compile(schema, &control, &options, &mut notes);
        let words = |keyword: &str| schema.get(keyword).and_then(options::words);
        Ok(Self {
            name: name.to_owned(),
            marked_secret: schema
                .get("format")
                .is_some_and(|format| format == "password")
                || schema.get("writeOnly") == Some(&Value::Bool(true)),
            nullable,
            // Kept only if it could be shown: what a person did not see is not a default.
            default: (opening != Input::Empty)
                .then(|| schema.get("default").cloned())
                .flatten(),
            shown: FieldView {
                title: words("title").unwrap_or_else(|| title(name)),
                description: words("description"),
                required: required || own == Some(true),
                hint: hint::tell(&control, &schema),
                control,
                input: opening,
                note: notes.into_note(),
                secret: None,
            },
            options,
            rules,
        })
    }

    /// Whether the person gave nothing.
    pub(super) fn is_empty(&self, input: &Input) -> bool {
        match input {
            Input::Empty => true,
            Input::Text { text } => match self.shown.control {
                Control::Text { .. } => text.is_empty(),
                _ => text.trim().is_empty(),
            },
            Input::Choices { indices } => indices.is_empty(),
            Input::List { items } => items.is_empty(),
            Input::Flag { .. } | Input::Choice { .. } => false,
        }
    }

    /// What is sent for an input: nothing, a value, or a problem in a sentence for people.
    pub(super) fn value(&self, input: &Input, now: &Zoned) -> Result<Option<Value>, String> {
        if self.is_empty(input) {
            return self.nothing();
        }
        let value = match (&self.shown.control, input) {
            (Control::Text { .. }, Input::Text { text }) => Value::from(text.as_str()),
            (Control::Email | Control::Uri, Input::Text { text }) => Value::from(text.trim()),
            (Control::Date, Input::Text { text }) => Value::from(calendar::read_date(text.trim())?),
            (Control::DateTime { .. }, Input::Text { text }) => {
                let typed = Value::from(text.as_str());
                if self.default.as_ref() == Some(&typed) && self.rules.allow(&typed) {
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
                self.options.get(*index).ok_or(CHOICE_NEEDED)?.clone()
            }
            (Control::Choices { .. }, Input::Choices { indices }) => {
                let chosen: BTreeSet<usize> = indices.iter().copied().collect();
                self.chosen(&chosen)
            }
            (Control::List, Input::List { items }) => items.iter().map(String::as_str).collect(),
            _ => return Err(NEEDED.to_owned()),
        };
        match self.rules.problem(&value) {
            Some(problem) if !(self.nullable && value.is_null()) => Err(problem),
            _ => Ok(Some(value)),
        }
    }

    /// What the options at these places send.
    fn chosen<'a>(&self, places: impl IntoIterator<Item = &'a usize>) -> Value {
        let places = places.into_iter();
        places
            .filter_map(|place| self.options.get(*place).cloned())
            .collect()
    }

    /// What an empty field sends.
    ///
    /// An optional one is left out and a required one that may be null sends null. A list that
    /// must be there, or that began with a suggestion, is sent empty if its rules allow that: it
    /// is the only way to say "none of them". A text whose default is empty is sent, too.
    fn nothing(&self) -> Result<Option<Value>, String> {
        let many = matches!(self.shown.control, Control::Choices { .. } | Control::List);
        let empty = if many && (self.shown.required || self.default.is_some()) {
            Some(Value::Array(Vec::new()))
        } else if let (Control::Switch, Some(default)) = (&self.shown.control, &self.default) {
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
        match (self.shown.required, self.nullable) {
            (false, _) => Ok(None),
            (true, true) => Ok(Some(Value::Null)),
            (true, false) => Err(match (&self.shown.control, problem) {
                (Control::Choices { .. } | Control::List, Some(problem)) => problem,
                (Control::Choice { .. } | Control::YesNo, _) => CHOICE_NEEDED.to_owned(),
                _ => NEEDED.to_owned(),
            }),
        }
    }

    /// Whether a value is one that this field may send.
    #[cfg(test)]
    pub(super) fn keeps_rules(&self, value: &Value) -> bool {
        self.rules.allow(value) || (self.nullable && value.is_null())
    }

    /// The input as it stands, for an answer that cannot be sent.
    pub(super) fn typed(&self, input: &Input) -> Option<Value> {
        match input {
            Input::Empty => None,
            Input::Text { text } => Some(Value::from(text.as_str())),
            Input::Flag { on } => Some(Value::from(*on)),
            Input::Choice { index } => self.options.get(*index).cloned(),
            Input::Choices { indices } => Some(self.chosen(indices)),
            Input::List { items } => Some(items.iter().map(String::as_str).collect()),
        }
    }

    /// How a value is written when it reads differently from what was typed.
    pub(super) fn sent_as(&self, input: &Input, value: &Value) -> Option<String> {
        let Input::Text { text } = input else {
            return None;
        };
        let spelled = match (&self.shown.control, value) {
            (Control::DateTime { .. }, Value::String(moment)) => moment.clone(),
            (Control::Number { .. }, Value::Number(number)) => number.to_string(),
            _ => return None,
        };
        (spelled != text.trim()).then_some(spelled)
    }

    /// The field as the page shows it, holding `input`.
    pub(super) fn view(&self, input: &Input, now: &Zoned) -> FieldView {
        let mut view = FieldView {
            input: input.clone(),
            ..self.shown.clone()
        };
        if let Control::DateTime { zone } = &mut view.control {
            *zone = calendar::zone(now);
        }
        view
    }
}

/// Compiles the rules that a value of this control is checked with. What did not compile is not in
/// the schema that it returns, which hints are made of.
fn compile(
    mut schema: Map<String, Value>,
    control: &Control,
    options: &[Value],
    notes: &mut Notes,
) -> (Rules, Map<String, Value>) {
    let is_choice = matches!(control, Control::Choice { .. });
    let chosen = matches!(control, Control::Choices { .. });
    if is_choice {
        for keyword in ["const", "oneOf", "anyOf", "enumNames"] {
            schema.shift_remove(keyword);
        }
        schema.extend(options::as_enum(options));
    } else if chosen {
        let items = Value::Object(options::as_enum(options));
        schema.insert("items".to_owned(), items);
    }
    let (rules, checked) = Rules::compile(schema.clone(), chosen, notes);
    if is_choice && !options.iter().any(|option| rules.allow(option)) {
        notes.remark(CONTRADICTION);
        let only = options::as_enum(options);
        return (Rules::compile(only, chosen, notes).0, schema);
    }
    (rules, checked)
}

fn title(name: &str) -> String {
    if name.trim().is_empty() {
        "(no name)".to_owned()
    } else {
        text::visible(name)
    }
}
