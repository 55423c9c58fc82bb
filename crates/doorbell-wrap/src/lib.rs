//! An MCP proxy that asks the person through Doorbell.

pub mod action;
pub mod id;
pub mod interceptor;
pub mod members;
pub mod message;
pub mod splice;
pub mod transport;
