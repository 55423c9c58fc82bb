//! A part of a link as a browser reads it when it is a link itself.

use std::iter;
use std::ops::Range;

use super::carried::decodings;

/// A text without tabs and line breaks, which browsers drop wherever they stand.
pub(super) struct Reading {
    text: String,
    /// Where something was dropped, in ascending order.
    cuts: Vec<usize>,
}

impl Reading {
    /// The text as it stands, and with its escapes decoded once, twice and so on.
    pub(super) fn all(text: &str) -> impl Iterator<Item = Self> {
        iter::once(text.to_owned())
            .chain(decodings(text))
            .map(|text| Self::of(&text))
    }

    fn of(text: &str) -> Self {
        let mut kept = String::with_capacity(text.len());
        let mut cuts = Vec::new();
        for character in text.chars() {
            if matches!(character, '\t' | '\r' | '\n') {
                cuts.push(kept.len());
            } else {
                kept.push(character);
            }
        }
        Self { text: kept, cuts }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The first place inside the range where something was dropped; its edges are outside.
    pub(super) fn cut_in(&self, range: Range<usize>) -> Option<usize> {
        let first = self.cuts.partition_point(|cut| *cut <= range.start);
        let cut = self.cuts.get(first).copied();
        cut.filter(|cut| *cut < range.end)
    }
}
