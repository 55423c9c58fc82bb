//! Formatted text, as a closed set of parts. The page builds one element for each.

use serde::Serialize;

/// A text, and its parts if it is formatted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct DocumentView {
    /// As it was written.
    pub text: String,
    /// `None` if the text has no formatting.
    pub blocks: Option<Vec<BlockView>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "block", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum BlockView {
    Paragraph {
        /// Where it begins in the original text, counted from 1.
        line: usize,
        text: Vec<InlineView>,
    },
    Heading {
        line: usize,
        /// 1 to 6.
        level: u8,
        text: Vec<InlineView>,
    },
    Code {
        line: usize,
        /// What the author wrote beside the fence, usually a language.
        label: String,
        code: String,
    },
    List {
        items: Vec<ListItemView>,
    },
    Quote {
        blocks: Vec<BlockView>,
    },
    Table {
        line: usize,
        header: Vec<Vec<InlineView>>,
        rows: Vec<Vec<Vec<InlineView>>>,
    },
    Rule,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ListItemView {
    /// As the author numbered it; `None` in a list of bullets.
    pub number: Option<u32>,
    pub blocks: Vec<BlockView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "inline", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum InlineView {
    /// A line feed breaks the line.
    Text {
        text: String,
    },
    Code {
        text: String,
    },
    Emphasis {
        text: Vec<InlineView>,
    },
    Strong {
        text: Vec<InlineView>,
    },
    /// A link or an image, never opened from here: its text, then its address.
    Address {
        text: Vec<InlineView>,
        address: String,
    },
}
