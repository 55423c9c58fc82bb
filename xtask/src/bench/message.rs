//! The messages of a run, and what their answers look like.

/// How every answer begins, of every contestant: JSON-RPC's own order of members.
const ANSWER: &str = r#"{"jsonrpc":"2.0","id":"#;

/// Follows the answer to `initialize`.
pub const INITIALIZED: &[u8] = b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

/// A request, spelled before the clock starts.
pub struct Request {
    /// The line to write.
    pub line: Vec<u8>,
    /// How the answer begins.
    pub answer: String,
    /// What the answer must hold.
    holds: String,
}

impl Request {
    /// The first request of a session.
    pub fn initialize() -> Self {
        Self::new(
            0,
            "initialize",
            r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}"#,
            r#""protocolVersion":"2025-11-25""#.into(),
        )
    }

    /// A call of the tool, which says the text again.
    pub fn call(id: u64, text: &str) -> Self {
        Self::new(
            id,
            "tools/call",
            &format!(r#"{{"name":"echo","arguments":{{"text":"{text}"}}}}"#),
            format!(r#""text":"{text}""#),
        )
    }

    fn new(id: u64, method: &str, params: &str, holds: String) -> Self {
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n"
        );
        Self {
            line: line.into_bytes(),
            answer: format!("{ANSWER}{id},"),
            holds,
        }
    }

    /// Whether these bytes begin with an answer to this request, be it an error.
    pub fn is_begun_by(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.answer.as_bytes())
    }

    /// Whether the line is this request's result, and the right one.
    pub fn is_answered_by(&self, line: &[u8]) -> bool {
        line.strip_prefix(self.answer.as_bytes())
            .and_then(|rest| rest.strip_prefix(b"\"result\":"))
            .is_some_and(|rest| {
                rest.windows(self.holds.len())
                    .any(|part| part == self.holds.as_bytes())
            })
    }

    /// Whether these bytes begin with an answer to any request.
    pub fn is_any_begun_by(bytes: &[u8]) -> bool {
        bytes.starts_with(ANSWER.as_bytes())
    }
}

/// A text of so many bytes that JSON spells without escapes.
pub fn text(bytes: usize) -> String {
    ('a'..='z').chain('0'..='9').cycle().take(bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::{Request, text};

    #[test]
    fn a_call_knows_its_answer() {
        let request = Request::call(7, "abc");
        assert_eq!(
            String::from_utf8_lossy(&request.line),
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\
             \"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"abc\"}}}\n"
        );
        let check = |line: &str, expected| {
            assert_eq!(request.is_answered_by(line.as_bytes()), expected, "{line}");
        };
        check(
            r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"abc"}]}}"#,
            true,
        );
        check(
            r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"text":"abc","type":"text"}]}}"#,
            true,
        );
        check(
            r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"ab"}]}}"#,
            false,
        );
        check(
            r#"{"jsonrpc":"2.0","id":77,"result":{"content":[{"text":"abc"}]}}"#,
            false,
        );
        check(
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"\"text\":\"abc\""}}"#,
            false,
        );
        check("", false);
    }

    #[test]
    fn a_text_has_the_bytes_it_is_asked_for() {
        assert_eq!(text(64).len(), 64);
        assert!(
            text(64 * 1024)
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric())
        );
    }
}
