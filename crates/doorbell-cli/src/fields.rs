//! Turns fields on the command line into a schema.

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

pub fn schema(fields: &[(FieldKind, String)], optional: &[String]) -> Result<Value, UsageError> {
    let mut properties = Map::new();
    for &(kind, ref field) in fields {
        let (name, value) = match field.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (field.as_str(), None),
        };
        if name.is_empty() {
            return Err(UsageError(format!("--{} needs a name", flag(kind))));
        }
        let property = property(kind, name, value)?;
        if properties.insert(name.to_owned(), property).is_some() {
            return Err(UsageError(format!("two fields are called '{name}'")));
        }
    }
    if let Some(unknown) = optional.iter().find(|name| !properties.contains_key(*name)) {
        return Err(UsageError(format!(
            "--optional names '{unknown}', but there is no such field"
        )));
    }
    let required: Vec<_> = properties
        .keys()
        .filter(|name| !optional.contains(name))
        .cloned()
        .collect();
    Ok(json!({"type": "object", "properties": properties, "required": required}))
}

fn property(kind: FieldKind, name: &str, value: Option<&str>) -> Result<Value, UsageError> {
    let invalid = |message: &str| UsageError(format!("--{} {name}: {message}", flag(kind)));
    if kind.has_options() {
        let options = value.unwrap_or_default().split(',').map(str::trim);
        let options = options.filter(|option| !option.is_empty());
        let options: Vec<String> = options.map(str::to_owned).collect();
        if options.is_empty() {
            return Err(invalid("give the options, like env=dev,prod"));
        }
        return Ok(kind.property(&options));
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
        let found = schema(&fields, &[]).map(|schema| schema["properties"].clone());
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
    fn invalid_fields_are_rejected() {
        check(&[("text", "=x")], Err("--text needs a name"));
        check(
            &[("text", "a"), ("number", "a")],
            Err("two fields are called 'a'"),
        );
        check(
            &[("choice", "env")],
            Err("--choice env: give the options, like env=dev,prod"),
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
}
