//! The card shows how often the program has asked before and whether it has changed.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, DrivenDoorbell, picture};
use doorbell_tests::process::{ChildProcess, output};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::json;

#[test]
fn card_shows_question_count_and_changed_program() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let program = doorbell.desktop.home().join("claude");
        for (case, count_text, changed) in [
            ("first", "First request", false),
            ("once", "1 earlier request", false),
            ("changed", "2 earlier requests", true),
            ("after", "3 earlier requests", false),
        ] {
            if case == "first" || changed {
                install_program(&program)?;
            }
            let _running = ask_from(&doorbell, &program)?;
            let window = doorbell.window()?;
            doorbell.shows_text(count_text)?;
            let text = doorbell.page.text()?;
            let remark = "Program file has changed since its last request";
            ensure!(text.contains(remark) == changed, "{text}");
            let file = picture("known-programs", &format!("{case}-{}", theme.name()))?;
            doorbell.person().photographs_at_rest(window, &file)?;
            if changed {
                check_details(&doorbell, theme)?;
            }
            doorbell.press("No")?;
            doorbell.person().sees_no_window(CLASS)?;
        }
    }
    Ok(())
}

/// In a narrow window the remarks are stacked and not cut off.
#[test]
fn program_remarks_fit_a_narrow_window_and_are_accessible() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let program = doorbell.desktop.home().join("claude");
    install_program(&program)?;
    let _first = ask_from(&doorbell, &program)?;
    doorbell.press("No")?;
    doorbell.person().sees_no_window(CLASS)?;
    install_program(&program)?;
    let _second = ask_from(&doorbell, &program)?;
    let window = doorbell.window()?;
    doorbell.person().resizes(window, 340, 600)?;
    doorbell.shows_text("1 earlier request")?;
    let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
    let remark = "Program file has changed since its last request";
    ensure!(tree.has_text(remark), "{}", tree.outline());
    let is_apart = doorbell.page.script(
        "const box = (name) => document.querySelector(name).getBoundingClientRect();
         const [known, who] = [box('.asker-known'), box('.asker-details > summary')];
         return known.bottom <= who.top && known.right <= innerWidth;",
        &[],
    )?;
    assert_eq!(is_apart, json!(true));
    let file = picture("known-programs", "narrow-light")?;
    doorbell.person().photographs_at_rest(window, &file)
}

fn check_details(doorbell: &DrivenDoorbell, theme: Theme) -> Result<()> {
    doorbell.page.css(".asker-details > summary")?.click()?;
    doorbell.shows_text("changed since its last request (for example, by an update)")?;
    doorbell.shows_text("Matched by program file")?;
    let file = picture("known-programs", &format!("who-{}", theme.name()))?;
    doorbell
        .person()
        .photographs_at_rest(doorbell.window()?, &file)?;
    doorbell.page.css(".asker-details > summary")?.click()
}

/// Replaces a program by a new file, as an update does. `cp` writes the file, because a file
/// descriptor open for writing in this process could be inherited by a new process and make the
/// program busy.
fn install_program(program: &Path) -> Result<()> {
    let new = program.with_extension("new");
    let mut copy = Command::new("cp");
    output(copy.arg(Build::Automation.command_line()?).arg(&new))?;
    fs::rename(new, program)?;
    Ok(())
}

fn ask_from(doorbell: &DrivenDoorbell, program: &Path) -> Result<ChildProcess> {
    let mut command = doorbell.desktop.command(program);
    // The copy has no Doorbell beside it, so it would not trust the listener on the standard
    // socket. An explicit socket is trusted.
    command.env("DOORBELL_SOCKET", socket_link(doorbell)?);
    command.args(["ask", "--confirm", "--server", "github"]);
    command.args(["--message", "Should main be released?"]);
    doorbell.desktop.start_process("agent", command)
}

/// A symbolic link to the socket.
fn socket_link(doorbell: &DrivenDoorbell) -> Result<PathBuf> {
    let link = doorbell.desktop.home().join("other.sock");
    if !link.exists() {
        symlink(doorbell.desktop.socket(), &link)?;
    }
    Ok(link)
}
