//! The protections as they are written down.

use super::*;

#[test]
fn every_protection_is_read_as_it_was_written() {
    for settings in [Settings::STANDARD, unusual()] {
        let read = accepted::read(&accepted::write(&settings));
        assert_eq!(read.protections(), settings.protections());
        assert_eq!(read.theme, Theme::System, "nothing else is written down");
    }
}

#[test]
fn what_cannot_be_read_protects() {
    for text in ["[answering]\nfrom_programs = 1\n", "from_programs", "\u{0}"] {
        assert_eq!(accepted::read(text), Settings::STANDARD);
    }
}
