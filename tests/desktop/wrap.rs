//! `doorbell wrap` together with the application.

use anyhow::{Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, output_directory};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::agent::Agent;

#[test]
fn killed_doorbell_is_restarted_and_question_is_asked_again() -> Result<()> {
    let mut doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut agent = Agent::start(&doorbell.desktop, Build::Plain)?;
    agent.call("trigger-elicitation-request", &json!({}))?;
    doorbell.person().sees(CLASS)?;

    let pid = i32::try_from(doorbell.process.id())
        .ok()
        .and_then(Pid::from_raw);
    kill_process(pid.expect("a process has an id"), Signal::KILL)?;
    doorbell.process.wait()?;
    let person = doorbell.person();
    person.sees_no_window(CLASS)?;
    person.focuses(person.sees(CLASS)?)?;
    person.types("Ada Lovelace")?;
    person.presses("ctrl+Return")?;
    let answer = agent.answer()?;
    let command_line = Build::Plain.command_line()?;
    output(
        doorbell
            .desktop
            .command(&command_line)
            .args(["stop", "--force"]),
    )?;
    assert_eq!(answer["content"]["name"], "Ada Lovelace");
    Ok(())
}

/// The card combines facts from the system with claims of the proxy.
#[test]
fn card_names_server_and_tool() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Dark)?;
    let mut agent = Agent::start(&doorbell.desktop, Build::Plain)?;
    agent.call("trigger-elicitation-request", &json!({}))?;
    let window = doorbell.person().sees(CLASS)?;
    wait_until("the card", TIMEOUT, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        for name in ["via everything", "trigger-elicitation-request"] {
            let is_shown = tree.all().iter().any(|node| node.text.contains(name));
            ensure!(is_shown, "{name} is not in {}", tree.outline());
        }
        Ok(())
    })?;
    let picture = output_directory().join("wrapped.png");
    doorbell.person().photographs_at_rest(window, &picture)
}
