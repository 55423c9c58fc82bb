//! The real application on a desktop of its own: what a person sees and does, what the asker gets.
//!
//! Each test starts its own screen, bus and Doorbell, so they share nothing and run side by side.

mod accessibility;
mod acquaintances;
mod agent;
mod arrival;
mod at_login;
mod automation;
mod command_line;
mod dates;
mod doctor;
mod drafts;
mod early_keys;
mod endings;
mod everything;
mod flood;
mod guard;
mod hand_back;
mod hands;
mod home;
mod hostile_text;
mod idle;
mod keyboard;
mod links;
mod notifications;
mod pausing;
mod permission;
mod placement;
mod presence;
mod preview;
mod problems;
mod questions;
mod resilience;
mod seat;
mod sessions;
mod several_askers;
mod traces;
mod tray;
mod wayland;
mod withdrawal;
mod wrap;
