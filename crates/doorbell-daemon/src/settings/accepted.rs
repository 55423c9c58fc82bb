//! The settings that protect, as they are written down beside history: in the words of the settings
//! file.

use doorbell_core::settings::Settings;

use super::{editing, reading};

/// What is to be written down of these settings.
pub fn write(settings: &Settings) -> String {
    let protections = settings.protections();
    protections.iter().fold(String::new(), |text, change| {
        editing::set(&text, change).expect("what was just written can be read")
    })
}

/// What was written down. Only its protections mean something; what cannot be read protects as the
/// standard does.
pub fn read(text: &str) -> Settings {
    match reading::read(text.as_bytes()) {
        Ok(read) => read.settings,
        Err(_) => {
            tracing::warn!("the protections that were written down cannot be read");
            Settings::STANDARD
        }
    }
}
