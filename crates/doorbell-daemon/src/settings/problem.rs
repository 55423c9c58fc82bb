//! Problems of the settings file.

use std::ops::Range;

use doorbell_core::text::{clamp, visible};

use super::parsing::MAX_BYTES;

/// The longest quoted key, in characters.
const MAX_QUOTED_KEY: usize = 64;

/// What is wrong with the settings file. Shown to the person; quotes nothing but keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsProblem {
    /// The file is invalid; the last valid settings stay in effect.
    #[error("{position}: {what}")]
    Mistake {
        /// Where the mistake is.
        position: Position,
        /// What the file must contain instead.
        what: String,
    },
    /// The file is too large; the last valid settings stay in effect.
    #[error("settings.toml is larger than {} KiB", MAX_BYTES / 1024)]
    TooLarge,
    /// The file cannot be read; the last valid settings stay in effect.
    #[error("settings.toml can’t be read: {reason}")]
    Unreadable {
        /// The system's error.
        reason: String,
    },
    /// The file has an unknown key, which is ignored.
    #[error("{position}: unknown setting {key}, which is ignored")]
    Unknown {
        /// Where the key is.
        position: Position,
        /// The first unknown key.
        key: String,
    },
}

/// A position in the file, counted as editors count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl SettingsProblem {
    /// Returns true if the file's settings take effect despite the problem.
    pub fn is_warning(&self) -> bool {
        match self {
            Self::Unknown { .. } => true,
            Self::Mistake { .. } | Self::TooLarge | Self::Unreadable { .. } => false,
        }
    }

    pub(super) fn mistake(text: &str, span: Option<Range<usize>>, what: impl Into<String>) -> Self {
        Self::Mistake {
            position: Position::of(text, span),
            what: what.into(),
        }
    }

    pub(super) fn unknown(text: &str, span: Option<Range<usize>>, key: &str) -> Self {
        Self::Unknown {
            position: Position::of(text, span),
            key: quoted(key),
        }
    }
}

impl Position {
    /// Returns where a span begins, or the beginning of the text without a span.
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

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Makes a key visible, short, and one line.
pub(super) fn quoted(key: &str) -> String {
    clamp(&visible(&clamp(key, MAX_QUOTED_KEY)), MAX_QUOTED_KEY).replace('\n', "⟨U+000A⟩")
}
