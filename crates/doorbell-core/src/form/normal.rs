//! A property's schema in the one form that the rest of the form model reads: references
//! resolved, identifiers dropped, spelling mistakes of rules repaired.

use serde_json::{Map, Value};

use super::keyword::{Holds, holds, is_annotation, merge};
use super::note::Notes;
use super::repair::{Patterns, repair};

/// How many references may lead from one to the next.
const REFERENCE_DEPTH: usize = 8;
/// How deep schemas may lie in one another; the validator recurses as deep.
const SCHEMA_DEPTH: usize = 32;
/// How many schemas one form may have, references counted each time they are used.
const SCHEMAS: usize = 4_096;
/// How many patterns one form may have.
const PATTERNS: usize = 64;
/// How many bytes one form may copy by reference, so that a few lines cannot become gigabytes.
const REFERENCED_BYTES: usize = 500_000;

/// Reads the schemas of one form.
pub(super) struct Normaliser<'a> {
    root: &'a Value,
    patterns: Patterns,
    schemas_left: usize,
    bytes_left: usize,
}

/// Where in the schema the normaliser is.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    references: usize,
}

impl<'a> Normaliser<'a> {
    /// A normaliser for the properties of `root`, which local references point into.
    pub(super) fn new(root: &'a Value, pattern_bytes: usize) -> Self {
        Self {
            root,
            patterns: Patterns {
                bytes: pattern_bytes,
                left: PATTERNS,
            },
            schemas_left: SCHEMAS,
            bytes_left: REFERENCED_BYTES,
        }
    }

    /// Returns the normalised copy. What could not be kept is added to the notes.
    pub(super) fn normalise(&mut self, schema: &Value, notes: &mut Notes) -> Value {
        let place = Place {
            depth: 0,
            references: 0,
        };
        self.schema(schema, place, notes)
    }

    fn schema(&mut self, schema: &Value, place: Place, notes: &mut Notes) -> Value {
        let affordable = match schema {
            Value::Object(map) if !is_constant(map) => {
                place.depth <= SCHEMA_DEPTH
                    && self.schemas_left > 0
                    && self.afford(place, || keywords_bytes(map))
            }
            value => self.afford(place, || value.to_string().len()),
        };
        if !affordable {
            notes.unchecked("what lies deeper, because the schema is too large");
            return Value::Bool(true);
        }
        let Value::Object(map) = schema else {
            return schema.clone();
        };
        if is_constant(map) {
            return schema.clone();
        }
        self.schemas_left -= 1;
        let mut normal = self.keywords(map, place, notes);
        repair(&mut normal, &mut self.patterns, notes);
        match map.get("$ref") {
            None => Value::Object(normal),
            Some(reference) => match self.referenced(reference, place, notes) {
                Some(target) => both(normal, target),
                None => Value::Object(normal),
            },
        }
    }

    fn keywords(
        &mut self,
        map: &Map<String, Value>,
        place: Place,
        notes: &mut Notes,
    ) -> Map<String, Value> {
        let inner = Place {
            depth: place.depth + 1,
            ..place
        };
        let mut normal = Map::new();
        for (keyword, value) in map {
            let value = match (keyword.as_str(), holds(keyword), value) {
                (
                    "$ref" | "$id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor"
                    | "$vocabulary" | "$comment" | "$defs" | "definitions",
                    _,
                    _,
                ) => continue,
                ("$dynamicRef" | "$recursiveRef", _, _) => {
                    notes.unchecked_keyword(keyword, value);
                    continue;
                }
                (_, Holds::Schema, _) => self.schema(value, inner, notes),
                (_, Holds::Schemas, Value::Array(list)) => list
                    .iter()
                    .map(|schema| self.schema(schema, inner, notes))
                    .collect(),
                (_, Holds::Named, Value::Object(named)) => named
                    .iter()
                    .map(|(name, schema)| (name.clone(), self.schema(schema, inner, notes)))
                    .collect(),
                (_, Holds::Schemas | Holds::Named | Holds::Data, _) => {
                    if !self.afford(place, || value.to_string().len()) {
                        notes.unchecked(&format!("{keyword}, because the schema is too large"));
                        continue;
                    }
                    value.clone()
                }
            };
            normal.insert(keyword.clone(), value);
        }
        normal
    }

    fn referenced(&mut self, reference: &Value, place: Place, notes: &mut Notes) -> Option<Value> {
        let target = reference
            .as_str()
            .and_then(|reference| reference.strip_prefix('#'))
            .and_then(|pointer| self.root.pointer(pointer));
        match target {
            Some(target) if place.references < REFERENCE_DEPTH => {
                let place = Place {
                    depth: place.depth + 1,
                    references: place.references + 1,
                };
                Some(self.schema(target, place, notes))
            }
            Some(_) => {
                notes.unchecked("what lies deeper, because references lead too far");
                None
            }
            None => {
                notes.unchecked_keyword("$ref", reference);
                None
            }
        }
    }

    /// Whether so many bytes may still be copied. What stands in the request itself is free; what
    /// was referred to is paid for. What is too dear takes all that is left: nothing large is looked
    /// at again and again.
    fn afford(&mut self, place: Place, bytes: impl FnOnce() -> usize) -> bool {
        if place.references == 0 {
            return true;
        }
        let left = self.bytes_left;
        let bytes = if left > 0 { bytes() } else { usize::MAX };
        self.bytes_left = left.saturating_sub(bytes);
        bytes <= left
    }
}

/// An option of a choice. It is a value more than a schema, and there may be thousands.
fn is_constant(map: &Map<String, Value>) -> bool {
    map.contains_key("const")
        && map
            .keys()
            .all(|keyword| is_annotation(keyword) || matches!(keyword.as_str(), "const" | "type"))
}

/// One schema that says what both say.
fn both(outer: Map<String, Value>, inner: Value) -> Value {
    if let Value::Object(inner) = &inner
        && let Some(merged) = merge(&outer, inner)
    {
        return Value::Object(merged);
    }
    let mut both = outer;
    match both.get_mut("allOf") {
        Some(Value::Array(all)) => all.push(inner),
        _ => {
            both.insert("allOf".to_owned(), Value::Array(vec![inner]));
        }
    }
    Value::Object(both)
}

/// Counts the keywords of one schema, and the references that have to be looked up or told.
fn keywords_bytes(map: &Map<String, Value>) -> usize {
    let references = ["$ref", "$dynamicRef", "$recursiveRef"];
    let references = references
        .into_iter()
        .filter_map(|keyword| map.get(keyword));
    map.keys().map(String::len).sum::<usize>()
        + references.map(|one| one.to_string().len()).sum::<usize>()
}
