//! The person's input, before it becomes JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The state of one field on the page.
///
/// The page sends typed text unchanged. The form alone converts it to numbers, dates or JSON.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Input {
    Empty,
    Text {
        text: String,
    },
    Flag {
        /// True for Yes.
        on: bool,
    },
    Choice {
        /// The index of the option.
        index: usize,
    },
    Choices {
        /// The indices of the options.
        indices: Vec<usize>,
    },
    List {
        items: Vec<String>,
    },
}

/// Shows only the kind: what a person typed must never reach a log.
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
