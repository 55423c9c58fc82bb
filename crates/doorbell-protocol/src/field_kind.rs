//! Field kinds that the command line and a model can name, and their schemas.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A limit that is high enough for the form to show a text area.
const LONG_TEXT_CHARACTERS: u64 = 4000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

    pub fn has_options(self) -> bool {
        matches!(self, Self::Choice | Self::Choices)
    }

    /// Returns the JSON Schema property, without a title or a default.
    pub fn property(self, options: &[String]) -> Value {
        match self {
            Self::Text => json!({"type": "string"}),
            Self::LongText => json!({"type": "string", "maxLength": LONG_TEXT_CHARACTERS}),
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
