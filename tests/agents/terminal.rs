//! Agents in a terminal.

use anyhow::Result;
use doorbell_tests::agent::AgentName;
use doorbell_tests::app::CLASS;

use crate::support::{DEPLOY, DEPLOYED, answers_form, install_paired, start_doorbell};

#[test]
fn claude_code_takes_answer_and_withdraws_on_escape() -> Result<()> {
    takes_answer_and_withdraws_on_escape(AgentName::ClaudeCode)
}

#[test]
fn codex_takes_answer_and_withdraws_on_escape() -> Result<()> {
    takes_answer_and_withdraws_on_escape(AgentName::Codex)
}

#[test]
fn copilot_takes_answer_and_withdraws_on_escape() -> Result<()> {
    takes_answer_and_withdraws_on_escape(AgentName::Copilot)
}

/// Gemini CLI does not tell the server that it no longer waits.
#[test]
fn gemini_takes_answer_and_leaves_its_question_on_escape() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_paired(&doorbell, AgentName::Gemini)?;
    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts(DEPLOY)?;
    doorbell.person().sees(CLASS)?;
    terminal.interrupts()?;
    terminal.shows("Request cancelled")?;
    answers_form(&doorbell)?;
    doorbell.person().sees_no_window(CLASS)?;
    terminal.prompts(DEPLOY)?;
    answers_form(&doorbell)?;
    terminal.shows(DEPLOYED)
}

fn takes_answer_and_withdraws_on_escape(name: AgentName) -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_paired(&doorbell, name)?;
    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts(DEPLOY)?;
    let person = doorbell.person();
    person.sees(CLASS)?;
    terminal.interrupts()?;
    person.sees_no_window(CLASS)?;

    terminal.prompts(DEPLOY)?;
    answers_form(&doorbell)?;
    terminal.shows(DEPLOYED)
}
