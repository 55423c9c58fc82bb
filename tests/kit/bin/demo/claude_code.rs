//! Screenshots of what the real Claude Code asks: permissions; in a run without a terminal questions with
//! previews, a plan with a comment and with what changed since the last one, and a command that the
//! person changes; in a terminal the end of a turn, which takes a reply.

use std::fs;

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::notifications::{press_notification, wait_for_notification};
use doorbell_tests::process::output;
use serde_json::json;

use crate::look::Look;
use crate::notification::NOTIFICATION_CLASS;
use crate::terminal::install_agent;

const PROMPT: &str = "Sessions expire too early. Find out why and fix it.";
/// docs/pairing.md has the same.
const TOOL: [&str; 2] = ["--permission-prompt-tool", "mcp__doorbell__permission"];
const PLAN_MODE: [&str; 2] = ["--permission-mode", "plan"];
const COMMAND: &str = "npm test";

const FIRST_PLAN: &str = "\
## Sessions that expire in time

`isExpired` compares milliseconds with seconds.

1. Compare in milliseconds in `session.js`
2. Log people out when they come back
";
const SECOND_PLAN: &str = "\
## Sessions that expire in time

`isExpired` compares milliseconds with seconds.

1. Compare in milliseconds in `session.js`
2. Add a test with a session of an hour and a second
3. Ask people to sign in again, and keep their basket
";
const SESSION: &str = "\
export function isExpired(session) {
  const age = Date.now() - session.createdAt;
  return age > 3600;
}
";

const RESULT: &str = "\
Sessions now expire after an hour.

- `isExpired` compared milliseconds with seconds
- the new test fails without the change";

pub fn claude_code(look: Look) -> Result<()> {
    permissions(look)?;
    without_terminal(look)?;
    finished(look)
}

/// Claude Code asks whether it may run a command, and then whether it may edit a file.
fn permissions(look: Look) -> Result<()> {
    for (name, script) in [
        ("permission-command", command()),
        ("permission-edit", edit()),
    ] {
        let doorbell = look.starts("")?;
        let desktop = &doorbell.desktop;
        let agent = install_agent(desktop, &script)?;
        fs::write(agent.project().join("session.js"), SESSION)?;
        let mut setup = desktop.command(Build::Plain.command_line()?);
        output(setup.args(["setup", "--permissions", "--yes"]))?;
        let _claude = agent.runs(&[], PROMPT)?;
        opens(&doorbell)?;
        photographs(&doorbell, name, look)?;
        // A hook that still waits would start Doorbell again on the next desktop.
        doorbell.person().presses("Escape")?;
        doorbell.person().sees_no_window(CLASS)?;
        desktop.mark_success();
    }
    Ok(())
}

fn command() -> String {
    let input = json!({
        "command": "npm test -- --grep session && git stash list",
        "description": "Run the session tests"
    });
    format!("I'll run the tests first. call:Bash {input}")
}

fn edit() -> String {
    let file = "session.js";
    let input = json!({
        "file_path": file,
        "old_string": "  return age > 3600;\n",
        "new_string": "  // Both are in milliseconds.\n  return age > 3600 * 1000;\n"
    });
    let read = json!({"file_path": file});
    format!("The age is in milliseconds. call:Read {read} call:Edit {input}")
}

fn without_terminal(look: Look) -> Result<()> {
    let doorbell = look.starts("")?;
    let agent = install_agent(&doorbell.desktop, &script())?;
    let server = json!({"command": Build::Plain.command_line()?, "args": ["mcp"]});
    let servers = json!({"mcpServers": {"doorbell": server}}).to_string();
    let options = [["--mcp-config", &servers], TOOL, PLAN_MODE].concat();
    let mut run = agent.runs(&options, PROMPT)?;
    questions(&doorbell, look)?;
    plans(&doorbell, look)?;
    changed_command(&doorbell, look)?;
    run.wait()?;
    doorbell.desktop.mark_success();
    Ok(())
}

fn questions(doorbell: &Doorbell, look: Look) -> Result<()> {
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    opens(doorbell)?;
    reader.waits_for_focus("radio button", "Ask to sign in")?;
    person.presses("Down")?;
    reader.waits_for_focus("radio button", "Renew it")?;
    reader.tabs_to("check box", "Unit tests")?;
    person.presses("space")?;
    reader.hears("the choice", |tree| {
        let option = tree.find("check box", "Unit tests");
        option.is_some_and(|option| option.is("checked"))
    })?;
    photographs(doorbell, "question-set", look)?;
    person.presses("ctrl+Return")
}

fn plans(doorbell: &Doorbell, look: Look) -> Result<()> {
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    reader.finds("push button", "Keep planning")?;
    opens(doorbell)?;
    photographs(doorbell, "plan", look)?;
    reader.tabs_to("push button", "Comment on line 1")?;
    person.presses("End")?;
    reader.waits_for_focus("push button", "Comment on line 6")?;
    person.presses("Return")?;
    reader.waits_for_focus("entry", "Comment on line 6")?;
    person.types("Ask them to sign in instead.")?;
    reader.hears_text("Any answer sends your comment, too.")?;
    photographs(doorbell, "plan-comment", look)?;
    reader.presses("Keep planning")?;

    reader.finds("toggle button", "Changes since the last plan")?;
    opens(doorbell)?;
    reader.tabs_to("toggle button", "Changes since the last plan")?;
    person.presses("space")?;
    reader.finds(
        "list item",
        "Removed: 2. Log people out when they come back",
    )?;
    photographs(doorbell, "plan-changes", look)?;
    reader.presses("Approve, and ask before each edit")
}

fn changed_command(doorbell: &Doorbell, look: Look) -> Result<()> {
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    reader.finds("push button", "Edit command")?;
    opens(doorbell)?;
    reader.presses("Edit command")?;
    reader.waits_for_focus("entry", "Command")?;
    person.replaces_text_with("npm test -- --grep session")?;
    reader.hears_text("Changed by you.")?;
    photographs(doorbell, "permission-changed", look)?;
    reader.presses("Deny")?;
    person.sees_no_window(CLASS)
}

/// What the model does without a terminal.
fn script() -> String {
    let expired = "```js\nif (isExpired(session))\n  askToSignIn();\n```";
    let renewed = "```js\nif (isExpired(session))\n  session.renew();\n```";
    let questions = json!({"questions": [
        {
            "header": "Expired sessions",
            "question": "What should happen to a session that has expired?",
            "multiSelect": false,
            "options": [
                {"label": "Ask to sign in", "description": "The basket stays", "preview": expired},
                {"label": "Renew it", "description": "For one more hour", "preview": renewed}
            ]
        },
        {
            "header": "Tests",
            "question": "Which tests should I add?",
            "multiSelect": true,
            "options": [
                {"label": "Unit tests", "description": "Of the new check"},
                {"label": "A test in the browser", "description": "Slower"}
            ]
        }
    ]});
    let command = json!({"command": COMMAND, "description": "Run the tests"});
    format!(
        "call:AskUserQuestion {questions} {} {} call:Bash {command}",
        plan(FIRST_PLAN),
        plan(SECOND_PLAN)
    )
}

/// Claude Code reads the plan from a file.
fn plan(text: &str) -> String {
    let file = json!({"file_path": "$PLAN", "content": text});
    format!("call:Write {file} call:ExitPlanMode {{}}")
}

fn finished(look: Look) -> Result<()> {
    let doorbell = look.starts("")?;
    let desktop = &doorbell.desktop;
    let person = doorbell.person();
    let agent = install_agent(desktop, RESULT)?;
    let mut setup = agent.command(Build::Plain.command_line()?);
    output(setup.args(["setup", "--permissions", "--yes"]))?;
    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts(PROMPT)?;
    wait_for_notification(desktop, "the agent has finished", |note| {
        note.title.ends_with("has finished")
    })?;
    let shown = person.sees(NOTIFICATION_CLASS)?;
    look.photographs_at_rest(&person, shown, "notification")?;
    press_notification(desktop)?;
    person.waits_until_ready(person.sees(CLASS)?)?;
    doorbell.question_reader().tabs_to("entry", "Reply")?;
    person.types("Thanks. Commit it, please.")?;
    photographs(&doorbell, "notice", look)?;
    person.presses("ctrl+Return")?;
    terminal.shows("Stop hook feedback")?;
    desktop.mark_success();
    Ok(())
}

fn opens(doorbell: &Doorbell) -> Result<()> {
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)
}

fn photographs(doorbell: &Doorbell, name: &str, look: Look) -> Result<()> {
    let person = doorbell.person();
    look.photographs(&person, person.sees(CLASS)?, name)
}
