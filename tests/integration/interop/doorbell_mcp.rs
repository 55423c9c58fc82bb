//! `doorbell mcp` with third-party clients, in both eras.

mod rmcp_client;
mod sdk_clients;

use std::path::Path;
use std::process::Command;

use crate::support::doorbell_binary;

/// A `doorbell mcp` command whose environment has only the socket.
fn server(socket: &Path) -> Command {
    let mut command = Command::new(doorbell_binary());
    command
        .arg("mcp")
        .env_clear()
        .env("DOORBELL_SOCKET", socket);
    command
}
