//! Time from a request to a painted form with a warm window, in turn with the peers.

use std::time::Instant;

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::virtual_desktop::VirtualDesktop;

use crate::forms::{at_every_limit, fields, params};
use crate::peers::{PINENTRY, Peer, ZENITY};
use crate::samples::Samples;
use crate::screen::Screen;

/// With the unrecorded ones no more than servers, because a session may ask for only so many.
const ROUNDS: usize = 27;
/// Unrecorded rounds at the beginning.
const WARM_UP: usize = 3;

pub fn measure(samples: &mut Samples) -> Result<()> {
    let doorbell = Doorbell::start_on(VirtualDesktop::start_bare()?, Build::Release)?;
    let screen = Screen::open(doorbell.desktop.display())?;
    let mut asker = doorbell.asker()?;
    let mut unrecorded = Samples::default();
    for round in 0..WARM_UP + ROUNDS {
        let samples = if round < WARM_UP {
            &mut unrecorded
        } else {
            &mut *samples
        };
        for program in [PINENTRY, ZENITY] {
            screen.wait_until_empty()?;
            let (peer, start) = Peer::ask(program, &doorbell.desktop)?;
            let painted = screen.wait_until_painted().context(program)?;
            drop(peer);
            samples.add_time(program, painted - start);
        }
        for (series, params) in [
            ("form, 1 field", params(round, &fields(1))),
            ("form, 64 fields", params(round, &fields(64))),
            ("form, every limit", at_every_limit(round)),
        ] {
            screen.wait_until_empty()?;
            let start = Instant::now();
            let id = asker.ask_params(params)?;
            let painted = screen.wait_until_painted().context(series)?;
            asker.withdraw(id)?;
            samples.add_time(series, painted - start);
        }
    }
    Ok(())
}
