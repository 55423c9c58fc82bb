//! The rules of one field, compiled.

use jsonschema::{Draft, EmailOptions, PatternOptions, Validator};
use serde_json::{Map, Value};

use super::keyword;
use super::note::Notes;

/// Rules that do not compile are dropped one by one, this many times; then all of them are.
const DROPPED: usize = 16;
/// How much memory one compiled pattern may take.
const PATTERN_SIZE: usize = 128 * 1024;
/// How much memory one pattern may take while it matches.
const PATTERN_CACHE: usize = 1024 * 1024;

/// The rules of one field. They check a value and fetch nothing.
pub(super) struct Rules {
    /// `None` where nothing can be checked.
    validator: Option<Validator>,
    chosen: bool,
}

impl Rules {
    /// Compiles what can be compiled of a normalised schema and returns it beside the rules; the
    /// rest is noted. `chosen` says that the value is ticked, not written.
    pub(super) fn compile(
        mut schema: Map<String, Value>,
        chosen: bool,
        notes: &mut Notes,
    ) -> (Self, Map<String, Value>) {
        for _ in 0..DROPPED {
            let value = Value::Object(schema.clone());
            let error = match options().build(&value) {
                Ok(validator) => {
                    let validator = Some(validator);
                    return (Self { validator, chosen }, schema);
                }
                Err(error) => error,
            };
            // A keyword of the wrong type is found as a value, a pattern when it is compiled.
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
                Some((keyword, value)) => notes.unchecked_keyword(&keyword, &value),
                None => break,
            }
        }
        notes.unchecked("all that it has left");
        schema.retain(|keyword, _| keyword::is_annotation(keyword));
        let validator = None;
        (Self { validator, chosen }, schema)
    }

    /// Whether a value keeps them all.
    pub(super) fn allow(&self, value: &Value) -> bool {
        let validator = self.validator.as_ref();
        validator.is_none_or(|validator| validator.is_valid(value))
    }

    /// What is wrong with a value, in a sentence for people. The value is not in it.
    pub(super) fn problem(&self, value: &Value) -> Option<String> {
        let error = self.validator.as_ref()?.validate(value).err()?;
        Some(super::problem::tell(&error, self.chosen))
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
                .size_limit(PATTERN_SIZE)
                .dfa_size_limit(PATTERN_CACHE),
        )
}
