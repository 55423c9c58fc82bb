//! `doorbell wrap`: a proxy between an agent and an MCP server that asks the person through
//! Doorbell, whatever the agent can do itself.
//!
//! `interceptor` has the rules and does nothing; the rest carries messages. The agent's side is
//! read and written by threads of the system, one for each direction, so that a message costs two
//! system calls and one look at its outermost members. What has to change is put into the original
//! bytes; everything else passes as it came.

mod action;
mod bell;
mod child;
mod clock;
mod environment;
mod farewell;
pub mod http;
mod id;
mod interceptor;
mod keys;
mod lines;
mod members;
mod message;
mod output;
mod pipe;
mod proxy;
mod relay;
mod splice;
mod transport;

/// The rules alone, for the tests that tell them what no agent or server should say.
#[doc(hidden)]
pub mod rules {
    pub use crate::action::{Action, Answer, AskId};
    pub use crate::interceptor::{Claims, Interceptor, When};
}

use std::io::{self, Write};
use std::thread;

pub use farewell::Ended;
pub use interceptor::When;
pub use proxy::{Options, Place, run};

/// Why a server cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum WrapError {
    /// The command cannot be started.
    #[error("cannot start {program}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// The address cannot be used.
    #[error("cannot reach {host}")]
    Connect {
        /// Whose it is; the rest of an address may be a secret.
        host: String,
        /// Why.
        source: http::HttpError,
    },
    /// The system has no more threads, pipes or the like.
    #[error("cannot carry messages")]
    Io(#[from] io::Error),
}

/// Says something to people; agents show or keep what servers write there.
pub fn tell(text: &str) {
    // With a broken standard error there is nobody left to tell.
    let _ = writeln!(io::stderr(), "doorbell: {text}");
}

/// Ends this process by a signal, as the server was ended; comes back only if that is not possible.
pub fn die_by(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), WrapError> {
    thread::Builder::new().name(name.to_owned()).spawn(work)?;
    Ok(())
}
