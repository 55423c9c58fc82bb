//! Questions and plans of Claude Code itself, which its terminal and the window ask at the same time.

use anyhow::{Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell};
use serde_json::json;

use super::install_with_permissions;
use crate::support::{focuses, start_doorbell};

const QUESTION: &str = r#"call:AskUserQuestion {"questions": [{"question": "Which database?", "header": "Database", "multiSelect": false, "options": [{"label": "Postgres", "description": "Big"}, {"label": "SQLite", "description": "Small"}]}]}"#;
/// What Claude Code tells its model.
const ANSWER: &str = r#""Which database?"="SQLite""#;

const PLAN: &str = r##"call:Write {"file_path": "$PLAN", "content": "# Passkeys\n\n1. Add the table"} call:ExitPlanMode {}"##;
const PLAN_MODE: [&str; 2] = ["--permission-mode", "plan"];
/// In the terminal's dialog.
const READY: &str = "Ready to code?";
const APPROVE: &str = "Approve, and accept edits";
const FEEDBACK_FIELD: &str = "What to change optional";

#[test]
fn question_is_answered_in_the_window_or_the_terminal() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts(QUESTION)?;
    terminal.shows("1. Postgres")?;
    chooses_second(&doorbell)?;
    terminal.shows(ANSWER)?;
    terminal.hides("1. Postgres")?;
    doorbell.person().sees_no_window(CLASS)?;

    // The window shows one question at a time, so the next one shows that the first is gone.
    terminal.prompts(&format!(
        r#"{QUESTION} call:Bash {{"command": "touch next"}}"#
    ))?;
    terminal.shows("1. Postgres")?;
    doorbell.person().sees(CLASS)?;
    terminal.presses_until_hidden("2", "1. Postgres")?;
    doorbell.question_reader().hears_text("touch next")?;
    focuses(&doorbell)?;
    doorbell.person().presses("alt+d")?;
    doorbell.person().sees_no_window(CLASS)
}

#[test]
fn plan_is_sent_back_and_then_approved() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let terminal = agent.opens_terminal(&PLAN_MODE)?;
    let reader = doorbell.question_reader();
    terminal.prompts(PLAN)?;
    terminal.shows(READY)?;
    reader.finds("heading", "Passkeys")?;
    focuses(&doorbell)?;
    reader.tabs_to("entry", FEEDBACK_FIELD)?;
    doorbell.person().types("Keep passwords, too")?;
    reader.presses("Keep planning")?;
    terminal.shows("Keep passwords, too")?;
    terminal.hides(READY)?;

    terminal.prompts(PLAN)?;
    terminal.shows(READY)?;
    reader.finds("push button", APPROVE)?;
    focuses(&doorbell)?;
    reader.presses(APPROVE)?;
    terminal.hides(READY)?;
    terminal.shows("accept edits on")?;
    doorbell.person().sees_no_window(CLASS)
}

/// `claude -p` has these tools only with a tool that asks the person.
#[test]
fn headless_run_asks_question_plan_and_permission() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let server = json!({"command": Build::Plain.command_line()?, "args": ["mcp"]});
    let servers = json!({"mcpServers": {"doorbell": server}}).to_string();
    let mut run = agent.runs(
        &[
            "--mcp-config",
            &servers,
            "--permission-prompt-tool",
            "mcp__doorbell__permission",
            PLAN_MODE[0],
            PLAN_MODE[1],
        ],
        &format!(r#"{QUESTION} {PLAN} call:Bash {{"command": "touch made"}}"#),
    )?;
    let reader = doorbell.question_reader();
    chooses_second(&doorbell)?;
    reader.finds("heading", "Passkeys")?;
    focuses(&doorbell)?;
    reader.presses("Approve, and ask before each edit")?;
    reader.hears_text("touch made")?;
    focuses(&doorbell)?;
    doorbell.person().presses("alt+a")?;
    run.wait()?;
    let printed = run.whole_log();
    ensure!(printed.contains(ANSWER), "{printed}");
    ensure!(agent.project().join("made").exists(), "{printed}");
    Ok(())
}

fn chooses_second(doorbell: &Doorbell) -> Result<()> {
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    reader.finds("radio button", "SQLite")?;
    focuses(doorbell)?;
    reader.waits_for_focus("radio button", "Postgres")?;
    person.presses("Down")?;
    reader.waits_for_focus("radio button", "SQLite")?;
    person.presses("ctrl+Return")
}
