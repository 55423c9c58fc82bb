//! What the card and the notification say about a program that asks under another's name.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, DrivenDoorbell, picture};
use doorbell_tests::notifications::wait_for_notification;
use doorbell_tests::process::{ChildProcess, copy_program};
use doorbell_tests::virtual_desktop::Theme;

const CHECKED: &str = "Verified by the system";
const UNCHECKED: &str = "Not verified";

#[test]
fn card_says_that_another_process_took_over_the_connection() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let agent = installed_agent(&doorbell, "/usr/bin/tail")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("kit/takeover.py");
    let mut command = doorbell.desktop.command("python3");
    command.env("DOORBELL_SOCKET", doorbell.desktop.socket());
    command
        .arg(script)
        .arg("child_asks_for_program")
        .arg(&agent);
    let _running = doorbell.desktop.start_process("takeover", command)?;
    let window = doorbell.window()?;
    doorbell.shows_text("An unknown program")?;
    doorbell.shows_text("Another program has taken its place since it connected")?;
    notification_names(&doorbell, "An unknown program", "")?;
    doorbell.page.css(".asker-details > summary")?.click()?;
    doorbell.shows_text(UNCHECKED)?;
    let text = doorbell.page.text()?;
    ensure!(!text.contains(CHECKED), "{text}");
    ensure!(!text.contains("Claude Code"), "{text}");
    let file = picture("asker-identity", "taken-over")?;
    doorbell.person().photographs_at_rest(window, &file)
}

#[test]
fn only_an_installed_agent_gets_its_name() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let command_line = Build::Automation.command_line()?;
    let copy = doorbell.desktop.home().join("claude");
    copy_program(&command_line, &copy)?;
    let agent = installed_agent(&doorbell, &command_line)?;
    let folder = doorbell.desktop.home().canonicalize()?;
    let called = "program called “claude”";
    let place = format!("in {}", folder.display());
    for (program, name, place) in [
        (&copy, format!("A {called}"), place.as_str()),
        (&agent, "Claude Code".into(), ""),
    ] {
        let _running = ask_from(&doorbell, program)?;
        let window = doorbell.window()?;
        doorbell.shows_text(&name)?;
        doorbell.shows_text(place)?;
        notification_names(&doorbell, &name, place)?;
        doorbell.page.css(".asker-details > summary")?.click()?;
        doorbell.shows_text(CHECKED)?;
        let path = program.canonicalize()?;
        doorbell.shows_text(path.to_str().context("a path")?)?;
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let file = picture("asker-identity", &name)?;
        doorbell.person().photographs_at_rest(window, &file)?;
        doorbell.press("No")?;
        doorbell.person().sees_no_window(CLASS)?;
    }
    Ok(())
}

fn notification_names(doorbell: &DrivenDoorbell, name: &str, place: &str) -> Result<()> {
    let named = |note: &doorbell_tests::notifications::Notification| {
        note.title.starts_with(name) && note.body.contains(place)
    };
    wait_for_notification(&doorbell.desktop, name, named).map(drop)
}

/// Copies a program to where Claude Code installs itself.
fn installed_agent(doorbell: &DrivenDoorbell, program: impl AsRef<Path>) -> Result<PathBuf> {
    let home = doorbell.desktop.home().canonicalize()?;
    let folder = home.join(".local/share/claude/versions");
    std::fs::create_dir_all(&folder)?;
    let agent = folder.join("2.1.0");
    copy_program(program, &agent)?;
    Ok(agent)
}

fn ask_from(doorbell: &DrivenDoorbell, program: &Path) -> Result<ChildProcess> {
    // The copy has no Doorbell beside it; it trusts an explicit socket.
    let link = doorbell.desktop.home().join("other.sock");
    if !link.exists() {
        std::os::unix::fs::symlink(doorbell.desktop.socket(), &link)?;
    }
    let mut command: Command = doorbell.desktop.command(program);
    command.env("DOORBELL_SOCKET", link);
    command.args(["ask", "--confirm", "--message", "Should main be released?"]);
    doorbell.desktop.start_process("agent", command)
}
