//! `doorbell doctor` on a whole desktop, and on one that lacks something.

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::{Value, json};

#[test]
fn on_a_whole_desktop_every_step_holds() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let steps = examines(&doorbell.desktop)?;
    for step in [
        "Programs",
        "Socket",
        "Doorbell",
        "Who you are",
        "Notifications",
        "Window",
        "Browser",
        "A question",
    ] {
        assert_eq!(how(&steps, step)?, "holds", "{steps:#}");
    }
    // Nobody sits before a virtual display.
    assert_eq!(how(&steps, "Display")?, "warns", "{steps:#}");
    let text = output(
        doorbell
            .desktop
            .command(Build::Plain.command_line()?)
            .arg("doctor"),
    )?;
    assert!(text.ends_with("\nQuestions reach you.\n"), "{text}");
    Ok(())
}

/// The Doorbell that answers itself answers its one question, and never listens where people do.
#[test]
fn what_answers_itself_answers_nothing_else() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let place = tempfile::tempdir()?;
    let socket = place.path().join("own/doorbell.sock");
    let mut command = desktop.command(Build::Plain.desktop()?);
    command.arg("self-test").arg(&socket);
    let _itself = desktop.start_process("self-test", command)?;
    wait_until("it listens", PATIENCE, || socket.exists())?;
    let mut asker = Asker::greet(&socket)?;
    for message in ["May I?", "Does an answer come back? "] {
        let schema = json!({"type": "object", "properties": {"answer": {"type": "string"}}});
        let id = asker.ask(message, &schema)?;
        assert_eq!(asker.answer(id)?["action"], "cancel", "{message}");
    }
    for taken in [desktop.socket(), socket] {
        let mut command = desktop.command(Build::Plain.desktop()?);
        command.arg("self-test").arg(&taken);
        assert_eq!(desktop.start_process("refused", command)?.wait()?, Some(69));
    }
    Ok(())
}

fn examines(desktop: &VirtualDesktop) -> Result<Value> {
    let mut command = desktop.command(Build::Plain.command_line()?);
    let said: Value = serde_json::from_str(&output(command.args(["doctor", "--json"]))?)?;
    assert_eq!(said["works"], true, "{said:#}");
    Ok(said["steps"].clone())
}

fn how<'a>(steps: &'a Value, name: &str) -> Result<&'a str> {
    let mut steps = steps.as_array().context("a list")?.iter();
    let step = steps
        .find(|step| step["step"] == name)
        .context("no such step")?;
    step["how"].as_str().context("how it went")
}
