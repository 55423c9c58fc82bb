//! Finds the parameters that a tool's schema wants mirrored in headers.

use std::collections::HashSet;

use reqwest::header::HeaderName;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::message::may_contain;

pub const KEYWORD: &str = "x-mcp-header";

const SCHEMA_MAPS: [&str; 4] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
];
const VALUE_KEYWORDS: [&str; 4] = ["const", "default", "enum", "examples"];

#[derive(Debug, PartialEq, Eq)]
pub struct MirroredParam {
    /// Path of the value in the arguments.
    pub path: Vec<String>,
    /// The header's name after `Mcp-Param-`.
    pub name: String,
}

#[derive(Debug, PartialEq, Eq)]
pub struct InvalidSchema;

/// Returns the parameters to mirror. Fails if a header name is invalid or occurs twice, or if a
/// parameter is not a scalar or is not reached through `properties` alone.
pub fn mirrored_params(schema: &RawValue) -> Result<Vec<MirroredParam>, InvalidSchema> {
    if !may_contain(schema.get().as_bytes(), KEYWORD) {
        return Ok(Vec::new());
    }
    let schema: Value = serde_json::from_str(schema.get()).map_err(|_| InvalidSchema)?;
    let mut found = Vec::new();
    visit(&schema, Some(&mut Vec::new()), &mut found)?;
    let names: HashSet<_> = found
        .iter()
        .map(|param| param.name.to_ascii_lowercase())
        .collect();
    if names.len() == found.len() {
        Ok(found)
    } else {
        Err(InvalidSchema)
    }
}

/// `path` leads to the schema's value; `None` where the path is not certain.
fn visit(
    schema: &Value,
    mut path: Option<&mut Vec<String>>,
    found: &mut Vec<MirroredParam>,
) -> Result<(), InvalidSchema> {
    let Some(schema) = schema.as_object() else {
        return Ok(());
    };
    if let Some(name) = schema.get(KEYWORD) {
        found.push(mirrored_param(schema, name, path.as_deref())?);
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
    // Parameters in other nested schemas cannot be mirrored.
    for (keyword, value) in schema {
        let nested: Vec<&Value> = match (keyword.as_str(), value) {
            ("properties", _) => continue,
            (keyword, _) if VALUE_KEYWORDS.contains(&keyword) => continue,
            (keyword, Value::Object(schemas)) if SCHEMA_MAPS.contains(&keyword) => {
                schemas.values().collect()
            }
            (_, Value::Array(schemas)) => schemas.iter().collect(),
            (_, schema) => vec![schema],
        };
        for schema in nested {
            visit(schema, None, found)?;
        }
    }
    Ok(())
}

fn mirrored_param(
    schema: &Map<String, Value>,
    name: &Value,
    path: Option<&Vec<String>>,
) -> Result<MirroredParam, InvalidSchema> {
    let name = name.as_str().ok_or(InvalidSchema)?;
    let path = path.filter(|path| !path.is_empty()).ok_or(InvalidSchema)?;
    let is_scalar = matches!(
        schema.get("type").and_then(Value::as_str),
        Some("string" | "integer" | "boolean")
    );
    // The suffix must be a valid header name itself.
    if !is_scalar || HeaderName::from_bytes(name.as_bytes()).is_err() {
        return Err(InvalidSchema);
    }
    Ok(MirroredParam {
        path: path.clone(),
        name: name.to_owned(),
    })
}
