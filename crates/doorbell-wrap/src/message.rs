//! A JSON-RPC message, parsed only one level deep.

use std::borrow::Cow;
use std::ops::Deref;

use bytes::Bytes;
use memchr::memmem;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::id::Id;
use crate::members::Members;

/// One JSON-RPC message; all fields borrow from its line.
#[derive(Deserialize)]
pub struct Message<'a> {
    #[serde(borrow, default)]
    pub id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub error: Option<&'a RawValue>,
}

/// A message with the line it was parsed from.
pub struct ParsedLine<'a> {
    pub line: &'a Bytes,
    message: Message<'a>,
}

impl<'a> ParsedLine<'a> {
    pub fn parse(line: &'a Bytes) -> Option<Self> {
        let message = Message::parse(line)?;
        Some(Self { line, message })
    }
}

impl<'a> Deref for ParsedLine<'a> {
    type Target = Message<'a>;

    fn deref(&self) -> &Message<'a> {
        &self.message
    }
}

pub enum MessageKind<'a> {
    Request { id: Id, method: &'a str },
    Notification { method: &'a str },
    Response { id: Id },
    Unknown,
}

impl<'a> Message<'a> {
    /// Returns `None` unless the line is one JSON object: not for batches, blank lines or other text.
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        // serde would also deserialise an array into the struct.
        if !line.trim_ascii_start().starts_with(b"{") {
            return None;
        }
        serde_json::from_slice(line).ok()
    }

    pub fn kind(&self) -> MessageKind<'_> {
        match (&self.method, self.id) {
            (Some(method), Some(id)) => Id::parse(id).map_or(MessageKind::Unknown, |id| {
                MessageKind::Request { id, method }
            }),
            (Some(method), None) => MessageKind::Notification { method },
            // Also without a result or error, or with a null result: the call is over.
            (None, Some(id)) => {
                Id::parse(id).map_or(MessageKind::Unknown, |id| MessageKind::Response { id })
            }
            (None, None) => MessageKind::Unknown,
        }
    }

    pub fn param(&self, name: &str) -> Option<&'a RawValue> {
        Members::parse(self.params?)?.get(name)
    }

    pub fn string_param(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.param(name)?.get()).ok()
    }

    /// Returns the id as spelled.
    pub fn raw_id(&self) -> &'a str {
        self.id.map_or("null", RawValue::get)
    }
}

/// Returns false only if `json` certainly contains no string `word` of letters and underscores:
/// letters are spelled as themselves or as `\u00..`. Cheaper than parsing.
pub fn may_contain(json: &[u8], word: &str) -> bool {
    memmem::find(json, word.as_bytes()).is_some() || memmem::find(json, br"\u00").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_messages() {
        let kind = |line: &str| match Message::parse(line.as_bytes()).unwrap().kind() {
            MessageKind::Request { id, method } => format!("request {id:?} {method}"),
            MessageKind::Notification { method } => format!("notification {method}"),
            MessageKind::Response { id } => format!("response {id:?}"),
            MessageKind::Unknown => "unknown".to_owned(),
        };
        assert_eq!(
            kind(r#"{"id":0,"method":"ping"}"#),
            "request Number(0) ping"
        );
        assert_eq!(kind(r#"{"method":"a\/b"}"#), "notification a/b");
        assert_eq!(kind(r#"{"id":null,"method":"a"}"#), "notification a");
        assert_eq!(kind(r#"{"id":"x","result":{}}"#), r#"response Text("x")"#);
        assert_eq!(kind(r#"{"id":"x","error":{}}"#), r#"response Text("x")"#);
        assert_eq!(kind(r#"{"id":1,"result":null}"#), "response Number(1)");
        assert_eq!(kind(r#"{"id":1}"#), "response Number(1)");
        assert_eq!(kind(r#"{"id":null,"error":{}}"#), "unknown");
        assert_eq!(kind(r#"{"id":[1],"method":"a"}"#), "unknown");
    }

    #[test]
    fn other_lines_are_not_messages() {
        for line in [
            "",
            "\n",
            "[]",
            "[{\"id\":1,\"method\":\"ping\"}]",
            "{",
            "Server started",
            "{\"method\":1}",
            "{\"id\":1,\"id\":2}",
            "{} {}",
        ] {
            assert!(Message::parse(line.as_bytes()).is_none(), "{line}");
        }
        assert!(Message::parse(b"{\"method\":\"\xff\"}").is_none());
    }

    #[test]
    fn escaped_word_is_found() {
        assert!(may_contain(br#"{"a":"input_required"}"#, "input_required"));
        assert!(may_contain(
            br#"{"a":"\u0069nput_required"}"#,
            "input_required"
        ));
        assert!(!may_contain(br#"{"a":"output"}"#, "input_required"));
    }
}
