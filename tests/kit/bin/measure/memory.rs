//! Private memory of Doorbell and its child processes.

use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use doorbell_tests::asker::Asker;
use doorbell_tests::process::{children, descendants};
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::cold::start_cold;
use crate::forms::{fields, params};
use crate::samples::Samples;
use crate::screen::Screen;

/// The sum has settled once it stays equal for this long.
const SETTLE_TIME: Duration = Duration::from_millis(500);
/// Releases the web view as soon as the settings allow.
const RELEASE_SOON: &str = "[window]\nrelease_after = 5\n";
/// The web view's process, as the kernel shortens its name.
const WEB_PROCESS: &str = "WebKitWebProces";

pub fn measure(samples: &mut Samples) -> Result<()> {
    let desktop = VirtualDesktop::start_bare()?;
    let screen = Screen::open(desktop.display())?;
    let doorbell = start_cold(&desktop)?;
    samples.add("memory, never warmed", settled(doorbell.id())?);
    let mut asker = Asker::greet(&desktop.socket())?;
    let id = asker.ask_params(params(0, &fields(1)))?;
    screen.wait_until_painted()?;
    asker.withdraw(id)?;
    screen.wait_until_empty()?;
    drop(asker);
    samples.add("memory, warm", settled(doorbell.id())?);
    desktop.write_settings_file(RELEASE_SOON)?;
    wait_until("the release", TIMEOUT, || {
        children(doorbell.id(), WEB_PROCESS).is_empty()
    })?;
    samples.add("memory, after release", settled(doorbell.id())?);
    Ok(())
}

/// The private dirty memory of a process and its descendants once it no longer changes, in MiB.
pub fn settled(process: u32) -> Result<f64> {
    let sum = || -> f64 {
        // Skips processes that exit meanwhile.
        let processes = descendants(process).into_iter();
        processes
            .filter_map(|process| mebibytes(process, "Private_Dirty").ok())
            .sum()
    };
    let mut before = sum();
    let mut since = Instant::now();
    wait_until("memory to settle", TIMEOUT, || {
        let now = sum();
        if now != before {
            before = now;
            since = Instant::now();
        }
        (since.elapsed() >= SETTLE_TIME).then_some(now)
    })
}

/// One of the sums in `smaps_rollup`, such as `Rss`.
pub fn mebibytes(process: u32, sum: &str) -> Result<f64> {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup"))?;
    let mut lines = rollup.lines().filter_map(|line| line.split_once(':'));
    let (_, amount) = lines
        .find(|(name, _)| *name == sum)
        .context("no such sum")?;
    let kibibytes: f64 = amount.trim().trim_end_matches(" kB").parse()?;
    Ok(kibibytes / 1024.0)
}
