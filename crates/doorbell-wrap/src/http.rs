//! A server that is reached over Streamable HTTP.
#![allow(dead_code, reason = "the transport that uses it follows")]

mod encoding;
mod framing;
mod headers;
mod limits;
mod metadata;
mod session;
mod sse;
mod tools;

pub use headers::{HeaderError, Headers};
