//! One field of a form.

use serde_json::{Map, Value};

use super::{Findings, Shape, Weight};
use crate::secret;

const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];
/// What a property of each kind may have beside these.
const COMMON: [&str; 4] = ["type", "title", "description", "default"];

pub(super) fn look_at(name: &str, property: &Value, findings: &mut Findings) {
    let mut field = Field { name, findings };
    let Some(property) = property.as_object() else {
        field.breaks("not-an-object", "A field must be described by an object.");
        return;
    };
    field.look_at_type(property);
    field.look_at_options(property);
    field.look_at_keywords(property);
    field.look_at_default(property);
    field.look_for_secrets(property);
}

struct Field<'a> {
    name: &'a str,
    findings: &'a mut Findings,
}

impl Field<'_> {
    fn breaks(&mut self, rule: &'static str, text: &str) {
        self.findings
            .add(Some(self.name), rule, Weight::Breaks, text);
    }

    fn warns(&mut self, rule: &'static str, text: &str) {
        self.findings
            .add(Some(self.name), rule, Weight::Warns, text);
    }

    fn look_at_type(&mut self, property: &Map<String, Value>) {
        let is_nullable = ["anyOf", "oneOf"].into_iter().any(|keyword| {
            let variants = property.get(keyword).and_then(Value::as_array);
            let mut variants = variants.into_iter().flatten();
            variants.any(|variant| variant["type"] == "null")
        });
        match property.get("type") {
            _ if is_nullable => self.breaks(
                "nullable",
                "MCP has no null: give the type alone and leave the field out of required.",
            ),
            None => self.breaks(
                "missing-type",
                "Every field needs a type; that of a choice is \"string\".",
            ),
            Some(Value::Array(_)) => self.breaks(
                "several-types",
                "A field has one type: leave it out of required instead of allowing null.",
            ),
            Some(Value::String(kind)) => match kind.as_str() {
                "string" | "number" | "integer" | "boolean" => {}
                "object" => self.breaks(
                    "nested-object",
                    "MCP's forms are flat: give each part of the object a field of its own.",
                ),
                "array" => self.look_at_items(property),
                _ => self.breaks(
                    "unknown-type",
                    "MCP knows the types string, number, integer, boolean and array.",
                ),
            },
            Some(_) => self.breaks("unknown-type", "A type is named by a string."),
        }
    }

    fn look_at_items(&mut self, property: &Map<String, Value>) {
        let items = property.get("items").and_then(Value::as_object);
        let is_object = items.is_some_and(|items| {
            items.get("type").is_some_and(|kind| kind == "object")
                || items.contains_key("properties")
        });
        if is_object {
            self.breaks(
                "array-of-objects",
                "MCP has no list of objects: ask for one at a time, in several questions.",
            );
        } else if Shape::of(&Value::from(property.clone())) == Shape::Other {
            self.breaks(
                "free-array",
                "A list can only be chosen from: give its items an enum, or anyOf with const and title.",
            );
        }
    }

    fn look_at_options(&mut self, property: &Map<String, Value>) {
        if property.contains_key("enumNames") {
            self.warns(
                "enum-names",
                "enumNames will be removed from MCP: use oneOf with const and title.",
            );
        }
        let items = property.get("items").and_then(Value::as_object);
        for schema in [Some(property), items].into_iter().flatten() {
            let options = schema.get("enum").and_then(Value::as_array);
            if options.is_some_and(|options| !options.iter().all(Value::is_string)) {
                self.breaks("enum-of-others", "The options of an enum must be strings.");
            }
            if options.is_some_and(Vec::is_empty) {
                self.breaks("no-options", "There is nothing to choose from.");
            }
            for keyword in ["oneOf", "anyOf"] {
                let options = schema.get(keyword).and_then(Value::as_array);
                let mut options = options.into_iter().flatten();
                let is_untitled = |option: &Value| {
                    option.get("const").is_some_and(Value::is_string)
                        && !option.get("title").is_some_and(Value::is_string)
                };
                if options.any(is_untitled) {
                    self.breaks(
                        "untitled-option",
                        "An option with a const needs a title, too.",
                    );
                }
            }
        }
    }

    fn look_at_keywords(&mut self, property: &Map<String, Value>) {
        let allowed: &[&str] = match Shape::of(&Value::from(property.clone())) {
            Shape::Text => &["minLength", "maxLength", "format"],
            Shape::Number | Shape::Integer => &["minimum", "maximum"],
            Shape::YesNo => &[],
            Shape::One => &["enum", "oneOf", "enumNames"],
            Shape::Several => &["items", "minItems", "maxItems"],
            // What is wrong with it has been said.
            Shape::Other => return,
        };
        for (keyword, value) in property {
            let keyword = keyword.as_str();
            match keyword {
                "pattern" => self.look_at_pattern(value),
                _ if COMMON.contains(&keyword) || allowed.contains(&keyword) => {}
                _ => {
                    let text = format!(
                        "MCP knows no {keyword} for such a field: agents may ignore it, so check the answer yourself."
                    );
                    self.breaks("unknown-keyword", &text);
                }
            }
        }
        let format = property.get("format").and_then(Value::as_str);
        if format.is_some_and(|format| !FORMATS.contains(&format)) {
            self.breaks(
                "unknown-format",
                "MCP knows the formats email, uri, date and date-time.",
            );
        }
    }

    fn look_at_pattern(&mut self, pattern: &Value) {
        self.warns(
            "pattern",
            "pattern is in no MCP schema: agents may ignore it, so check the answer yourself.",
        );
        let pattern = pattern.as_str().unwrap_or_default();
        let looks_around = ["(?=", "(?!", "(?<=", "(?<!"];
        if looks_around.iter().any(|part| pattern.contains(part)) {
            self.warns(
                "look-around",
                "A pattern that looks ahead or behind cannot be checked in linear time; Doorbell leaves it out.",
            );
        }
    }

    fn look_at_default(&mut self, property: &Map<String, Value>) {
        let Some(default) = property.get("default") else {
            return;
        };
        let fits = match Shape::of(&Value::from(property.clone())) {
            Shape::Text => default.is_string(),
            Shape::One => {
                let options = property.get("enum").and_then(Value::as_array);
                default.is_string() && options.is_none_or(|options| options.contains(default))
            }
            Shape::Number => default.is_number(),
            Shape::Integer => default.as_f64().is_some_and(|number| number.fract() == 0.0),
            Shape::YesNo => default.is_boolean(),
            Shape::Several => default.is_array(),
            Shape::Other => true,
        };
        if !fits {
            self.breaks("unfit-default", "The default does not fit the field.");
        }
    }

    fn look_for_secrets(&mut self, property: &Map<String, Value>) {
        let text = |keyword: &str| property.get(keyword).and_then(Value::as_str);
        let asked = secret::in_label(self.name)
            .or_else(|| text("title").and_then(secret::in_label))
            .or_else(|| text("description").and_then(secret::in_prose));
        if let Some(asked) = asked {
            self.breaks("secret", &asked.tell("This field"));
        }
    }
}
