//! `doorbell mcp`.

use std::env;
use std::sync::Arc;

use anyhow::Result;
use doorbell_mcp::Environment;

use crate::exit::Exit;
use crate::hook;
use crate::launch::InstalledDoorbell;

/// Serves the agent until it closes the connection.
pub fn run() -> Result<Exit> {
    doorbell_mcp::serve(Environment {
        connector: Arc::new(InstalledDoorbell::new("doorbell command")),
        read_file: hook::read_file,
        session: env::var("CLAUDE_CODE_SESSION_ID").ok(),
        folder: env::var("CLAUDE_PROJECT_DIR").ok(),
    })?;
    Ok(Exit::Accepted)
}
