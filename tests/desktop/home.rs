//! Home on a virtual desktop, used by keyboard and screen reader.

mod agents;
mod capability;
mod history;
mod keys;
mod pending_changes;
mod questions;
pub mod settings;
mod waiting;
mod windows;
