//! Fields named on the command line, as a schema.

use clap::ArgMatches;
use doorbell_protocol::FieldKind;
use serde_json::{Map, Value, json};

use crate::exit::UsageError;

/// The fields in the order in which they were given: each its kind and what was said of it.
pub fn given(matches: &ArgMatches) -> Vec<(FieldKind, String)> {
    let mut found = Vec::new();
    for kind in FieldKind::ALL {
        let id = word(kind);
        let said = matches.get_many::<String>(&id).into_iter().flatten();
        let places = matches.indices_of(&id).into_iter().flatten();
        found.extend(places.zip(said).map(|(place, said)| (place, kind, said)));
    }
    found.sort_by_key(|(place, ..)| *place);
    let found = found.into_iter();
    found.map(|(_, kind, said)| (kind, said.clone())).collect()
}

/// What the option of a kind is called in the code that reads the command line.
fn word(kind: FieldKind) -> String {
    json!(kind).as_str().unwrap_or_default().to_owned()
}

/// The schema for the given fields.
pub fn schema(fields: &[(FieldKind, String)], optional: &[String]) -> Result<Value, UsageError> {
    let mut properties = Map::new();
    for &(kind, ref said) in fields {
        let (name, rest) = match said.split_once('=') {
            Some((name, rest)) => (name, Some(rest)),
            None => (said.as_str(), None),
        };
        if name.is_empty() {
            return Err(UsageError(format!("--{} needs a name", option(kind))));
        }
        let property = property(kind, name, rest)?;
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

fn property(kind: FieldKind, name: &str, rest: Option<&str>) -> Result<Value, UsageError> {
    let wrong = |what: &str| UsageError(format!("--{} {name}: {what}", option(kind)));
    if kind.has_options() {
        let options = rest.unwrap_or_default().split(',').map(str::trim);
        let options = options.filter(|option| !option.is_empty());
        let options: Vec<String> = options.map(str::to_owned).collect();
        if options.is_empty() {
            return Err(wrong("give the options, like env=dev,prod"));
        }
        return Ok(kind.property(&options));
    }
    let mut property = kind.property(&[]);
    if let Some(rest) = rest {
        property["default"] = match kind {
            FieldKind::Number | FieldKind::Integer => {
                serde_json::from_str::<serde_json::Number>(rest)
                    .map_err(|_| wrong("the default must be a number"))?
                    .into()
            }
            FieldKind::YesNo => match rest {
                "yes" | "true" => true.into(),
                "no" | "false" => false.into(),
                _ => return Err(wrong("the default must be yes or no")),
            },
            FieldKind::List => return Err(wrong("a list has no default")),
            _ => rest.into(),
        };
    }
    Ok(property)
}

fn option(kind: FieldKind) -> String {
    word(kind).replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fields: &[(&'static str, &str)], expected: Result<Value, &str>) {
        let fields: Vec<_> = fields
            .iter()
            .map(|(kind, said)| {
                let kind = serde_json::from_value(json!(kind)).unwrap();
                (kind, (*said).to_owned())
            })
            .collect();
        let found = schema(&fields, &[]).map(|schema| schema["properties"].clone());
        assert_eq!(
            found.map_err(|error| error.to_string()),
            expected.map_err(str::to_owned)
        );
    }

    #[test]
    fn each_kind_is_a_property() {
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
    fn mistakes_are_named() {
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
