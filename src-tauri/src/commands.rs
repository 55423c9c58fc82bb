//! Tauri commands that the pages can call. They forward to the daemon and decide nothing.

pub mod agents;
pub mod error;
pub mod home;
pub mod question;
