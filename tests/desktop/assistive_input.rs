//! A person who uses assistive technology is offered to allow it. Programs cannot accept the offer.

use std::fs;

use anyhow::{Result, ensure};
use doorbell_tests::accessibility::{self, Node};
use doorbell_tests::app::{APPLICATION, Build, CLASS, Doorbell, picture};
use doorbell_tests::process::output;
use doorbell_tests::program_input::{self, PROGRAMS_ALLOWED};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::home::settings::{settings_file, wait_for_line};
use crate::questions;

const OFFER: &str = "Allow assistive input?";
const UNTIL_QUIT: &str = "Until Doorbell quits";
const ANSWERS: [&str; 3] = [UNTIL_QUIT, "Always", "No"];

#[test]
fn screen_reader_is_allowed_until_doorbell_quits_by_keyboard_only() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    set_status(desktop, "ScreenReaderEnabled")?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    person.types("Ada")?;
    accessibility::press(desktop, CLASS, "Send")?;
    let reader = doorbell.question_reader();
    reader.finds("heading", OFFER)?;
    person.waits_until_ready(window)?;
    for (number, answer) in ANSWERS.into_iter().enumerate() {
        accessibility::press(desktop, CLASS, answer)?;
        // The press on Send was the first.
        doorbell.waits_for_refused_presses(number + 2)?;
    }
    accessibility::press(desktop, CLASS, "Send")?;
    doorbell.waits_for_refused_presses(ANSWERS.len() + 2)?;
    asker.received_nothing()?;
    reader.finds("heading", OFFER)?;

    reader.presses(UNTIL_QUIT)?;
    reader.hears("no offer", |tree| !has_offer(tree))?;
    person.waits_until_ready(window)?;
    accessibility::press(desktop, CLASS, "Send")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    let settings = fs::read_to_string(settings_file(&doorbell))?;
    assert!(settings.contains("from_programs = false"), "{settings}");
    Ok(())
}

#[test]
fn on_screen_keyboard_is_allowed_for_good_by_keyboard() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let folder = desktop.home().join("config/glib-2.0/settings");
    fs::create_dir_all(&folder)?;
    let setting = "[org/gnome/desktop/a11y/applications]\nscreen-keyboard-enabled=true\n";
    fs::write(folder.join("keyfile"), setting)?;
    let mut command = Build::Plain.command(&desktop)?;
    command.env("GSETTINGS_BACKEND", "keyfile");
    let process = desktop.start_process(APPLICATION, command)?;
    let doorbell = Doorbell { process, desktop };
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    // Such keyboards type through XTEST.
    program_input::types(desktop, "Ada")?;
    program_input::presses(desktop, "ctrl+Return")?;
    let reader = doorbell.question_reader();
    reader.finds("heading", OFFER)?;
    reader.tabs_to_enabled("Always")?;
    program_input::presses(desktop, "space")?;
    doorbell.waits_for_refused_presses(2)?;

    person.presses("space")?;
    wait_for_line(&settings_file(&doorbell), "from_programs = true")?;
    reader.hears("no offer", |tree| !has_offer(tree))?;
    person.waits_until_ready(window)?;
    program_input::presses(desktop, "ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

/// `IsEnabled` says that the accessibility bus is in use, which is no reason for an offer.
#[test]
fn accessibility_bus_alone_brings_no_offer() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    set_status(desktop, "IsEnabled")?;
    let mut asker = doorbell.asker()?;
    let id = asker.ask("Who is there?", &questions::name_form())?;
    person.focuses(person.sees(CLASS)?)?;
    accessibility::press(desktop, CLASS, "Send")?;
    doorbell.waits_for_refused_presses(1)?;
    wait_until("the decision", TIMEOUT, || {
        let decided = "looked for assistive technology in_use=false";
        desktop.count_log_lines(APPLICATION, decided) == 1
    })?;
    // Views arrive in order, so an earlier offer would come before this.
    person.types("Ada")?;
    let reader = doorbell.question_reader();
    let tree = reader.hears("what was typed", |tree| {
        tree.find("entry", "Name")
            .is_some_and(|field| field.text == "Ada")
    })?;
    assert!(!has_offer(&tree), "{}", tree.outline());
    person.presses("ctrl+Return")?;
    assert_eq!(asker.answer(id)?["content"], json!({"name": "Ada"}));
    Ok(())
}

/// docs/accessibility.md describes this for a person without a keyboard and a mouse.
#[test]
fn settings_file_allows_assistive_input_before_the_first_start() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    fs::remove_dir_all(desktop.home().join("data/doorbell"))?;
    desktop.write_settings_file(PROGRAMS_ALLOWED)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let mut asker = doorbell.asker()?;
    let form = json!({"type": "object", "properties": {}});
    let id = asker.ask("Shall I go on?", &form)?;
    doorbell.person().sees(CLASS)?;
    let reader = doorbell.question_reader();
    reader.hears("Yes to be enabled", Node::accepts_presses)?;
    accessibility::press(&doorbell.desktop, CLASS, "Yes")?;
    assert_eq!(asker.answer(id)?["action"], "accept");
    Ok(())
}

#[test]
fn offer_fits_narrow_windows_and_large_text() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        for text_size in [100, 200] {
            let desktop = VirtualDesktop::start(theme)?;
            desktop.write_accepted_settings(&format!("[look]\ntext_size = {text_size}\n"))?;
            let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
            let (desktop, person) = (&doorbell.desktop, doorbell.person());
            set_status(desktop, "ScreenReaderEnabled")?;
            let mut asker = doorbell.asker()?;
            asker.ask("Who is there?", &questions::name_form())?;
            let window = person.sees(CLASS)?;
            let reader = doorbell.question_reader();
            reader.hears("Send to be enabled", Node::accepts_presses)?;
            accessibility::press(desktop, CLASS, "Send")?;
            reader.finds("heading", OFFER)?;
            let (width, height) = person.reads_size(window)?;
            for width in [width, 320] {
                // A low window with large text scrolls as a whole, and its buttons with it.
                if width == 320 && text_size == 200 {
                    continue;
                }
                person.resizes(window, width, height)?;
                person.focuses(window)?;
                let name = format!("offer-{}-{text_size}-{width}", theme.name());
                person.photographs_at_rest(window, &picture("assistive-input", &name)?)?;
                let send = reader.finds("push button", "Send")?;
                ensure!(send.is("showing"), "at {width} and {text_size} %");
                // Fails if the focus is at something that is not visible.
                for answer in ANSWERS {
                    reader.tabs_to("push button", answer)?;
                }
            }
        }
    }
    Ok(())
}

fn has_offer(tree: &Node) -> bool {
    tree.find("heading", OFFER).is_some()
}

/// Switches on a property of `org.a11y.Status`, as a desktop or a screen reader does.
fn set_status(desktop: &VirtualDesktop, property: &str) -> Result<()> {
    let mut command = desktop.command("dbus-send");
    command
        .args(["--session", "--print-reply", "--dest=org.a11y.Bus"])
        .args(["/org/a11y/bus", "org.freedesktop.DBus.Properties.Set"])
        .arg("string:org.a11y.Status")
        .arg(format!("string:{property}"))
        .arg("variant:boolean:true");
    output(&mut command).map(drop)
}
