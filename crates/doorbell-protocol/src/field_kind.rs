//! Fields that are named by a word, on the command line and by a model, and their schemas.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Text of this length is written in several lines.
const LONG: u64 = 4000;

/// What a field asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "they are named for what they ask for")]
pub enum FieldKind {
    #[default]
    Text,
    LongText,
    Email,
    Uri,
    Date,
    DateTime,
    Number,
    Integer,
    YesNo,
    Choice,
    Choices,
    List,
}

impl FieldKind {
    /// Every kind.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::LongText,
        Self::Email,
        Self::Uri,
        Self::Date,
        Self::DateTime,
        Self::Number,
        Self::Integer,
        Self::YesNo,
        Self::Choice,
        Self::Choices,
        Self::List,
    ];

    /// Returns true if it is about `options`.
    pub fn has_options(self) -> bool {
        matches!(self, Self::Choice | Self::Choices)
    }

    /// The property of such a field, without a title or a default.
    pub fn property(self, options: &[String]) -> Value {
        match self {
            Self::Text => json!({"type": "string"}),
            Self::LongText => json!({"type": "string", "maxLength": LONG}),
            Self::Email | Self::Uri | Self::Date => json!({"type": "string", "format": self}),
            Self::DateTime => json!({"type": "string", "format": "date-time"}),
            Self::Number | Self::Integer => json!({"type": self}),
            Self::YesNo => json!({"type": "boolean"}),
            Self::Choice => json!({"type": "string", "enum": options}),
            Self::Choices => json!({"type": "array", "items": {"type": "string", "enum": options}}),
            Self::List => json!({"type": "array", "items": {"type": "string"}}),
        }
    }
}
