//! A Doorbell that has shown nothing yet: without a web view, with one that is ready for its first
//! question, and one that is only being started.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use doorbell_tests::app::Build;
use doorbell_tests::asker::Asker;
use doorbell_tests::process::Running;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{PATIENCE, wait_until};

use crate::memory::settled;
use crate::peers;
use crate::questions::{fields, params};
use crate::rows::{Rows, WARM_UP, note};
use crate::screen::Screen;

/// How many Doorbells are started for each row.
const DOORBELLS: usize = 20;
/// How many questions the window has shown when it is held against its first.
const TENTH: usize = 10;

/// From the hello to a form that can be read, when Doorbell has waited for its first asker.
pub fn measure() -> Result<Rows> {
    let mut rows = Rows::new();
    for _ in 0..DOORBELLS {
        let desk = Desk::start()?;
        settled(desk.running.id())?;
        let begun = Instant::now();
        let painted = desk.asks_at_once()?;
        note(&mut rows, "Doorbell, cold", WARM_UP, painted - begun);
    }
    Ok(rows)
}

/// The same from the start of Doorbell's process: an agent found none.
pub fn just_started() -> Result<Rows> {
    let mut rows = Rows::new();
    for _ in 0..DOORBELLS {
        let desktop = used_desktop()?;
        let begun = Instant::now();
        let desk = Desk::start_on(desktop)?;
        let painted = desk.asks_at_once()?;
        note(&mut rows, "Doorbell, not running", WARM_UP, painted - begun);
    }
    Ok(rows)
}

/// The first question of a window that was made ready by a hello, and the tenth.
pub fn first() -> Result<Rows> {
    let mut rows = Rows::new();
    for _ in 0..DOORBELLS {
        let desk = Desk::start()?;
        let mut asker = Asker::greet(&desk.desktop.socket())?;
        settled(desk.running.id())?;
        for number in 1..=TENTH {
            let took = desk.asks(&mut asker, number)?;
            match number {
                1 => note(&mut rows, "Doorbell, the first", WARM_UP, took),
                TENTH => note(&mut rows, "Doorbell, the tenth", WARM_UP, took),
                _ => {}
            }
        }
    }
    Ok(rows)
}

struct Desk {
    running: Running,
    screen: Screen,
    desktop: VirtualDesktop,
}

impl Desk {
    fn start() -> Result<Self> {
        Self::start_on(used_desktop()?)
    }

    fn start_on(desktop: VirtualDesktop) -> Result<Self> {
        let screen = Screen::at(desktop.display())?;
        let socket = desktop.socket();
        let running = desktop.start_process("doorbell", Build::Release.command(&desktop)?)?;
        wait_until("it listens", PATIENCE, || socket.exists())?;
        Ok(Self {
            running,
            screen,
            desktop,
        })
    }

    /// Asks with the hello, and tells when it was on the screen.
    fn asks_at_once(&self) -> Result<Instant> {
        let mut asker = Asker::greet(&self.desktop.socket())?;
        asker.ask_params(params(0, &fields(1)))?;
        self.screen.is_painted()
    }

    /// Asks until it is on the screen, and takes it back.
    fn asks(&self, asker: &mut Asker, number: usize) -> Result<Duration> {
        self.screen.is_empty()?;
        let params = params(number, &fields(1));
        let begun = Instant::now();
        let id = asker.ask_params(params)?;
        let painted = self.screen.is_painted()?;
        asker.withdraw(id)?;
        self.screen.is_empty()?;
        Ok(painted - begun)
    }
}

/// A session in which something was shown before, as in every other that lasts longer than a moment:
/// what GTK starts once in a session, the bus of accessibility above all, runs.
fn used_desktop() -> Result<VirtualDesktop> {
    let desktop = VirtualDesktop::start_bare()?;
    let screen = Screen::at(desktop.display())?;
    let (asking, _) = peers::ask("zenity", &desktop)?;
    screen.is_painted().context("zenity")?;
    drop(asking);
    screen.is_empty()?;
    Ok(desktop)
}
