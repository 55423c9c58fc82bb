//! What only Claude Code has: hooks for its own permission prompts, and for servers with an address.

mod elicitation_hook;
mod endings;
mod own_questions;
mod permission;
mod session;

use anyhow::Result;
use doorbell_tests::agent::{Agent, AgentName, ServerEntry};
use doorbell_tests::app::Doorbell;

use crate::support::setup;

/// Claude Code, whose permission prompts are shown in the window.
fn install_with_permissions(doorbell: &Doorbell) -> Result<Agent<'_>> {
    let agent = Agent::install(
        &doorbell.desktop,
        AgentName::ClaudeCode,
        &ServerEntry::Command,
    )?;
    setup(&agent, &["--permissions"])?;
    Ok(agent)
}
