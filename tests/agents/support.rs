//! A person who answers an agent in the window.

use anyhow::Result;
use doorbell_tests::agent::{Agent, AgentName, ServerEntry};
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::person::Window;
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::Theme;

/// What server.py says when [`deploys`] was answered.
pub const DEPLOYED: &str = "shop-api 2.4.1 is on production, with 25 % of the traffic.";

/// Makes the model call the tool that asks a form.
pub const DEPLOY: &str = "call:deploy {}";

pub fn start_doorbell() -> Result<Doorbell> {
    Doorbell::start(Build::Plain, Theme::Light)
}

/// Runs `doorbell setup` in the agent's project, and returns what it prints.
pub fn setup(agent: &Agent<'_>, arguments: &[&str]) -> Result<String> {
    let mut setup = agent.command(Build::Plain.command_line()?);
    output(setup.arg("setup").arg("--yes").args(arguments))
}

/// An agent whose server is paired.
pub fn install_paired(doorbell: &Doorbell, name: AgentName) -> Result<Agent<'_>> {
    let agent = Agent::install(&doorbell.desktop, name, &ServerEntry::Command)?;
    setup(&agent, &[])?;
    Ok(agent)
}

/// Fills in the form of `deploy` and sends it.
pub fn answers_form(doorbell: &Doorbell) -> Result<()> {
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    reader.finds("radio button", "Production")?;
    focuses(doorbell)?;
    person.presses("2")?;
    reader.hears("the choice", |tree| {
        let option = tree.find("radio button", "Production");
        option.is_some_and(|option| option.is("checked"))
    })?;
    reader.tabs_to("entry", "Canary share in percent")?;
    person.replaces_text_with("25")?;
    person.presses("ctrl+Return")
}

/// Opens the link of the question that has this text.
pub fn opens_link(doorbell: &Doorbell, text: &str) -> Result<()> {
    doorbell.question_reader().hears_text(text)?;
    focuses(doorbell)?;
    doorbell.person().presses("alt+o")
}

/// Gives the question window the keyboard.
pub fn focuses(doorbell: &Doorbell) -> Result<Window> {
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    Ok(window)
}
