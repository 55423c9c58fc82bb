//! A Doorbell that was warm and whose web view was released: its processes end, and the next question
//! makes it anew.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::process::{Running, children};
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{PATIENCE, wait_until};

use crate::questions::{fields, params};
use crate::rows::{Rows, WARM_UP, note};
use crate::screen::Screen;

/// As early as can be set.
pub const SOON: &str = "[window]\nrelease_after = 5\n";
/// The web view's process, as the system shortens its name.
const WEB_PROCESS: &str = "WebKitWebProces";
/// So many wait for their release together.
const DOORBELLS: usize = 5;
/// How often each of them is asked after it.
const ROUNDS: usize = 4;

/// From the request to a form that can be read.
pub fn measure() -> Result<Rows> {
    let mut desks = (0..DOORBELLS)
        .map(|_| Desk::start())
        .collect::<Result<Vec<_>>>()?;
    let mut rows = Rows::new();
    for desk in &mut desks {
        desk.asks(0)?;
    }
    for round in 1..=ROUNDS {
        // Until all are, so that no two of them work at the same time.
        for desk in &desks {
            wait(&desk.doorbell.running)?;
        }
        for desk in &mut desks {
            let took = desk.asks(round)?;
            note(&mut rows, "Doorbell, after release", WARM_UP, took);
        }
    }
    Ok(rows)
}

/// Waits until an application has no web process any more.
pub fn wait(running: &Running) -> Result<()> {
    wait_until("the release", PATIENCE, || {
        children(running.id(), WEB_PROCESS).is_empty()
    })
}

struct Desk {
    screen: Screen,
    asker: Asker,
    doorbell: Doorbell,
}

impl Desk {
    fn start() -> Result<Self> {
        let desktop = VirtualDesktop::start_bare()?;
        desktop.write_settings(SOON)?;
        let doorbell = Doorbell::start_on(desktop, Build::Release)?;
        Ok(Self {
            screen: Screen::at(doorbell.desktop.display())?,
            asker: doorbell.asker()?,
            doorbell,
        })
    }

    /// Asks until it is on the screen, and takes it back.
    fn asks(&mut self, round: usize) -> Result<Duration> {
        self.screen.is_empty()?;
        let params = params(round, &fields(1));
        let begun = Instant::now();
        let id = self.asker.ask_params(params)?;
        let painted = self.screen.is_painted().context("after the release")?;
        self.asker.withdraw(id)?;
        self.screen.is_empty()?;
        Ok(painted - begun)
    }
}
