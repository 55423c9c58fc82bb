//! Screenshots of what agents ask themselves: questions with previews, a plan with a comment and with
//! what changed since the last one, and a command that the person changed.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::virtual_desktop::Theme;
use serde_json::{Value, json};

use crate::picture;

const FIRST_PLAN: &str = "\
## Sessions that expire in time

`isExpired` compares milliseconds with seconds.

1. Compare in milliseconds in `session.js`
2. Log people out when they come back
";
const SECOND_PLAN: &str = "\
## Sessions that expire in time

`isExpired` compares milliseconds with seconds.

1. Compare in milliseconds in `session.js`
2. Add a test with a session of an hour and a second
3. Ask people to sign in again, and keep their basket
";

pub fn agent_questions(theme: Theme) -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, theme)?;
    let mut asker = doorbell.asker()?;
    questions(&doorbell, &mut asker, theme)?;
    plans(&doorbell, &mut asker, theme)?;
    changed_command(&doorbell, &mut asker, theme)?;
    doorbell.desktop.mark_success();
    Ok(())
}

fn questions(doorbell: &Doorbell, asker: &mut Asker, theme: Theme) -> Result<()> {
    let expired = "```js\nif (isExpired(session))\n  askToSignIn();\n```";
    let renewed = "```js\nif (isExpired(session))\n  session.renew();\n```";
    let id = asker.request(
        "doorbell/questions",
        about(json!({"questions": [
            {
                "header": "Expired sessions",
                "text": "What should happen to a session that has expired?",
                "options": [
                    {"label": "Ask to sign in", "description": "The basket stays", "preview": expired},
                    {"label": "Renew it", "description": "For one more hour", "preview": renewed}
                ]
            },
            {
                "header": "Tests",
                "text": "Which tests should I add?",
                "multiple": true,
                "options": [{"label": "Unit tests"}, {"label": "A test in the browser"}]
            }
        ]})),
    )?;
    opens(doorbell)?;
    photographs(doorbell, "question-set", theme)?;
    doorbell.question_reader().presses("Decline")?;
    asker.answer(id).map(drop)
}

fn plans(doorbell: &Doorbell, asker: &mut Asker, theme: Theme) -> Result<()> {
    let reader = doorbell.question_reader();
    let person = doorbell.person();
    let id = asker.request("doorbell/plan", plan(FIRST_PLAN))?;
    opens(doorbell)?;
    reader.tabs_to("push button", "Comment on line 1")?;
    person.presses("End")?;
    reader.waits_for_focus("push button", "Comment on line 6")?;
    person.presses("Return")?;
    reader.waits_for_focus("entry", "Comment on line 6")?;
    person.types("Ask them to sign in instead.")?;
    reader.hears_text("Any answer sends your comment, too.")?;
    photographs(doorbell, "plan", theme)?;
    reader.presses("Keep planning")?;
    asker.answer(id)?;

    let id = asker.request("doorbell/plan", plan(SECOND_PLAN))?;
    opens(doorbell)?;
    reader.tabs_to("toggle button", "Changes since the last plan")?;
    person.presses("space")?;
    reader.finds(
        "list item",
        "Removed: 2. Log people out when they come back",
    )?;
    photographs(doorbell, "plan-changes", theme)?;
    reader.presses("Keep planning")?;
    asker.answer(id).map(drop)
}

fn changed_command(doorbell: &Doorbell, asker: &mut Asker, theme: Theme) -> Result<()> {
    let reader = doorbell.question_reader();
    let person = doorbell.person();
    let effect = "Always allow “npm test” in this project, on this computer";
    let id = asker.request(
        "doorbell/permission",
        about(json!({
            "tool": "Bash",
            "action": {"kind": "run", "command": "npm test"},
            "description": "Run the tests",
            "choices": [{"id": "always", "effect": effect}],
            "editable": true,
            "note": true
        })),
    )?;
    opens(doorbell)?;
    reader.presses("Edit command")?;
    reader.waits_for_focus("entry", "Command")?;
    person.replaces_text_with("npm test -- --grep session")?;
    reader.hears_text("Changed by you.")?;
    photographs(doorbell, "permission-changed", theme)?;
    reader.presses("Deny")?;
    asker.answer(id).map(drop)
}

fn plan(text: &str) -> Value {
    about(json!({
        "plan": text,
        "choices": [
            {"id": "ask", "label": "Approve", "effect": "Claude Code asks before each edit"},
            {"id": "edit", "label": "Approve and accept edits", "effect": "Until the session ends"}
        ]
    }))
}

fn about(mut params: Value) -> Value {
    params["_meta"] = json!({"dev.doorbell/asker": {"agent": "Claude Code", "project": "shop"}});
    params
}

fn opens(doorbell: &Doorbell) -> Result<()> {
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)
}

fn photographs(doorbell: &Doorbell, name: &str, theme: Theme) -> Result<()> {
    let person = doorbell.person();
    person.photographs_at_rest(person.sees(CLASS)?, &picture(name, theme)?)
}
