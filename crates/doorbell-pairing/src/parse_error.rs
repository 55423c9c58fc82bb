//! An error in a configuration file, with its line and column.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A position in a file, counted from 1 as in editors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Position {
    pub(crate) fn of_byte(text: &str, offset: usize) -> Self {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Text that cannot be parsed or has an unexpected structure. The message does not quote the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct ParseError {
    /// Where the error is.
    pub position: Position,
    /// What is wrong.
    pub message: String,
}

impl ParseError {
    pub(crate) fn at_byte(text: &str, offset: usize, message: impl Into<String>) -> Self {
        Self {
            position: Position::of_byte(text, offset),
            message: message.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let text = "é1\r\n\tö2\n";
        for (offset, line, column) in [
            (0, 1, 1),
            (2, 1, 2),
            (5, 2, 1),
            (6, 2, 2),
            (8, 2, 3),
            (99, 3, 1),
        ] {
            assert_eq!(
                Position::of_byte(text, offset),
                Position { line, column },
                "{offset}"
            );
        }
    }
}
