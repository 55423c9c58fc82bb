//! Memory that Doorbell and the processes it has started share with no one.

use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use doorbell_tests::asker::Asker;
use doorbell_tests::process::{children, descendants};
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{PATIENCE, wait_until};

use crate::cold::start_cold;
use crate::forms::{fields, params};
use crate::samples::Samples;
use crate::screen::Screen;

/// How long the sum must stay the same to have settled.
const REST: Duration = Duration::from_millis(500);
/// Releases the web view as soon as the settings allow.
const RELEASE_SOON: &str = "[answering]\nfrom_programs = true\n[window]\nrelease_after = 5\n";
/// The web view's process, as the kernel shortens its name.
const WEB_PROCESS: &str = "WebKitWebProces";

pub fn measure(samples: &mut Samples) -> Result<()> {
    let desktop = VirtualDesktop::start_bare()?;
    let screen = Screen::open(desktop.display())?;
    let running = start_cold(&desktop)?;
    samples.add("memory, never warmed", settled(running.id())?);
    let mut asker = Asker::greet(&desktop.socket())?;
    let id = asker.ask_params(params(0, &fields(1)))?;
    screen.wait_until_painted()?;
    asker.withdraw(id)?;
    screen.wait_until_empty()?;
    drop(asker);
    samples.add("memory, warm", settled(running.id())?);
    desktop.edit_settings(RELEASE_SOON)?;
    wait_until("the release", PATIENCE, || {
        children(running.id(), WEB_PROCESS).is_empty()
    })?;
    samples.add("memory, after release", settled(running.id())?);
    Ok(())
}

/// The private dirty memory of a process and its descendants once it no longer changes, in MiB.
pub fn settled(process: u32) -> Result<f64> {
    let sum = || -> f64 {
        // A process that ends meanwhile has none.
        let each = descendants(process).into_iter();
        each.filter_map(|process| mebibytes(process, "Private_Dirty").ok())
            .sum()
    };
    let mut before = sum();
    let mut since = Instant::now();
    wait_until("memory to settle", PATIENCE, || {
        let now = sum();
        if now != before {
            before = now;
            since = Instant::now();
        }
        (since.elapsed() >= REST).then_some(now)
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
