//! Being told: one notification on a real server, its words, its buttons, and who may press them.

use std::process::Stdio;

use anyhow::Result;
use doorbell_tests::app::{APPLICATION, Build, CLASS, Doorbell, has_shown_no_question};
use doorbell_tests::asker::Asker;
use doorbell_tests::notifications::{Note, count, forges_press, presses, sees, sees_none, shown};
use doorbell_tests::session::{Locker, Notifier};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::questions;

const NOTIFICATION_ONLY: &str = "[arrival]\nwindow = \"notification\"\n";
/// A forged press names the ring it is about; there are no more of them in these tests.
const RINGS: std::ops::RangeInclusive<u32> = 1..=4;

#[test]
fn a_question_makes_one_notification_that_opens_it_and_goes_with_its_answer() -> Result<()> {
    let doorbell = start_with(NOTIFICATION_ONLY)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    let message = "Which <b>branch</b> & tag?\nThe second line is for the window.";
    let id = asker.ask_params(questions::of("github", message, &questions::name()))?;

    let note = sees(desktop, "who asks", |note| {
        note.title == "Question from 'github'"
    })?;
    let line = note.body.lines().last().unwrap_or_default();
    assert_eq!(
        line, "Which &lt;b&gt;branch&lt;/b&gt; &amp; tag?",
        "{note:?}"
    );
    assert!(person.visible(CLASS).is_empty(), "it was not asked for yet");

    presses(desktop, "Answer")?;
    let window = person.sees(CLASS)?;
    wait_until("the window to have the keyboard", PATIENCE, || {
        person.focused() == Some(window)
    })?;
    sees_none(desktop)?;
    person.waits_until_ready(window)?;
    person.types("main")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "main"}));
    person.sees_no_more(CLASS)?;
    assert_eq!(shown(desktop).len(), 1, "{:?}", shown(desktop));

    // One that is withdrawn takes its notification with it, and so does one that is put off.
    let id = asker.ask("Withdrawn?", &questions::name())?;
    sees(desktop, "the second question", |note| {
        note.body.ends_with("Withdrawn?")
    })?;
    asker.withdraw(id)?;
    sees_none(desktop)?;
    asker.ask("Put off?", &questions::name())?;
    sees(desktop, "the third question", |note| {
        note.body.ends_with("Put off?")
    })?;
    let shown = doorbell.questions_shown();
    presses(desktop, "Later")?;
    doorbell.handles_outside("Later")?;
    asker.received_nothing()?;
    sees_none(desktop)?;
    assert_eq!(doorbell.questions_shown(), shown, "it came all the same");
    Ok(())
}

#[test]
fn answer_buttons_answer_only_for_the_server_and_only_when_switched_on() -> Result<()> {
    let doorbell = start_with(NOTIFICATION_ONLY)?;
    let desktop = &doorbell.desktop;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Delete the branch?", &questions::sure())?;
    let note = sees(desktop, "the question", |note| {
        note.body.contains("Delete the branch?")
    })?;
    // Switched off, not even a press that looks right in everything else answers.
    forges_all(desktop, note.id)?;

    let home = doorbell.opens_home("settings")?;
    doorbell.person().focuses(home)?;
    doorbell
        .at_home()
        .tabs_to("toggle button", "Answer in the notification")?;
    doorbell.person().presses("space")?;
    let note = sees(desktop, "the question with its buttons", |again| {
        again.id != note.id || shown(desktop).len() > 1
    })?;
    forges_all(desktop, note.id)?;
    // The bus keeps the order, and each forged No follows a forged Yes: had any of them been
    // believed, the answer would be yes.
    presses(desktop, "No")?;
    let answer = asker.answer(id)?;
    assert_eq!(answer["action"], "accept");
    assert_eq!(answer["content"], json!({"sure": false}));
    sees_none(desktop)
}

#[test]
fn a_press_on_what_a_notification_said_before_does_nothing_but_say_so() -> Result<()> {
    let desktop = VirtualDesktop::start_without_notifications(Theme::Light)?;
    desktop.write_settings(&format!(
        "{NOTIFICATION_ONLY}[notifications]\nanswer_buttons = true\n"
    ))?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let desktop = &doorbell.desktop;
    let server = Notifier::start(desktop, &["actions", "body"])?;
    let mut asker = doorbell.asker()?;
    let first = asker.ask("The first?", &questions::sure())?;
    told(&server, "'choose-0:1'")?;
    asker.withdraw(first)?;
    let second = asker.ask("The second?", &questions::sure())?;
    told(&server, "'choose-0:2'")?;
    for key in ["choose-0:1", "answer:1", "later:1"] {
        server.presses(1, key)?;
        server.presses(2, key)?;
    }
    told(
        &server,
        "That question is already closed. Nothing was sent.",
    )?;
    // Presses come in order: had an earlier one answered, the answer would be yes.
    server.presses(2, "choose-1:2")?;
    assert_eq!(asker.answer(second)?["content"], json!({"sure": false}));
    doorbell.has_shown_no_question()
}

#[test]
fn a_burst_of_ten_makes_one_notification() -> Result<()> {
    let doorbell = start_with(NOTIFICATION_ONLY)?;
    let desktop = &doorbell.desktop;
    let mut asker = doorbell.asker()?;
    for number in 1..=8 {
        // One server may ask five times before anyone answers.
        let (server, message) = (format!("server-{number}"), format!("Question {number}?"));
        asker.ask_params(questions::of(&server, &message, &questions::name()))?;
    }
    // One session may ask eight; two more ask for themselves.
    let _others = [Loner::asks(desktop, 9)?, Loner::asks(desktop, 10)?];
    let note = sees(desktop, "ten questions", |note| {
        note.title == "10 questions wait"
    })?;
    assert!(note.body.ends_with("and 6 more"), "{note:?}");
    assert_eq!(count(desktop)?, 1);
    Ok(())
}

#[test]
fn a_private_notification_tells_nothing_of_the_question() -> Result<()> {
    let doorbell = start_with("[notifications]\ndetail = \"private\"\n")?;
    let mut asker = doorbell.asker()?;
    asker.ask_params(planted())?;
    sees(
        &doorbell.desktop,
        "that an agent needs the person",
        is_private,
    )?;
    let everything = format!("{:?}", shown(&doorbell.desktop));
    assert!(!everything.contains("planted"), "{everything}");
    Ok(())
}

#[test]
fn a_locked_screen_shows_nothing_and_unlocking_rings_once() -> Result<()> {
    let doorbell = start_with("")?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    let locker = Locker::start(desktop)?;
    locker.locks()?;
    wait_until("the lock to be noticed", PATIENCE, || {
        desktop.log(APPLICATION).contains("Quiet(Some(Locked))")
    })?;
    asker.ask_params(planted())?;
    sees(desktop, "that an agent needs the person", is_private)?;
    doorbell.has_shown_no_question()?;
    locker.unlocks()?;
    sees(desktop, "what waited", |note| {
        note.title == "Question from 'planted-server'"
    })?;
    person.sees(CLASS)?;
    assert_eq!(shown(desktop).len(), 2, "one ring for the unlocking");
    Ok(())
}

#[test]
fn screen_locked_before_the_start_shows_nothing() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let locker = Locker::start(&desktop)?;
    locker.locks()?;
    let command = Build::Plain.command(&desktop)?;
    let _running = desktop.start_process(APPLICATION, command)?;
    // As early as it can be.
    let mut asker = Asker::greet(&desktop.socket())?;
    asker.ask_params(planted())?;
    sees(&desktop, "that an agent needs the person", is_private)?;
    assert_eq!(shown(&desktop).len(), 1, "{:?}", shown(&desktop));
    has_shown_no_question(&desktop)
}

#[test]
fn without_notifications_that_can_be_pressed_the_window_arrives_all_the_same() -> Result<()> {
    for capabilities in [None, Some(["body"])] {
        let desktop = VirtualDesktop::start_without_notifications(Theme::Light)?;
        desktop.write_settings(NOTIFICATION_ONLY)?;
        let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
        let server = capabilities
            .map(|capabilities| Notifier::start(&doorbell.desktop, &capabilities))
            .transpose()?;
        let mut asker = doorbell.asker()?;
        asker.ask("Is anyone there?", &questions::name())?;
        doorbell.person().sees(CLASS)?;
        if let Some(server) = server {
            told(&server, "Question from 'doorbell-tests'")?;
            assert!(!server.last()?.contains("answer:"), "it has no buttons");
        }
    }
    Ok(())
}

/// An asker that descends from none of our processes: a session of its own. It ends with this, and
/// does not look for another Doorbell where there was one.
struct Loner(Pid);

impl Loner {
    fn asks(desktop: &VirtualDesktop, number: u32) -> Result<Self> {
        let file = desktop.home().join(format!("loner-{number}"));
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
        let pid = wait_until("its process", PATIENCE, || {
            let pid = std::fs::read_to_string(&file).ok()?;
            Pid::from_raw(pid.trim().parse().ok()?)
        })?;
        Ok(Self(pid))
    }
}

impl Drop for Loner {
    fn drop(&mut self) {
        // One that has ended already is what is wanted.
        let _ = kill_process(self.0, Signal::KILL);
    }
}

fn start_with(settings: &str) -> Result<Doorbell> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_settings(settings)?;
    Doorbell::start_on(desktop, Build::Plain)
}

/// Waits until the stand-in was given this.
fn told(server: &Notifier<'_>, words: &str) -> Result<()> {
    wait_until(&format!("{words} to be told"), PATIENCE, || {
        let last = server.last()?;
        anyhow::ensure!(last.contains(words), "{last}");
        Ok(())
    })
}

fn planted() -> serde_json::Value {
    questions::of("planted-server", "planted words", &questions::name())
}

fn is_private(note: &Note) -> bool {
    note.title == "An agent needs you" && note.body.is_empty()
}

fn forges_all(desktop: &VirtualDesktop, id: u32) -> Result<()> {
    for ring in RINGS {
        for key in [format!("choose-0:{ring}"), format!("choose-1:{ring}")] {
            forges_press(desktop, id, &key)?;
        }
    }
    Ok(())
}
