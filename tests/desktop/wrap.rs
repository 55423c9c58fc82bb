//! The proxy and the application together.

use anyhow::{Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, output_directory};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::agent::Agent;

#[test]
fn a_doorbell_that_is_killed_is_started_again_and_the_question_comes_back() -> Result<()> {
    let mut doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut agent = Agent::start(&doorbell.desktop, Build::Plain)?;
    agent.call("trigger-elicitation-request", &json!({}))?;
    doorbell.person().sees(CLASS)?;

    let pid = i32::try_from(doorbell.running.id())
        .ok()
        .and_then(Pid::from_raw);
    kill_process(pid.expect("a process has a number"), Signal::KILL)?;
    doorbell.running.wait()?;
    let person = doorbell.person();
    person.sees_no_more(CLASS)?;
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

/// Who asks is told by the system and by the proxy, and both are on the card.
#[test]
fn the_card_says_who_asks_and_for_which_tool() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Dark)?;
    let mut agent = Agent::start(&doorbell.desktop, Build::Plain)?;
    agent.call("trigger-elicitation-request", &json!({}))?;
    let window = doorbell.person().sees(CLASS)?;
    wait_until("the card", PATIENCE, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        for said in ["“everything”", "“trigger-elicitation-request”"] {
            let is_said = tree.all().iter().any(|node| node.text.contains(said));
            ensure!(is_said, "{said} is nowhere in {}", tree.outline());
        }
        Ok(())
    })?;
    let picture = output_directory().join("wrapped.png");
    doorbell.person().photographs_at_rest(window, &picture)
}
