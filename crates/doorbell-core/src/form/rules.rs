//! Compiles the rules of one field.

use jsonschema::{Draft, EmailOptions, PatternOptions, Validator};
use serde_json::{Map, Value};

use super::keyword;
use super::notes::Notes;

/// Invalid rules are dropped one by one; after this many, all rules are dropped.
const MAX_DROPPED_RULES: usize = 16;
const MAX_COMPILED_PATTERN_BYTES: usize = 128 * 1024;
const MAX_PATTERN_CACHE_BYTES: usize = 1024 * 1024;

/// The rules of one field. Checking a value never fetches anything.
pub(super) struct Rules {
    /// `None` if no rule could be compiled.
    validator: Option<Validator>,
    is_multiple_choice: bool,
}

impl Rules {
    /// Compiles a normalised schema. Also returns the schema without the invalid rules, which it adds
    /// to the notes.
    pub(super) fn compile(
        mut schema: Map<String, Value>,
        is_multiple_choice: bool,
        notes: &mut Notes,
    ) -> (Self, Map<String, Value>) {
        let rules = |validator| Self {
            validator,
            is_multiple_choice,
        };
        for _ in 0..MAX_DROPPED_RULES {
            let value = Value::Object(schema.clone());
            let error = match options().build(&value) {
                Ok(validator) => return (rules(Some(validator)), schema),
                Err(error) => error,
            };
            // Errors in types have an instance path; errors in patterns have a schema path.
            let path = match error.instance_path().as_str() {
                "" => error.schema_path().as_str(),
                path => path,
            };
            let path: Vec<String> = path
                .split('/')
                .skip(1)
                .map(|segment| segment.replace("~1", "/").replace("~0", "~"))
                .collect();
            match keyword::remove(&mut schema, &path) {
                Some((keyword, value)) => notes.add_unchecked_keyword(&keyword, &value),
                None => break,
            }
        }
        notes.add_unchecked_rule("all that it has left");
        schema.retain(|keyword, _| keyword::is_annotation(keyword));
        (rules(None), schema)
    }

    pub(super) fn allows(&self, value: &Value) -> bool {
        let validator = self.validator.as_ref();
        validator.is_none_or(|validator| validator.is_valid(value))
    }

    /// Describes what is wrong with the value, without quoting it.
    pub(super) fn problem(&self, value: &Value) -> Option<String> {
        let error = self.validator.as_ref()?.validate(value).err()?;
        Some(super::problem::describe(&error, self.is_multiple_choice))
    }
}

fn options() -> jsonschema::ValidationOptions<'static> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .offline()
        .should_validate_formats(true)
        .with_email_options(EmailOptions::default().without_display_text())
        .with_pattern_options(
            PatternOptions::regex()
                .size_limit(MAX_COMPILED_PATTERN_BYTES)
                .dfa_size_limit(MAX_PATTERN_CACHE_BYTES),
        )
}
