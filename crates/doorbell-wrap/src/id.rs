//! Names of requests, compared as JSON-RPC means them and not as they are spelled.

use serde_json::value::RawValue;

/// The largest whole number that every peer can tell from its neighbours.
const SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// An id or a progress token. `1`, `1.0` and `1e0` are one name, and so are `"a"` and `"\u0061"`:
/// a server may write what it was sent in its own way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Id {
    /// A whole number.
    Number(i64),
    /// A string.
    Text(String),
    /// A number of another kind, as it is spelled.
    Odd(String),
}

impl Id {
    /// Reads a name; `None` if it is neither a string nor a number.
    pub fn read(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        match text.as_bytes().first()? {
            b'"' => serde_json::from_str(text).ok().map(Self::Text),
            b'-' | b'0'..=b'9' => Some(match (text.parse(), text.parse::<f64>()) {
                (Ok(number), _) => Self::Number(number),
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "it is whole and small enough to be exact"
                )]
                (Err(_), Ok(number)) if number.fract() == 0.0 && number.abs() <= SAFE_INTEGER => {
                    Self::Number(number as i64)
                }
                (Err(_), _) => Self::Odd(text.to_owned()),
            }),
            _ => None,
        }
    }

    /// The name as JSON.
    pub fn to_json(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
            Self::Odd(text) => text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(json: &str) -> Option<Id> {
        Id::read(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn spellings_of_one_name_are_one_name() {
        for same in ["1", "1.0", "1e0", "10e-1"] {
            assert_eq!(id(same), Some(Id::Number(1)), "{same}");
        }
        assert_eq!(id(r#""a""#), id(r#""\u0061""#));
    }

    #[test]
    fn other_names_are_other_names() {
        assert_ne!(id("1"), id(r#""1""#));
        assert_ne!(id("1.5"), id("1"));
        assert_ne!(
            id("123456789012345678901234567890"),
            id("123456789012345678901234567891")
        );
        assert_ne!(id("9007199254740993"), id("9007199254740992"));
    }

    #[test]
    fn what_is_no_name_is_none() {
        for json in ["null", "true", "[]", "{}"] {
            assert_eq!(id(json), None, "{json}");
        }
    }
}
