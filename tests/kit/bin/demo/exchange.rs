//! Drives a whole exchange on a virtual screen: a question in, the form filled, the answer out.
//! Prints the messages and leaves pictures, light and dark, in docs/images.
//!
//! The application is the one people install, so nothing but a keyboard can answer it; what is on
//! the screen is read over the accessibility bus.
#![allow(
    clippy::print_stdout,
    reason = "`cargo xtask demo` shows what this prints"
)]

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility::{self, Node};
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{GUARD, PATIENCE, let_pass, wait_until};
use serde_json::{Value, json};

fn main() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        println!("\nOn a {} desktop:", theme.name());
        exchange(theme)?;
        links(theme)?;
    }
    Ok(())
}

/// Links as a person sees them before they decide, and one they agreed to open.
fn links(theme: Theme) -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, theme)?;
    StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let person = doorbell.person();
    let long = format!(
        "https://auth.example.com/authorize?state={}",
        "c2FsdGVkX1-".repeat(745)
    );
    for (name, url) in [
        (
            "link",
            "https://auth.example.com/authorize?client_id=shop&redirect_uri=http%3A%2F%2F127.0.0.1%3A8976%2Fdone",
        ),
        ("link-look-alike", "https://xn--80ak6aa92e.com/signin"),
        ("link-this-computer", "http://localhost:8976/setup"),
        ("link-long", long.as_str()),
    ] {
        let id = asker.ask_params(link(url))?;
        let window = person.sees(CLASS)?;
        person.focuses(window)?;
        reads(&doorbell, "the link", |tree| {
            tree.find("push button", "Open in browser").is_some()
        })?;
        person.photographs_at_rest(window, &picture(name, theme)?)?;
        let_pass(GUARD);
        person.presses("Escape")?;
        let answer = asker
            .answer(id)
            .with_context(|| doorbell.desktop.logs_to_show())?;
        ensure!(answer["action"] == "cancel", "Esc is cancel");
        person.sees_no_more(CLASS)?;
    }

    let id = asker.ask_params(link("https://auth.example.com/authorize?client_id=shop"))?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    let_pass(GUARD);
    wait_until("Open in browser to have the focus", PATIENCE, || {
        person.presses("Tab")?;
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        tree.find("push button", "Open in browser")
            .filter(|button| button.is("focused"))
            .map(drop)
            .with_context(|| tree.outline())
    })?;
    person.presses("Return")?;
    let answer = asker.answer(id)?;
    println!("← {answer:#}");
    reads(&doorbell, "the waiting card", |tree| {
        tree.find("push button", "I'm done").is_some()
    })?;
    person.photographs_at_rest(window, &picture("link-waiting", theme)?)
}

/// What a server would send to have its person sign in.
fn link(url: &str) -> Value {
    json!({
        "mode": "url",
        "message": "Sign in so that Shop deploy may read your build status.",
        "url": url,
        "elicitationId": "sign-in-1",
        "_meta": {
            "dev.doorbell/asker": {
                "server": {"name": "shop-deploy", "title": "Shop deploy", "version": "3.1.0"},
                "tool": "deploy",
                "project": "shop"
            }
        }
    })
}

fn exchange(theme: Theme) -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, theme)?;
    let mut asker = doorbell.asker()?;
    let question = question();
    println!("→ elicitation/create {question:#}");
    let id = asker.ask_params(question)?;

    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    reads(&doorbell, "the form", |tree| {
        tree.find("radio button", "Staging")
            .is_some_and(|option| option.is("focused"))
    })?;
    person.photographs_at_rest(window, &picture("question", theme)?)?;

    person.presses("Down")?;
    person.presses("Tab")?;
    person.types_instead("250")?;
    person.presses("Tab")?;
    reads(&doorbell, "what is wrong", |tree| {
        tree.find("entry", "Canary share in percent")
            .is_some_and(|field| field.is("invalid entry"))
    })?;
    person.photographs_at_rest(window, &picture("problem", theme)?)?;

    person.presses("shift+Tab")?;
    person.types_instead("25")?;
    person.presses("Tab")?;
    person.types("ada@example.com")?;
    reads(&doorbell, "what was typed", |tree| {
        let says = |name, text| {
            tree.find("entry", name)
                .is_some_and(|field| field.text == text && !field.is("invalid entry"))
        };
        says("Canary share in percent", "25") && says("Tell when it is done", "ada@example.com")
    })?;
    person.photographs_at_rest(window, &picture("answer", theme)?)?;

    let_pass(GUARD);
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
    Ok(())
}

/// Waits until a screen reader would find something.
fn reads(doorbell: &Doorbell, what: &str, found: impl Fn(&Node) -> bool) -> Result<()> {
    wait_until(what, PATIENCE, || {
        let tree = accessibility::tree(&doorbell.desktop, CLASS)?;
        found(&tree).then_some(()).with_context(|| tree.outline())
    })
}

/// What a deployment tool would ask before it goes on.
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

fn picture(name: &str, theme: Theme) -> Result<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    fs::create_dir_all(&directory)?;
    println!("  picture: docs/images/{name}-{}.png", theme.name());
    Ok(directory.join(format!("{name}-{}.png", theme.name())))
}
