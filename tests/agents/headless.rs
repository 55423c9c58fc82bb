//! Agents without a terminal. They answer their servers' questions themselves; paired, they do not.

use anyhow::{Result, ensure};
use doorbell_tests::agent::AgentName;
use doorbell_tests::app::CLASS;
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::Value;

use crate::support::{
    DEPLOY, DEPLOYED, answers_form, install_paired, opens_link, setup, start_doorbell,
};
use doorbell_tests::agent::{Agent, ServerEntry};

#[test]
fn claude_code_asks_form_link_and_required_link() -> Result<()> {
    asks_form_link_and_required_link(AgentName::ClaudeCode)
}

#[test]
fn codex_asks_form_link_and_required_link() -> Result<()> {
    asks_form_link_and_required_link(AgentName::Codex)
}

#[test]
fn gemini_asks_form_link_and_required_link() -> Result<()> {
    asks_form_link_and_required_link(AgentName::Gemini)
}

#[test]
fn copilot_asks_form_link_and_required_link() -> Result<()> {
    asks_form_link_and_required_link(AgentName::Copilot)
}

fn asks_form_link_and_required_link(name: AgentName) -> Result<()> {
    let doorbell = start_doorbell()?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let agent = install_paired(&doorbell, name)?;
    let mut run = agent.runs(
        &[],
        &format!("{DEPLOY} call:sign_in {{}} call:publish {{}}"),
    )?;

    answers_form(&doorbell)?;
    opens_link(&doorbell, "Sign in to the shop")?;
    opens_link(&doorbell, "Confirm that you may publish")?;
    doorbell.question_reader().presses("Done")?;
    run.wait()?;
    let printed = run.whole_log();
    for said in [DEPLOYED, "Signed in.", "shop-api 2.4.1 is public."] {
        ensure!(printed.contains(said), "no {said:?} in {printed}");
    }
    let link = "1 https://shop.example/sign-in";
    wait_until("both links", TIMEOUT, || browser.starts() == [link, link])?;
    doorbell.person().sees_no_window(CLASS)
}

/// Claude Code keeps notes about its runs in the file with its servers, so of that only the servers are
/// compared.
#[test]
fn undo_after_a_run_restores_every_file() -> Result<()> {
    let doorbell = start_doorbell()?;
    for name in [
        AgentName::ClaudeCode,
        AgentName::Codex,
        AgentName::Gemini,
        AgentName::Copilot,
    ] {
        let agent = Agent::install(&doorbell.desktop, name, &ServerEntry::Command)?;
        agent.runs(&[], "hello")?.wait()?;
        let before = without_notes(agent.configuration()?)?;
        setup(&agent, &["--permissions"])?;
        agent.runs(&[], "hello")?.wait()?;
        let paired = without_notes(agent.configuration()?)?;
        ensure!(paired != before, "{name:?} was not paired");
        setup(&agent, &["--undo"])?;
        let after = without_notes(agent.configuration()?)?;
        ensure!(after == before, "{name:?}: {after:?} instead of {before:?}");
    }
    Ok(())
}

fn without_notes(
    mut files: Vec<(&'static str, Option<String>)>,
) -> Result<Vec<(&'static str, Option<String>)>> {
    let with_notes = files.iter_mut().find(|(file, _)| *file == ".claude.json");
    if let Some((_, Some(text))) = with_notes {
        let state: Value = serde_json::from_str(text)?;
        *text = state["mcpServers"].to_string();
    }
    Ok(files)
}
