//! Collects the properties of a requested schema and reads them as fields.

use std::collections::HashSet;
use std::ptr;

use serde_json::{Map, Value};

use super::field::Field;
use super::limits::{FormBudget, FormError, FormLimits};
use super::normalise::Normaliser;

/// Limits the schemas that the root refers to or consists of.
const MAX_SCHEMAS: usize = 4_096;

pub(super) fn read_fields(schema: &Value, limits: &FormLimits) -> Result<Vec<Field>, FormError> {
    let collected = Properties::collect(schema)?;
    if collected.properties.len() > limits.fields {
        return Err(FormError::TooManyFields {
            found: collected.properties.len(),
            limit: limits.fields,
        });
    }
    let mut normaliser = Normaliser::new(schema, limits.pattern_bytes);
    let mut budget = FormBudget::new(limits);
    collected
        .properties
        .iter()
        .enumerate()
        .map(|(index, (name, property))| {
            let required = collected.required.contains(name);
            let field = Field::read(
                (name, property),
                required,
                &mut normaliser,
                limits,
                index + 1,
            )?;
            budget.add(name, &field.initial_view)?;
            Ok(field)
        })
        .collect()
}

/// The properties of a form's schemas. Each schema is read once, so that the time is linear in the
/// length of the request.
#[derive(Default)]
struct Properties<'a> {
    /// Makes each name only one field.
    names: HashSet<&'a str>,
    properties: Vec<(&'a str, &'a Value)>,
    required: HashSet<&'a str>,
    /// The required names in order, some of which have no property.
    required_in_order: Vec<&'a str>,
    /// Identified by address.
    visited: HashSet<*const Value>,
}

impl<'a> Properties<'a> {
    /// Reads the root, then depth-first the schemas that it refers to and consists of.
    fn collect(root: &'a Value) -> Result<Self, FormError> {
        let mut collected = Self::default();
        let Value::Object(map) = root else {
            return Err(FormError::NotAnObject {
                field: "requestedSchema",
            });
        };
        let mut pending = vec![(root, map)];
        while let Some((schema, map)) = pending.pop() {
            if !collected.visited.insert(ptr::from_ref(schema)) {
                continue;
            }
            if collected.visited.len() > MAX_SCHEMAS {
                return Err(FormError::TooManySchemas { limit: MAX_SCHEMAS });
            }
            collected.read(map)?;
            pending.extend(parts(map, root).rev());
        }
        // A required name without a property becomes a field for any value.
        for name in std::mem::take(&mut collected.required_in_order) {
            collected.add(name, &Value::Bool(true));
        }
        Ok(collected)
    }

    fn read(&mut self, map: &'a Map<String, Value>) -> Result<(), FormError> {
        match map.get("properties") {
            Some(Value::Object(properties)) => {
                for (name, property) in properties {
                    self.add(name, property);
                }
            }
            None | Some(Value::Null) => {}
            Some(_) => {
                return Err(FormError::NotAnObject {
                    field: "requestedSchema.properties",
                });
            }
        }
        if let Some(Value::Array(required)) = map.get("required") {
            for name in required.iter().filter_map(Value::as_str) {
                if self.required.insert(name) {
                    self.required_in_order.push(name);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &'a str, property: &'a Value) {
        if self.names.insert(name) {
            self.properties.push((name, property));
        }
    }
}

/// Returns the schemas that apply in addition to this one's own keywords, in order.
fn parts<'a>(
    map: &'a Map<String, Value>,
    root: &'a Value,
) -> impl DoubleEndedIterator<Item = (&'a Value, &'a Map<String, Value>)> {
    let target = map
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| reference.strip_prefix('#'))
        .and_then(|pointer| root.pointer(pointer));
    let all = map.get("allOf").and_then(Value::as_array);
    target
        .into_iter()
        .chain(all.into_iter().flatten())
        .filter_map(|part| Some((part, part.as_object()?)))
}

#[cfg(test)]
mod tests;
