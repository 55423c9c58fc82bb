//! The desktop's settings (GSettings). Call on the main thread, which GSettings requires.

use gtk::gio::{Settings, SettingsSchemaSource};

/// `None` without this schema or key, for which GSettings would abort the process.
pub fn with_key(schema: &str, key: &str) -> Option<Settings> {
    let known = SettingsSchemaSource::default()?.lookup(schema, true)?;
    known.has_key(key).then(|| Settings::new(schema))
}
