//! The rules of Doorbell: how questions are read, checked, ordered, shown and ended.
//!
//! This crate does no I/O and reads no clock. The daemon passes in the time and the facts about
//! processes, and carries out the [`board::Effect`]s.

#![allow(
    missing_docs,
    reason = "the crate is internal: docs state contracts, names say the rest"
)]

pub mod agent;
pub mod agent_question;
pub mod asker;
pub mod attention;
pub mod board;
mod diff;
pub mod draft;
pub mod flood;
pub mod form;
pub mod known_program;
pub mod link;
pub mod lint;
pub mod markdown;
pub mod moment;
pub mod mutes;
pub mod outcome;
pub mod permission;
pub mod plan;
pub mod question_set;
pub mod secret;
pub mod sessions;
pub mod settings;
pub mod text;
pub mod view;
