//! A complete exchange: question, filled form, answer.

use anyhow::{Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::{Value, json};

use crate::picture;

/// Fills in a form by keyboard, with one mistake that is corrected.
pub fn exchange(theme: Theme) -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, theme)?;
    let mut asker = doorbell.asker()?;
    let question = question();
    println!("→ elicitation/create {question:#}");
    let id = asker.ask_params(question)?;

    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    doorbell.question_reader().hears("the form", |tree| {
        tree.find("radio button", "Staging")
            .is_some_and(|option| option.is("focused"))
    })?;
    person.photographs_at_rest(window, &picture("question", theme)?)?;

    person.presses("Down")?;
    person.presses("Tab")?;
    person.replaces_text_with("250")?;
    person.presses("Tab")?;
    doorbell.question_reader().hears("what is wrong", |tree| {
        tree.find("entry", "Canary share in percent")
            .is_some_and(|field| field.is("invalid entry"))
    })?;
    person.photographs_at_rest(window, &picture("problem", theme)?)?;

    person.presses("shift+Tab")?;
    person.replaces_text_with("25")?;
    person.presses("Tab")?;
    person.types("ada@example.com")?;
    doorbell.question_reader().hears("what was typed", |tree| {
        let has_value = |name, text| {
            tree.find("entry", name)
                .is_some_and(|field| field.text == text && !field.is("invalid entry"))
        };
        has_value("Canary share in percent", "25")
            && has_value("Tell when it is done", "ada@example.com")
    })?;
    person.photographs_at_rest(window, &picture("answer", theme)?)?;

    person.presses("ctrl+Return")?;
    let answer = asker.answer(id)?;
    println!("← {answer:#}");
    ensure!(
        answer["action"] == "accept"
            && answer["content"]
                == json!({
                    "target": "prod",
                    "canary": 25,
                    "email": "ada@example.com",
                    "migrate": true
                }),
        "this is not the answer that was typed"
    );
    doorbell.desktop.mark_success();
    Ok(())
}

fn question() -> Value {
    json!({
        "mode": "form",
        "message": "shop-api 2.4.1 is built and its tests are green. Where should it go?",
        "requestedSchema": {
            "type": "object",
            "properties": {
                "target": {
                    "type": "string",
                    "title": "Where to",
                    "oneOf": [
                        {"const": "staging", "title": "Staging"},
                        {"const": "prod", "title": "Production"}
                    ],
                    "default": "staging"
                },
                "canary": {
                    "type": "integer",
                    "title": "Canary share in percent",
                    "description": "How much of the traffic sees the new version first.",
                    "minimum": 1,
                    "maximum": 100,
                    "default": 10
                },
                "email": {
                    "type": "string",
                    "title": "Tell when it is done",
                    "format": "email"
                },
                "migrate": {
                    "type": "boolean",
                    "title": "Run the database migration",
                    "default": true
                }
            },
            "required": ["target", "canary"]
        },
        "_meta": {
            "dev.doorbell/asker": {
                "server": {"name": "shop-deploy", "title": "Shop deploy", "version": "3.1.0"},
                "tool": "deploy",
                "project": "shop"
            }
        }
    })
}
