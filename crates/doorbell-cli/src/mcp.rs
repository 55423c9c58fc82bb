//! `doorbell mcp`.

use std::sync::Arc;

use anyhow::Result;

use crate::exit::Exit;
use crate::launch::InstalledDoorbell;

/// Serves the agent until it closes the connection.
pub fn run() -> Result<Exit> {
    doorbell_mcp::serve(Arc::new(InstalledDoorbell::new("doorbell command")))?;
    Ok(Exit::Accepted)
}
