//! Notifications on a real server: content, buttons, and presses by the person or by programs.

use std::process::Stdio;

use anyhow::{Result, ensure};
use doorbell_tests::app::{APPLICATION, Build, CLASS, Doorbell, check_no_question_shown};
use doorbell_tests::asker::Asker;
use doorbell_tests::notifications::{
    Notification, displayed_count, forge_press, press_button, shown_notifications,
    wait_for_no_notification, wait_for_notification,
};
use doorbell_tests::session::{FakeNotificationServer, Locker};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::questions;

const NOTIFICATION_ONLY: &str = "[arrival]\nwindow = \"notification\"\n";
/// Action keys include the number of the notification. These tests show at most four.
const NOTIFICATION_NUMBERS: std::ops::RangeInclusive<u32> = 1..=4;

#[test]
fn notification_opens_its_question_and_closes_with_it() -> Result<()> {
    let doorbell = start_with(NOTIFICATION_ONLY)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    let message = "Which <b>branch</b> & tag?\nThe second line is for the window.";
    let id = asker.ask_params(questions::form_from(
        "github",
        message,
        &questions::name_form(),
    ))?;

    let note = wait_for_notification(desktop, "who asks", |note| {
        note.title.ends_with(" asks") && note.body.ends_with("via “github”")
    })?;
    let first_line = note.body.lines().next().unwrap_or_default();
    assert_eq!(
        first_line, "Which &lt;b&gt;branch&lt;/b&gt; &amp; tag?",
        "{note:?}"
    );
    assert!(
        person.visible_windows(CLASS).is_empty(),
        "the window must not appear yet"
    );

    press_button(desktop, "Answer")?;
    let window = person.sees(CLASS)?;
    wait_until("the window to have the keyboard", TIMEOUT, || {
        person.focused() == Some(window)
    })?;
    wait_for_no_notification(desktop)?;
    person.waits_until_ready(window)?;
    person.types("main")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "main"}));
    person.sees_no_window(CLASS)?;
    assert_eq!(
        shown_notifications(desktop).len(),
        1,
        "{:?}",
        shown_notifications(desktop)
    );

    // A withdrawn or snoozed question closes its notification.
    let id = asker.ask("Withdrawn?", &questions::name_form())?;
    wait_for_notification(desktop, "the second question", |note| {
        note.body.starts_with("Withdrawn?")
    })?;
    asker.withdraw(id)?;
    wait_for_no_notification(desktop)?;
    asker.ask("Put off?", &questions::name_form())?;
    wait_for_notification(desktop, "the third question", |note| {
        note.body.starts_with("Put off?")
    })?;
    let shown = doorbell.questions_shown();
    press_button(desktop, "Remind me later")?;
    doorbell.waits_for_outside_event("Later")?;
    asker.received_nothing()?;
    wait_for_no_notification(desktop)?;
    assert_eq!(doorbell.questions_shown(), shown, "the window appeared");
    Ok(())
}

#[test]
fn answer_buttons_need_the_setting_and_a_genuine_signal() -> Result<()> {
    let doorbell = start_with(NOTIFICATION_ONLY)?;
    let desktop = &doorbell.desktop;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Delete the branch?", &questions::sure_form())?;
    let note = wait_for_notification(desktop, "the question", |note| {
        note.body.contains("Delete the branch?")
    })?;
    // While the setting is off, even a well-formed press is ignored.
    forge_all_presses(desktop, note.id)?;

    let home = doorbell.opens_home("settings")?;
    doorbell.person().focuses(home)?;
    doorbell
        .home_reader()
        .tabs_to("toggle button", "Answer in the notification")?;
    doorbell.person().presses("space")?;
    let note = wait_for_notification(desktop, "the question with its buttons", |again| {
        again.id != note.id || shown_notifications(desktop).len() > 1
    })?;
    forge_all_presses(desktop, note.id)?;
    // The bus keeps the order and forged Yes came first, so an accepted forgery would answer yes.
    press_button(desktop, "No")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert_eq!(answer["content"], json!({"sure": false}));
    wait_for_no_notification(desktop)
}

#[test]
fn press_on_outdated_notification_is_refused_with_a_message() -> Result<()> {
    let desktop = VirtualDesktop::start_without_notifications(Theme::Light)?;
    desktop.write_accepted_settings(&format!(
        "{NOTIFICATION_ONLY}[notifications]\nanswer_buttons = true\n"
    ))?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let desktop = &doorbell.desktop;
    let server = FakeNotificationServer::start(desktop, &["actions", "body"])?;
    let mut asker = doorbell.asker()?;
    // Until Doorbell knows the server, a question comes in a window.
    wait_until("Doorbell to find the server", TIMEOUT, || {
        let status = asker.request("doorbell/status", json!({}))?;
        let status = asker.answer(status)?;
        ensure!(status["desktop"]["notifications"] == "whole", "{status}");
        Ok(())
    })?;
    let first = asker.ask("The first?", &questions::sure_form())?;
    wait_for_shown(&server, "'choose-0:1'")?;
    asker.withdraw(first)?;
    let second = asker.ask("The second?", &questions::sure_form())?;
    wait_for_shown(&server, "'choose-0:2'")?;
    for key in ["choose-0:1", "answer:1", "later:1"] {
        server.presses(1, key)?;
        server.presses(2, key)?;
    }
    wait_for_shown(
        &server,
        "That question is already closed. Nothing was sent.",
    )?;
    // Presses arrive in order. If an earlier one had answered, the answer would be yes.
    server.presses(2, "choose-1:2")?;
    assert_eq!(asker.answer(second)?["content"], json!({"sure": false}));
    doorbell.check_no_question_shown()
}

#[test]
fn burst_of_ten_questions_shows_one_notification() -> Result<()> {
    let doorbell = start_with(NOTIFICATION_ONLY)?;
    let desktop = &doorbell.desktop;
    let mut asker = doorbell.asker()?;
    for number in 1..=8 {
        // A server may have only five unanswered questions.
        let (server, message) = (format!("server-{number}"), format!("Question {number}?"));
        asker.ask_params(questions::form_from(
            &server,
            &message,
            &questions::name_form(),
        ))?;
    }
    // A session may have only eight open questions, so two other sessions ask the rest.
    let _others = [
        SeparateSession::ask(desktop, 9)?,
        SeparateSession::ask(desktop, 10)?,
    ];
    let note = wait_for_notification(desktop, "ten questions", |note| {
        note.title == "10 questions waiting"
    })?;
    assert!(note.body.ends_with("and 6 more"), "{note:?}");
    assert_eq!(displayed_count(desktop)?, 1);
    Ok(())
}

#[test]
fn private_notification_shows_nothing_of_the_question() -> Result<()> {
    let doorbell = start_with("[notifications]\ndetail = \"private\"\n")?;
    let mut asker = doorbell.asker()?;
    asker.ask_params(planted_question())?;
    wait_for_notification(&doorbell.desktop, "the private notification", is_private)?;
    let everything = format!("{:?}", shown_notifications(&doorbell.desktop));
    assert!(!everything.contains("planted"), "{everything}");
    Ok(())
}

#[test]
fn locked_screen_shows_no_question_and_unlocking_notifies_once() -> Result<()> {
    let doorbell = start_with("")?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    let locker = Locker::start(desktop)?;
    locker.locks()?;
    wait_until("the lock to be detected", TIMEOUT, || {
        desktop.log(APPLICATION).contains("Quiet(Some(Locked))")
    })?;
    asker.ask_params(planted_question())?;
    wait_for_notification(desktop, "the private notification", is_private)?;
    doorbell.check_no_question_shown()?;
    locker.unlocks()?;
    wait_for_notification(desktop, "the question", |note| {
        note.body.contains("planted words")
    })?;
    person.sees(CLASS)?;
    assert_eq!(
        shown_notifications(desktop).len(),
        2,
        "one notification for the unlocking"
    );
    Ok(())
}

#[test]
fn screen_locked_before_start_shows_no_question() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let locker = Locker::start(&desktop)?;
    locker.locks()?;
    let command = Build::Plain.command(&desktop)?;
    let _doorbell = desktop.start_process(APPLICATION, command)?;
    // Asks as soon as Doorbell listens.
    let mut asker = Asker::greet(&desktop.socket())?;
    asker.ask_params(planted_question())?;
    wait_for_notification(&desktop, "the private notification", is_private)?;
    assert_eq!(
        shown_notifications(&desktop).len(),
        1,
        "{:?}",
        shown_notifications(&desktop)
    );
    check_no_question_shown(&desktop)
}

/// At login a question can come before the desktop shows notifications.
#[test]
fn question_before_the_notification_server_rings_once_it_runs() -> Result<()> {
    let doorbell = Doorbell::start_on(
        VirtualDesktop::start_without_notifications(Theme::Light)?,
        Build::Plain,
    )?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    let gone = asker.ask("Is it too early?", &questions::name_form())?;
    person.sees(CLASS)?;
    asker.withdraw(gone)?;
    person.sees_no_window(CLASS)?;
    asker.ask("Who is there?", &questions::name_form())?;
    person.sees(CLASS)?;
    let _server = desktop.start_process("notifications", desktop.command("dunst"))?;
    wait_for_notification(desktop, "the question", |note| {
        note.body.starts_with("Who is there?")
    })?;
    let shown = shown_notifications(desktop);
    assert_eq!(shown.len(), 1, "{shown:?}");
    Ok(())
}

#[test]
fn window_appears_when_notifications_have_no_buttons() -> Result<()> {
    for capabilities in [None, Some(["body"])] {
        let desktop = VirtualDesktop::start_without_notifications(Theme::Light)?;
        desktop.write_accepted_settings(NOTIFICATION_ONLY)?;
        let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
        let server = capabilities
            .map(|capabilities| FakeNotificationServer::start(&doorbell.desktop, &capabilities))
            .transpose()?;
        let mut asker = doorbell.asker()?;
        asker.ask("Is anyone there?", &questions::name_form())?;
        doorbell.person().sees(CLASS)?;
        if let Some(server) = server {
            wait_for_shown(&server, " asks")?;
            assert!(
                !server.last_notification()?.contains("answer:"),
                "it has no buttons"
            );
        }
    }
    Ok(())
}

/// An asker in a new session, which is not a descendant of the test process. Dropping it kills the
/// asker, so that it does not try to reconnect.
struct SeparateSession(Pid);

impl SeparateSession {
    fn ask(desktop: &VirtualDesktop, number: u32) -> Result<Self> {
        let file = desktop.home().join(format!("session-{number}"));
        let mut command = desktop.command("setsid");
        command
            .args(["--fork", "sh", "-c", "echo $$ > \"$0\"; exec \"$@\""])
            .arg(&file)
            .arg(Build::Plain.command_line()?)
            .args(["ask", "--confirm", "--message"])
            .arg(format!("Question {number}?"));
        let status = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        anyhow::ensure!(status.success(), "setsid: {status}");
        let pid = wait_until("the process id", TIMEOUT, || {
            let pid = std::fs::read_to_string(&file).ok()?;
            Pid::from_raw(pid.trim().parse().ok()?)
        })?;
        Ok(Self(pid))
    }
}

impl Drop for SeparateSession {
    fn drop(&mut self) {
        // Fails if it has already exited.
        let _ = kill_process(self.0, Signal::KILL);
    }
}

fn start_with(settings: &str) -> Result<Doorbell> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings(settings)?;
    Doorbell::start_on(desktop, Build::Plain)
}

/// Waits until the last notification of the fake server contains a text.
fn wait_for_shown(server: &FakeNotificationServer<'_>, text: &str) -> Result<()> {
    wait_until(&format!("the notification {text}"), TIMEOUT, || {
        let last = server.last_notification()?;
        anyhow::ensure!(last.contains(text), "{last}");
        Ok(())
    })
}

fn planted_question() -> serde_json::Value {
    questions::form_from("planted-server", "planted words", &questions::name_form())
}

fn is_private(note: &Notification) -> bool {
    note.title == "An agent needs you" && note.body.is_empty()
}

fn forge_all_presses(desktop: &VirtualDesktop, id: u32) -> Result<()> {
    for number in NOTIFICATION_NUMBERS {
        for key in [format!("choose-0:{number}"), format!("choose-1:{number}")] {
            forge_press(desktop, id, &key)?;
        }
    }
    Ok(())
}
