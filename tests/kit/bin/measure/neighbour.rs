//! Latency of one asker while another sends as much as the limits allow.

use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::{Result, bail};
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::asker::Asker;
use doorbell_tests::process::ChildProcess;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::TIMEOUT;
use serde_json::json;

use crate::forms::{QUESTIONS_PER_SESSION, at_every_limit, fields, params};
use crate::samples::Samples;

/// The argument that runs this program as the bad neighbour.
pub const COMMAND: &str = "bad-neighbour";
/// The limit per process.
const CONNECTIONS: usize = 8;

/// Measures from connecting until Doorbell has accepted the question.
pub fn measure(samples: &mut Samples) -> Result<()> {
    let doorbell = Doorbell::start_on(VirtualDesktop::start_bare()?, Build::Release)?;
    let socket = doorbell.desktop.socket();
    // In another session, because limits apply per session.
    let mut command = doorbell.desktop.command("setsid");
    command.arg("--wait").arg(std::env::current_exe()?);
    command.arg(COMMAND).arg(&socket);
    let logs = doorbell.desktop.home();
    let (mut bad, _) = ChildProcess::start_and_read_line(COMMAND, command, logs)?;
    for number in 0..QUESTIONS_PER_SESSION {
        let params = params(number, &fields(1));
        let start = Instant::now();
        let mut asker = Asker::greet(&socket)?;
        asker.ask_params(params)?;
        asker.received_nothing()?;
        samples.add_time("neighbour", start.elapsed());
    }
    if bad.has_ended() {
        bail!("the bad neighbour has exited: {}", bad.log());
    }
    Ok(())
}

/// Asks and withdraws the largest possible form on every connection until one of them is closed.
pub fn ask_without_end(socket: &Path) -> Result<()> {
    let (failed, failure) = std::sync::mpsc::channel();
    for _ in 0..CONNECTIONS {
        let mut asker = Asker::greet(socket)?;
        ask_and_withdraw(&mut asker, 0)?;
        let failed = failed.clone();
        thread::spawn(move || {
            let result = (0..).try_for_each(|number| ask_and_withdraw(&mut asker, number));
            // The receiver is gone if another connection failed first.
            let _ = failed.send(result);
        });
    }
    println!("asks");
    failure.recv()?
}

fn ask_and_withdraw(asker: &mut Asker, number: usize) -> Result<()> {
    let id = asker.ask_params(at_every_limit(number))?;
    asker.withdraw(id)?;
    let id = asker.request("doorbell/status", json!({}))?;
    asker.reply(id, TIMEOUT).map(drop)
}
