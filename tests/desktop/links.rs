//! Links: looked at, consented to, opened once, finished.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell, VIRTUAL};
use doorbell_tests::asker::Asker;
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::process::{children, output};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::{Value, json};

const LINK: &str = "https://example.com/connect?next=1&name=%C3%A9";
const NEXT_LINK: &str = "https://example.com/next";
const SEVERE: &str = "https://github.com@evil.io/login";

#[test]
fn consent_starts_the_browser_once_with_exactly_the_link_that_was_shown() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let id = ask(&mut asker, LINK, Some("el-1"))?;
    doorbell.window()?;
    wait_for_text(&doorbell, LINK)?;
    assert_eq!(browser.starts(), Vec::<String>::new());

    doorbell.press("Open in browser")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert!(answer.get("content").is_none(), "{answer}");
    let started = [format!("1 {LINK}")];
    wait_until("the browser", PATIENCE, || browser.starts() == started)?;

    doorbell.page.named("button", "I'm done")?;
    wait_for_text(&doorbell, "Only the website knows whether you finished")?;
    for _ in 0..2 {
        complete(&mut asker, "el-1")?;
    }
    wait_for_text(&doorbell, "Done")?;
    doorbell.person().sees_no_more(CLASS)?;
    // The next link is the next start: nothing was opened again in between.
    let next = ask(&mut asker, NEXT_LINK, None)?;
    doorbell.press("Open in browser")?;
    assert_eq!(asker.answer(next)?["action"], "accept");
    wait_until("the second start", PATIENCE, || browser.starts().len() > 1)?;
    let both = [format!("1 {LINK}"), format!("1 {NEXT_LINK}")];
    assert_eq!(browser.starts(), both);
    Ok(())
}

#[test]
fn decline_opens_nothing() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let id = ask(&mut asker, LINK, None)?;
    doorbell.press("Decline")?;
    assert_eq!(asker.answer(id)?["action"], "decline");
    doorbell.person().sees_no_more(CLASS)?;
    assert_eq!(browser.starts(), Vec::<String>::new());
    Ok(())
}

#[test]
fn cancel_on_the_card_tells_whoever_waits() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let id = ask(&mut asker, LINK, Some("el-1"))?;
    doorbell.press("Open in browser")?;
    let answer = asker.answer(id)?;
    let question = &answer["_meta"]["dev.doorbell/outcome"]["question"];
    let waiting = asker.request("doorbell/awaitDone", json!({"question": question}))?;

    doorbell.press("Open again")?;
    wait_until("the second start", PATIENCE, || browser.starts().len() == 2)?;
    doorbell.press("Cancel")?;
    assert_eq!(
        asker.reply(waiting, PATIENCE)?["result"],
        json!({"state": "cancelled", "by": "person"})
    );
    // The server's word comes too late and changes nothing.
    complete(&mut asker, "el-1")?;
    doorbell.person().sees_no_more(CLASS)
}

#[test]
fn a_waiting_link_lets_the_next_question_show() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let link = ask(&mut asker, LINK, Some("el-1"))?;
    doorbell.press("Open in browser")?;
    asker.answer(link)?;
    let form = asker.ask("Who is there?", &crate::questions::name())?;
    doorbell.fill("Name", "Ada")?;
    doorbell.page.named("button", "I'm done")?;
    complete(&mut asker, "el-1")?;
    wait_for_text(&doorbell, "Done")?;
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");
    doorbell.press("Send")?;
    assert_eq!(asker.answer(form)?["content"], json!({"name": "Ada"}));
    Ok(())
}

#[test]
fn without_a_browser_the_link_can_be_copied() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    // Nothing is to be found, whatever is installed on this machine.
    let nothing = desktop.home().join("nothing");
    std::fs::create_dir(&nothing)?;
    let mut command = Build::Plain.command(&desktop)?;
    command.env("PATH", &nothing);
    let running = desktop.start_process("doorbell", command)?;
    let doorbell = Doorbell { running, desktop };
    let mut asker = doorbell.asker()?;
    let id = ask(&mut asker, LINK, None)?;
    press_by_keyboard(&doorbell, "Open in browser")?;
    wait_until_read(
        &doorbell,
        "No browser is installed, or none is set as the default.",
    )?;
    press_by_keyboard(&doorbell, "Copy link")?;
    wait_until("the link on the clipboard", PATIENCE, || {
        let mut xclip = doorbell.desktop.command("xclip");
        let held = output(xclip.args(["-out", "-selection", "clipboard"]))?;
        ensure!(held == LINK, "it holds {held:?}");
        Ok(())
    })?;
    wait_until_read(&doorbell, "Only for you: do not share it")?;
    press_by_keyboard(&doorbell, "I opened it")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    Ok(())
}

#[test]
fn a_link_that_deceives_takes_a_second_deliberate_press() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let id = ask(&mut asker, SEVERE, None)?;
    doorbell.press("Open in browser")?;
    wait_for_text(&doorbell, "again to open evil.io")?;
    assert_eq!(browser.starts(), Vec::<String>::new());
    doorbell.press("Open in browser")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    let started = [format!("1 {SEVERE}")];
    wait_until("the browser", PATIENCE, || browser.starts() == started)
}

#[test]
fn a_very_long_link_is_whole_and_leaves_the_buttons_in_view() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let long = format!(
        "https://example.com/?token={}",
        "0123456789abcdef".repeat(512)
    );
    ask(&mut asker, &long, None)?;
    doorbell.window()?;
    wait_for_text(&doorbell, &long)?;
    for name in ["Open in browser", "Copy link", "Decline", "Later"] {
        let button = doorbell.page.named("button", name)?;
        let in_view = doorbell.page.script(
            "const box = arguments[0].getBoundingClientRect();
             return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;",
            &[button.argument()],
        )?;
        assert_eq!(in_view, Value::Bool(true), "{name}");
    }
    Ok(())
}

#[test]
fn the_browser_named_in_the_environment_is_not_started() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let browser = StandInBrowser::install(&desktop)?;
    let trap = desktop.home().join("trap");
    let mut command = Build::Plain.command(&desktop)?;
    command.env("BROWSER", format!("touch {}", trap.display()));
    let running = desktop.start_process("doorbell", command)?;
    let doorbell = Doorbell { running, desktop };
    let mut asker = doorbell.asker()?;
    let id = ask(&mut asker, LINK, None)?;
    press_by_keyboard(&doorbell, "Open in browser")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    let started = [format!("1 {LINK}")];
    wait_until("the browser", PATIENCE, || browser.starts() == started)?;
    assert!(!trap.exists());
    Ok(())
}

#[test]
fn a_browser_that_cannot_be_found_in_time_is_not_started_later() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let browser = StandInBrowser::install(&desktop)?;
    // What tells the default browser never answers.
    let slow = desktop.home().join("slow");
    std::fs::create_dir(&slow)?;
    let settings = slow.join("xdg-settings");
    std::fs::write(&settings, "#!/bin/sh\nexec sleep 600\n")?;
    std::fs::set_permissions(
        &settings,
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )?;
    let mut command = Build::Plain.command(&desktop)?;
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", slow.display()));
    let running = desktop.start_process("doorbell", command)?;
    let doorbell = Doorbell { running, desktop };
    let mut asker = doorbell.asker()?;
    ask(&mut asker, LINK, None)?;
    press_by_keyboard(&doorbell, "Open in browser")?;
    wait_until_read(&doorbell, "The browser did not start in time.")?;
    asker.received_nothing()?;
    // What looked for the browser has ended, so nothing is left that could start one later.
    let application = doorbell.running.id();
    wait_until("the helper to end", PATIENCE, || {
        children(application, "doorbell-deskto").is_empty()
    })?;
    assert_eq!(browser.starts(), Vec::<String>::new());
    Ok(())
}

#[test]
fn a_long_message_never_hides_where_the_link_leads() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let message = "A line that says nothing in particular.\n".repeat(400);
    for round in 0..2 {
        let id = asker.ask_params(json!({"mode": "url", "message": message, "url": LINK}))?;
        doorbell.window()?;
        wait_for_text(&doorbell, LINK)?;
        let in_view = doorbell.page.script(
            "const url = [...document.querySelectorAll('*')].find((element) =>
               element.childElementCount < 6 && element.textContent === arguments[0]);
             const box = url.getBoundingClientRect();
             const there = document.elementFromPoint(box.x + 4, box.y + 4);
             return box.top >= 0 && box.top + 20 <= innerHeight && url.contains(there);",
            &[LINK.into()],
        )?;
        assert_eq!(in_view, Value::Bool(true), "round {round}");
        doorbell.press("Decline")?;
        asker.answer(id)?;
        doorbell.person().sees_no_more(CLASS)?;
    }
    Ok(())
}

/// Looked at under strace and, where the system lets an ordinary user have that, in a network
/// namespace of its own: from start to consent no process of ours so much as makes a socket that
/// could reach a network.
#[test]
fn nothing_is_fetched_or_resolved_before_consent() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let trace = desktop.home().join("trace");
    let mut traced = without_network(&desktop);
    traced
        .args(["strace", "-f", "-qq"])
        .args(["-e", "trace=socket,connect,sendto,sendmsg", "-o"])
        .arg(&trace)
        .arg(Build::Plain.desktop()?)
        .arg(VIRTUAL);
    let running = desktop.start_process("doorbell", traced)?;
    let doorbell = Doorbell { running, desktop };
    let mut asker = doorbell.asker()?;
    ask(
        &mut asker,
        "https://xn--80ak6aa92e.com/?next=https://evil.io/",
        None,
    )?;
    doorbell.person().sees(CLASS)?;
    wait_until("the link to be readable", PATIENCE, || {
        let tree = doorbell_tests::accessibility::tree(&doorbell.desktop, CLASS)?;
        tree.find("push button", "Open in browser")
            .map(drop)
            .with_context(|| tree.outline())
    })?;
    let calls = std::fs::read_to_string(&trace)?;
    ensure!(calls.contains("AF_UNIX"), "strace saw nothing: {calls}");
    // Nor is anybody asked to resolve a name.
    let reaching: Vec<_> = calls
        .lines()
        .filter(|call| {
            ["AF_INET", "AF_PACKET", "resolve", "nscd"]
                .iter()
                .any(|sign| call.contains(sign))
        })
        .collect();
    assert!(reaching.is_empty(), "{reaching:#?}");
    Ok(())
}

/// Begins a command that will have no network, if this system allows it. The user stays the same:
/// the accessibility bus lets in no other.
#[allow(
    clippy::print_stderr,
    reason = "a test's output is shown when it fails"
)]
fn without_network(desktop: &VirtualDesktop) -> Command {
    for ways in [&["--net"][..], &["--map-current-user", "--net"][..]] {
        let mut probe = desktop.command("unshare");
        if output(probe.args(ways).arg("true")).is_ok() {
            let mut command = desktop.command("unshare");
            command.args(ways);
            return command;
        }
    }
    eprintln!("this system has no network namespaces for this user; strace alone decides");
    desktop.command("env")
}

/// Waits until a screen reader would read this.
fn wait_until_read(doorbell: &Doorbell, wanted: &str) -> Result<()> {
    wait_until(wanted, PATIENCE, || {
        let tree = doorbell_tests::accessibility::tree(&doorbell.desktop, CLASS)?;
        let read = tree.all().iter().any(|node| node.text.contains(wanted));
        read.then_some(()).with_context(|| tree.outline())
    })
}

/// Goes to a button with Tab and presses it with Enter.
pub fn press_by_keyboard(doorbell: &Doorbell, name: &str) -> Result<()> {
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)?;
    doorbell.at_question().tabs_to_ready(name)?;
    person.presses("Return")
}

fn ask(asker: &mut Asker, url: &str, elicitation: Option<&str>) -> Result<u64> {
    let mut params = json!({"mode": "url", "message": "Please authorise", "url": url});
    if let Some(elicitation) = elicitation {
        params["elicitationId"] = elicitation.into();
    }
    asker.ask_params(params)
}

fn complete(asker: &mut Asker, elicitation: &str) -> Result<()> {
    asker.send(&json!({
        "jsonrpc": "2.0",
        "method": "notifications/elicitation/complete",
        "params": {"elicitationId": elicitation}
    }))
}

fn wait_for_text(doorbell: &DrivenDoorbell, wanted: &str) -> Result<()> {
    wait_until(&format!("the text {wanted:?}"), PATIENCE, || {
        let text = doorbell.page.text()?;
        ensure!(text.contains(wanted), "there is: {text}");
        Ok(())
    })
}
