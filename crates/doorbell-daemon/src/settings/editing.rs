//! Changes one setting in the text of a settings file and keeps everything else.

use doorbell_core::settings::SettingChange;
use toml_edit::{Document, Item, Value};

use super::keys::toml_entry;
use super::parsing::document;
use super::problem::SettingsProblem;

/// Returns the text with the change.
pub fn set(text: &str, change: &SettingChange) -> Result<String, SettingsProblem> {
    let (table, key, value) = toml_entry(change);
    let document = document(text)?;
    let Some(members) = document.as_table().get(table) else {
        return Ok(append(text, table, key, &value));
    };
    let old = members
        .as_table_like()
        .and_then(|members| members.get(key))
        .and_then(Item::span);
    Ok(match old {
        Some(old) => format!("{}{value}{}", &text[..old.start], &text[old.end..]),
        None => insert(document, table, key, value),
    })
}

/// Appends a missing table to the text.
fn append(text: &str, table: &str, key: &str, value: &Value) -> String {
    let end = line_end(text);
    let mut extended = text.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        extended.push_str(end);
    }
    if !text.is_empty() {
        extended.push_str(end);
    }
    extended.push_str(&format!("[{table}]{end}{key} = {value}{end}"));
    extended
}

/// Adds a missing key to an existing table.
fn insert(document: Document<&str>, table: &str, key: &str, value: Value) -> String {
    let end = line_end(document.raw());
    let mut document = document.into_mut();
    if let Some(members) = document.get_mut(table).and_then(Item::as_table_like_mut) {
        members.insert(key, Item::Value(value));
    }
    // `toml_edit` writes line feeds, whatever line endings the file has.
    let changed = document.to_string().replace("\r\n", "\n");
    if end == "\n" {
        changed
    } else {
        changed.replace('\n', end)
    }
}

fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
