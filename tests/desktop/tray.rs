//! Title, image and menu of the tray item on a real panel.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, HOME_TITLE, QUESTION_TITLE};
use doorbell_tests::screen_reader::ScreenReader;
use doorbell_tests::tray::Tray;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::questions;

const QUIT_HEADING: &str = "Quit Doorbell?";

#[test]
fn tray_shows_and_opens_open_questions() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    // The panel may start after Doorbell and may be restarted.
    drop(Tray::start(desktop)?);
    let tray = Tray::start(desktop)?;
    let idle = tray.shows("nothing", |item| {
        item.title == "Doorbell: no open questions"
    })?;
    let fixed_entries = ["Open Home", "Pause", "Hide details", "Quit Doorbell"];
    assert_eq!(idle.labels()[1..], fixed_entries);
    assert!(!idle.menu[0].enabled, "the first entry is only a label");

    let mut asker = doorbell.asker()?;
    let first = asker.ask_params(questions::form_from(
        "github",
        "Merge_it?",
        &questions::name_form(),
    ))?;
    let waiting = tray.shows("one question", |item| {
        item.title == "Doorbell: 1 question waiting"
    })?;
    assert_ne!(waiting.icon, idle.icon, "the image shows the number");
    assert!(waiting.labels()[0].ends_with(": Merge_it?"), "{waiting:?}");
    asker.ask("Another?", &questions::name_form())?;
    let two = tray.shows("two questions", |item| {
        item.title == "Doorbell: 2 questions waiting"
    })?;
    assert_ne!(two.icon, waiting.icon);

    // The window arrives without focus; the menu entry focuses it.
    let window = person.sees(CLASS)?;
    assert_ne!(person.focused(), Some(window));
    let entry = waiting.labels()[0].to_owned();
    tray.presses(&[&entry])?;
    wait_until("the question to have the keyboard", TIMEOUT, || {
        person.focused() == Some(window)
    })?;
    person.waits_until_ready(window)?;
    person.types("yes")?;
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(first)?["action"], "accept");
    tray.shows("one question again", |item| item.icon == waiting.icon)?;
    Ok(())
}

#[test]
fn tray_opens_home_and_toggles_private_mode() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let tray = Tray::start(desktop)?;
    tray.shows("nothing", |item| {
        item.title == "Doorbell: no open questions"
    })?;
    tray.clicks()?;
    let home = person.sees(CLASS)?;
    assert_eq!(person.reads_title(home)?, HOME_TITLE);
    wait_until("Home to have the keyboard", TIMEOUT, || {
        person.focused() == Some(home)
    })?;
    person.closes(home)?;
    person.sees_no_window(CLASS)?;

    tray.presses(&["Hide details"])?;
    tray.shows("private mode", |item| {
        item.entry("Hide details")
            .is_some_and(|entry| entry.checked)
    })?;
    let mut asker = doorbell.asker()?;
    asker.ask("planted words", &questions::name_form())?;
    let private = tray.shows("one question", |item| {
        item.title == "Doorbell: 1 question waiting"
    })?;
    assert!(
        private.labels()[0].starts_with("Question received at "),
        "{private:?}"
    );
    doorbell.check_no_question_shown()?;
    tray.presses(&["Hide details"])?;
    let question = person.sees(CLASS)?;
    let title = person.reads_title(question)?;
    assert!(title.contains(": planted words"), "{title}");
    tray.presses(&["Hide details"])?;
    wait_until("a private title", TIMEOUT, || {
        let title = person.reads_title(question)?;
        anyhow::ensure!(title == QUESTION_TITLE, "{title}");
        Ok(())
    })
}

#[test]
fn quit_needs_confirmation_while_a_question_is_open() -> Result<()> {
    let mut doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let Doorbell { process, desktop } = &mut doorbell;
    let person = doorbell_tests::person::Person::at(desktop);
    let tray = Tray::start(desktop)?;
    let mut asker = doorbell_tests::asker::Asker::greet(&desktop.socket())?;
    let id = asker.ask("Are you sure?", &questions::name_form())?;
    tray.shows("one question", |item| {
        item.title == "Doorbell: 1 question waiting"
    })?;
    let window = person.sees(CLASS)?;
    tray.presses(&["Quit Doorbell"])?;
    wait_until("the window to ask", TIMEOUT, || {
        person.focused() == Some(window)
    })?;
    let reader = ScreenReader::of(desktop, QUESTION_TITLE);
    reader.finds("heading", QUIT_HEADING)?;
    asker.received_nothing()?;
    person.waits_until_ready(window)?;
    person.presses("Escape")?;
    reader.hears("the question again", |tree| {
        tree.find("heading", QUIT_HEADING).is_none() && tree.find("entry", "Name").is_some()
    })?;
    asker.received_nothing()?;
    assert!(!process.has_ended());

    asker.withdraw(id)?;
    tray.shows("nothing", |item| {
        item.title == "Doorbell: no open questions"
    })?;
    tray.presses(&["Quit Doorbell"])?;
    assert_eq!(process.wait()?, Some(0));
    Ok(())
}
