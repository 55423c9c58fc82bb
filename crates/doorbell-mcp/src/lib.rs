//! `doorbell mcp`: an MCP server through which an agent's model asks the user.
//!
//! rmcp implements the protocol, in both eras: `initialize` up to 2025-11-25, `server/discover` from
//! 2026-07-28 on. `tools` describes the tools to the model, `question` turns a call into a question,
//! `doorbell_client` asks it, and `outcome` turns its end into the call's result. `permission` is a tool
//! for the agent's program.

mod connection_pool;
mod doorbell_client;
mod eof_watcher;
mod outcome;
mod permission;
mod question;
mod server;
mod tools;

use std::io;
use std::path::Path;
use std::sync::Arc;

use doorbell_protocol::client::Connector;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio_util::sync::CancellationToken;

use eof_watcher::EofWatcher;
use server::McpServer;

/// Why the agent cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The system is out of threads, pipes or the like.
    #[error("cannot serve the agent")]
    Io(#[from] io::Error),
    /// The agent does not speak MCP, or stops before its first request.
    #[error("the agent did not start with a valid MCP handshake")]
    Handshake,
}

/// What the server needs from the process that it runs in.
pub struct Environment {
    /// Reaches Doorbell.
    pub connector: Arc<dyn Connector>,
    /// Reads a short text file. Returns `None` if the path does not exist.
    pub read_file: fn(&Path) -> io::Result<Option<String>>,
    /// The session that the agent names in the environment.
    pub session: Option<String>,
    /// The project folder that the agent names in the environment.
    pub folder: Option<String>,
}

/// Serves the agent on this process's standard input and output until it closes them.
///
/// # Errors
/// Returns a [`ServeError`].
pub fn serve(environment: Environment) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let (input, output) = rmcp::transport::stdio_pipes();
        let closed = CancellationToken::new();
        let transport = (EofWatcher::new(input, closed.clone()), output);
        let serving = McpServer::new(environment).serve_with_ct(transport, closed);
        let running = match serving.await {
            Ok(running) => running,
            // An agent may close the connection before it sends anything.
            Err(ServerInitializeError::Cancelled | ServerInitializeError::ConnectionClosed(_)) => {
                return Ok(());
            }
            // Drops the error, since it quotes the agent's message.
            Err(_) => return Err(ServeError::Handshake),
        };
        running.waiting().await.map_err(io::Error::other)?;
        Ok(())
    })
}
