//! Claude Code's hook: from the start of its process to the question on the board.

use std::io::Write;
use std::process::{Child, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::PATIENCE;
use serde_json::{Value, json};

use crate::questions::fields;
use crate::rows::{ROUNDS, Rows, WARM_UP, note};
use crate::screen::Screen;

pub fn measure() -> Result<Rows> {
    let doorbell = Doorbell::start_on(VirtualDesktop::start_bare()?, Build::Release)?;
    let screen = Screen::at(doorbell.desktop.display())?;
    let mut looker = doorbell.asker()?;
    let mut rows = Rows::new();
    for round in 0..WARM_UP + ROUNDS {
        screen.is_empty()?;
        let session = format!("session {round}");
        let asked = json!({
            "hook_event_name": "Elicitation",
            "session_id": session,
            "mcp_server_name": format!("server {round}"),
            "message": "What shall agents call you?",
            "mode": "form",
            "requested_schema": fields(1),
        });
        let begun = Instant::now();
        let mut hook = hook(&doorbell.desktop, &asked)?;
        while !is_asked(&mut looker)? {}
        note(&mut rows, "hook, to the board", round, begun.elapsed());
        let painted = screen.is_painted()?;
        note(&mut rows, "hook, to the form", round, painted - begun);
        let over = json!({"hook_event_name": "Stop", "session_id": session});
        self::hook(&doorbell.desktop, &over)?.wait()?;
        hook.wait()?;
    }
    Ok(rows)
}

fn is_asked(looker: &mut Asker) -> Result<bool> {
    let id = looker.request("doorbell/status", json!({}))?;
    Ok(looker.reply(id, PATIENCE)?["result"]["open"] != 0)
}

fn hook(desktop: &VirtualDesktop, said: &Value) -> Result<Child> {
    let mut command = desktop.command(Build::Release.command_line()?);
    command.args(["hook", "claude-code"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn()?;
    let mut input = child.stdin.take().context("its input")?;
    input.write_all(said.to_string().as_bytes())?;
    Ok(child)
}
