//! End-to-end tests of the real application on a virtual desktop.
//!
//! Each test starts its own screen, bus and Doorbell, so tests share nothing and run in parallel.

mod accessibility;
mod agent;
mod arrival;
mod asker_identity;
mod assistive_input;
mod at_login;
mod automation;
mod command_line;
mod dates;
mod desktop_signals;
mod doctor;
mod drafts;
mod flood;
mod foreign_code;
mod guard;
mod hand_back;
mod home;
mod hostile_text;
mod idle;
mod input_origin;
mod keyboard;
mod keys_during_arrival;
mod known_programs;
mod large_forms;
mod links;
mod moved_focus;
mod no_traces;
mod notifications;
mod outcomes;
mod pausing;
mod permission;
mod placement;
mod preview;
mod problems;
mod questions;
mod reference_form;
mod resilience;
mod seat;
mod sessions;
mod several_askers;
mod tray;
mod wayland;
mod withdrawal;
mod wrap;
