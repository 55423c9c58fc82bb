//! The TOML in which accepted protections are stored in the database.

use doorbell_core::settings::Settings;

use super::{editing, parsing};

/// Serialises the protections among the settings.
pub fn to_toml(settings: &Settings) -> String {
    let protections = settings.protections();
    protections.iter().fold(String::new(), |text, change| {
        editing::set(&text, change).expect("the text was just written by this function")
    })
}

/// Parses stored protections; the other settings have their defaults. Unreadable text yields the
/// default protections.
pub fn parse(text: &str) -> Settings {
    match parsing::parse(text.as_bytes()) {
        Ok(parsed) => parsed.settings,
        Err(_) => {
            tracing::warn!("the protections that were written down cannot be read");
            Settings::STANDARD
        }
    }
}
