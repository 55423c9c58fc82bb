//! The README's moving picture: Claude Code in a terminal, a question of its MCP server in Doorbell,
//! and the answer in the terminal. Before it, what happens without Doorbell.

use std::fs;
use std::io::Write as _;
use std::process::{Child, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::notifications::press_notification;
use doorbell_tests::person::Person;
use doorbell_tests::process::output;
use doorbell_tests::screen::Screen;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};

use crate::look::image;
use crate::notification;
use crate::recording::{Area, Recording};
use crate::terminal::{self, DEPLOYMENT, Terminal, install_agent};

/// The middle of the screen, where Doorbell places its window.
const AREA: Area = Area {
    position: (160, 92),
    size: (960, 640),
};
const TERMINAL: (i32, i32) = (176, 108);
/// Doorbell's window avoids the pointer, so it opens to the right of it.
const POINTER: (i32, i32) = (500, 700);
const KEYS: (i32, i32) = (200, 520);
const BACKGROUND: u32 = 0x0035_4a5f;

const PROMPT: &str = "Deploy shop-api 2.4.1";
/// The answer as the server reports it.
const DEPLOYED: &str = "shop-api 2.4.1 is on production, with 25 % of the traffic.";

/// What the server reports if the agent cancels the question.
const CANCELLED: &str = "Nothing was deployed: the question was cancelled.";

/// In the corner of the recorded area.
const NOTIFICATION_PLACE: &str = "origin = top-right\noffset = 172x104\ncorner_radius = 8\n";

pub fn moving() -> Result<()> {
    alone()?;
    with_doorbell()
}

/// What Claude Code does with the same question without Doorbell.
fn alone() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let agent = install_agent(&desktop, DEPLOYMENT)?;
    let mut claude = agent.runs(&[], PROMPT)?;
    claude.wait()?;
    let printed = claude.whole_log();
    println!("  claude -p, without Doorbell: {printed}");
    ensure!(printed.contains(CANCELLED), "the server was not told so");

    let person = Person::at(&desktop);
    let terminal = Terminal::open(&desktop, &agent, TERMINAL)?;
    let window = person.sees(terminal::CLASS)?;
    types_slowly(&person, PROMPT)?;
    pause(500);
    person.presses("Return")?;
    terminal.shows("requests your input")?;
    person.photographs(window, &image("terminal-alone.png")?)?;
    desktop.mark_success();
    Ok(())
}

fn with_doorbell() -> Result<()> {
    let desktop = notification::desktop(Theme::Light, NOTIFICATION_PLACE)?;
    Screen::of(desktop.display())?.paint_background(BACKGROUND)?;

    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let desktop = &doorbell.desktop;
    let agent = install_agent(desktop, DEPLOYMENT)?;
    let mut setup = desktop.command(Build::Plain.command_line()?);
    let changes = output(setup.args(["setup", "--yes"]))?;
    println!("  doorbell setup:\n{changes}");

    let person = doorbell.person();
    person.points_at(POINTER.0, POINTER.1)?;
    let terminal = Terminal::open(desktop, &agent, TERMINAL)?;
    let mut keys = ShownKeys::start(desktop)?;
    let recording = Recording::start(desktop.display(), AREA)?;
    pause(800);
    types_slowly(&person, PROMPT)?;
    pause(500);
    person.presses("Return")?;

    let window = person.sees(CLASS)?;
    pause(2500);
    keys.show("Click on the notification")?;
    press_notification(desktop)?;
    person.waits_until_ready(window)?;
    pause(700);
    keys.show("2")?;
    person.presses("2")?;
    let reader = doorbell.question_reader();
    reader.hears("the choice", |tree| {
        tree.find("radio button", "Production")
            .is_some_and(|option| option.is("checked"))
    })?;
    pause(900);
    keys.show("Tab")?;
    person.presses("Tab")?;
    pause(600);
    keys.show("25")?;
    person.presses("ctrl+a")?;
    types_slowly(&person, "25")?;
    pause(900);
    keys.show("Ctrl+Enter")?;
    person.presses("ctrl+Return")?;
    person.sees_no_window(CLASS)?;
    terminal.shows(DEPLOYED)?;
    keys.show("")?;
    let file = image("exchange.png")?;
    pause(300);
    let length = recording.save(&file)?;
    println!(
        "  moving picture: {length:.0?}, {} kB",
        fs::metadata(&file)?.len() / 1000
    );
    desktop.mark_success();
    Ok(())
}

/// Lets a viewer follow.
#[expect(
    clippy::disallowed_methods,
    reason = "a viewer needs time, and there is no condition for that"
)]
fn pause(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

/// Claude Code takes fast keys, and an Enter among them, for pasted text.
fn types_slowly(person: &Person<'_>, text: &str) -> Result<()> {
    for character in text.chars() {
        person.types(&character.to_string())?;
        pause(55);
    }
    Ok(())
}

/// A window beside Doorbell's that says which keys the person presses.
struct ShownKeys(Child);

impl ShownKeys {
    fn start(desktop: &VirtualDesktop) -> Result<Self> {
        let mut command = desktop.script("bin/demo/keys.py");
        command.args([KEYS.0.to_string(), KEYS.1.to_string()]);
        Ok(Self(command.stdin(Stdio::piped()).spawn()?))
    }

    fn show(&mut self, keys: &str) -> Result<()> {
        let input = self.0.stdin.as_mut().context("its input is piped")?;
        writeln!(input, "{keys}")?;
        pause(250);
        Ok(())
    }
}

impl Drop for ShownKeys {
    fn drop(&mut self) {
        // It ends with its input.
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
