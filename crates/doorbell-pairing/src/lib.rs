//! Pairs the MCP servers in agents' configuration files with Doorbell, and unpairs them.
//! Everything else in those files stays byte for byte the same.
//!
//! [`Pairing::scan`] lists the agents, their servers and whether each is paired. [`Pairing::pair`]
//! and [`Pairing::unpair`] change one server. The plans show what a change would do before
//! [`Pairing::apply`] does it.
//!
//! How the modules work together:
//! - `agents` describes each agent; add a new agent there. `entry_format` defines which keys an
//!   agent uses in a server's entry.
//! - `document` parses JSON, TOML or YAML into a tree that knows the span of each value; `edit`
//!   replaces spans.
//! - `wrap` and `hook` pair a server. Hooks run the script of `launcher`. `journal` records a change before `apply` makes it, so that
//!   `undo` can revert each entry.

mod agents;
mod apply;
mod change;
mod command_path;
mod diff;
mod disk;
mod document;
mod edit;
mod entry;
mod entry_format;
mod hook;
mod journal;
mod launcher;
mod pairing;
mod parse_error;
mod record;
mod scan;
mod server;
mod sessions;
mod undo;
mod user_paths;
mod wrap;

pub use agents::Agent;
pub use command_path::command_path;
pub use journal::JournalError;
pub use launcher::LauncherTarget;
pub use pairing::{
    AppliedChange, FileChange, PairError, PairedServer, Pairing, PairingOptions, Plan,
    RefusedServer,
};
pub use parse_error::{ParseError, Position};
pub use scan::{FoundAgent, ScanResult, UnreadableFile};
pub use server::{ConfiguredServer, PairingMethod, PairingState, Refusal, ServerId};
pub use sessions::{AgentSession, running_sessions};
pub use user_paths::UserPaths;
