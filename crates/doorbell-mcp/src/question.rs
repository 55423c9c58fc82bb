//! Turns the arguments of a tool call into a question.

use std::time::Duration;

use doorbell_protocol::{ElicitParams, FieldKind};
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::tools::ToolKind;

/// The field of `choose`.
const CHOICE: &str = "choice";
/// The field of `choose` with `multiple`.
const CHOICES: &str = "choices";

#[derive(Debug)]
pub struct Question {
    pub params: ElicitParams,
    /// True if the call returns only after an opened link is finished.
    pub waits_for_link: bool,
}

/// Why the arguments make no question. The model reads the message and can try again.
#[derive(Debug, thiserror::Error)]
pub enum InvalidArguments {
    #[error("invalid arguments: {0}")]
    Arguments(#[from] serde_json::Error),
    #[error("give `fields` or `schema`, and not both")]
    FieldsOrSchema,
    #[error("two fields are called {0:?}")]
    DuplicateField(String),
    #[error("the field {0:?} needs `options`")]
    MissingOptions(String),
    #[error("give at least one option")]
    EmptyOptions,
    #[error("`timeout_seconds` must be at least 1")]
    ZeroTimeout,
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
    pub fn from_arguments(kind: ToolKind, arguments: JsonObject) -> Result<Self, InvalidArguments> {
        let (mut params, timeout, waits_for_link) = match kind {
            ToolKind::Ask => {
                let ask: Ask = parse(arguments)?;
                let schema = match (ask.fields, ask.schema) {
                    (Some(fields), None) => form_schema(fields)?,
                    (None, Some(schema)) => schema.into(),
                    (Some(_), Some(_)) | (None, None) => {
                        return Err(InvalidArguments::FieldsOrSchema);
                    }
                };
                let params = ElicitParams::form(ask.message, schema);
                (params, ask.timeout_seconds, false)
            }
            ToolKind::Confirm => {
                let confirm: Confirm = parse(arguments)?;
                let empty_form = json!({"type": "object", "properties": {}});
                let params = ElicitParams::form(confirm.message, empty_form);
                (params, confirm.timeout_seconds, false)
            }
            ToolKind::Choose => {
                let choose: Choose = parse(arguments)?;
                if choose.options.is_empty() {
                    return Err(InvalidArguments::EmptyOptions);
                }
                // With `multiple`, choosing no option is an answer.
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
            ToolKind::OpenLink => {
                let link: OpenLink = parse(arguments)?;
                let params = ElicitParams::url(link.message, link.url);
                (params, link.timeout_seconds, link.wait)
            }
        };
        if timeout == Some(0) {
            return Err(InvalidArguments::ZeroTimeout);
        }
        params.deadline_ms = timeout.and_then(milliseconds);
        Ok(Self {
            params,
            waits_for_link,
        })
    }
}

/// Returns `None`, which means no limit, for a time that overflows.
fn milliseconds(seconds: u64) -> Option<u64> {
    u64::try_from(Duration::from_secs(seconds).as_millis()).ok()
}

fn parse<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, InvalidArguments> {
    Ok(serde_json::from_value(arguments.into())?)
}

fn form_schema(fields: Vec<Field>) -> Result<Value, InvalidArguments> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let property = field.property()?;
        if !field.optional {
            required.push(field.name.clone());
        }
        if properties.insert(field.name.clone(), property).is_some() {
            return Err(InvalidArguments::DuplicateField(field.name));
        }
    }
    Ok(json!({"type": "object", "properties": properties, "required": required}))
}

impl Field {
    fn property(&self) -> Result<Value, InvalidArguments> {
        if self.kind.has_options() && self.options.is_empty() {
            return Err(InvalidArguments::MissingOptions(self.name.clone()));
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

    fn read(kind: ToolKind, arguments: Value) -> Result<Question, String> {
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object");
        };
        Question::from_arguments(kind, arguments).map_err(|error| error.to_string())
    }

    fn schema(kind: ToolKind, arguments: Value) -> Value {
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
        let schema = schema(ToolKind::Ask, json!({"message": "m", "fields": fields}));
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
    fn schema_is_passed_unchanged() {
        let original = json!({"properties": {"b": {"type": "string"}, "a": {}}, "x": 1});
        assert_eq!(
            schema(ToolKind::Ask, json!({"message": "m", "schema": original})).to_string(),
            original.to_string()
        );
    }

    #[test]
    fn timeout_becomes_deadline() {
        let deadline = |seconds: u64| {
            let arguments = json!({"message": "m", "timeout_seconds": seconds});
            read(ToolKind::Confirm, arguments).map(|question| question.params.deadline_ms)
        };
        assert_eq!(deadline(1), Ok(Some(1000)));
        assert_eq!(deadline(u64::MAX), Ok(None));
        assert_eq!(
            deadline(0),
            Err("`timeout_seconds` must be at least 1".to_owned())
        );
    }

    #[test]
    fn invalid_arguments_are_explained() {
        let twice = json!([{"name": "a"}, {"name": "a"}]);
        let empty = json!([{"name": "a", "kind": "choice"}]);
        for (kind, arguments, reason) in [
            (
                ToolKind::Ask,
                json!({"message": "m"}),
                "give `fields` or `schema`, and not both",
            ),
            (
                ToolKind::Ask,
                json!({"message": "m", "fields": [], "schema": {}}),
                "give `fields` or `schema`, and not both",
            ),
            (
                ToolKind::Ask,
                json!({"message": "m", "fields": twice}),
                "two fields are called \"a\"",
            ),
            (
                ToolKind::Ask,
                json!({"message": "m", "fields": empty}),
                "the field \"a\" needs `options`",
            ),
            (
                ToolKind::Choose,
                json!({"message": "m", "options": []}),
                "give at least one option",
            ),
            (
                ToolKind::Confirm,
                json!({}),
                "invalid arguments: missing field `message`",
            ),
        ] {
            assert_eq!(read(kind, arguments).unwrap_err(), reason);
        }
        let unknown = read(
            ToolKind::OpenLink,
            json!({"message": "m", "url": "u", "go": 1}),
        );
        assert!(unknown.unwrap_err().contains("unknown field `go`"));
    }
}
