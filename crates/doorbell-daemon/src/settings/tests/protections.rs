//! Protections as stored in the database.

use super::*;

#[test]
fn protections_survive_a_round_trip() {
    for settings in [Settings::STANDARD, unusual()] {
        let restored = accepted::parse(&accepted::to_toml(&settings));
        assert_eq!(restored.protections(), settings.protections());
        assert_eq!(restored.theme, Theme::System, "only protections are stored");
    }
}

#[test]
fn unreadable_text_yields_default_protections() {
    for text in ["[answering]\nfrom_programs = 1\n", "from_programs", "\u{0}"] {
        assert_eq!(accepted::parse(text), Settings::STANDARD);
    }
}
