//! Keys answer nothing right after a program moved the focus to the window or to a button.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::input_devices::InputDevices;
use doorbell_tests::person::Window;
use doorbell_tests::process::ChildProcess;
use doorbell_tests::screen::Screen;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

const EDITOR: &str = "Editor";
const ALLOW_MORE: &str = "Always allow “npm run build” in this project, on this computer";
/// How long to wait for an answer before the key is pressed again.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// A question that its button accepts without further input, and the key that a person types.
struct Trial {
    method: &'static str,
    params: Value,
    button: &'static str,
    key: &'static str,
}

fn trials() -> [Trial; 5] {
    let form = json!({
        "mode": "form",
        "message": "Shall I go on?",
        "requestedSchema": {"type": "object", "properties": {}},
    });
    let permission = json!({
        "tool": "Bash",
        "action": {"kind": "run", "command": "npm run build"},
        "choices": [{"id": "always", "effect": ALLOW_MORE}],
        "_meta": {"dev.doorbell/asker": {"server": {"name": "shop"}}},
    });
    let link = json!({
        "mode": "url",
        "message": "Please authorise",
        "url": "https://example.com/connect",
    });
    let trial = |method, params: &Value, button, key| Trial {
        method,
        params: params.clone(),
        button,
        key,
    };
    [
        trial("elicitation/create", &form, "Yes", "space"),
        trial("elicitation/create", &form, "Yes", "Return"),
        trial("elicitation/create", &form, "Yes", "y"),
        trial("doorbell/permission", &permission, ALLOW_MORE, "space"),
        // Its window stays open.
        trial("elicitation/create", &link, "Open in browser", "Return"),
    ]
}

#[test]
fn key_after_a_program_focused_a_button_answers_nothing() -> Result<()> {
    let setup = Setup::start()?;
    let (doorbell, person) = (&setup.doorbell, setup.doorbell.person());
    let mut asker = doorbell.asker()?;
    for (index, trial) in trials().into_iter().enumerate() {
        let id = asker.request(trial.method, trial.params)?;
        let window = person.sees(CLASS)?;
        person.focuses(window)?;
        accessibility::focus(&doorbell.desktop, CLASS, trial.button)?;
        setup.devices.presses(trial.key)?;
        doorbell.waits_for_ignored_input(index + 1)?;
        asker.received_nothing().context(trial.button)?;
        setup.answers_by_key(&mut asker, id, window, trial.key)?;
    }
    Ok(())
}

#[test]
fn key_after_a_program_focused_the_window_answers_nothing() -> Result<()> {
    let setup = Setup::start()?;
    let (doorbell, person) = (&setup.doorbell, setup.doorbell.person());
    let screen = Screen::of(doorbell.desktop.display())?;
    let editor = setup.editor()?;
    let mut asker = doorbell.asker()?;
    let mut ignored = 0;
    for trial in trials() {
        let id = asker.request(trial.method, trial.params)?;
        let window = person.sees(CLASS)?;
        accessibility::focus(&doorbell.desktop, CLASS, trial.button)?;
        // The second focus comes more than a second after the window, because the guard that the
        // first one started has ended.
        for _ in 0..2 {
            screen.focus(editor.id()?)?;
            let reader = doorbell.question_reader();
            reader.hears("no keyboard", |tree| !tree.has_keyboard())?;
            screen.focus(window.id()?)?;
            setup.devices.presses(trial.key)?;
            ignored += 1;
            doorbell.waits_for_ignored_input(ignored)?;
            asker.received_nothing().context(trial.button)?;
            person.waits_until_ready(window)?;
        }
        setup.answers_by_key(&mut asker, id, window, trial.key)?;
        screen.focus(editor.id()?)?;
    }
    Ok(())
}

/// A menu grabs the keyboard and gives it back, which is no new focus.
#[test]
fn keys_are_accepted_at_once_after_a_menu_closes() -> Result<()> {
    let setup = Setup::start()?;
    let (doorbell, devices) = (&setup.doorbell, &setup.devices);
    let (person, reader) = (doorbell.person(), doorbell.question_reader());
    let mut asker = doorbell.asker()?;
    let sizes = ["XS", "S", "M", "L", "XL", "XXL", "XXXL"];
    let id = asker.ask(
        "Which size?",
        &json!({
            "type": "object",
            "properties": {
                "size": {"type": "string", "title": "Size", "enum": sizes},
                "name": {"type": "string", "title": "Name"},
            },
            "required": ["size", "name"],
        }),
    )?;
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    reader.waits_for_focus("combo box", "Size")?;
    devices.presses("space")?;
    let is_open = || person.visible_windows(CLASS).len() == 2;
    wait_until("the menu", TIMEOUT, is_open)?;
    devices.presses("Down")?;
    devices.presses("Return")?;
    wait_until("the menu to close", TIMEOUT, || !is_open())?;
    devices.presses("Tab")?;
    devices.types("Ada")?;
    let answer = setup.answers_by_key(&mut asker, id, window, "ctrl+Return")?;
    assert_eq!(answer["content"]["name"], "Ada");
    Ok(())
}

struct Setup {
    doorbell: Doorbell,
    devices: InputDevices,
    _editor: ChildProcess,
    _browser: StandInBrowser,
}

impl Setup {
    /// Starts Doorbell without input from programs, beside an editor.
    fn start() -> Result<Self> {
        let desktop = VirtualDesktop::start(Theme::Light)?;
        desktop.write_accepted_settings("[answering]\nfrom_programs = false\n")?;
        let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
        let mut editor = doorbell.desktop.script("text_field.py");
        editor.arg(EDITOR);
        Ok(Self {
            _editor: doorbell.desktop.start_process("editor", editor)?,
            _browser: StandInBrowser::install(&doorbell.desktop)?,
            devices: InputDevices::of(doorbell.desktop.display())?,
            doorbell,
        })
    }

    /// Waits until the editor has the keyboard.
    fn editor(&self) -> Result<Window> {
        let person = self.doorbell.person();
        wait_until("the editor to have the keyboard", TIMEOUT, || {
            let focused = person.focused().context("no window has the focus")?;
            let title = person.reads_title(focused)?;
            ensure!(title == EDITOR, "{title:?} has it");
            Ok(focused)
        })
    }

    /// Presses a key when the window shows that it accepts keys, and waits for the answer.
    fn answers_by_key(
        &self,
        asker: &mut Asker,
        id: u64,
        window: Window,
        key: &str,
    ) -> Result<Value> {
        let reply = wait_until("the answer", TIMEOUT, || {
            self.doorbell.person().waits_until_ready(window)?;
            self.devices.presses(key)?;
            // The tree may not have shown the guard yet; then the key was dropped.
            asker.reply(id, ANSWER_TIMEOUT)
        })?;
        assert_eq!(reply["result"]["action"], "accept", "{reply}");
        Ok(reply["result"].clone())
    }
}
