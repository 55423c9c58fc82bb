//! Screenshots of yes/no questions, and of Claude Code's permissions.

use std::fs;

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::Theme;
use serde_json::json;

use crate::picture;
use crate::terminal::install_agent;

const SESSION: &str = "\
export function isExpired(session) {
  const age = Date.now() - session.createdAt;
  return age > 3600;
}
";

pub fn states(theme: Theme) -> Result<()> {
    yes_no(theme)?;
    permissions(theme)
}

fn yes_no(theme: Theme) -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, theme)?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask_params(json!({
        "mode": "form",
        "message": "Delete the branch old-checkout? It has 3 commits that are on no other branch.",
        "requestedSchema": {"type": "object", "properties": {}},
        "_meta": {"dev.doorbell/asker": {"server": {"name": "git"}, "tool": "delete_branch", "project": "shop"}}
    }))?;
    photograph(&doorbell, "yes-no", theme)?;
    doorbell.person().presses("Escape")?;
    asker.answer(id)?;
    doorbell.desktop.mark_success();
    Ok(())
}

/// Claude Code asks whether it may run a command, and then whether it may edit a file.
fn permissions(theme: Theme) -> Result<()> {
    for (name, script) in [
        ("permission-command", command()),
        ("permission-edit", edit()),
    ] {
        let doorbell = Doorbell::start(Build::Plain, theme)?;
        let desktop = &doorbell.desktop;
        let agent = install_agent(desktop, &script)?;
        fs::write(agent.project().join("session.js"), SESSION)?;
        let mut setup = desktop.command(Build::Plain.command_line()?);
        output(setup.args(["setup", "--permissions", "--yes"]))?;
        let _claude = agent.runs(&[], "Sessions expire too early. Find out why and fix it.")?;
        photograph(&doorbell, name, theme)?;
        // A hook that still waits would start Doorbell again on the next desktop.
        doorbell.person().presses("Escape")?;
        doorbell.person().sees_no_window(CLASS)?;
        desktop.mark_success();
    }
    Ok(())
}

fn photograph(doorbell: &Doorbell, name: &str, theme: Theme) -> Result<()> {
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.photographs_at_rest(window, &picture(name, theme)?)
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
