//! JSON-RPC ids, compared by value and not by spelling.

use serde_json::value::RawValue;

/// The largest integer that a double represents exactly together with its neighbours.
const SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// An id or a progress token. `1`, `1.0` and `1e0` are equal, and so are `"a"` and `"\u0061"`: a
/// server may spell an id differently when it sends it back.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Id {
    Number(i64),
    Text(String),
    /// A fraction or a number that is too large, as spelled.
    OtherNumber(String),
}

impl Id {
    /// Returns `None` if `raw` is neither a string nor a number.
    pub fn parse(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        match text.as_bytes().first()? {
            b'"' => serde_json::from_str(text).ok().map(Self::Text),
            b'-' | b'0'..=b'9' => Some(match (text.parse(), text.parse::<f64>()) {
                (Ok(number), _) => Self::Number(number),
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "the number is an integer and small enough to be exact"
                )]
                (Err(_), Ok(number)) if number.fract() == 0.0 && number.abs() <= SAFE_INTEGER => {
                    Self::Number(number as i64)
                }
                (Err(_), _) => Self::OtherNumber(text.to_owned()),
            }),
            _ => None,
        }
    }

    pub fn to_json(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
            Self::OtherNumber(text) => text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(json: &str) -> Option<Id> {
        Id::parse(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn spellings_of_same_id_are_equal() {
        for spelling in ["1", "1.0", "1e0", "10e-1"] {
            assert_eq!(id(spelling), Some(Id::Number(1)), "{spelling}");
        }
        assert_eq!(id(r#""a""#), id(r#""\u0061""#));
    }

    #[test]
    fn different_ids_are_not_equal() {
        assert_ne!(id("1"), id(r#""1""#));
        assert_ne!(id("1.5"), id("1"));
        assert_ne!(
            id("123456789012345678901234567890"),
            id("123456789012345678901234567891")
        );
        assert_ne!(id("9007199254740993"), id("9007199254740992"));
    }

    #[test]
    fn other_values_are_not_ids() {
        for json in ["null", "true", "[]", "{}"] {
            assert_eq!(id(json), None, "{json}");
        }
    }
}
