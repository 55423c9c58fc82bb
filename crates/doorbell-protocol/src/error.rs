//! JSON-RPC errors.

use serde::{Deserialize, Serialize};

/// The codes of JSON-RPC 2.0, and one of its range for servers.
pub mod code {
    /// The line is not JSON.
    pub const PARSE_ERROR: i64 = -32700;
    /// The JSON is not a request.
    pub const INVALID_REQUEST: i64 = -32600;
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// Too many connections; Doorbell read nothing.
    pub const BUSY: i64 = -32000;
    pub const INVALID_PARAMS: i64 = -32602;
}

/// The params that a person or a model chooses, with the space that follows them in a message.
const PLAIN_NAMES: [(&str, &str); 9] = [
    ("params.message ", "the message "),
    ("params.requestedSchema ", "the schema "),
    ("params.requestedSchema.", "the schema's "),
    ("params.url is not a URL", "the link is not a valid URL"),
    ("params.question ", "the question "),
    ("params.tool ", "the tool's name "),
    (
        "params._meta[\"dev.doorbell/asker\"].server.name ",
        "the server's name ",
    ),
    (
        "params._meta[\"dev.doorbell/asker\"].project ",
        "the project folder ",
    ),
    (
        "params._meta[\"dev.doorbell/asker\"].deadlineMs ",
        "the timeout ",
    ),
];
const MISUNDERSTANDING: &str =
    "the running Doorbell is of another version; run `doorbell restart` and try again";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message} ({code})")]
pub struct RpcError {
    /// One of [`code`].
    pub code: i64,
    /// Names the invalid field; never quotes the payload.
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<SupportedProtocols>,
}

/// The data of the error for an unknown protocol version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SupportedProtocols {
    pub supported: Vec<u64>,
}

impl RpcError {
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(code::INVALID_PARAMS, message)
    }

    pub fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(code::INVALID_REQUEST, message)
    }

    /// The same process used the key for a different question.
    pub fn key_in_use() -> Self {
        Self::invalid_params("params._meta[\"dev.doorbell/asker\"].key belongs to another question")
    }

    /// A newer request with the same key took over the question.
    pub fn superseded() -> Self {
        Self::invalid_request("the question was asked again with its key; the answer goes there")
    }

    /// Says what went wrong without terms of the protocol.
    pub(crate) fn plain(&self) -> String {
        let problem = PLAIN_NAMES.iter().find_map(|(path, name)| {
            let problem = self.message.strip_prefix(path)?;
            Some(format!("{name}{problem}"))
        });
        match self.code {
            code::INVALID_PARAMS => problem.unwrap_or_else(|| MISUNDERSTANDING.to_owned()),
            // This library sends valid JSON, so only the limit of a line can be exceeded.
            code::PARSE_ERROR => "the question is too long".to_owned(),
            code::BUSY => self.message.clone(),
            code::INVALID_REQUEST if *self == Self::superseded() => {
                "the question was asked again elsewhere; the answer goes there".to_owned()
            }
            _ => MISUNDERSTANDING.to_owned(),
        }
    }

    pub fn unknown_protocol() -> Self {
        Self {
            data: Some(SupportedProtocols {
                supported: vec![crate::PROTOCOL],
            }),
            ..Self::invalid_params(format!(
                "params.protocol is not supported; this Doorbell speaks protocol {}",
                crate::PROTOCOL
            ))
        }
    }
}

/// Joins an error and its sources into one line.
pub fn error_chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    causes.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_names_no_param() {
        let long = "params._meta[\"dev.doorbell/asker\"].server.name is longer than 1024 bytes";
        for (error, expected) in [
            (
                RpcError::invalid_params("params.url is not a URL"),
                "the link is not a valid URL",
            ),
            (
                RpcError::invalid_params("params.requestedSchema must be an object"),
                "the schema must be an object",
            ),
            (
                RpcError::invalid_params(long),
                "the server's name is longer than 1024 bytes",
            ),
            (RpcError::key_in_use(), MISUNDERSTANDING),
            (
                RpcError::new(code::METHOD_NOT_FOUND, "there is no such method"),
                MISUNDERSTANDING,
            ),
            (
                RpcError::new(code::BUSY, "try again later"),
                "try again later",
            ),
        ] {
            assert_eq!(error.plain(), expected);
        }
    }
}
