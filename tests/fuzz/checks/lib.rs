//! Properties that hold for any input, with one `check` for each of the outermost parsers.
//!
//! The tests beside this folder and the cargo-fuzz targets in `fuzz` both call these functions.

pub mod forms;
pub mod frames;
pub mod links;
pub mod proxy;

mod choices;
mod readable;

use std::sync::LazyLock;

/// The words of `words.dict`.
pub static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let entries = include_str!("../words.dict").lines();
    let words = entries.filter(|line| line.starts_with('"')).map(|line| {
        // The dictionary writes a byte as `\xAB`, which JSON can parse as `\u00AB`.
        let characters: String = serde_json::from_str(&line.replace("\\x", "\\u00")).unwrap();
        let bytes = characters
            .chars()
            .map(|character| u8::try_from(character).unwrap());
        String::from_utf8(bytes.collect()).unwrap()
    });
    words.collect()
});
