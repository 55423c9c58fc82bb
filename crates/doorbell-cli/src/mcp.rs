//! `doorbell mcp`.

use std::sync::Arc;

use anyhow::Result;

use crate::exit::Exit;
use crate::launch::Installed;

/// Serves the agent until it leaves.
pub fn run() -> Result<Exit> {
    doorbell_mcp::serve(Arc::new(Installed::new("doorbell command")))?;
    Ok(Exit::Accepted)
}
