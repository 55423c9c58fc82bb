//! What reaches a screen: every text in a view, but for what the person typed or will change.

use serde::Serialize;
use serde_json::Value;

/// Nothing in a view is invisible or changes how its neighbours are drawn.
pub fn is_readable(view: &impl Serialize) {
    read(&serde_json::to_value(view).unwrap());
}

fn read(value: &Value) {
    match value {
        Value::String(text) => assert!(!text.chars().any(misleads), "{text:?}"),
        Value::Array(items) => items.iter().for_each(read),
        Value::Object(members) => members
            .iter()
            // What a field holds is the server's default, and goes back as it is.
            .filter(|(name, _)| *name != "input")
            .for_each(|(_, value)| read(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Control characters, and those that turn the direction of text. Written down once more, so that
/// the list in core is not checked with itself.
fn misleads(character: char) -> bool {
    let turns = matches!(
        character,
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    );
    turns || (character.is_control() && !matches!(character, '\n' | '\t'))
}
