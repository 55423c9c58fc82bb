//! The properties of a requested schema, in their order.

use std::collections::HashSet;
use std::ptr;

use serde_json::{Map, Value};

use super::field::Field;
use super::limits::{FormLimits, Unreadable};
use super::normal::Normaliser;

/// How many schemas the root may refer to or be made of.
const SCHEMAS: usize = 4_096;

/// Reads the fields of a requested schema.
pub(super) fn read(schema: &Value, limits: &FormLimits) -> Result<Vec<Field>, Unreadable> {
    let found = Found::collect(schema)?;
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

/// What the schemas of a form name. Each schema is read once, so that all of it is linear in the
/// length of the request.
#[derive(Default)]
struct Found<'a> {
    /// The names of the properties, so that each becomes one field.
    names: HashSet<&'a str>,
    /// The properties, in order.
    properties: Vec<(&'a str, &'a Value)>,
    required: HashSet<&'a str>,
    /// Names that must be there, in order; not all of them are described.
    wanted: Vec<&'a str>,
    /// The schemas that were read. What stands at another place is another schema.
    visited: HashSet<*const Value>,
}

impl<'a> Found<'a> {
    /// Reads the root and then, one after the other and each with all it leads to, the schema it
    /// refers to and those it is made of.
    fn collect(root: &'a Value) -> Result<Self, Unreadable> {
        let mut found = Self::default();
        let Value::Object(map) = root else {
            return Err(Unreadable::NotAnObject {
                field: "requestedSchema",
            });
        };
        let mut next = vec![(root, map)];
        while let Some((schema, map)) = next.pop() {
            if !found.visited.insert(ptr::from_ref(schema)) {
                continue;
            }
            if found.visited.len() > SCHEMAS {
                return Err(Unreadable::TooManySchemas { most: SCHEMAS });
            }
            found.read(map)?;
            next.extend(parts(map, root).rev());
        }
        // A name that must be there and is nowhere described can still be answered.
        for name in std::mem::take(&mut found.wanted) {
            found.add(name, &Value::Bool(true));
        }
        Ok(found)
    }

    fn read(&mut self, map: &'a Map<String, Value>) -> Result<(), Unreadable> {
        match map.get("properties") {
            Some(Value::Object(properties)) => {
                for (name, property) in properties {
                    self.add(name, property);
                }
            }
            None | Some(Value::Null) => {}
            Some(_) => {
                return Err(Unreadable::NotAnObject {
                    field: "requestedSchema.properties",
                });
            }
        }
        if let Some(Value::Array(required)) = map.get("required") {
            for name in required.iter().filter_map(Value::as_str) {
                if self.required.insert(name) {
                    self.wanted.push(name);
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

/// The schemas that apply beside this one's own keywords, in order.
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
