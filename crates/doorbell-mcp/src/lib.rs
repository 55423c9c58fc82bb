//! `doorbell mcp`: an MCP server through which an agent's model asks the person.
//!
//! rmcp speaks the protocol, in both eras: `initialize` up to 2025-11-25, `server/discover` from
//! 2026-07-28 on. `tools` says what the model can ask and is told, `question` makes a question of
//! its words, `outcome` tells it what came of it, `bell` asks. Nothing here decides for the person.

mod bell;
mod connections;
mod ear;
mod outcome;
mod question;
mod server;
mod tools;

use std::io;
use std::sync::Arc;

use doorbell_protocol::client::Connector;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio_util::sync::CancellationToken;

use ear::Ear;
use server::Server;

/// Why the agent cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The system has no more threads, pipes or the like.
    #[error("cannot serve the agent")]
    Io(#[from] io::Error),
    /// The agent does not speak MCP, or not as far as its first request.
    #[error("the agent did not begin as MCP wants it")]
    Beginning,
}

/// Serves the agent at this process's standard input and output until it leaves.
///
/// # Errors
/// A [`ServeError`].
pub fn serve(connector: Arc<dyn Connector>) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let (input, output) = rmcp::transport::stdio_pipes();
        let gone = CancellationToken::new();
        let transport = (Ear::new(input, gone.clone()), output);
        let running = match Server::new(connector).serve_with_ct(transport, gone).await {
            Ok(running) => running,
            // An agent that leaves before it has said anything has not failed.
            Err(ServerInitializeError::Cancelled | ServerInitializeError::ConnectionClosed(_)) => {
                return Ok(());
            }
            // The others quote what was sent.
            Err(_) => return Err(ServeError::Beginning),
        };
        running.waiting().await.map_err(io::Error::other)?;
        Ok(())
    })
}
