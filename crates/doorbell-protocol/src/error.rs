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
