//! One JSON-RPC message, read only as far as it has to be known.

use std::borrow::Cow;
use std::ops::Deref;

use bytes::Bytes;
use memchr::memmem;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::id::Id;
use crate::members::Members;

/// A line that is one JSON-RPC message. Everything it holds is a part of that line.
#[derive(Deserialize)]
pub struct Message<'a> {
    /// Names a request, or the request that is answered.
    #[serde(borrow, default)]
    pub id: Option<&'a RawValue>,
    /// What is asked or told.
    #[serde(borrow, default)]
    pub method: Option<Cow<'a, str>>,
    /// What it is asked with.
    #[serde(borrow, default)]
    pub params: Option<&'a RawValue>,
    /// What was asked for.
    #[serde(borrow, default)]
    pub result: Option<&'a RawValue>,
    /// Or why there is none.
    #[serde(borrow, default)]
    pub error: Option<&'a RawValue>,
}

/// A message with the line that it was read from.
pub struct Heard<'a> {
    /// The line.
    pub line: &'a Bytes,
    message: Message<'a>,
}

impl<'a> Heard<'a> {
    /// Reads a line as [`Message::read`] does.
    pub fn read(line: &'a Bytes) -> Option<Self> {
        let message = Message::read(line)?;
        Some(Self { line, message })
    }
}

impl<'a> Deref for Heard<'a> {
    type Target = Message<'a>;

    fn deref(&self) -> &Message<'a> {
        &self.message
    }
}

/// What a message is.
pub enum Kind<'a> {
    /// It wants an answer.
    Request {
        /// Its name.
        id: Id,
        /// What is asked.
        method: &'a str,
    },
    /// It wants none.
    Notification {
        /// What is told.
        method: &'a str,
    },
    /// It is an answer.
    Response {
        /// The request's name.
        id: Id,
    },
    /// Something else.
    Unknown,
}

impl<'a> Message<'a> {
    /// Reads a line; `None` for what is no single message: a batch, a blank line, no JSON.
    pub fn read(line: &'a [u8]) -> Option<Self> {
        // serde would read an array as the members in their order.
        if !line.trim_ascii_start().starts_with(b"{") {
            return None;
        }
        serde_json::from_slice(line).ok()
    }

    /// What it is.
    pub fn kind(&self) -> Kind<'_> {
        match (&self.method, self.id) {
            (Some(method), Some(id)) => {
                Id::read(id).map_or(Kind::Unknown, |id| Kind::Request { id, method })
            }
            (Some(method), None) => Kind::Notification { method },
            // Even if it holds neither a result nor an error, or a result that is null: the call
            // it names is over.
            (None, Some(id)) => Id::read(id).map_or(Kind::Unknown, |id| Kind::Response { id }),
            (None, None) => Kind::Unknown,
        }
    }

    /// A member of the params.
    pub fn param(&self, name: &str) -> Option<&'a RawValue> {
        Members::read(self.params?)?.get(name)
    }

    /// A member of the params that is a string.
    pub fn text_param(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.param(name)?.get()).ok()
    }

    /// The name as it is spelled.
    pub fn spelled_id(&self) -> &'a str {
        self.id.map_or("null", RawValue::get)
    }
}

/// Whether `word`, which is made of letters and underscores, may be a string in `json`. Cheap,
/// and never wrong with "no": letters can be spelled only as themselves or as `\u00..`.
pub fn may_have(json: &[u8], word: &str) -> bool {
    memmem::find(json, word.as_bytes()).is_some() || memmem::find(json, br"\u00").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        let kind = |line: &str| match Message::read(line.as_bytes()).unwrap().kind() {
            Kind::Request { id, method } => format!("request {id:?} {method}"),
            Kind::Notification { method } => format!("notification {method}"),
            Kind::Response { id } => format!("response {id:?}"),
            Kind::Unknown => "unknown".to_owned(),
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
    fn what_is_no_message_is_none() {
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
            assert!(Message::read(line.as_bytes()).is_none(), "{line}");
        }
        assert!(Message::read(b"{\"method\":\"\xff\"}").is_none());
    }

    #[test]
    fn a_word_is_found_however_it_is_spelled() {
        assert!(may_have(br#"{"a":"input_required"}"#, "input_required"));
        assert!(may_have(
            br#"{"a":"\u0069nput_required"}"#,
            "input_required"
        ));
        assert!(!may_have(br#"{"a":"output"}"#, "input_required"));
    }
}
