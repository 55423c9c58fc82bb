//! An MCP proxy that asks the person through Doorbell.

pub mod http;
pub mod id;
pub mod members;
pub mod message;
pub mod splice;
pub mod transport;
