//! Sets one thing in the text of a settings file and leaves everything else as it is.

use doorbell_core::settings::SettingChange;
use toml_edit::{Document, Item, Value};

use super::keys::written;
use super::problem::Problem;
use super::reading::document;

/// The text with one thing set anew.
pub fn set(text: &str, change: &SettingChange) -> Result<String, Problem> {
    let (table, key, value) = written(change);
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

/// Adds a table that the file does not have, at its end.
fn append(text: &str, table: &str, key: &str, value: &Value) -> String {
    let end = line_end(text);
    let mut longer = text.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        longer.push_str(end);
    }
    if !text.is_empty() {
        longer.push_str(end);
    }
    longer.push_str(&format!("[{table}]{end}{key} = {value}{end}"));
    longer
}

/// Adds a key to a table that the file has.
fn insert(document: Document<&str>, table: &str, key: &str, value: Value) -> String {
    let end = line_end(document.raw());
    let mut document = document.into_mut();
    if let Some(members) = document.get_mut(table).and_then(Item::as_table_like_mut) {
        members.insert(key, Item::Value(value));
    }
    // A document is written with line feeds, whatever its lines ended with.
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
