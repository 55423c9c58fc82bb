//! `doorbell doctor` and its self-test.

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

#[test]
fn every_doctor_step_passes_on_a_complete_desktop() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let steps = run_doctor(&doorbell.desktop)?;
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
        assert_eq!(step_result(&steps, step)?, "holds", "{steps:#}");
    }
    // A virtual display is a warning.
    assert_eq!(step_result(&steps, "Display")?, "warns", "{steps:#}");
    let text = output(
        doorbell
            .desktop
            .command(Build::Plain.command_line()?)
            .arg("doctor"),
    )?;
    let verdict = "\nDoorbell works, but no agent is connected yet: run `doorbell setup`.\n";
    assert!(text.ends_with(verdict), "{text}");
    Ok(())
}

/// The self-test answers only its own question, and never listens on the user's socket.
#[test]
fn self_test_answers_only_its_own_question() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let folder = tempfile::tempdir()?;
    let socket = folder.path().join("own/doorbell.sock");
    let mut command = desktop.command(Build::Plain.desktop()?);
    command.arg("self-test").arg(&socket);
    let _self_test = desktop.start_process("self-test", command)?;
    wait_until("the socket", TIMEOUT, || socket.exists())?;
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

fn run_doctor(desktop: &VirtualDesktop) -> Result<Value> {
    let mut command = desktop.command(Build::Plain.command_line()?);
    let report: Value = serde_json::from_str(&output(command.args(["doctor", "--json"]))?)?;
    assert_eq!(report["works"], true, "{report:#}");
    Ok(report["steps"].clone())
}

fn step_result<'a>(steps: &'a Value, name: &str) -> Result<&'a str> {
    let mut steps = steps.as_array().context("a list")?.iter();
    let step = steps
        .find(|step| step["step"] == name)
        .context("no such step")?;
    step["how"].as_str().context("a result")
}
