//! The card says whether its asker has asked before, and whether its program changed since.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, DrivenDoorbell, picture};
use doorbell_tests::process::{Running, output};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::json;

#[test]
fn the_card_tells_the_first_time_the_next_ones_and_a_changed_program() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let doorbell = DrivenDoorbell::start(theme)?;
        let program = doorbell.desktop.home().join("claude");
        for (moment, words, changed) in [
            ("first", "First time", false),
            ("once", "Asked once before", false),
            ("changed", "Asked 2 times before", true),
            ("after", "Asked 3 times before", false),
        ] {
            if moment == "first" || changed {
                update(&program)?;
            }
            let _running = asks(&doorbell, &program)?;
            let window = doorbell.window()?;
            doorbell.reads(words)?;
            let text = doorbell.page.text()?;
            let remark = "Program changed since last time";
            ensure!(text.contains(remark) == changed, "{text}");
            let file = picture("acquaintances", &format!("{moment}-{}", theme.name()))?;
            doorbell.person().photographs_at_rest(window, &file)?;
            if changed {
                shows_evidence(&doorbell, theme)?;
            }
            doorbell.press("Decline")?;
            doorbell.person().sees_no_more(CLASS)?;
        }
    }
    Ok(())
}

/// A narrow window with large text has the remarks below each other, and nothing is cut off.
#[test]
fn the_remarks_are_whole_in_a_narrow_window_and_for_a_screen_reader() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let program = doorbell.desktop.home().join("claude");
    update(&program)?;
    let _first = asks(&doorbell, &program)?;
    doorbell.press("Decline")?;
    doorbell.person().sees_no_more(CLASS)?;
    update(&program)?;
    let _second = asks(&doorbell, &program)?;
    let window = doorbell.window()?;
    doorbell.person().resizes(window, 340, 600)?;
    doorbell.reads("Asked once before")?;
    let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
    let remark = "Program changed since last time";
    ensure!(tree.says(remark), "{}", tree.outline());
    let is_apart = doorbell.page.script(
        "const box = (name) => document.querySelector(name).getBoundingClientRect();
         const [known, who] = [box('.asker-known'), box('.asker-details > summary')];
         return known.bottom <= who.top && known.right <= innerWidth;",
        &[],
    )?;
    assert_eq!(is_apart, json!(true));
    let file = picture("acquaintances", "narrow-light")?;
    doorbell.person().photographs_at_rest(window, &file)
}

fn shows_evidence(doorbell: &DrivenDoorbell, theme: Theme) -> Result<()> {
    doorbell.page.css(".asker-details > summary")?.click()?;
    doorbell.reads("changed since it last asked, as after an update")?;
    doorbell.reads("Doorbell goes by the program")?;
    let file = picture("acquaintances", &format!("who-{}", theme.name()))?;
    doorbell
        .person()
        .photographs_at_rest(doorbell.window()?, &file)?;
    doorbell.page.css(".asker-details > summary")?.click()
}

/// Puts a program in its place as an update does: another file under the same name. Another program
/// copies it: what is open for writing here, a process that is just being started would inherit, and
/// then it cannot be run.
fn update(program: &Path) -> Result<()> {
    let new = program.with_extension("new");
    let mut copy = Command::new("cp");
    output(copy.arg(Build::Automation.command_line()?).arg(&new))?;
    fs::rename(new, program)?;
    Ok(())
}

fn asks(doorbell: &DrivenDoorbell, program: &Path) -> Result<Running> {
    let mut command = doorbell.desktop.command(program);
    // No Doorbell is installed beside this copy, so it would not trust who listens on the user's
    // own socket. Whoever names another socket has chosen who listens there.
    command.env("DOORBELL_SOCKET", other_socket(doorbell)?);
    command.args(["ask", "--confirm", "--server", "github"]);
    command.args(["--message", "Should main be released?"]);
    doorbell.desktop.start_process("agent", command)
}

/// Another path to the socket.
fn other_socket(doorbell: &DrivenDoorbell) -> Result<PathBuf> {
    let other = doorbell.desktop.home().join("other.sock");
    if !other.exists() {
        symlink(doorbell.desktop.socket(), &other)?;
    }
    Ok(other)
}
