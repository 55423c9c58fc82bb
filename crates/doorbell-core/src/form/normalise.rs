//! Normalises a property's schema: resolves references, removes identifiers, repairs rules.

use serde_json::{Map, Value};

use super::keyword::{KeywordContent, content_of, is_annotation, merge};
use super::notes::Notes;
use super::repair::{PatternBudget, repair};

const MAX_REFERENCE_DEPTH: usize = 8;
/// The validator recurses as deep.
const MAX_SCHEMA_DEPTH: usize = 32;
/// Per form; every use of a reference counts.
const MAX_SCHEMAS: usize = 4_096;
/// Per form.
const MAX_PATTERNS: usize = 64;
/// Limits the bytes that references copy per form, so that a few lines cannot become gigabytes.
const MAX_REFERENCED_BYTES: usize = 500_000;

/// Normalises the schemas of one form within its limits.
pub(super) struct Normaliser<'a> {
    root: &'a Value,
    patterns: PatternBudget,
    schemas_left: usize,
    bytes_left: usize,
}

#[derive(Clone, Copy)]
struct Nesting {
    depth: usize,
    references: usize,
}

impl<'a> Normaliser<'a> {
    /// Local references point into `root`.
    pub(super) fn new(root: &'a Value, max_pattern_bytes: usize) -> Self {
        Self {
            root,
            patterns: PatternBudget {
                max_bytes: max_pattern_bytes,
                remaining: MAX_PATTERNS,
            },
            schemas_left: MAX_SCHEMAS,
            bytes_left: MAX_REFERENCED_BYTES,
        }
    }

    /// Returns the normalised copy. Adds the rules that it drops to the notes.
    pub(super) fn normalise(&mut self, schema: &Value, notes: &mut Notes) -> Value {
        let nesting = Nesting {
            depth: 0,
            references: 0,
        };
        self.schema(schema, nesting, notes)
    }

    fn schema(&mut self, schema: &Value, nesting: Nesting, notes: &mut Notes) -> Value {
        let is_within_limits = match schema {
            Value::Object(map) if !is_constant(map) => {
                nesting.depth <= MAX_SCHEMA_DEPTH
                    && self.schemas_left > 0
                    && self.spend_bytes(nesting, || keywords_bytes(map))
            }
            value => self.spend_bytes(nesting, || value.to_string().len()),
        };
        if !is_within_limits {
            notes.add_unchecked_rule("what lies deeper, because the schema is too large");
            return Value::Bool(true);
        }
        let Value::Object(map) = schema else {
            return schema.clone();
        };
        if is_constant(map) {
            return schema.clone();
        }
        self.schemas_left -= 1;
        let mut normalised = self.keywords(map, nesting, notes);
        repair(&mut normalised, &mut self.patterns, notes);
        match map.get("$ref") {
            None => Value::Object(normalised),
            Some(reference) => match self.resolve(reference, nesting, notes) {
                Some(target) => combine(normalised, target),
                None => Value::Object(normalised),
            },
        }
    }

    fn keywords(
        &mut self,
        map: &Map<String, Value>,
        nesting: Nesting,
        notes: &mut Notes,
    ) -> Map<String, Value> {
        let inner = Nesting {
            depth: nesting.depth + 1,
            ..nesting
        };
        let mut normalised = Map::new();
        for (keyword, value) in map {
            let value = match (keyword.as_str(), content_of(keyword), value) {
                (
                    "$ref" | "$id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$recursiveAnchor"
                    | "$vocabulary" | "$comment" | "$defs" | "definitions",
                    _,
                    _,
                ) => continue,
                ("$dynamicRef" | "$recursiveRef", _, _) => {
                    notes.add_unchecked_keyword(keyword, value);
                    continue;
                }
                (_, KeywordContent::Schema, _) => self.schema(value, inner, notes),
                (_, KeywordContent::SchemaList, Value::Array(list)) => list
                    .iter()
                    .map(|schema| self.schema(schema, inner, notes))
                    .collect(),
                (_, KeywordContent::NamedSchemas, Value::Object(named)) => named
                    .iter()
                    .map(|(name, schema)| (name.clone(), self.schema(schema, inner, notes)))
                    .collect(),
                (
                    _,
                    KeywordContent::SchemaList
                    | KeywordContent::NamedSchemas
                    | KeywordContent::Data,
                    _,
                ) => {
                    if !self.spend_bytes(nesting, || value.to_string().len()) {
                        notes.add_unchecked_rule(&format!(
                            "{keyword}, because the schema is too large"
                        ));
                        continue;
                    }
                    value.clone()
                }
            };
            normalised.insert(keyword.clone(), value);
        }
        normalised
    }

    fn resolve(&mut self, reference: &Value, nesting: Nesting, notes: &mut Notes) -> Option<Value> {
        let target = reference
            .as_str()
            .and_then(|reference| reference.strip_prefix('#'))
            .and_then(|pointer| self.root.pointer(pointer));
        match target {
            Some(target) if nesting.references < MAX_REFERENCE_DEPTH => {
                let nesting = Nesting {
                    depth: nesting.depth + 1,
                    references: nesting.references + 1,
                };
                Some(self.schema(target, nesting, notes))
            }
            Some(_) => {
                notes.add_unchecked_rule("what lies deeper, because references lead too far");
                None
            }
            None => {
                notes.add_unchecked_keyword("$ref", reference);
                None
            }
        }
    }

    /// Returns true if the bytes are within the budget. Only bytes behind a reference count. Exceeding
    /// the budget uses it up, so that a large schema is not measured again for every reference.
    fn spend_bytes(&mut self, nesting: Nesting, bytes: impl FnOnce() -> usize) -> bool {
        if nesting.references == 0 {
            return true;
        }
        let budget = self.bytes_left;
        let bytes = if budget > 0 { bytes() } else { usize::MAX };
        self.bytes_left = budget.saturating_sub(bytes);
        bytes <= budget
    }
}

/// Returns true for an option of a choice. There may be thousands, so they are only copied.
fn is_constant(map: &Map<String, Value>) -> bool {
    map.contains_key("const")
        && map
            .keys()
            .all(|keyword| is_annotation(keyword) || matches!(keyword.as_str(), "const" | "type"))
}

/// Returns a schema that requires both.
fn combine(outer: Map<String, Value>, inner: Value) -> Value {
    if let Value::Object(inner) = &inner
        && let Some(merged) = merge(&outer, inner)
    {
        return Value::Object(merged);
    }
    let mut combined = outer;
    match combined.get_mut("allOf") {
        Some(Value::Array(all)) => all.push(inner),
        _ => {
            combined.insert("allOf".to_owned(), Value::Array(vec![inner]));
        }
    }
    Value::Object(combined)
}

/// Measures the keywords of one schema, and its references, which are resolved or noted.
fn keywords_bytes(map: &Map<String, Value>) -> usize {
    let references = ["$ref", "$dynamicRef", "$recursiveRef"];
    let references = references
        .into_iter()
        .filter_map(|keyword| map.get(keyword));
    map.keys().map(String::len).sum::<usize>()
        + references
            .map(|value| value.to_string().len())
            .sum::<usize>()
}
