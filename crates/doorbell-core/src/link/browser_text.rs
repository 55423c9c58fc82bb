//! A part of a link, as a browser parses it if it is a link itself.

use std::iter;
use std::ops::Range;

use super::payload::decodings;

/// Text without tabs and line breaks, which browsers remove.
pub(super) struct BrowserText {
    text: String,
    /// The positions of removed characters, in ascending order.
    removals: Vec<usize>,
}

impl BrowserText {
    /// Returns the text unchanged, and with its percent escapes decoded once, twice and so on.
    pub(super) fn decodings(text: &str) -> impl Iterator<Item = Self> {
        iter::once(text.to_owned())
            .chain(decodings(text))
            .map(|text| Self::new(&text))
    }

    fn new(text: &str) -> Self {
        let mut remaining = String::with_capacity(text.len());
        let mut removals = Vec::new();
        for character in text.chars() {
            if matches!(character, '\t' | '\r' | '\n') {
                removals.push(remaining.len());
            } else {
                remaining.push(character);
            }
        }
        Self {
            text: remaining,
            removals,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the first position strictly inside the range where a character was removed.
    pub(super) fn first_removal_in(&self, range: Range<usize>) -> Option<usize> {
        let first = self
            .removals
            .partition_point(|position| *position <= range.start);
        let position = self.removals.get(first).copied();
        position.filter(|position| *position < range.end)
    }
}
