//! Where in a file something is wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place in a file, counted as editors count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl Place {
    /// The place of a byte.
    pub(crate) fn of(text: &str, at: usize) -> Self {
        let before = &text[..text.floor_char_boundary(at)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What stands in a file where it cannot be understood. Nothing of the file is quoted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Mistake {
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub what: String,
}

impl Mistake {
    pub(crate) fn at(text: &str, at: usize, what: impl Into<String>) -> Self {
        Self {
            place: Place::of(text, at),
            what: what.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_editors_count() {
        let text = "é1\r\n\tö2\n";
        for (at, line, column) in [
            (0, 1, 1),
            (2, 1, 2),
            (5, 2, 1),
            (6, 2, 2),
            (8, 2, 3),
            (99, 3, 1),
        ] {
            assert_eq!(Place::of(text, at), Place { line, column }, "{at}");
        }
    }
}
