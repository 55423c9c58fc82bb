//! From a request to pixels, to the notification, and from a press to the answer. All in
//! milliseconds, each round by itself.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use serde_json::{Map, Value, json};

use crate::peers;
use crate::questions::{fields, params, sizes};
use crate::screen::Screen;

/// Rounds that are counted, after those that are not.
pub const ROUNDS: usize = 20;
pub const WARM_UP: usize = 3;
/// How many answers are pressed.
const ANSWERS: usize = 20;

pub type Rows = Map<String, Value>;

/// A request to a form that can be read, Doorbell's window being warm, and each of the others in
/// turn.
pub fn painted() -> Result<Rows> {
    let doorbell = Doorbell::start_on(VirtualDesktop::start_bare()?, Build::Release)?;
    let screen = Screen::at(doorbell.desktop.display())?;
    let mut asker = doorbell.asker()?;
    let sizes = sizes();
    let mut asked = 0;
    let mut rows = Rows::new();
    for round in 0..WARM_UP + ROUNDS {
        for name in peers::NAMES {
            screen.is_empty()?;
            let (asking, begun) = peers::ask(name, &doorbell.desktop)?;
            let painted = screen.is_painted().with_context(|| name.to_owned())?;
            drop(asking);
            note(&mut rows, name, round, painted - begun);
        }
        for (name, schema) in &sizes {
            screen.is_empty()?;
            asked += 1;
            let params = params(asked, schema);
            let begun = Instant::now();
            let id = asker.ask_params(params)?;
            let painted = screen.is_painted()?;
            asker.withdraw(id)?;
            note(
                &mut rows,
                &format!("Doorbell, {name}"),
                round,
                painted - begun,
            );
        }
    }
    Ok(rows)
}

/// A request to the notification on the bus.
pub fn notified() -> Result<Rows> {
    let doorbell = Doorbell::start(Build::Release, Theme::Light)?;
    let mut monitor = doorbell.desktop.command("dbus-monitor");
    monitor.arg("--session");
    for member in ["Notify", "CloseNotification"] {
        monitor.arg(format!(
            "interface='org.freedesktop.Notifications',member='{member}'"
        ));
    }
    let mut monitor = monitor.stdout(Stdio::piped()).spawn()?;
    let heard = BufReader::new(monitor.stdout.take().context("what it hears")?);
    let mut calls = heard.lines().map_while(Result::ok);
    let mut asker = doorbell.asker()?;
    let mut rows = Rows::new();
    for round in 0..WARM_UP + ROUNDS {
        let params = params(round, &fields(1));
        let begun = Instant::now();
        let id = asker.ask_params(params)?;
        calls
            .find(|line| line.contains("member=Notify"))
            .context("no notification")?;
        note(&mut rows, "Doorbell, notification", round, begun.elapsed());
        asker.withdraw(id)?;
        // The next one is about the next question.
        calls
            .find(|line| line.contains("member=CloseNotification"))
            .context("the notification stays")?;
    }
    monitor.kill()?;
    monitor.wait()?;
    Ok(rows)
}

/// Ctrl+Enter to the answer on the socket.
pub fn answered() -> Result<Rows> {
    let doorbell = Doorbell::start_on(VirtualDesktop::start_bare()?, Build::Release)?;
    let screen = Screen::at(doorbell.desktop.display())?;
    let mut asker = doorbell.asker()?;
    let mut rows = Rows::new();
    for _ in 0..ANSWERS {
        screen.is_empty()?;
        let id = asker.ask("What shall agents call you?", &fields(1))?;
        screen.is_painted()?;
        screen.focuses()?;
        screen.accepts_presses()?;
        let begun = screen.sends()?;
        asker.answer(id)?;
        note(&mut rows, "Doorbell, answer", WARM_UP, begun.elapsed());
    }
    Ok(rows)
}

pub fn note(rows: &mut Rows, name: &str, round: usize, time: Duration) {
    if round < WARM_UP {
        return;
    }
    let samples = rows.entry(name.to_owned()).or_insert_with(|| json!([]));
    if let Some(samples) = samples.as_array_mut() {
        samples.push(json!(time.as_secs_f64() * 1_000.0));
    }
}
