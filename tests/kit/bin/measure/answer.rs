//! From Send to the answer on the socket.

use std::time::Instant;

use anyhow::Result;
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::virtual_desktop::VirtualDesktop;
use serde_json::json;

use crate::forms::{fields, params};
use crate::samples::Samples;
use crate::screen::Screen;

const ANSWERS: usize = 40;

/// The questions have a key, so every answer is committed to the database before it is sent.
pub fn measure(samples: &mut Samples) -> Result<()> {
    let doorbell = Doorbell::start_on(VirtualDesktop::start_bare()?, Build::Release)?;
    let screen = Screen::open(doorbell.desktop.display())?;
    let devices = doorbell.desktop.input_devices()?;
    let mut asker = doorbell.asker()?;
    for number in 0..ANSWERS {
        screen.wait_until_empty()?;
        let key = format!("answer {number}");
        let mut params = params(number, &fields(1));
        params["_meta"]["dev.doorbell/asker"]["key"] = json!(key);
        let id = asker.ask_params(params)?;
        screen.wait_until_painted()?;
        screen.focus_window()?;
        screen.wait_until_guard_ends()?;
        let start = Instant::now();
        devices.presses("ctrl+Return")?;
        asker.answer(id)?;
        samples.add_time("answer", start.elapsed());
        asker.confirm(&key)?;
    }
    Ok(())
}
