//! JSON-RPC errors.

use serde::{Deserialize, Serialize};

/// Error codes: those of JSON-RPC 2.0, and one of its range for servers.
pub mod code {
    /// The line is not JSON.
    pub const PARSE_ERROR: i64 = -32700;
    /// The JSON is not a request.
    pub const INVALID_REQUEST: i64 = -32600;
    /// There is no such method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// Too many connections; nothing was read.
    pub const BUSY: i64 = -32000;
    /// The params are not what the method takes.
    pub const INVALID_PARAMS: i64 = -32602;
}

/// What is wrong with a request, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message} ({code})")]
pub struct RpcError {
    /// One of [`code`].
    pub code: i64,
    /// Names the field; never quotes the payload.
    pub message: String,
    /// The protocol numbers that would have been understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Supported>,
}

/// The data of the error for an unknown protocol number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supported {
    /// Protocol numbers this Doorbell speaks.
    pub supported: Vec<u64>,
}

impl RpcError {
    /// An error with the given code.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Malformed params.
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(code::INVALID_PARAMS, message)
    }

    /// Not a request.
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(code::INVALID_REQUEST, message)
    }

    /// The answer to a question whose key the same process has used for another one.
    pub fn other_question() -> Self {
        Self::invalid_params("params._meta[\"dev.doorbell/asker\"].key belongs to another question")
    }

    /// The answer to a request whose question a newer request has taken over by its key.
    pub fn taken_over() -> Self {
        Self::invalid_request("the question was asked again with its key; the answer goes there")
    }

    /// The answer to a hello that speaks another protocol.
    pub fn unknown_protocol() -> Self {
        Self {
            data: Some(Supported {
                supported: vec![crate::PROTOCOL],
            }),
            ..Self::invalid_params(format!(
                "params.protocol is not supported; this Doorbell speaks protocol {}",
                crate::PROTOCOL
            ))
        }
    }
}

/// An error and all that led to it, in one line.
pub fn in_one_line(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    causes.join(": ")
}
