//! From the bytes of the settings file to settings.

use doorbell_core::settings::Settings;
use toml_edit::{Document, Item, TableLike};

use super::keys::KEYS;
use super::problem::Problem;

/// The largest file that is read.
pub const MOST_BYTES: usize = 64 * 1024;

/// What a file says.
#[derive(Debug, PartialEq, Eq)]
pub struct Read {
    /// How it wants Doorbell to behave.
    pub settings: Settings,
    /// The first thing in it that Doorbell does not know.
    pub unknown: Option<Problem>,
}

/// Reads a file. What it leaves out is as in [`Settings::STANDARD`].
pub fn read(bytes: &[u8]) -> Result<Read, Problem> {
    let text = text(bytes)?;
    let document = document(text)?;
    let mut settings = Settings::STANDARD;
    for key in &KEYS {
        let Some(table) = document.as_table().get(key.table) else {
            continue;
        };
        let Some(item) = as_table(table, key.table, text)?.get(key.name) else {
            continue;
        };
        (key.read)(item, &mut settings)
            .map_err(|what| Problem::mistake(text, item.span(), format!("{} {what}", key.name)))?;
    }
    Ok(Read {
        settings,
        unknown: unknown(&document, text),
    })
}

/// The file as text, if it is a text that is read.
pub fn text(bytes: &[u8]) -> Result<&str, Problem> {
    if bytes.len() > MOST_BYTES {
        return Err(Problem::TooLarge);
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        Problem::mistake(
            &good,
            Some(good.len()..good.len()),
            "this is not UTF-8 text",
        )
    })
}

/// The text as TOML.
pub fn document(text: &str) -> Result<Document<&str>, Problem> {
    // The parser's own words name what it expected and never quote what it found.
    Document::parse(text).map_err(|error| {
        Problem::mistake(
            text,
            error.span(),
            format!("this is not TOML: {}", error.message()),
        )
    })
}

fn as_table<'a>(item: &'a Item, name: &str, text: &str) -> Result<&'a dyn TableLike, Problem> {
    item.as_table_like().ok_or_else(|| {
        let what = format!("{name} must be a table, written as [{name}] on a line of its own");
        Problem::mistake(text, item.span(), what)
    })
}

/// The first key that is none of [`KEYS`].
fn unknown(document: &Document<&str>, text: &str) -> Option<Problem> {
    let root = document.as_table();
    let mut found = Vec::new();
    for (table, item) in root {
        if KEYS.iter().all(|key| key.table != table) {
            found.push((span(root, table), table.to_owned()));
            continue;
        }
        let Some(members) = item.as_table_like() else {
            continue;
        };
        for (name, _) in members.iter() {
            if KEYS
                .iter()
                .all(|key| (key.table, key.name) != (table, name))
            {
                found.push((span(members, name), format!("{table}.{name}")));
            }
        }
    }
    let (span, key) = found
        .into_iter()
        .min_by_key(|(span, _)| span.as_ref().map(|span| span.start))?;
    Some(Problem::unknown(text, span, &key))
}

fn span(table: &dyn TableLike, key: &str) -> Option<std::ops::Range<usize>> {
    table.key(key).and_then(toml_edit::Key::span)
}
