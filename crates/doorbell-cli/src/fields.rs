//! Turns fields on the command line into a schema.

mod options;

use clap::ArgMatches;
use doorbell_protocol::FieldKind;
use serde_json::{Map, Value, json};

use crate::exit::UsageError;

/// Returns the kind and value of each field option, in the order of the command line.
pub fn from_matches(matches: &ArgMatches) -> Vec<(FieldKind, String)> {
    let mut fields = Vec::new();
    for kind in FieldKind::ALL {
        let id = argument_id(kind);
        let values = matches.get_many::<String>(&id).into_iter().flatten();
        let indices = matches.indices_of(&id).into_iter().flatten();
        fields.extend(
            indices
                .zip(values)
                .map(|(index, value)| (index, kind, value)),
        );
    }
    fields.sort_by_key(|(index, ..)| *index);
    let fields = fields.into_iter();
    fields
        .map(|(_, kind, value)| (kind, value.clone()))
        .collect()
}

/// Returns clap's id of the option for a kind of field.
fn argument_id(kind: FieldKind) -> String {
    json!(kind).as_str().unwrap_or_default().to_owned()
}

/// Returns a schema whose fields are all required.
pub fn schema(fields: &[(FieldKind, String)]) -> Result<Value, UsageError> {
    let mut properties = Map::new();
    for &(kind, ref field) in fields {
        let (name, value) = match field.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (field.as_str(), None),
        };
        if name.is_empty() {
            return Err(UsageError(format!(
                "--{} needs a name, for example --{0} answer",
                flag(kind)
            )));
        }
        let property = property(kind, name, value)?;
        if properties.insert(name.to_owned(), property).is_some() {
            return Err(UsageError(format!("two fields are called '{name}'")));
        }
    }
    let required: Vec<_> = properties.keys().cloned().collect();
    Ok(json!({"type": "object", "properties": properties, "required": required}))
}

/// Applies `--optional`; an empty name stands for all fields.
pub fn make_optional(schema: &mut Value, optional: &[String]) -> Result<(), UsageError> {
    for name in optional.iter().filter(|name| !name.is_empty()) {
        field(schema, "--optional", name)?;
    }
    let is_optional = |name: &Value| {
        let names = |optional: &String| optional.is_empty() || *name == **optional;
        optional.iter().any(names)
    };
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| !is_optional(name));
    }
    Ok(())
}

/// Applies `--label NAME=TEXT`.
pub fn set_labels(schema: &mut Value, labels: &[String]) -> Result<(), UsageError> {
    for label in labels {
        let (name, text) = label.split_once('=').ok_or_else(|| {
            UsageError(format!(
                "--label {label}: write it as NAME=TEXT, for example --label env='Where to'"
            ))
        })?;
        field(schema, "--label", name)?["title"] = text.into();
    }
    Ok(())
}

fn field<'a>(schema: &'a mut Value, option: &str, name: &str) -> Result<&'a mut Value, UsageError> {
    let property = schema.get_mut("properties");
    let property = property.and_then(|properties| properties.get_mut(name));
    property
        .filter(|property| property.is_object())
        .ok_or_else(|| UsageError(format!("{option} {name}: no field is called '{name}'")))
}

fn property(kind: FieldKind, name: &str, value: Option<&str>) -> Result<Value, UsageError> {
    let invalid = |message: &str| UsageError(format!("--{} {name}: {message}", flag(kind)));
    if kind.has_options() {
        let options = options::parse(value.unwrap_or_default()).map_err(|error| {
            let error = error.to_string();
            invalid(&error)
        })?;
        return Ok(options::property(kind, &options));
    }
    let mut property = kind.property(&[]);
    if let Some(value) = value {
        property["default"] = match kind {
            FieldKind::Number | FieldKind::Integer => {
                serde_json::from_str::<serde_json::Number>(value)
                    .map_err(|_| invalid("the default must be a number"))?
                    .into()
            }
            FieldKind::YesNo => match value {
                "yes" | "true" => true.into(),
                "no" | "false" => false.into(),
                _ => return Err(invalid("the default must be yes or no")),
            },
            FieldKind::List => return Err(invalid("a list has no default")),
            _ => value.into(),
        };
    }
    Ok(property)
}

fn flag(kind: FieldKind) -> String {
    argument_id(kind).replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fields: &[(&'static str, &str)], expected: Result<Value, &str>) {
        let fields: Vec<_> = fields
            .iter()
            .map(|(kind, field)| {
                let kind = serde_json::from_value(json!(kind)).unwrap();
                (kind, (*field).to_owned())
            })
            .collect();
        let found = schema(&fields).map(|schema| schema["properties"].clone());
        assert_eq!(
            found.map_err(|error| error.to_string()),
            expected.map_err(str::to_owned)
        );
    }

    #[test]
    fn each_kind_becomes_a_property() {
        check(&[("text", "a")], Ok(json!({"a": {"type": "string"}})));
        check(
            &[("text", "a=b=c")],
            Ok(json!({"a": {"type": "string", "default": "b=c"}})),
        );
        check(
            &[("integer", "n=7")],
            Ok(json!({"n": {"type": "integer", "default": 7}})),
        );
        check(
            &[("yes_no", "ok=yes")],
            Ok(json!({"ok": {"type": "boolean", "default": true}})),
        );
        check(
            &[("choice", "env=dev, prod")],
            Ok(json!({"env": {"type": "string", "enum": ["dev", "prod"]}})),
        );
        check(
            &[("date_time", "at")],
            Ok(json!({"at": {"type": "string", "format": "date-time"}})),
        );
    }

    #[test]
    fn labelled_options_become_titles() {
        check(
            &[("choice", r"env=dev:Development,prod\, eu:Production\: EU")],
            Ok(json!({"env": {"type": "string", "oneOf": [
                {"const": "dev", "title": "Development"},
                {"const": "prod, eu", "title": "Production: EU"},
            ]}})),
        );
        check(
            &[("choices", "to=a:Linux,b")],
            Ok(json!({"to": {"type": "array", "items": {"anyOf": [
                {"const": "a", "title": "Linux"},
                {"const": "b", "title": "b"},
            ]}}})),
        );
    }

    #[test]
    fn invalid_fields_are_rejected() {
        check(
            &[("text", "=x")],
            Err("--text needs a name, for example --text answer"),
        );
        check(
            &[("text", "a"), ("number", "a")],
            Err("two fields are called 'a'"),
        );
        check(
            &[("choice", "env")],
            Err("--choice env: add the options, for example env=dev,prod"),
        );
        check(
            &[("number", "n=many")],
            Err("--number n: the default must be a number"),
        );
        check(
            &[("yes_no", "ok=maybe")],
            Err("--yes-no ok: the default must be yes or no"),
        );
    }

    #[test]
    fn labels_and_optional_fields_change_the_schema() {
        let original =
            || schema(&[FieldKind::Text, FieldKind::Date].map(|kind| (kind, flag(kind))));
        let owned = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        let mut changed = original().unwrap();
        set_labels(&mut changed, &owned(&["text=Where = to"])).unwrap();
        make_optional(&mut changed, &owned(&["date"])).unwrap();
        assert_eq!(changed["properties"]["text"]["title"], "Where = to");
        assert_eq!(changed["required"], json!(["text"]));
        make_optional(&mut changed, &owned(&[""])).unwrap();
        assert_eq!(changed["required"], json!([]));

        let mut changed = original().unwrap();
        let wrong = set_labels(&mut changed, &owned(&["text"])).unwrap_err();
        assert!(wrong.to_string().contains("write it as NAME=TEXT"));
        let wrong = make_optional(&mut changed, &owned(&["other"])).unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "--optional other: no field is called 'other'"
        );
        assert_eq!(Ok(changed), original().map_err(|error| error.to_string()));
    }
}
