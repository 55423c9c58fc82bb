//! Checks the texts of a view for characters that mislead the reader.

use serde::Serialize;
use serde_json::Value;

/// Asserts that no text in a view has invisible characters or changes the text direction.
pub fn assert_readable(view: &impl Serialize) {
    check_texts(&serde_json::to_value(view).unwrap());
}

fn check_texts(value: &Value) {
    match value {
        Value::String(text) => assert!(!text.chars().any(is_misleading), "{text:?}"),
        Value::Array(items) => items.iter().for_each(check_texts),
        Value::Object(members) => members
            .iter()
            // An input holds the server's default, which must be returned unchanged.
            .filter(|(name, _)| *name != "input")
            .for_each(|(_, value)| check_texts(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Control characters and bidirectional formatting. A separate list, so that core is not checked
/// against itself.
fn is_misleading(character: char) -> bool {
    let is_bidi_format = matches!(
        character,
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    );
    is_bidi_format || (character.is_control() && !matches!(character, '\n' | '\t'))
}
