//! Link questions: consent, opening, completion.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell, VIRTUAL_FLAG};
use doorbell_tests::asker::Asker;
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::process::{children, output};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

const LINK: &str = "https://example.com/connect?next=1&name=%C3%A9";
const NEXT_LINK: &str = "https://example.com/next";
const DECEPTIVE_LINK: &str = "https://github.com@evil.io/login";

#[test]
fn consent_opens_exactly_the_shown_link_once() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let id = ask_link(&mut asker, LINK, Some("el-1"))?;
    doorbell.window()?;
    wait_for_text(&doorbell, LINK)?;
    assert_eq!(browser.starts(), Vec::<String>::new());

    doorbell.press("Open in browser")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert!(answer.get("content").is_none(), "{answer}");
    let started = [format!("1 {LINK}")];
    wait_until("the browser", TIMEOUT, || browser.starts() == started)?;

    doorbell.page.named("button", "Done")?;
    wait_for_text(&doorbell, "Finish in your browser, then press Done")?;
    for _ in 0..2 {
        complete(&mut asker, "el-1")?;
    }
    wait_for_text(&doorbell, "Done")?;
    doorbell.person().sees_no_window(CLASS)?;
    // No other start happened between the two links.
    let next = ask_link(&mut asker, NEXT_LINK, None)?;
    doorbell.press("Open in browser")?;
    assert_eq!(asker.answer(next)?["action"], "accept");
    wait_until("the second start", TIMEOUT, || browser.starts().len() > 1)?;
    let both = [format!("1 {LINK}"), format!("1 {NEXT_LINK}")];
    assert_eq!(browser.starts(), both);
    Ok(())
}

#[test]
fn decline_opens_nothing() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let id = ask_link(&mut asker, LINK, None)?;
    doorbell.press("Decline")?;
    assert_eq!(asker.answer(id)?["action"], "decline");
    doorbell.person().sees_no_window(CLASS)?;
    assert_eq!(browser.starts(), Vec::<String>::new());
    Ok(())
}

#[test]
fn cancel_on_link_card_answers_await_done() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let id = ask_link(&mut asker, LINK, Some("el-1"))?;
    doorbell.press("Open in browser")?;
    let answer = asker.answer(id)?;
    let question = &answer["_meta"]["dev.doorbell/outcome"]["question"];
    let waiting = asker.request("doorbell/awaitDone", json!({"question": question}))?;

    doorbell.press("Open again")?;
    wait_until("the second start", TIMEOUT, || browser.starts().len() == 2)?;
    doorbell.press("Cancel")?;
    assert_eq!(
        asker.reply(waiting, TIMEOUT)?["result"],
        json!({"state": "cancelled", "by": "person"})
    );
    // The completion comes too late and is ignored.
    complete(&mut asker, "el-1")?;
    doorbell.person().sees_no_window(CLASS)
}

#[test]
fn next_question_is_shown_beside_an_opened_link() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let link = ask_link(&mut asker, LINK, Some("el-1"))?;
    doorbell.press("Open in browser")?;
    asker.answer(link)?;
    let form = asker.ask("Who is there?", &crate::questions::name_form())?;
    doorbell.fill("Name", "Ada")?;
    doorbell.page.named("button", "Done")?;
    complete(&mut asker, "el-1")?;
    wait_for_text(&doorbell, "Done")?;
    let field = doorbell.page.named("textbox", "Name")?;
    assert_eq!(field.property("value")?, "Ada");
    doorbell.press("Send")?;
    assert_eq!(asker.answer(form)?["content"], json!({"name": "Ada"}));
    Ok(())
}

#[test]
fn link_can_be_copied_without_a_browser() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    // An empty PATH hides the programs of this machine.
    let empty = desktop.home().join("empty");
    std::fs::create_dir(&empty)?;
    let mut command = Build::Plain.command(&desktop)?;
    command.env("PATH", &empty);
    let process = desktop.start_process("doorbell", command)?;
    let doorbell = Doorbell { process, desktop };
    let mut asker = doorbell.asker()?;
    let id = ask_link(&mut asker, LINK, None)?;
    press_by_keyboard(&doorbell, "Open in browser")?;
    wait_for_accessible_text(
        &doorbell,
        "No browser is installed, or none is set as the default.",
    )?;
    press_by_keyboard(&doorbell, "Copy link")?;
    wait_until("the link on the clipboard", TIMEOUT, || {
        let mut xclip = doorbell.desktop.command("xclip");
        let clipboard = output(xclip.args(["-out", "-selection", "clipboard"]))?;
        ensure!(clipboard == LINK, "it holds {clipboard:?}");
        Ok(())
    })?;
    wait_for_accessible_text(&doorbell, "Link copied. It may contain private data")?;
    press_by_keyboard(&doorbell, "I opened it")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    Ok(())
}

#[test]
fn deceptive_link_needs_a_second_press() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let browser = StandInBrowser::install(&doorbell.desktop)?;
    let mut asker = doorbell.asker()?;
    let id = ask_link(&mut asker, DECEPTIVE_LINK, None)?;
    let decline = doorbell.page.named("button", "Decline")?;
    let is_primary = doorbell.page.script(
        "return arguments[0].classList.contains('primary')",
        &[decline.argument()],
    )?;
    assert_eq!(is_primary, json!(true));
    doorbell.press("Open anyway…")?;
    wait_for_text(&doorbell, "Are you sure?")?;
    assert_eq!(browser.starts(), Vec::<String>::new());
    doorbell.press("Open anyway…")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    let started = [format!("1 {DECEPTIVE_LINK}")];
    wait_until("the browser", TIMEOUT, || browser.starts() == started)
}

#[test]
fn link_opens_with_one_key_unless_it_is_deceptive() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let browser = StandInBrowser::install(&desktop)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    let deceptive = ask_link(&mut asker, DECEPTIVE_LINK, None)?;
    person.focuses(person.sees(CLASS)?)?;
    person.presses("alt+o")?;
    wait_for_accessible_text(&doorbell, "Are you sure?")?;
    asker.received_nothing()?;
    press_by_keyboard(&doorbell, "Decline")?;
    assert_eq!(asker.answer(deceptive)?["action"], "decline");
    person.sees_no_window(CLASS)?;

    let id = ask_link(&mut asker, LINK, None)?;
    person.focuses(person.sees(CLASS)?)?;
    person.presses("alt+o")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    let started = [format!("1 {LINK}")];
    wait_until("the browser", TIMEOUT, || browser.starts() == started)
}

#[test]
fn very_long_link_is_shown_whole_with_visible_buttons() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let long = format!(
        "https://example.com/?token={}",
        "0123456789abcdef".repeat(512)
    );
    ask_link(&mut asker, &long, None)?;
    doorbell.window()?;
    wait_for_text(&doorbell, &long)?;
    for name in ["Open in browser", "Copy link", "Decline", "Remind me"] {
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
fn browser_variable_is_ignored() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let browser = StandInBrowser::install(&desktop)?;
    let trap = desktop.home().join("trap");
    let mut command = Build::Plain.command(&desktop)?;
    command.env("BROWSER", format!("touch {}", trap.display()));
    let process = desktop.start_process("doorbell", command)?;
    let doorbell = Doorbell { process, desktop };
    let mut asker = doorbell.asker()?;
    let id = ask_link(&mut asker, LINK, None)?;
    press_by_keyboard(&doorbell, "Open in browser")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    let started = [format!("1 {LINK}")];
    wait_until("the browser", TIMEOUT, || browser.starts() == started)?;
    assert!(!trap.exists());
    Ok(())
}

#[test]
fn browser_lookup_timeout_starts_no_browser_later() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let browser = StandInBrowser::install(&desktop)?;
    // The lookup of the default browser never returns.
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
    let process = desktop.start_process("doorbell", command)?;
    let doorbell = Doorbell { process, desktop };
    let mut asker = doorbell.asker()?;
    ask_link(&mut asker, LINK, None)?;
    press_by_keyboard(&doorbell, "Open in browser")?;
    wait_for_accessible_text(&doorbell, "The browser did not start in time.")?;
    asker.received_nothing()?;
    // After the lookup process has exited, no process can start a browser later.
    let application = doorbell.process.id();
    wait_until("the helper to end", TIMEOUT, || {
        children(application, "doorbell-deskto").is_empty()
    })?;
    assert_eq!(browser.starts(), Vec::<String>::new());
    Ok(())
}

#[test]
fn long_message_never_hides_the_link() -> Result<()> {
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
             const topmost = document.elementFromPoint(box.x + 4, box.y + 4);
             return box.top >= 0 && box.top + 20 <= innerHeight && url.contains(topmost);",
            &[LINK.into()],
        )?;
        assert_eq!(in_view, Value::Bool(true), "round {round}");
        doorbell.press("Decline")?;
        asker.answer(id)?;
        doorbell.person().sees_no_window(CLASS)?;
    }
    Ok(())
}

/// Runs Doorbell under strace and, if the system allows it, in its own network namespace. No
/// process may create a network socket before consent.
#[test]
fn no_network_access_before_consent() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let trace = desktop.home().join("trace");
    let mut traced = without_network(&desktop);
    traced
        .args(["strace", "-f", "-qq"])
        .args(["-e", "trace=socket,connect,sendto,sendmsg", "-o"])
        .arg(&trace)
        .arg(Build::Plain.desktop()?)
        .arg(VIRTUAL_FLAG);
    let process = desktop.start_process("doorbell", traced)?;
    let doorbell = Doorbell { process, desktop };
    let mut asker = doorbell.asker()?;
    ask_link(
        &mut asker,
        "https://xn--80ak6aa92e.com/?next=https://evil.io/",
        None,
    )?;
    doorbell.person().sees(CLASS)?;
    wait_until("the link to be readable", TIMEOUT, || {
        let tree = doorbell_tests::accessibility::tree(&doorbell.desktop, CLASS)?;
        tree.find("push button", "Open anyway…")
            .map(drop)
            .with_context(|| tree.outline())
    })?;
    let calls = std::fs::read_to_string(&trace)?;
    ensure!(calls.contains("AF_UNIX"), "strace saw nothing: {calls}");
    // Also no request to a name resolver.
    let network_calls: Vec<_> = calls
        .lines()
        .filter(|call| {
            ["AF_INET", "AF_PACKET", "resolve", "nscd"]
                .iter()
                .any(|pattern| call.contains(pattern))
        })
        .collect();
    assert!(network_calls.is_empty(), "{network_calls:#?}");
    Ok(())
}

/// Returns a command prefix that removes the network, if the system allows it. The user id must not
/// change, because the accessibility bus rejects other users.
#[allow(
    clippy::print_stderr,
    reason = "a test's output is shown when it fails"
)]
fn without_network(desktop: &VirtualDesktop) -> Command {
    for options in [&["--net"][..], &["--map-current-user", "--net"][..]] {
        let mut probe = desktop.command("unshare");
        if output(probe.args(options).arg("true")).is_ok() {
            let mut command = desktop.command("unshare");
            command.args(options);
            return command;
        }
    }
    eprintln!("this user cannot create network namespaces; the test relies on strace only");
    desktop.command("env")
}

/// Waits for a text in the accessibility tree.
fn wait_for_accessible_text(doorbell: &Doorbell, expected: &str) -> Result<()> {
    wait_until(expected, TIMEOUT, || {
        let tree = doorbell_tests::accessibility::tree(&doorbell.desktop, CLASS)?;
        let is_shown = tree.all().iter().any(|node| node.text.contains(expected));
        is_shown.then_some(()).with_context(|| tree.outline())
    })
}

/// Focuses a button with Tab and presses Enter.
pub fn press_by_keyboard(doorbell: &Doorbell, name: &str) -> Result<()> {
    let person = doorbell.person();
    person.focuses(person.sees(CLASS)?)?;
    doorbell.question_reader().tabs_to_enabled(name)?;
    person.presses("Return")
}

fn ask_link(asker: &mut Asker, url: &str, elicitation: Option<&str>) -> Result<u64> {
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

fn wait_for_text(doorbell: &DrivenDoorbell, expected: &str) -> Result<()> {
    wait_until(&format!("the text {expected:?}"), TIMEOUT, || {
        let text = doorbell.page.text()?;
        ensure!(text.contains(expected), "{text}");
        Ok(())
    })
}
