//! The Agents page of Home: switches pair servers and restore the files byte for byte. Input from
//! programs changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility::{self, Node};
use doorbell_tests::app::{self, Build, CLASS, Doorbell};
use doorbell_tests::process::copy_program;
use doorbell_tests::program_input;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::Value;

const CLAUDE: &str = r#"{
  "numStartups": 12,
  "mcpServers": {
    "shop-deploy": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "@acme/shop-deploy"],
      "env": {"TOKEN": "never shown"}
    },
    "issues": {"type": "http", "url": "https://issues.example/mcp", "headers": {"Key": "never shown"}}
  },
  "projects": {
    "/srv/site": {"mcpServers": {"preview": {"command": "./preview"}}}
  }
}
"#;

const CODEX: &str = "model = \"gpt\" # mine\n\n[mcp_servers.postgres]\ncommand = \"pg-mcp\"\n\
                     args = [\"--read-only\"]\n\n[mcp_servers.postgres.env]\nPGPASSWORD = \"never shown\"\n";

const GEMINI: &str = r#"{"mcpServers": {
  "search": {"url": "https://search.example/sse", "type": "sse"},
  "tickets": {"url": "https://tickets.example/mcp", "type": "http"}
}}
"#;

/// Invalid: the third line has no value.
const CURSOR: &str = "{\n  \"mcpServers\": {\n    \"files\": \n  }\n}\n";

const EXPLANATION: &str = "Turn a server on to receive its questions in Doorbell.";

#[test]
fn switch_pairs_a_server_and_restores_its_entry() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let desktop = VirtualDesktop::start(theme)?;
        let files = write_agent_files(&desktop)?;
        let program = desktop.home().join("codex");
        copy_program("/usr/bin/tail", &program)?;
        let mut session = desktop.command(&program);
        session.args(["-f", "/dev/null"]);
        let mut session = desktop.start_process("codex", session)?;
        let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
        let (person, reader) = (doorbell.person(), doorbell.home_reader());
        let home = doorbell.opens_home("agents")?;
        person.focuses(home)?;
        reader.waits_for_focus("heading", "Agents")?;
        let tree = reader.hears("the servers", |tree| {
            tree.find("toggle button", "tickets").is_some()
        })?;
        check_agents_page(&tree)?;
        person.photographs_at_rest(home, &picture("agents", theme)?)?;

        reader.tabs_to("toggle button", "postgres")?;
        person.presses("space")?;
        // The sheet shows the change before the file is first written.
        reader.finds("dialog", "Change this file?")?;
        let diff = reader.waits_for_focus("panel", "Changes in ~/.codex/config.toml")?;
        ensure!(diff.node.has_text("+command = "), "{diff:?}");
        ensure!(!diff.node.has_text("never shown"), "{diff:?}");
        person.photographs_at_rest(home, &picture("agents-sheet", theme)?)?;
        person.presses("Escape")?;
        reader.waits_for_focus("toggle button", "postgres")?;
        reader.hears("the switch to be off", |tree| !is_on(tree, "postgres"))?;
        ensure!(fs::read_to_string(&files.codex)? == CODEX, "it was changed");
        person.presses("space")?;
        reader.presses("Change")?;
        let paired = wait_for_change(&files.codex, CODEX)?;
        let command = Build::Plain.command_line()?.canonicalize()?;
        let command = command.to_str().context("a path")?;
        ensure!(
            paired.contains(&format!("command = {command:?}")),
            "{paired}"
        );
        ensure!(
            paired.contains(r#"args = ["wrap", "--name", "postgres", "--", "pg-mcp""#),
            "{paired}"
        );
        reader.hears_text("Connected since")?;
        let process = format!("process {}", session.id());
        reader.hears_text(&process)?;
        // The list was reloaded, and the focus did not move.
        reader.waits_for_focus("toggle button", "postgres")?;
        person.photographs_at_rest(home, &picture("agents-paired", theme)?)?;
        session.terminate();
        person.presses("ctrl+1")?;
        person.presses("ctrl+5")?;
        reader.hears("the process to disappear", |tree| !tree.has_text(&process))?;
        reader.tabs_to("toggle button", "postgres")?;
        person.presses("space")?;
        wait_for_restored(&files.codex, CODEX)?;
        // Codex may run on the machine of the tests.
        reader.hears("the restart hint", |tree| {
            tree.has_text("Takes effect the next time you start Codex.")
                || tree.has_text("Restart these sessions")
        })?;

        // Pairing by a hook creates a file, and unpairing deletes it.
        person.presses("ctrl+1")?;
        person.presses("ctrl+5")?;
        reader.waits_for_focus("heading", "Agents")?;
        reader.tabs_to("toggle button", "issues")?;
        person.presses("space")?;
        reader.finds("dialog", "Change this file?")?;
        reader.presses("Change")?;
        let hooks = doorbell.desktop.home().join(".claude/settings.json");
        let hooks_text = wait_for_change(&hooks, "")?;
        let hook: Value = serde_json::from_str(&hooks_text)?;
        assert_eq!(hook["hooks"]["Elicitation"][0]["matcher"], "issues");
        wait_for_restored(&files.claude, CLAUDE)?;
        reader.hears("the hook", |tree| is_on(tree, "issues"))?;
        reader.waits_for_focus("toggle button", "issues")?;
        person.presses("space")?;
        wait_until("no hook", TIMEOUT, || !hooks.exists())?;

        person.resizes(home, 320, 700)?;
        person.photographs_at_rest(home, &picture("agents-narrow", theme)?)?;
        person.presses("End")?;
        person.photographs_at_rest(home, &picture("agents-narrow-end", theme)?)?;
    }
    Ok(())
}

#[test]
fn permission_prompts_and_all_servers_have_a_switch() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let files = write_agent_files(&desktop)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, reader) = (doorbell.person(), doorbell.home_reader());
    let home = doorbell.opens_home("agents")?;
    person.focuses(home)?;
    reader.finds("toggle button", "Permission prompts")?;
    let hooks = doorbell.desktop.home().join(".claude/settings.json");
    let wait_for_on = |switch: &str| {
        reader.hears(&format!("{switch} to be on"), |tree| is_on(tree, switch))?;
        reader.waits_for_focus("toggle button", switch)
    };

    reader.tabs_to("toggle button", "Permission prompts")?;
    person.presses("space")?;
    reader.finds("dialog", "Change this file?")?;
    // A program cannot agree.
    reader.tabs_to_enabled("Change")?;
    program_input::presses(&doorbell.desktop, "space")?;
    doorbell.waits_for_refused_presses(1)?;
    ensure!(!hooks.exists(), "a program changed it");
    reader.waits_for_focus("toggle button", "Permission prompts")?;
    person.presses("space")?;
    reader.presses("Change")?;
    let hook: Value = serde_json::from_str(&wait_for_change(&hooks, "")?)?;
    ensure!(hook["hooks"]["PermissionRequest"].is_array(), "{hook}");
    wait_for_on("Permission prompts")?;

    reader.tabs_to("toggle button", "All servers")?;
    reader.hears("the count", |tree| is_described(tree, "0 of 3 on"))?;
    person.presses("space")?;
    reader.finds("dialog", "Change these 2 files?")?;
    reader.presses("Change")?;
    wait_for_on("All servers")?;
    reader.hears("every server", |tree| {
        ["shop-deploy", "issues", "preview"]
            .iter()
            .all(|server| is_on(tree, server))
    })?;
    // Turning it off restores the files and leaves the permission prompts on.
    person.presses("space")?;
    wait_for_restored(&files.claude, CLAUDE)?;
    reader.hears("no server", |tree| is_described(tree, "0 of 3 on"))?;
    reader.hears("the prompts", |tree| is_on(tree, "Permission prompts"))?;
    let hook: Value = serde_json::from_str(&fs::read_to_string(&hooks)?)?;
    ensure!(hook["hooks"]["Elicitation"].is_null(), "{hook}");
    Ok(())
}

#[test]
fn pairing_failure_is_shown_at_its_switch() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let files = write_agent_files(&desktop)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, reader) = (doorbell.person(), doorbell.home_reader());
    let home = doorbell.opens_home("agents")?;
    person.focuses(home)?;
    reader.waits_for_focus("heading", "Agents")?;
    reader.finds("toggle button", "postgres")?;
    reader.tabs_to("toggle button", "shop-deploy")?;

    // The entry disappears while the page is open, so the press fails.
    fs::write(&files.claude, "{}")?;
    person.presses("space")?;
    reader.hears_text("The server is no longer in the file.")?;
    reader.hears("the switch to be off", |tree| !is_on(tree, "shop-deploy"))?;
    reader.waits_for_focus("toggle button", "shop-deploy")?;
    person.photographs_at_rest(home, &picture("agents-failed", Theme::Light)?)?;

    // A write error is shown, and the file stays unchanged.
    let journal = doorbell
        .desktop
        .home()
        .join(".local/state/doorbell/pairing");
    fs::create_dir_all(&journal)?;
    fs::write(journal.join("paired.json"), "no journal")?;
    reader.tabs_to("toggle button", "postgres")?;
    person.presses("space")?;
    reader.hears_text("is damaged; move it away")?;
    assert_eq!(fs::read_to_string(&files.codex)?, CODEX);
    person.presses("ctrl+1")?;
    person.presses("ctrl+5")?;
    reader.finds("heading", "Couldn’t read your agents’ configuration")?;
    Ok(())
}

#[test]
fn input_from_programs_changes_no_agent_file() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let files = write_agent_files(&desktop)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person, reader) = (&doorbell.desktop, doorbell.person(), doorbell.home_reader());
    let home = doorbell.opens_home("agents")?;
    person.focuses(home)?;
    reader.finds("toggle button", "postgres")?;
    reader.tabs_to("toggle button", "postgres")?;
    program_input::presses(desktop, "space")?;
    reader.hears_text("Blocked: this click or key didn’t come from your keyboard or mouse.")?;
    doorbell.waits_for_refused_presses(1)?;
    accessibility::press(desktop, CLASS, "shop-deploy").context("shop-deploy")?;
    doorbell.waits_for_refused_presses(2)?;
    assert_eq!(fs::read_to_string(&files.codex)?, CODEX);
    assert_eq!(fs::read_to_string(&files.claude)?, CLAUDE);
    Ok(())
}

#[test]
fn missing_agents_are_reported() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let home = doorbell.opens_home("agents")?;
    doorbell.home_reader().finds("heading", "No agents found")?;
    doorbell
        .person()
        .photographs_at_rest(home, &picture("agents-none", Theme::Light)?)
}

struct Files {
    claude: PathBuf,
    codex: PathBuf,
}

/// Writes the configuration of four agents.
fn write_agent_files(desktop: &VirtualDesktop) -> Result<Files> {
    let write = |name: &str, text: &str| -> Result<PathBuf> {
        let file = desktop.home().join(name);
        fs::create_dir_all(file.parent().context("a folder")?)?;
        fs::write(&file, text)?;
        Ok(file)
    };
    write(".gemini/settings.json", GEMINI)?;
    write(".cursor/mcp.json", CURSOR)?;
    Ok(Files {
        claude: write(".claude.json", CLAUDE)?,
        codex: write(".codex/config.toml", CODEX)?,
    })
}

/// Checks that the page shows every server and no secret.
fn check_agents_page(tree: &Node) -> Result<()> {
    for text in [
        EXPLANATION,
        "~/.claude.json",
        "Line 4, column 3",
        "Only in /srv/site · Can be connected",
        "Can be connected using a hook in ~/.claude/settings.json",
        "It uses the sse transport, which Doorbell does not support.",
        "To connect it anyway: doorbell setup --no-sign-in",
    ] {
        let is_shown = tree.has_text(text)
            || tree
                .all()
                .iter()
                .any(|node| node.described_by.contains(text));
        ensure!(is_shown, "{text}\n{}", tree.outline());
    }
    for agent in ["Claude Code", "Codex", "Gemini CLI", "Cursor"] {
        ensure!(tree.find("heading", agent).is_some(), "{}", tree.outline());
    }
    for server in ["search", "tickets"] {
        let switch = tree.find("toggle button", server).context(server)?;
        ensure!(!switch.is("sensitive"), "{switch:?}");
    }
    ensure!(!tree.has_text("never shown"), "{}", tree.outline());
    Ok(())
}

fn is_described(tree: &Node, text: &str) -> bool {
    let mut nodes = tree.all().into_iter();
    nodes.any(|node| node.described_by.contains(text))
}

fn is_on(tree: &Node, switch: &str) -> bool {
    tree.find("toggle button", switch)
        .is_some_and(|switch| switch.is("checked"))
}

fn wait_for_change(file: &Path, before: &str) -> Result<String> {
    wait_until(&format!("{} to change", file.display()), TIMEOUT, || {
        let text = fs::read_to_string(file)?;
        ensure!(text != before, "it is unchanged");
        Ok(text)
    })
}

fn wait_for_restored(file: &Path, before: &str) -> Result<()> {
    wait_until(
        &format!("{} to be restored", file.display()),
        TIMEOUT,
        || {
            let text = fs::read_to_string(file)?;
            ensure!(text == before, "{text}");
            Ok(())
        },
    )
}

fn picture(name: &str, theme: Theme) -> Result<PathBuf> {
    app::picture("agents", &format!("{name}-{}", theme.name()))
}
