//! Agents' configuration files: which MCP servers they name, and how each of them is paired with
//! Doorbell and unpaired again, with everything else in the files left byte for byte as it is.
//!
//! [`Pairing::look`] tells the agents, their servers and whether each is paired; [`Pairing::pair`]
//! and [`Pairing::unpair`] change one of them; the plans show what several of them would change
//! before [`Pairing::carry_out`] does it.
//!
//! A file is read into a tree that knows where each value stands (`document`), whatever its format.
//! What an agent calls the parts of a server is data (`dialect`, `agents`). A change is made of
//! spans that are replaced (`edit`); what it replaced is written down before it is made
//! (`journal`), so that it can be undone entry by entry (`restoring`).

mod addressing;
mod agents;
mod carrying;
mod change;
mod command_path;
mod dialect;
mod diff;
mod disk;
mod document;
mod edit;
mod entry;
mod finding;
mod hook;
mod journal;
mod pairing;
mod place;
mod record;
mod restoring;
mod server;
mod sessions;
mod surroundings;
mod wrapping;

pub use agents::Agent;
pub use command_path::command_path;
pub use finding::{Found, FoundAgent, Trouble};
pub use journal::JournalError;
pub use pairing::{Done, FileChange, Leave, PairError, PairedServer, Pairing, Plan, Refused};
pub use place::{Mistake, Place};
pub use server::{How, Server, ServerId, State, Why};
pub use sessions::{Session, running};
pub use surroundings::Surroundings;
