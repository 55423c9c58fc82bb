//! The `doorbell` command together with the application.

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, CLASS};
use doorbell_tests::person::Person;
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

#[test]
fn command_line_starts_the_application_and_prints_the_answer() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let doorbell = Build::Plain.command_line()?;
    output(desktop.command(&doorbell).args(["start", "--virtual"]))?;
    let mut command = desktop.command(&doorbell);
    command.args([
        "ask",
        "--message",
        "Who is there?",
        "--text",
        "name",
        "--json",
    ]);
    let mut ask = desktop.start_process("ask", command)?;

    let person = Person::at(&desktop);
    person.focuses(person.sees(CLASS)?)?;
    person.types("Ada")?;
    person.presses("ctrl+Return")?;
    let code = ask.wait();
    let printed = ask.log();
    output(desktop.command(&doorbell).arg("stop"))?;
    wait_until("the application to end", TIMEOUT, || {
        !desktop.socket().exists()
    })?;

    assert_eq!(code?, Some(0), "{printed}");
    let (remark, printed) = printed.split_once('\n').context("two lines")?;
    assert_eq!(
        remark,
        "doorbell: Doorbell is running on a virtual display, where nobody may see the question"
    );
    let printed: Value = serde_json::from_str(printed)?;
    assert!(
        printed == json!({"name": "Ada"}) || printed["content"] == json!({"name": "Ada"}),
        "{printed}"
    );
    Ok(())
}
