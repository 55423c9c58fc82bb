//! What must hold for any input, in one `check` for each of the outermost readers.
//!
//! The tests beside this folder and the cargo-fuzz targets in `fuzz` both call these functions.

pub mod forms;
pub mod frames;
pub mod links;
pub mod proxy;

mod choices;
mod shown;

use std::sync::LazyLock;

/// The words of `words.dict`.
pub static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let entries = include_str!("../words.dict").lines();
    let words = entries.filter(|line| line.starts_with('"')).map(|line| {
        // A byte is written as `\xAB` there; JSON knows the character of that number.
        let characters: String = serde_json::from_str(&line.replace("\\x", "\\u00")).unwrap();
        let bytes = characters.chars().map(|byte| u8::try_from(byte).unwrap());
        String::from_utf8(bytes.collect()).unwrap()
    });
    words.collect()
});
