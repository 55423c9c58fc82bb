//! `doorbell wrap`: a proxy between an agent and an MCP server. It answers the server's questions
//! through Doorbell, even if the agent does not support elicitation.
//!
//! `interceptor` holds the rules and performs no I/O; the other modules move messages. One blocking
//! thread per direction reads and writes the agent's side, so a message costs two system calls and
//! one parse of its outermost members. Changes are spliced into the original bytes.

#[expect(missing_docs, reason = "public only for the fuzz tests")]
mod action;
mod child;
mod doorbell_client;
mod environment;
pub mod http;
mod id;
#[expect(missing_docs, reason = "public only for the fuzz tests")]
mod interceptor;
mod key_generator;
mod line_reader;
mod members;
mod message;
mod output;
mod pipe;
mod proxy;
mod relay;
mod shutdown;
mod splice;
mod timer;
mod transport;

/// The rules without I/O, for fuzz tests.
#[doc(hidden)]
pub mod rules {
    pub use crate::action::{Action, Answer, AskId};
    pub use crate::interceptor::{Claims, InterceptPolicy, Interceptor};
}

use std::io::{self, Write};
use std::thread;

pub use interceptor::InterceptPolicy;
pub use proxy::{Options, ServerTarget, run};
pub use shutdown::ProxyExit;

/// Why the proxy cannot run the server.
#[derive(Debug, thiserror::Error)]
pub enum WrapError {
    /// The command does not start.
    #[error("cannot start {program}")]
    Start {
        /// The program to run.
        program: String,
        /// The system's error.
        source: io::Error,
    },
    /// The address is unusable.
    #[error("cannot reach {host}")]
    Connect {
        /// Only the host: the rest of the address may be secret.
        host: String,
        /// What is wrong with the address.
        source: http::HttpError,
    },
    /// The system refuses a thread or a pipe.
    #[error("cannot carry messages")]
    Io(#[from] io::Error),
}

/// Writes a line to standard error, which agents show or log.
pub fn report(text: &str) {
    // A broken standard error leaves no other channel.
    let _ = writeln!(io::stderr(), "doorbell: {text}");
}

/// Ends this process by `signal`, as the server ended. Returns only if that fails.
pub fn die_by_signal(signal: i32) {
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), WrapError> {
    thread::Builder::new().name(name.to_owned()).spawn(run)?;
    Ok(())
}
