//! The first question while Doorbell has no web view yet.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use doorbell_tests::app::Build;
use doorbell_tests::asker::Asker;
use doorbell_tests::process::ChildProcess;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::forms::{fields, params};
use crate::memory::settled;
use crate::peers::{Peer, ZENITY};
use crate::samples::Samples;
use crate::screen::Screen;

/// How many Doorbells are started for each series.
const STARTS: usize = 15;

/// From connecting to a painted form.
pub fn measure_form(samples: &mut Samples) -> Result<()> {
    for _ in 0..STARTS {
        let desktop = VirtualDesktop::start_bare()?;
        let screen = Screen::open(desktop.display())?;
        // GTK starts some services once in a session; those of a real session run already.
        zenity(&desktop, &screen)?;
        samples.add_time("zenity beside it", zenity(&desktop, &screen)?);
        let _doorbell = start_cold(&desktop)?;
        let start = Instant::now();
        let _asker = ask(&desktop)?;
        samples.add_time("form, cold", screen.wait_until_painted()? - start);
    }
    Ok(())
}

/// From connecting to `Notify` on the session bus.
pub fn measure_notification(samples: &mut Samples) -> Result<()> {
    for _ in 0..STARTS {
        let desktop = VirtualDesktop::start(Theme::Light)?;
        let mut monitor = desktop.command("dbus-monitor");
        monitor.args(["--session", "member='Notify'"]);
        let mut monitor = monitor.stdout(Stdio::piped()).spawn()?;
        let output = monitor.stdout.take().context("the monitor's output")?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        // It prints something as soon as it listens.
        lines.next().context("the monitor did not start")?;
        let _doorbell = start_cold(&desktop)?;
        let start = Instant::now();
        let _asker = ask(&desktop)?;
        let notified = lines.find(|line| line.contains("member=Notify"));
        samples.add_time("notification, cold", start.elapsed());
        monitor.kill()?;
        monitor.wait()?;
        notified.context("no notification came")?;
    }
    Ok(())
}

fn zenity(desktop: &VirtualDesktop, screen: &Screen) -> Result<Duration> {
    let (peer, start) = Peer::ask(ZENITY, desktop)?;
    let painted = screen.wait_until_painted().context(ZENITY)?;
    drop(peer);
    screen.wait_until_empty()?;
    Ok(painted - start)
}

/// Starts Doorbell and waits until it is idle.
pub fn start_cold(desktop: &VirtualDesktop) -> Result<ChildProcess> {
    let process = desktop.start_process("doorbell", Build::Release.command(desktop)?)?;
    let socket = desktop.socket();
    wait_until("Doorbell to listen", TIMEOUT, || socket.exists())?;
    settled(process.id())?;
    Ok(process)
}

fn ask(desktop: &VirtualDesktop) -> Result<Asker> {
    let mut asker = Asker::greet(&desktop.socket())?;
    asker.ask_params(params(0, &fields(1)))?;
    Ok(asker)
}
