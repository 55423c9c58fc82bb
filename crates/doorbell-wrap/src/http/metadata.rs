//! Headers that describe a modern request, so that intermediaries can read them.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::value::RawValue;

use super::encoding;
use super::session::PROTOCOL_VERSION;
use crate::members::Members;

/// The member of `_meta` that marks a message as modern.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Returns `None` for a legacy message.
pub fn version(params: Option<&RawValue>) -> Option<String> {
    Members::parse(params?)?.object("_meta")?.string(VERSION)
}

/// Omits values that a header cannot hold; the server then reports the missing header.
pub fn headers(version: &str, method: &str, params: Option<&RawValue>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let version = HeaderValue::from_str(version).ok();
    headers.extend(version.map(|version| (PROTOCOL_VERSION, version)));
    let name = params
        .and_then(Members::parse)
        .and_then(|params| params.string(name_param(method)?))
        .and_then(|name| encoding::value(&name));
    headers.extend(
        HeaderValue::from_str(method)
            .ok()
            .map(|method| (METHOD, method)),
    );
    headers.extend(name.map(|name| (NAME, name)));
    headers
}

/// The param that goes into the `Mcp-Name` header. Those of tasks come from the tasks extension.
fn name_param(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" => Some("taskId"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(json: &str) -> &RawValue {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn version_is_read_from_modern_message() {
        let modern = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#;
        assert_eq!(version(Some(raw(modern))).as_deref(), Some("2026-07-28"));
        for legacy in [
            "{}",
            r#"{"_meta":{}}"#,
            "[]",
            r#"{"protocolVersion":"2025-11-25"}"#,
        ] {
            assert_eq!(version(Some(raw(legacy))), None, "{legacy}");
        }
        assert_eq!(version(None), None);
    }

    #[test]
    fn headers_mirror_the_message() {
        for (method, params, name) in [
            ("tools/call", r#"{"name":"a"}"#, Some("a")),
            ("prompts/get", r#"{"name":"é"}"#, Some("=?base64?w6k=?=")),
            (
                "resources/read",
                r#"{"uri":"file:///a"}"#,
                Some("file:///a"),
            ),
            ("tasks/get", r#"{"taskId":"t"}"#, Some("t")),
            ("tools/list", r#"{"name":"a"}"#, None),
            ("tools/call", r#"{"name":1}"#, None),
        ] {
            let headers = headers("2026-07-28", method, Some(raw(params)));
            assert_eq!(headers.get("mcp-protocol-version").unwrap(), "2026-07-28");
            assert_eq!(headers.get("mcp-method").unwrap(), method);
            let sent = headers.get("mcp-name").map(|name| name.to_str().unwrap());
            assert_eq!(sent, name, "{method} {params}");
        }
    }

    #[test]
    fn newlines_cannot_inject_headers() {
        let headers = headers("a\r\nX: y", "b\r\nX: y", Some(raw("{}")));
        assert!(headers.is_empty());
    }
}
