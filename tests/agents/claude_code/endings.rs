//! Questions that end in the terminal, and answers that come too late.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use doorbell_tests::agent::{Agent, AgentName, start_http_server};
use doorbell_tests::app::{CLASS, Doorbell};
use doorbell_tests::notifications::shown_notifications;
use doorbell_tests::process::output;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use super::install_with_permissions;
use crate::support::{DEPLOY, focuses, setup, start_doorbell};

/// In the dialog of a permission in the terminal.
const DIALOG: &str = "Do you want to proceed?";
/// The label of a field in the dialog that Claude Code itself would show for a form.
const FORM_FIELD: &str = "Canary";
const TERMINAL_WAS_FIRST: &str = "Terminal was first";

/// A command that runs until the test lets it go on.
struct SlowCommand<'a> {
    agent: &'a Agent<'a>,
    gate: PathBuf,
}

impl<'a> SlowCommand<'a> {
    fn new(agent: &'a Agent<'a>) -> Result<Self> {
        let gate = agent.project().join("gate");
        output(agent.command("mkfifo").arg(&gate))?;
        Ok(Self { agent, gate })
    }

    /// Makes the model call it. It fails if `exit_code` is not 0.
    fn call(&self, exit_code: u8) -> String {
        let command = format!("touch started && cat gate > went-on && exit {exit_code}");
        bash(&command)
    }

    fn waits_until_started(&self) -> Result<()> {
        let started = self.agent.project().join("started");
        wait_until("the command to start", TIMEOUT, || started.exists())
    }

    fn goes_on(&self) -> Result<()> {
        Ok(fs::write(&self.gate, "x")?)
    }
}

/// Claude Code reports a Yes in the terminal only when the tool has run.
#[test]
fn denial_after_the_terminals_yes_is_told_and_corrected_in_history() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let command = SlowCommand::new(&agent)?;
    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts(&command.call(0))?;
    doorbell.question_reader().hears_text("touch started")?;
    terminal.shows(DIALOG)?;
    terminal.presses_until_hidden("1", DIALOG)?;
    command.waits_until_started()?;
    focuses(&doorbell)?;
    doorbell.question_reader().presses("Deny")?;
    doorbell.person().sees_no_window(CLASS)?;
    command.goes_on()?;
    let told = "Claude Code · shop: The terminal had already allowed this, so it ran.";
    wait_until("what really happened", TIMEOUT, || {
        let shown = shown_notifications(&doorbell.desktop);
        let is_told = shown.iter().any(|note| note.title == told);
        ensure!(is_told, "{shown:?}");
        Ok(())
    })?;
    history_tells(&doorbell, TERMINAL_WAS_FIRST)
}

/// The window shows one question at a time, so the next one shows that the first is gone.
#[test]
fn failed_tool_withdraws_its_question_before_the_next_one() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let command = SlowCommand::new(&agent)?;
    let terminal = agent.opens_terminal(&[])?;
    let reader = doorbell.question_reader();
    terminal.prompts(&format!("{} {}", command.call(3), bash("touch next")))?;
    reader.hears_text("touch started")?;
    terminal.shows(DIALOG)?;
    terminal.presses_until_hidden("1", DIALOG)?;
    command.waits_until_started()?;
    command.goes_on()?;
    reader.hears_text("touch next")?;
    focuses(&doorbell)?;
    doorbell.person().presses("alt+d")?;
    history_tells(&doorbell, TERMINAL_WAS_FIRST)
}

/// Claude Code ends the hook of a dialog that is left.
#[test]
fn escape_in_the_terminal_counts_as_its_answer() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts(&bash("touch never"))?;
    terminal.shows(DIALOG)?;
    doorbell.question_reader().hears_text("touch never")?;
    terminal.presses_until_hidden("Escape", DIALOG)?;
    doorbell.person().sees_no_window(CLASS)?;
    history_tells(&doorbell, TERMINAL_WAS_FIRST)
}

/// If the hook did not cancel it, Claude Code would ask it in the terminal, over the next prompt.
#[test]
fn interrupted_form_of_a_server_with_an_address_is_asked_nowhere() -> Result<()> {
    let doorbell = start_doorbell()?;
    let (server, entry) = start_http_server(&doorbell.desktop)?;
    let agent = Agent::install(&doorbell.desktop, AgentName::ClaudeCode, &entry)?;
    setup(&agent, &[])?;
    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts(DEPLOY)?;
    doorbell.person().sees(CLASS)?;
    terminal.interrupts()?;
    terminal.shows("Interrupted")?;
    terminal.prompts("Are you there?")?;
    terminal.shows("Done.")?;
    wait_until("the server's answer", TIMEOUT, || {
        let log = server.whole_log();
        ensure!(log.contains(r#""action": "cancel""#), "{log}");
        Ok(())
    })?;
    ensure!(!terminal.is_showing(FORM_FIELD)?, "the form is open");
    doorbell.person().sees_no_window(CLASS)
}

fn bash(command: &str) -> String {
    format!("call:Bash {}", json!({"command": command}))
}

/// Waits for the outcome of an entry in history.
fn history_tells(doorbell: &Doorbell, outcome: &str) -> Result<()> {
    doorbell.opens_home("history")?;
    doorbell.home_reader().hears_text(outcome)
}
