//! `doorbell mcp` before other people's clients, in both eras.

mod rmcp_client;
mod scripts;

use std::path::Path;
use std::process::Command;

use crate::support::program;

/// The server, and the way to one Doorbell.
fn server(socket: &Path) -> Command {
    let mut command = Command::new(program());
    command
        .arg("mcp")
        .env_clear()
        .env("DOORBELL_SOCKET", socket);
    command
}
