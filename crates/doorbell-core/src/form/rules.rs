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
    /// `None` where there is nothing to check.
    validator: Option<Validator>,
    chosen: bool,
}

impl Rules {
    /// Rules that every value keeps.
    pub(super) fn none() -> Self {
        Self {
            validator: None,
            chosen: false,
        }
    }

    /// Compiles what can be compiled of a normalised schema and returns it beside the rules; the
    /// rest is noted. `chosen` says that the value is ticked, not written.
    pub(super) fn compile(mut schema: Value, chosen: bool, notes: &mut Notes) -> (Self, Value) {
        for _ in 0..DROPPED {
            match options().build(&schema) {
                Ok(validator) => {
                    let validator = Some(validator);
                    return (Self { validator, chosen }, schema);
                }
                Err(error) => {
                    let path: Vec<String> = error
                        .instance_path()
                        .as_str()
                        .split('/')
                        .skip(1)
                        .map(|segment| segment.replace("~1", "/").replace("~0", "~"))
                        .collect();
                    match keyword::remove(&mut schema, &path) {
                        Some((keyword, value)) => notes.unchecked_keyword(&keyword, &value),
                        None => break,
                    }
                }
            }
        }
        notes.unchecked("all that it has left");
        (Self::none(), Value::Bool(true))
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

/// Reads what every rule is checked against, once; else the first question would wait for it.
pub fn warm_up() {
    let schema = Map::from_iter([("type".to_owned(), Value::from("string"))]);
    let compiled = options().build(&Value::Object(schema));
    debug_assert!(compiled.is_ok(), "the simplest rule compiles");
}

/// Whether a pattern can be checked: it compiles, within its limits, to what takes linear time.
pub(super) fn can_check(pattern: &str) -> bool {
    let schema = Map::from_iter([("pattern".to_owned(), Value::from(pattern))]);
    options().build(&Value::Object(schema)).is_ok()
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
