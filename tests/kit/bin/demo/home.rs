//! Screenshots of every page of Home, empty and with questions, history, sessions and agents.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::process::output;
use serde_json::{Value, json};

use crate::agent::{self, Request};
use crate::look::Look;
use crate::requests;

/// Keeps question windows from covering Home.
const NOTIFICATION_ONLY: &str = "arrival.window = \"notification\"\n";

/// The filters, between the search and the first entry.
const TAB_STOPS_BEFORE_HISTORY: usize = 4;

pub fn home(look: Look) -> Result<()> {
    let doorbell = look.starts("")?;
    let person = doorbell.person();
    let reader = doorbell.home_reader();
    let window = doorbell.opens_home("waiting")?;
    person.focuses(window)?;
    let photograph = |name: &str| {
        // They may cover a large window.
        output(doorbell.desktop.command("dunstctl").arg("close-all"))?;
        look.photographs(&person, window, name)
    };
    reader.finds("push button", "Show an example question")?;
    photograph("home-waiting-empty")?;
    person.presses("ctrl+6")?;
    reader.waits_for_focus("heading", "Settings")?;
    photograph("home-settings")?;

    plant_agents(&doorbell)?;
    person.presses("ctrl+5")?;
    reader.finds("toggle button", "postgres")?;
    reader.tabs_to("toggle button", "postgres")?;
    person.presses("space")?;
    reader.waits_for_focus("panel", "Changes in ~/.codex/config.toml")?;
    // It shows the path of this build.
    if !look.is_usual() {
        photograph("home-change")?;
    }
    reader.presses("Change")?;
    reader.hears_text("Connected since")?;
    person.presses("ctrl+1")?;
    person.presses("ctrl+5")?;
    reader.waits_for_focus("heading", "Agents")?;
    photograph("home-agents")?;
    person.presses("ctrl+6")?;
    reader.waits_for_focus("heading", "Settings")?;

    let settings = doorbell.desktop.home().join("config/doorbell");
    fs::create_dir_all(&settings)?;
    fs::write(
        settings.join("settings.toml"),
        look.settings() + NOTIFICATION_ONLY,
    )?;
    reader.hears("the settings", |tree| {
        tree.find("radio button", "Notification only")
            .is_some_and(|choice| choice.is("checked"))
    })?;
    plant_history(&doorbell)?;
    let mut agents = Vec::new();
    for (count, (program, question)) in questions().into_iter().enumerate() {
        agents.push(agent::start(&doorbell.desktop, program, &[question])?);
        let waiting = match count {
            0 => "Waiting, 1 question waiting".to_owned(),
            _ => format!("Waiting, {} questions waiting", count + 1),
        };
        reader.finds("push button", &waiting)?;
    }
    person.presses("ctrl+1")?;
    reader.waits_for_focus("heading", "Waiting")?;
    photograph("home-waiting")?;

    person.presses("ctrl+3")?;
    reader.hears_text("16 questions")?;
    photograph("home-history")?;
    person.presses("ctrl+f")?;
    reader.waits_for_focus("entry", "Search history")?;
    for _ in 0..TAB_STOPS_BEFORE_HISTORY {
        reader.moves_focus("Tab", &reader.focus()?)?;
    }
    person.presses("Return")?;
    reader.hears_text("Your answers are never stored.")?;
    photograph("home-history-detail")?;

    // Mutes the asker on top, which asked last.
    person.presses("ctrl+4")?;
    reader.presses("Mute…")?;
    reader.presses("For a day")?;
    reader.hears_text("Muted until")?;
    person.presses("ctrl+4")?;
    reader.waits_for_focus("heading", "Sources")?;
    photograph("home-askers")?;

    agents.push(agent::start(
        &doorbell.desktop,
        "claude",
        &requests::sessions(),
    )?);
    person.presses("ctrl+2")?;
    reader.waits_for_focus("heading", "Sessions")?;
    reader.hears_text("212 tests")?;
    photograph("home-sessions")?;
    doorbell.desktop.mark_success();
    caught_up(look)
}

/// After the first answers. Doorbell counts them when it starts.
fn caught_up(look: Look) -> Result<()> {
    let first = look.starts("")?;
    plant_history(&first)?;
    let Doorbell { process, desktop } = first;
    drop(process);
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let person = doorbell.person();
    let window = doorbell.opens_home("waiting")?;
    person.focuses(window)?;
    doorbell.home_reader().hears_text("Last answers")?;
    look.photographs(&person, window, "home-caught-up")?;
    doorbell.desktop.mark_success();
    Ok(())
}

/// Writes the configuration of three agents with servers.
fn plant_agents(doorbell: &Doorbell) -> Result<()> {
    for (file, text) in [
        (
            ".claude.json",
            r#"{"mcpServers": {"shop-deploy": {"command": "shop-deploy"},
                "github": {"type": "http", "url": "https://github.example/mcp"}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.postgres]\ncommand = \"pg-mcp\"\n",
        ),
        (
            ".gemini/settings.json",
            r#"{"mcpServers": {"search": {"url": "https://search.example/sse", "type": "sse"}}}"#,
        ),
    ] {
        let file = doorbell.desktop.home().join(file);
        fs::create_dir_all(file.parent().context("a folder")?)?;
        fs::write(file, text)?;
    }
    Ok(())
}

/// Each agent with its question.
fn questions() -> [(&'static str, Request); 3] {
    let asker = |server: Value, tool: &str, project: &str| json!({"dev.doorbell/asker": {"server": server, "tool": tool, "project": project}});
    let questions = [
        (
            "claude",
            json!({
                "mode": "form",
                "message": "shop-api 2.4.1 is built and its tests are green. Where should it go?",
                "requestedSchema": {"type": "object", "properties": {
                    "target": {"type": "string", "enum": ["staging", "production"]}
                }},
                "_meta": asker(json!({"name": "shop-deploy", "title": "Shop deploy"}), "deploy", "shop")
            }),
        ),
        (
            "codex",
            json!({
                "mode": "form",
                "message": "The migration drops the column orders.legacy_id, which 3 rows still use. Go on?",
                "requestedSchema": {"type": "object", "properties": {"go": {"type": "boolean"}}},
                "_meta": {"dev.doorbell/asker": {
                    "server": {"name": "postgres"},
                    "tool": "migrate",
                    "project": "api",
                    "deadlineMs": 300_000
                }}
            }),
        ),
        (
            "gemini",
            json!({
                "mode": "url",
                "message": "Sign in to GitHub so that the pull request can be opened in your name.",
                "url": "https://github.com/login/device",
                "elicitationId": "sign-in-1",
                "_meta": asker(json!({"name": "github"}), "create_pull_request", "docs")
            }),
        ),
    ];
    questions.map(|(program, params)| (program, ("elicitation/create", params)))
}

/// Fills the history with entries of several days.
fn plant_history(doorbell: &Doorbell) -> Result<()> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kit/bin/demo/history.py");
    let database = doorbell.desktop.home().join("data/doorbell/doorbell.db");
    let mut plant = doorbell.desktop.command("python3");
    output(plant.arg(source).arg(database))
        .map(drop)
        .context("history")
}
