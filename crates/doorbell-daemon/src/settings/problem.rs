//! What is wrong with the settings file.

use std::ops::Range;

use doorbell_core::text::{clamp, visible};

use super::reading::MOST_BYTES;

/// The longest key that is quoted, in characters.
const MOST_KEY: usize = 64;

/// What is wrong with the settings file, in words for people. Of the file it quotes nothing but a
/// key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Something in it cannot be; the last good settings count.
    #[error("{place}: {what}")]
    Mistake {
        /// Where.
        place: Place,
        /// What must be there instead.
        what: String,
    },
    /// It is not one that is read; the last good settings count.
    #[error("settings.toml has more than {} KiB", MOST_BYTES / 1024)]
    TooLarge,
    /// The system does not let it be read; the last good settings count.
    #[error("settings.toml cannot be read: {reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
    },
    /// It sets something that Doorbell does not know; everything else in it counts.
    #[error("{place}: there is no setting called {key}; Doorbell takes no notice of it")]
    Unknown {
        /// Where.
        place: Place,
        /// What it is called.
        key: String,
    },
}

/// A place in the file, counted as editors count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl Problem {
    /// Whether the settings of the file count all the same.
    pub fn is_warning(&self) -> bool {
        match self {
            Self::Unknown { .. } => true,
            Self::Mistake { .. } | Self::TooLarge | Self::Unreadable { .. } => false,
        }
    }

    pub(super) fn mistake(text: &str, span: Option<Range<usize>>, what: impl Into<String>) -> Self {
        Self::Mistake {
            place: Place::of(text, span),
            what: what.into(),
        }
    }

    pub(super) fn unknown(text: &str, span: Option<Range<usize>>, key: &str) -> Self {
        Self::Unknown {
            place: Place::of(text, span),
            key: quoted(key),
        }
    }
}

impl Place {
    /// Where a span begins; the beginning of the text if there is none.
    fn of(text: &str, span: Option<Range<usize>>) -> Self {
        let at = span.map_or(0, |span| text.floor_char_boundary(span.start));
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A key as it can be shown: on one line, and not too long.
pub(super) fn quoted(key: &str) -> String {
    clamp(&visible(&clamp(key, MOST_KEY)), MOST_KEY).replace('\n', "⟨U+000A⟩")
}
