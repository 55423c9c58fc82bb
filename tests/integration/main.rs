//! The real daemon on a real socket, with a scripted person at a desktop that only records.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets what it does not expect has failed"
)]

mod acquaintances;
mod answering;
mod askers;
mod at_login;
mod bad_input;
mod bad_params;
mod command_line;
mod connections;
mod dependencies;
mod doctor;
mod document;
mod drafts;
mod earlier_home;
mod economy;
mod examples;
mod faults;
mod flood;
mod groups;
mod guard;
mod hand_back;
mod history;
mod history_page;
mod hook;
#[cfg(feature = "servers")]
mod interop;
mod keys;
mod large_input;
mod links;
mod mcp;
mod mutes;
mod name_limits;
mod noticing;
mod permission;
mod place;
mod preview;
mod service;
mod settings;
mod setup;
#[cfg(target_os = "linux")]
mod start_up;
mod stranger;
mod support;
mod waiting;
mod waits;
mod window;
mod withdrawal;
mod wrap;
