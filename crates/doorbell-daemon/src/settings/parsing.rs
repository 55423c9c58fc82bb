//! Parses the settings file.

use doorbell_core::settings::Settings;
use toml_edit::{Document, Item, TableLike};

use super::keys::KEYS;
use super::problem::SettingsProblem;

/// The largest file that is accepted.
pub const MAX_BYTES: usize = 64 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub struct ParsedSettings {
    pub settings: Settings,
    /// The problem with the first unknown key.
    pub unknown_key: Option<SettingsProblem>,
}

/// Parses a file. Missing settings default to [`Settings::STANDARD`].
pub fn parse(bytes: &[u8]) -> Result<ParsedSettings, SettingsProblem> {
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
        (key.read)(item, &mut settings).map_err(|what| {
            SettingsProblem::mistake(text, item.span(), format!("{} {what}", key.name))
        })?;
    }
    Ok(ParsedSettings {
        settings,
        unknown_key: unknown_key(&document, text),
    })
}

/// Checks the size and the encoding of the file.
pub fn text(bytes: &[u8]) -> Result<&str, SettingsProblem> {
    if bytes.len() > MAX_BYTES {
        return Err(SettingsProblem::TooLarge);
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        SettingsProblem::mistake(
            &valid,
            Some(valid.len()..valid.len()),
            "this is not UTF-8 text",
        )
    })
}

pub fn document(text: &str) -> Result<Document<&str>, SettingsProblem> {
    // The parser's message names what it expected and never quotes the file.
    Document::parse(text).map_err(|error| {
        SettingsProblem::mistake(
            text,
            error.span(),
            format!("this is not TOML: {}", error.message()),
        )
    })
}

fn as_table<'a>(
    item: &'a Item,
    name: &str,
    text: &str,
) -> Result<&'a dyn TableLike, SettingsProblem> {
    item.as_table_like().ok_or_else(|| {
        let what = format!("{name} must be a table, written as [{name}] on a line of its own");
        SettingsProblem::mistake(text, item.span(), what)
    })
}

/// Finds the first key that is not in [`KEYS`].
fn unknown_key(document: &Document<&str>, text: &str) -> Option<SettingsProblem> {
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
    Some(SettingsProblem::unknown(text, span, &key))
}

fn span(table: &dyn TableLike, key: &str) -> Option<std::ops::Range<usize>> {
    table.key(key).and_then(toml_edit::Key::span)
}
