//! What the person typed or chose, before it becomes JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The state of one field on the page.
///
/// The page sends what was typed as text; turning it into numbers, dates or JSON is the form's
/// work, so that there is one place that decides what a value means.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Input {
    /// Nothing typed, nothing chosen.
    Empty,
    /// Typed text.
    Text {
        /// As typed.
        text: String,
    },
    /// Yes or no.
    Flag {
        /// Yes is true.
        on: bool,
    },
    /// One option, by its place in the list.
    Choice {
        /// From 0.
        index: usize,
    },
    /// Some options, by their places in the list.
    Choices {
        /// From 0.
        indices: Vec<usize>,
    },
    /// A list of texts.
    List {
        /// As typed, in order.
        items: Vec<String>,
    },
}

/// Says the kind only: what a person typed must never reach a log.
impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "Empty",
            Self::Text { .. } => "Text(…)",
            Self::Flag { .. } => "Flag(…)",
            Self::Choice { .. } => "Choice(…)",
            Self::Choices { .. } => "Choices(…)",
            Self::List { .. } => "List(…)",
        })
    }
}
