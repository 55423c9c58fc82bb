//! Fields named on the command line, as a schema.

use clap::ArgMatches;
use serde_json::{Map, Value, json};

use crate::exit::UsageError;

/// The options that name a field.
const KINDS: [&str; 12] = [
    "text",
    "long_text",
    "email",
    "uri",
    "date",
    "date_time",
    "number",
    "integer",
    "yes_no",
    "choice",
    "choices",
    "list",
];

/// Text of this length is written in several lines.
const LONG: u64 = 4000;

/// The fields in the order in which they were given: each its kind and what was said of it.
pub fn given(matches: &ArgMatches) -> Vec<(&'static str, String)> {
    let mut found: Vec<_> = KINDS
        .iter()
        .flat_map(|kind| {
            let said = matches.get_many::<String>(kind).into_iter().flatten();
            let places = matches.indices_of(kind).into_iter().flatten();
            places
                .zip(said)
                .map(|(place, said)| (place, *kind, said.clone()))
        })
        .collect();
    found.sort_by_key(|(place, ..)| *place);
    found
        .into_iter()
        .map(|(_, kind, said)| (kind, said))
        .collect()
}

/// The schema for the given fields.
pub fn schema(fields: &[(&str, String)], optional: &[String]) -> Result<Value, UsageError> {
    let mut properties = Map::new();
    for (kind, said) in fields {
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

fn property(kind: &str, name: &str, rest: Option<&str>) -> Result<Value, UsageError> {
    let wrong = |what: &str| UsageError(format!("--{} {name}: {what}", option(kind)));
    let mut property = match kind {
        "text" => json!({"type": "string"}),
        "long_text" => json!({"type": "string", "maxLength": LONG}),
        "email" | "uri" | "date" => json!({"type": "string", "format": kind}),
        "date_time" => json!({"type": "string", "format": "date-time"}),
        "number" | "integer" => json!({"type": kind}),
        "yes_no" => json!({"type": "boolean"}),
        "list" => json!({"type": "array", "items": {"type": "string"}}),
        _ => {
            let options: Vec<_> = rest
                .unwrap_or_default()
                .split(',')
                .map(str::trim)
                .filter(|option| !option.is_empty())
                .collect();
            if options.is_empty() {
                return Err(wrong("give the options, like env=dev,prod"));
            }
            return Ok(if kind == "choice" {
                json!({"type": "string", "enum": options})
            } else {
                json!({"type": "array", "items": {"type": "string", "enum": options}})
            });
        }
    };
    if let Some(rest) = rest {
        property["default"] = match kind {
            "number" | "integer" => serde_json::from_str::<serde_json::Number>(rest)
                .map_err(|_| wrong("the default must be a number"))?
                .into(),
            "yes_no" => match rest {
                "yes" | "true" => true.into(),
                "no" | "false" => false.into(),
                _ => return Err(wrong("the default must be yes or no")),
            },
            "list" => return Err(wrong("a list has no default")),
            _ => rest.into(),
        };
    }
    Ok(property)
}

fn option(kind: &str) -> String {
    kind.replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fields: &[(&'static str, &str)], expected: Result<Value, &str>) {
        let fields: Vec<_> = fields
            .iter()
            .map(|(kind, said)| (*kind, (*said).to_owned()))
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
