//! Where a tool's schema asks for headers.

use std::collections::HashSet;

use reqwest::header::HeaderName;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::message::may_have;

/// The member of a schema that asks for a header.
pub const KEYWORD: &str = "x-mcp-header";

/// Keywords that hold schemas by name.
const NAMED: [&str; 4] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
];
/// Keywords that hold values and no schemas.
const VALUES: [&str; 4] = ["const", "default", "enum", "examples"];

/// A parameter that is mirrored.
#[derive(Debug, PartialEq, Eq)]
pub struct Mirror {
    /// Where its value stands in the arguments.
    pub path: Vec<String>,
    /// The header's name after `Mcp-Param-`.
    pub name: String,
}

/// The schema breaks the rules for mirrored parameters.
#[derive(Debug, PartialEq, Eq)]
pub struct Invalid;

/// The parameters that a tool's schema wants to be mirrored.
///
/// # Errors
/// If one of them breaks the rules: a name that is no header, the same name twice, a value that
/// is not simple, or a place that not every call has.
pub fn mirrors(schema: &RawValue) -> Result<Vec<Mirror>, Invalid> {
    if !may_have(schema.get().as_bytes(), KEYWORD) {
        return Ok(Vec::new());
    }
    let schema: Value = serde_json::from_str(schema.get()).map_err(|_| Invalid)?;
    let mut found = Vec::new();
    visit(&schema, Some(&mut Vec::new()), &mut found)?;
    let names: HashSet<_> = found
        .iter()
        .map(|mirror| mirror.name.to_ascii_lowercase())
        .collect();
    if names.len() == found.len() {
        Ok(found)
    } else {
        Err(Invalid)
    }
}

/// Looks through a schema. `path` leads to its value; there is none where that is not certain.
fn visit(
    schema: &Value,
    mut path: Option<&mut Vec<String>>,
    found: &mut Vec<Mirror>,
) -> Result<(), Invalid> {
    let Some(schema) = schema.as_object() else {
        return Ok(());
    };
    if let Some(name) = schema.get(KEYWORD) {
        found.push(mirror(schema, name, path.as_deref())?);
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        match &mut path {
            Some(path) => {
                path.push(name.clone());
                visit(property, Some(path), found)?;
                path.pop();
            }
            None => visit(property, None, found)?,
        }
    }
    // No parameter in any other schema can be mirrored.
    for (keyword, value) in schema {
        let nested: Vec<&Value> = match (keyword.as_str(), value) {
            ("properties", _) => continue,
            (keyword, _) if VALUES.contains(&keyword) => continue,
            (keyword, Value::Object(named)) if NAMED.contains(&keyword) => named.values().collect(),
            (_, Value::Array(schemas)) => schemas.iter().collect(),
            (_, schema) => vec![schema],
        };
        for schema in nested {
            visit(schema, None, found)?;
        }
    }
    Ok(())
}

fn mirror(
    schema: &Map<String, Value>,
    name: &Value,
    path: Option<&Vec<String>>,
) -> Result<Mirror, Invalid> {
    let name = name.as_str().ok_or(Invalid)?;
    let path = path.filter(|path| !path.is_empty()).ok_or(Invalid)?;
    let is_simple = matches!(
        schema.get("type").and_then(Value::as_str),
        Some("string" | "integer" | "boolean")
    );
    // The rules for a header's name are those for this part of it.
    if !is_simple || HeaderName::from_bytes(name.as_bytes()).is_err() {
        return Err(Invalid);
    }
    Ok(Mirror {
        path: path.clone(),
        name: name.to_owned(),
    })
}
