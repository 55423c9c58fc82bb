//! What the model says to a tool, as a question.

use std::time::Duration;

use doorbell_protocol::{ElicitParams, FieldKind};
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::tools::Kind;

/// The field that holds what was chosen, and the one that holds several.
pub const CHOICE: &str = "choice";
pub const CHOICES: &str = "choices";

/// Something to ask.
#[derive(Debug)]
pub struct Question {
    pub params: ElicitParams,
    /// Whether the end of an opened link is waited for.
    pub waits: bool,
}

/// Why the model's words make no question. It reads this and can try again.
#[derive(Debug, thiserror::Error)]
pub enum NoQuestion {
    #[error("the arguments do not fit the tool: {0}")]
    Arguments(#[from] serde_json::Error),
    #[error("give `fields` or `schema`, and not both")]
    FieldsOrSchema,
    #[error("two fields are called {0:?}")]
    Twice(String),
    #[error("the field {0:?} needs `options`")]
    NoOptions(String),
    #[error("give at least one option")]
    NothingToChoose,
    #[error("`timeout_seconds` must be at least 1")]
    NoTime,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    message: String,
    fields: Option<Vec<Field>>,
    schema: Option<Map<String, Value>>,
    timeout_seconds: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Confirm {
    message: String,
    timeout_seconds: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choose {
    message: String,
    options: Vec<String>,
    #[serde(default)]
    multiple: bool,
    timeout_seconds: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenLink {
    message: String,
    url: String,
    #[serde(default)]
    wait: bool,
    timeout_seconds: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Field {
    name: String,
    #[serde(default)]
    kind: FieldKind,
    title: Option<String>,
    description: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    default: Option<Value>,
    #[serde(default)]
    optional: bool,
}

impl Question {
    /// Reads the arguments of a tool.
    pub fn read(kind: Kind, arguments: JsonObject) -> Result<Self, NoQuestion> {
        let (mut params, timeout, waits) = match kind {
            Kind::Ask => {
                let ask: Ask = arguments_as(arguments)?;
                let schema = match (ask.fields, ask.schema) {
                    (Some(fields), None) => form(fields)?,
                    (None, Some(schema)) => schema.into(),
                    (Some(_), Some(_)) | (None, None) => return Err(NoQuestion::FieldsOrSchema),
                };
                let params = ElicitParams::form(ask.message, schema);
                (params, ask.timeout_seconds, false)
            }
            Kind::Confirm => {
                let confirm: Confirm = arguments_as(arguments)?;
                let nothing = json!({"type": "object", "properties": {}});
                let params = ElicitParams::form(confirm.message, nothing);
                (params, confirm.timeout_seconds, false)
            }
            Kind::Choose => {
                let choose: Choose = arguments_as(arguments)?;
                if choose.options.is_empty() {
                    return Err(NoQuestion::NothingToChoose);
                }
                // None of several is an answer, too.
                let (name, kind, required): (_, _, &[&str]) = match choose.multiple {
                    true => (CHOICES, FieldKind::Choices, &[]),
                    false => (CHOICE, FieldKind::Choice, &[CHOICE]),
                };
                let properties = json!({name: kind.property(&choose.options)});
                let schema =
                    json!({"type": "object", "properties": properties, "required": required});
                let params = ElicitParams::form(choose.message, schema);
                (params, choose.timeout_seconds, false)
            }
            Kind::OpenLink => {
                let link: OpenLink = arguments_as(arguments)?;
                let params = ElicitParams::url(link.message, link.url);
                (params, link.timeout_seconds, link.wait)
            }
        };
        if timeout == Some(0) {
            return Err(NoQuestion::NoTime);
        }
        params.deadline_ms = timeout.and_then(milliseconds);
        Ok(Self { params, waits })
    }
}

/// A time too long to be told is no limit.
fn milliseconds(seconds: u64) -> Option<u64> {
    u64::try_from(Duration::from_secs(seconds).as_millis()).ok()
}

fn arguments_as<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, NoQuestion> {
    Ok(serde_json::from_value(arguments.into())?)
}

/// The schema of a form with these fields.
fn form(fields: Vec<Field>) -> Result<Value, NoQuestion> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let property = field.property()?;
        if !field.optional {
            required.push(field.name.clone());
        }
        if properties.insert(field.name.clone(), property).is_some() {
            return Err(NoQuestion::Twice(field.name));
        }
    }
    Ok(json!({"type": "object", "properties": properties, "required": required}))
}

impl Field {
    fn property(&self) -> Result<Value, NoQuestion> {
        if self.kind.has_options() && self.options.is_empty() {
            return Err(NoQuestion::NoOptions(self.name.clone()));
        }
        let mut property = self.kind.property(&self.options);
        for (name, text) in [("title", &self.title), ("description", &self.description)] {
            if let Some(text) = text {
                property[name] = text.clone().into();
            }
        }
        if let Some(default) = &self.default {
            property["default"] = default.clone();
        }
        Ok(property)
    }
}

#[cfg(test)]
mod tests {
    use doorbell_protocol::ElicitMode;

    use super::*;

    fn read(kind: Kind, arguments: Value) -> Result<Question, String> {
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object");
        };
        Question::read(kind, arguments).map_err(|error| error.to_string())
    }

    fn schema(kind: Kind, arguments: Value) -> Value {
        match read(kind, arguments).unwrap().params.mode {
            ElicitMode::Form(schema) => schema,
            other => panic!("{other:?} is no form"),
        }
    }

    #[test]
    fn fields_become_a_schema_in_their_order() {
        let fields = json!([
            {"name": "who", "title": "Name", "description": "In full", "default": "Ada"},
            {"name": "mail", "kind": "email", "optional": true},
            {"name": "size", "kind": "choice", "options": ["S", "M"]},
            {"name": "extras", "kind": "choices", "options": ["tea"], "optional": true},
        ]);
        let schema = schema(Kind::Ask, json!({"message": "m", "fields": fields}));
        assert_eq!(
            schema.to_string(),
            json!({
                "type": "object",
                "properties": {
                    "who": {"type": "string", "title": "Name", "description": "In full",
                        "default": "Ada"},
                    "mail": {"type": "string", "format": "email"},
                    "size": {"type": "string", "enum": ["S", "M"]},
                    "extras": {"type": "array", "items": {"type": "string", "enum": ["tea"]}},
                },
                "required": ["who", "size"],
            })
            .to_string()
        );
    }

    #[test]
    fn a_schema_stays_as_it_is() {
        let own = json!({"properties": {"b": {"type": "string"}, "a": {}}, "x": 1});
        assert_eq!(
            schema(Kind::Ask, json!({"message": "m", "schema": own})).to_string(),
            own.to_string()
        );
    }

    #[test]
    fn a_time_is_a_deadline() {
        let deadline = |seconds: u64| {
            let arguments = json!({"message": "m", "timeout_seconds": seconds});
            read(Kind::Confirm, arguments).map(|question| question.params.deadline_ms)
        };
        assert_eq!(deadline(1), Ok(Some(1000)));
        assert_eq!(deadline(u64::MAX), Ok(None));
        assert_eq!(
            deadline(0),
            Err("`timeout_seconds` must be at least 1".to_owned())
        );
    }

    #[test]
    fn what_makes_no_question_says_why() {
        let twice = json!([{"name": "a"}, {"name": "a"}]);
        let empty = json!([{"name": "a", "kind": "choice"}]);
        for (kind, arguments, reason) in [
            (
                Kind::Ask,
                json!({"message": "m"}),
                "give `fields` or `schema`, and not both",
            ),
            (
                Kind::Ask,
                json!({"message": "m", "fields": [], "schema": {}}),
                "give `fields` or `schema`, and not both",
            ),
            (
                Kind::Ask,
                json!({"message": "m", "fields": twice}),
                "two fields are called \"a\"",
            ),
            (
                Kind::Ask,
                json!({"message": "m", "fields": empty}),
                "the field \"a\" needs `options`",
            ),
            (
                Kind::Choose,
                json!({"message": "m", "options": []}),
                "give at least one option",
            ),
            (
                Kind::Confirm,
                json!({}),
                "the arguments do not fit the tool: missing field `message`",
            ),
        ] {
            assert_eq!(read(kind, arguments).unwrap_err(), reason);
        }
        let unknown = read(Kind::OpenLink, json!({"message": "m", "url": "u", "go": 1}));
        assert!(unknown.unwrap_err().contains("unknown field `go`"));
    }
}
