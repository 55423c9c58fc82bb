//! A server that is reached over Streamable HTTP.
#![allow(dead_code, reason = "the transport that uses it follows")]

mod framing;
mod headers;
mod sse;

pub use headers::{HeaderError, Headers};
