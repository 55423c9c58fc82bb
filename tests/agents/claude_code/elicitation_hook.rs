//! Servers with an address. Claude Code stays connected to them, and a hook hands over their questions.

use anyhow::{Result, ensure};
use doorbell_tests::agent::{Agent, AgentName, start_http_server};
use doorbell_tests::app::CLASS;
use doorbell_tests::browser::StandInBrowser;

use crate::support::{DEPLOY, DEPLOYED, answers_form, opens_link, setup, start_doorbell};

#[test]
fn questions_of_a_server_with_an_address_come_by_a_hook() -> Result<()> {
    let doorbell = start_doorbell()?;
    StandInBrowser::install(&doorbell.desktop)?;
    let (_server, entry) = start_http_server(&doorbell.desktop)?;
    let agent = Agent::install(&doorbell.desktop, AgentName::ClaudeCode, &entry)?;
    let before = agent.configuration()?;
    setup(&agent, &[])?;
    let after = agent.configuration()?;
    ensure!(before[0] == after[0], "the server's entry was changed");

    let mut run = agent.runs(&[], &format!("{DEPLOY} call:sign_in {{}}"))?;
    answers_form(&doorbell)?;
    opens_link(&doorbell, "Sign in to the shop")?;
    run.wait()?;
    let printed = run.whole_log();
    for said in [DEPLOYED, "Signed in."] {
        ensure!(printed.contains(said), "no {said:?} in {printed}");
    }

    let terminal = agent.opens_terminal(&[])?;
    terminal.prompts(DEPLOY)?;
    answers_form(&doorbell)?;
    terminal.shows(DEPLOYED)?;
    doorbell.person().sees_no_window(CLASS)
}
