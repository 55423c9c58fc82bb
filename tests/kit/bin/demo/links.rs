//! Screenshots of link questions before consent, and of a link after it was opened.

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::virtual_desktop::Theme;
use serde_json::{Value, json};

use crate::picture;

pub fn links(theme: Theme) -> Result<()> {
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
        doorbell.question_reader().hears("the link", |tree| {
            // A severe warning makes it another button.
            ["Open in browser", "Open anyway…"]
                .iter()
                .any(|name| tree.find("push button", name).is_some())
        })?;
        person.photographs_at_rest(window, &picture(name, theme)?)?;
        person.presses("Escape")?;
        let answer = asker
            .answer(id)
            .with_context(|| doorbell.desktop.log_tails())?;
        ensure!(answer["action"] == "cancel", "Esc is cancel");
        person.sees_no_window(CLASS)?;
    }

    let id = asker.ask_params(link("https://auth.example.com/authorize?client_id=shop"))?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    doorbell
        .question_reader()
        .tabs_to("push button", "Open in browser")?;
    person.presses("Return")?;
    let answer = asker.answer(id)?;
    println!("← {answer:#}");
    doorbell
        .question_reader()
        .hears("the waiting card", |tree| {
            tree.find("push button", "Done")
                .is_some_and(|button| button.is("enabled"))
        })?;
    person.photographs_at_rest(window, &picture("link-waiting", theme)?)?;
    doorbell.desktop.mark_success();
    Ok(())
}

/// A question that asks the person to sign in.
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
