//! Runs the real daemon on a real socket, with a fake desktop and a scripted person.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod agent_questions;
mod answering;
mod asker_identity;
mod askers;
mod at_login;
mod attention;
mod bad_input;
mod bad_params;
mod command_line;
mod connections;
mod control_requests;
mod deadlines;
mod dependencies;
mod doctor;
mod documentation;
mod drafts;
mod draw_counts;
mod examples;
mod faults;
mod flood;
mod foreign_listener;
mod forged_answers;
mod hand_back;
mod history;
mod history_page;
mod hook;
mod hook_endings;
mod hook_questions;
#[cfg(feature = "servers")]
mod interop;
mod known_programs;
mod large_input;
mod link_groups;
mod links;
mod mcp;
mod mutes;
mod name_limits;
mod opened_links;
mod permission;
mod press_guard;
mod preview;
mod resume_by_key;
mod scripts;
mod sessions;
mod settings;
mod setup;
mod slow_requests;
mod socket_files;
#[cfg(target_os = "linux")]
mod startup_syscalls;
mod support;
mod upgrade;
mod window;
mod withdrawal;
mod wrap;
