//! The end of a turn: a notice, and a reply to the idle agent.

use anyhow::Result;
use doorbell_tests::app::CLASS;
use doorbell_tests::notifications::{press_notification, wait_for_notification};

use super::install_with_permissions;
use crate::support::{DEPLOY, DEPLOYED, answers_form, start_doorbell};

/// The terminal is not in front: nobody looks at it.
#[test]
fn finished_session_is_a_notice_that_takes_a_reply() -> Result<()> {
    let doorbell = start_doorbell()?;
    let agent = install_with_permissions(&doorbell)?;
    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts("Are you there?")?;
    terminal.shows("Done.")?;
    wait_for_notification(&doorbell.desktop, "the agent has finished", |note| {
        note.title == "Claude Code · shop has finished" && note.body.starts_with("Done.")
    })?;
    press_notification(&doorbell.desktop)?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.waits_until_ready(window)?;
    doorbell.question_reader().tabs_to("entry", "Reply")?;
    person.types(DEPLOY)?;
    person.presses("ctrl+Return")?;
    answers_form(&doorbell)?;
    terminal.shows(DEPLOYED)
}
