//! The properties of a requested schema, in their order.

use serde_json::{Map, Value};

use super::field::Field;
use super::limits::{FormLimits, Unreadable};
use super::normal::Normaliser;

/// Schemas that the root may refer to or be made of, one in the other.
const LAYERS: usize = 8;

/// Reads the fields of a requested schema.
pub(super) fn read(schema: &Value, limits: &FormLimits) -> Result<Vec<Field>, Unreadable> {
    let mut found = Found::default();
    found.collect(schema, schema, LAYERS)?;
    let undeclared: Vec<&str> = found
        .required
        .iter()
        .copied()
        .filter(|name| !found.properties.iter().any(|(known, _)| known == name))
        .collect();
    // A name that must be there and is nowhere described can still be answered.
    for name in undeclared {
        found.add(name, &Value::Bool(true));
    }
    if found.properties.len() > limits.fields {
        return Err(Unreadable::TooManyFields {
            found: found.properties.len(),
            most: limits.fields,
        });
    }
    let mut normaliser = Normaliser::new(schema, limits.pattern_bytes);
    found
        .properties
        .iter()
        .enumerate()
        .map(|(index, (name, property))| {
            let required = found.required.contains(name);
            Field::read(
                (name, property),
                required,
                &mut normaliser,
                limits,
                index + 1,
            )
        })
        .collect()
}

#[derive(Default)]
struct Found<'a> {
    properties: Vec<(&'a str, &'a Value)>,
    required: Vec<&'a str>,
}

impl<'a> Found<'a> {
    fn collect(
        &mut self,
        schema: &'a Value,
        root: &'a Value,
        layers: usize,
    ) -> Result<(), Unreadable> {
        let Value::Object(map) = schema else {
            return Err(Unreadable::NotAnObject {
                field: "requestedSchema",
            });
        };
        match map.get("properties") {
            Some(Value::Object(properties)) => self.add_all(properties),
            None | Some(Value::Null) => {}
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
                return Err(Unreadable::NotAnObject {
                    field: "requestedSchema.properties",
                });
            }
        }
        if let Some(Value::Array(required)) = map.get("required") {
            self.required
                .extend(required.iter().filter_map(Value::as_str));
        }
        let target = map
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|reference| reference.strip_prefix('#'))
            .and_then(|pointer| root.pointer(pointer));
        let parts = map.get("allOf").and_then(Value::as_array);
        if layers > 0 {
            for part in target.into_iter().chain(parts.into_iter().flatten()) {
                if part.is_object() {
                    self.collect(part, root, layers - 1)?;
                }
            }
        }
        Ok(())
    }

    fn add_all(&mut self, properties: &'a Map<String, Value>) {
        for (name, property) in properties {
            self.add(name, property);
        }
    }

    fn add(&mut self, name: &'a str, property: &'a Value) {
        if !self.properties.iter().any(|(known, _)| *known == name) {
            self.properties.push((name, property));
        }
    }
}
