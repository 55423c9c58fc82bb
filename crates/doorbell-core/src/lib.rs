//! The rules of Doorbell: what a question is, how it is shown, checked, ordered and ended.
//!
//! Nothing here does I/O, reads a clock or waits. Time and the facts about a process are handed
//! in, what must happen outside is handed out. The daemon does the rest.

pub mod acquaintance;
pub mod agent;
pub mod asker;
pub mod attention;
pub mod board;
pub mod draft;
pub mod flood;
pub mod form;
pub mod link;
pub mod lint;
pub mod moment;
pub mod mutes;
pub mod outcome;
pub mod permission;
pub mod secret;
pub mod settings;
pub mod text;
pub mod view;
