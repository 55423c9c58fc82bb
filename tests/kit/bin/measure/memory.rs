//! What the application holds of the machine's memory and shares with no one, with every process it
//! has started; and what those hold that start a process for each question.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use doorbell_tests::app::Build;
use doorbell_tests::asker::Asker;
use doorbell_tests::process::descendants;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::{Map, Value, json};

use crate::questions::{OF_A_SESSION, fields, params};
use crate::screen::Screen;
use crate::{peers, released};

const QUESTIONS: usize = 1_000;
/// How long memory must stay the same to have settled.
const REST: Duration = Duration::from_millis(500);

pub fn measure() -> Result<Value> {
    let mut measured = doorbell()?;
    measured["peers"] = json!(others()?);
    Ok(measured)
}

fn doorbell() -> Result<Value> {
    let desktop = VirtualDesktop::start_bare()?;
    let screen = Screen::at(desktop.display())?;
    let socket = desktop.socket();
    let running = desktop.start_process("doorbell", Build::Release.command(&desktop)?)?;
    wait_until("it listens", PATIENCE, || socket.exists())?;
    let never_warmed = settled(running.id())?;
    ask(&desktop, &screen, 1)?;
    let warm = settled(running.id())?;
    let mut left = QUESTIONS;
    while left > 0 {
        let many = left.min(OF_A_SESSION);
        ask(&desktop, &screen, many)?;
        left -= many;
    }
    let after = settled(running.id())?;
    // While it runs, because before it would have been released between two states.
    let answering = "[answering]\nfrom_programs = true\n";
    desktop.edit_settings(&format!("{answering}{}", released::SOON))?;
    released::wait(&running)?;
    let released = settled(running.id())?;
    Ok(json!({
        "neverWarmed": never_warmed,
        "warm": warm,
        "afterQuestions": after,
        "afterRelease": released,
        "questions": QUESTIONS,
    }))
}

/// Each while its form is on the screen, where nothing else has the libraries that it shares.
fn others() -> Result<Map<String, Value>> {
    let desktop = VirtualDesktop::start_bare()?;
    let screen = Screen::at(desktop.display())?;
    let mut held = Map::new();
    for name in peers::NAMES {
        screen.is_empty()?;
        let (asking, _) = peers::ask(name, &desktop)?;
        screen.is_painted().with_context(|| name.to_owned())?;
        held.insert(name.to_owned(), settled(asking.id())?);
    }
    Ok(held)
}

/// Has another session ask so many questions, one after another, each until it is seen.
fn ask(desktop: &VirtualDesktop, screen: &Screen, many: usize) -> Result<()> {
    let own = std::env::current_exe()?;
    let mut command = desktop.command("setsid");
    command.arg("--wait").arg(own).arg("asker");
    command.arg(desktop.socket());
    let mut asker = command.stdin(Stdio::piped()).spawn()?;
    let mut input = asker.stdin.take().context("its input")?;
    for _ in 0..many {
        writeln!(input, "ask")?;
        screen.is_painted()?;
        writeln!(input, "withdraw")?;
        screen.is_empty()?;
    }
    drop(input);
    asker.wait()?;
    Ok(())
}

/// What the other session does: asks and withdraws by turns, as it is told to.
pub fn serve(socket: &Path) -> Result<()> {
    let mut asker = Asker::greet(socket)?;
    let mut open = None;
    for (number, _) in std::io::stdin().lines().enumerate() {
        match open.take() {
            Some(id) => asker.withdraw(id)?,
            None => open = Some(asker.ask_params(params(number / 2, &fields(1)))?),
        }
    }
    Ok(())
}

/// The sums once they no longer change: private dirty and proportional, in KiB.
pub fn settled(process: u32) -> Result<Value> {
    let mut before = None;
    let mut since = Instant::now();
    let (private, proportional) = wait_until("memory to settle", PATIENCE, || {
        let now = sums(process).ok();
        if now != before {
            before = now;
            since = Instant::now();
        }
        now.filter(|_| since.elapsed() >= REST)
    })?;
    Ok(json!({"privateDirtyKib": private, "pssKib": proportional}))
}

fn sums(process: u32) -> Result<(u64, u64)> {
    let mut sums = (0, 0);
    for process in descendants(process) {
        let Ok(rollup) = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")) else {
            continue;
        };
        let amount = |name: &str| -> u64 {
            let line = rollup.lines().find_map(|line| line.strip_prefix(name));
            let amount = line.and_then(|line| line.trim().strip_suffix(" kB"));
            amount
                .and_then(|amount| amount.trim().parse().ok())
                .unwrap_or(0)
        };
        sums.0 += amount("Private_Dirty:");
        sums.1 += amount("Pss:");
    }
    Ok(sums)
}
