//! Checks one field of a form.

use serde_json::{Map, Value};

use super::{FieldType, Findings, Severity};
use crate::secret;

const MCP_FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];
const COMMON_KEYWORDS: [&str; 4] = ["type", "title", "description", "default"];

pub(super) fn check(name: &str, property: &Value, findings: &mut Findings) {
    let mut field = Field { name, findings };
    let Some(property) = property.as_object() else {
        field.error("not-an-object", "A field must be described by an object.");
        return;
    };
    field.check_type(property);
    field.check_options(property);
    field.check_keywords(property);
    field.check_default(property);
    field.check_secrets(property);
}

struct Field<'a> {
    name: &'a str,
    findings: &'a mut Findings,
}

impl Field<'_> {
    fn error(&mut self, rule: &'static str, text: &str) {
        self.findings
            .add(Some(self.name), rule, Severity::Error, text);
    }

    fn warning(&mut self, rule: &'static str, text: &str) {
        self.findings
            .add(Some(self.name), rule, Severity::Warning, text);
    }

    fn check_type(&mut self, property: &Map<String, Value>) {
        let is_nullable = ["anyOf", "oneOf"].into_iter().any(|keyword| {
            let variants = property.get(keyword).and_then(Value::as_array);
            let mut variants = variants.into_iter().flatten();
            variants.any(|variant| variant["type"] == "null")
        });
        match property.get("type") {
            _ if is_nullable => self.error(
                "nullable",
                "MCP doesn't allow null: use the plain type and remove the field from `required`.",
            ),
            None => self.error(
                "missing-type",
                "Every field needs a `type`; a choice has the type \"string\".",
            ),
            Some(Value::Array(_)) => self.error(
                "several-types",
                "A field has exactly one type: to allow no answer, remove it from `required`.",
            ),
            Some(Value::String(kind)) => match kind.as_str() {
                "string" | "number" | "integer" | "boolean" => {}
                "object" => self.error(
                    "nested-object",
                    "MCP's forms are flat: make each part of the object a field of its own.",
                ),
                "array" => self.check_items(property),
                _ => self.error(
                    "unknown-type",
                    "MCP supports the types string, number, integer, boolean and array.",
                ),
            },
            Some(_) => self.error("unknown-type", "`type` must be a string."),
        }
    }

    fn check_items(&mut self, property: &Map<String, Value>) {
        let items = property.get("items").and_then(Value::as_object);
        let is_object = items.is_some_and(|items| {
            items.get("type").is_some_and(|kind| kind == "object")
                || items.contains_key("properties")
        });
        if is_object {
            self.error(
                "array-of-objects",
                "MCP doesn't allow lists of objects: ask for one at a time, in several questions.",
            );
        } else if FieldType::of(&Value::from(property.clone())) == FieldType::Other {
            self.error(
                "free-array",
                "A list needs options: give its items an `enum`, or `anyOf` with `const` and `title`.",
            );
        }
    }

    fn check_options(&mut self, property: &Map<String, Value>) {
        if property.contains_key("enumNames") {
            self.warning(
                "enum-names",
                "`enumNames` will be removed from MCP: use `oneOf` with `const` and `title`.",
            );
        }
        let items = property.get("items").and_then(Value::as_object);
        for schema in [Some(property), items].into_iter().flatten() {
            let options = schema.get("enum").and_then(Value::as_array);
            if options.is_some_and(|options| !options.iter().all(Value::is_string)) {
                self.error("enum-of-others", "The options of `enum` must be strings.");
            }
            if options.is_some_and(Vec::is_empty) {
                self.error("no-options", "The choice has no options.");
            }
            for keyword in ["oneOf", "anyOf"] {
                let options = schema.get(keyword).and_then(Value::as_array);
                let mut options = options.into_iter().flatten();
                let is_untitled = |option: &Value| {
                    option.get("const").is_some_and(Value::is_string)
                        && !option.get("title").is_some_and(Value::is_string)
                };
                if options.any(is_untitled) {
                    self.error(
                        "untitled-option",
                        "An option with `const` also needs a `title`.",
                    );
                }
            }
        }
    }

    fn check_keywords(&mut self, property: &Map<String, Value>) {
        let allowed: &[&str] = match FieldType::of(&Value::from(property.clone())) {
            FieldType::Text => &["minLength", "maxLength", "format"],
            FieldType::Number | FieldType::Integer => &["minimum", "maximum"],
            FieldType::Boolean => &[],
            FieldType::Choice => &["enum", "oneOf", "enumNames"],
            FieldType::MultipleChoice => &["items", "minItems", "maxItems"],
            // Another check already reports it.
            FieldType::Other => return,
        };
        for (keyword, value) in property {
            let keyword = keyword.as_str();
            match keyword {
                "pattern" => self.check_pattern(value),
                _ if COMMON_KEYWORDS.contains(&keyword) || allowed.contains(&keyword) => {}
                _ => {
                    let text = format!(
                        "MCP doesn't define `{keyword}` for this field: agents may ignore it, so check the answer yourself."
                    );
                    self.error("unknown-keyword", &text);
                }
            }
        }
        let format = property.get("format").and_then(Value::as_str);
        if format.is_some_and(|format| !MCP_FORMATS.contains(&format)) {
            self.error(
                "unknown-format",
                "MCP supports the formats email, uri, date and date-time.",
            );
        }
    }

    fn check_pattern(&mut self, pattern: &Value) {
        self.warning(
            "pattern",
            "`pattern` is not part of MCP: agents may ignore it, so check the answer yourself.",
        );
        let pattern = pattern.as_str().unwrap_or_default();
        let look_around = ["(?=", "(?!", "(?<=", "(?<!"];
        if look_around.iter().any(|part| pattern.contains(part)) {
            self.warning(
                "look-around",
                "Doorbell can't check a pattern with look-ahead or look-behind, so it ignores this one.",
            );
        }
    }

    fn check_default(&mut self, property: &Map<String, Value>) {
        let Some(default) = property.get("default") else {
            return;
        };
        let fits = match FieldType::of(&Value::from(property.clone())) {
            FieldType::Text => default.is_string(),
            FieldType::Choice => {
                let options = property.get("enum").and_then(Value::as_array);
                default.is_string() && options.is_none_or(|options| options.contains(default))
            }
            FieldType::Number => default.is_number(),
            FieldType::Integer => default.as_f64().is_some_and(|number| number.fract() == 0.0),
            FieldType::Boolean => default.is_boolean(),
            FieldType::MultipleChoice => default.is_array(),
            FieldType::Other => true,
        };
        if !fits {
            self.error("unfit-default", "The default value doesn't fit the field.");
        }
    }

    fn check_secrets(&mut self, property: &Map<String, Value>) {
        let text = |keyword: &str| property.get(keyword).and_then(Value::as_str);
        let kind = secret::asked_in_label(self.name)
            .or_else(|| text("title").and_then(secret::asked_in_label))
            .or_else(|| text("description").and_then(secret::asked_in_prose));
        if let Some(kind) = kind {
            self.error("secret", &kind.reason("This field"));
        }
    }
}
