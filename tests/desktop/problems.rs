//! Invalid values: each field explains its problem, and Send focuses the first one.

use anyhow::{Result, ensure};
use doorbell_tests::app::DrivenDoorbell;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

/// A field, the typed value and the expected problem.
struct Case {
    title: &'static str,
    schema: Value,
    typed: &'static str,
    problem: &'static str,
}

fn case(title: &'static str, schema: Value, typed: &'static str, problem: &'static str) -> Case {
    Case {
        title,
        schema,
        typed,
        problem,
    }
}

fn cases() -> [Case; 9] {
    let text = |keyword: &str, value: Value| json!({"type": "string", keyword: value});
    [
        case(
            "Email",
            text("format", "email".into()),
            "ada at example",
            "Enter an email address, for example name@example.com",
        ),
        case(
            "Homepage",
            text("format", "uri".into()),
            "not a link",
            "Enter a full address, for example https://example.com",
        ),
        case(
            "Birthday",
            text("format", "date".into()),
            "2026-02-31",
            "Enter a date, for example 2026-11-16",
        ),
        case(
            "Short",
            text("maxLength", 3.into()),
            "four",
            "Enter at most 3 characters (now 4)",
        ),
        case(
            "Long",
            text("minLength", 3.into()),
            "ab",
            "Enter at least 3 characters (2 so far)",
        ),
        case(
            "Code",
            text("pattern", "^[A-Z]{2}$".into()),
            "xyz",
            "Must match the pattern ^[A-Z]{2}$",
        ),
        case(
            "Age",
            json!({"type": "integer", "minimum": 18}),
            "17",
            "Must be at least 18",
        ),
        case(
            "Count",
            json!({"type": "integer"}),
            "1.5",
            "Must be a whole number",
        ),
        case(
            "Share",
            json!({"type": "number", "maximum": 1}),
            "1.01",
            "Must be at most 1",
        ),
    ]
}

#[test]
fn invalid_values_are_explained_and_not_sent() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let properties: serde_json::Map<_, _> = cases()
        .into_iter()
        .map(|case| (case.title.to_owned(), case.schema))
        .collect();
    asker.ask(
        "Everything here will be wrong",
        &json!({"type": "object", "properties": properties}),
    )?;
    for case in cases() {
        doorbell.fill(case.title, case.typed)?;
    }
    doorbell.press("Send")?;

    wait_until("the count of problems", TIMEOUT, || {
        let text = doorbell.page.text()?;
        ensure!(text.contains("9 answers need attention"), "{text}");
        Ok(())
    })?;
    assert_eq!(doorbell.page.focused()?.name()?, "Email");
    for case in cases() {
        let field = doorbell.page.named("textbox", case.title)?;
        let invalid = field.attribute("aria-invalid")?;
        assert_eq!(invalid.as_deref(), Some("true"), "{}", case.title);
        assert_eq!(
            problem_of(&doorbell, &field)?,
            case.problem,
            "{}",
            case.title
        );
    }
    asker.received_nothing()
}

/// The first text in `aria-describedby` is the problem.
fn problem_of(
    doorbell: &DrivenDoorbell,
    field: &doorbell_tests::webdriver::Element,
) -> Result<String> {
    let problem = doorbell.page.script(
        "return document.getElementById(
           arguments[0].getAttribute('aria-describedby').split(' ')[0]).textContent",
        &[field.argument()],
    )?;
    Ok(problem.as_str().unwrap_or_default().to_owned())
}
