//! The tray on a real panel: its title, its image and its menu follow the board.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, HOME, QUESTION};
use doorbell_tests::reader::Reader;
use doorbell_tests::tray::Tray;
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};

use crate::questions;

const QUIT: &str = "Quit Doorbell?";

#[test]
fn the_tray_follows_the_board_and_opens_what_waits() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    // The panel may come after Doorbell, and come again.
    drop(Tray::start(desktop)?);
    let tray = Tray::start(desktop)?;
    let idle = tray.shows("nothing", |item| item.title == "Doorbell: nothing waits")?;
    let below = ["Open Home", "Pause", "Private now", "Quit Doorbell"];
    assert_eq!(idle.says()[1..], below);
    assert!(!idle.lines[0].enabled, "Nothing waits is not to be pressed");

    let mut asker = doorbell.asker()?;
    let first = asker.ask_params(questions::of("github", "Merge_it?", &questions::name()))?;
    let waiting = tray.shows("one question", |item| {
        item.title == "Doorbell: 1 question waits"
    })?;
    assert_ne!(waiting.icon, idle.icon, "the image has the number");
    assert!(waiting.says()[0].ends_with(": Merge_it?"), "{waiting:?}");
    asker.ask("Another?", &questions::name())?;
    let two = tray.shows("two questions", |item| {
        item.title == "Doorbell: 2 questions wait"
    })?;
    assert_ne!(two.icon, waiting.icon);

    // The window has come without the keyboard; the menu gives it.
    let window = person.sees(CLASS)?;
    assert_ne!(person.focused(), Some(window));
    let line = waiting.says()[0].to_owned();
    tray.presses(&[&line])?;
    wait_until("the question to have the keyboard", PATIENCE, || {
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
fn the_tray_opens_home_and_makes_it_private() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let tray = Tray::start(desktop)?;
    tray.shows("nothing", |item| item.title == "Doorbell: nothing waits")?;
    tray.clicks()?;
    let home = person.sees(CLASS)?;
    assert_eq!(person.reads_title(home)?, HOME);
    wait_until("Home to have the keyboard", PATIENCE, || {
        person.focused() == Some(home)
    })?;
    person.closes(home)?;
    person.sees_no_more(CLASS)?;

    tray.presses(&["Private now"])?;
    tray.shows("that it is private", |item| {
        item.line("Private now").is_some_and(|line| line.checked)
    })?;
    let mut asker = doorbell.asker()?;
    asker.ask("planted words", &questions::name())?;
    let private = tray.shows("one question", |item| {
        item.title == "Doorbell: 1 question waits"
    })?;
    assert!(
        private.says()[0].starts_with("A question from "),
        "{private:?}"
    );
    doorbell.has_shown_no_question()?;
    tray.presses(&["Private now"])?;
    person.sees(CLASS)?;
    Ok(())
}

#[test]
fn quit_ends_doorbell_at_once_only_if_nothing_is_lost() -> Result<()> {
    let mut doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let Doorbell { running, desktop } = &mut doorbell;
    let person = doorbell_tests::person::Person::at(desktop);
    let tray = Tray::start(desktop)?;
    let mut asker = doorbell_tests::asker::Asker::greet(&desktop.socket())?;
    let id = asker.ask("Are you sure?", &questions::name())?;
    tray.shows("one question", |item| {
        item.title == "Doorbell: 1 question waits"
    })?;
    let window = person.sees(CLASS)?;
    tray.presses(&["Quit Doorbell"])?;
    wait_until("the window to ask", PATIENCE, || {
        person.focused() == Some(window)
    })?;
    let reader = Reader::of(desktop, QUESTION);
    reader.finds("heading", QUIT)?;
    asker.received_nothing()?;
    person.waits_until_ready(window)?;
    person.presses("Escape")?;
    reader.hears("the question again", |tree| {
        tree.find("heading", QUIT).is_none() && tree.find("entry", "Name").is_some()
    })?;
    asker.received_nothing()?;
    assert!(!running.has_ended());

    asker.withdraw(id)?;
    tray.shows("nothing", |item| item.title == "Doorbell: nothing waits")?;
    tray.presses(&["Quit Doorbell"])?;
    assert_eq!(running.wait()?, Some(0));
    Ok(())
}
