//! Asks Doorbell for an agent, as long as the agent waits.
//!
//! Claude Code ends a hook with SIGTERM when its dialog is answered with No or Esc, and when it exits.
//! If it is killed, nobody reads the hook's output any more.

use std::io::{Result as IoResult, stdout};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use doorbell_protocol::client::{Client, ClientError, Connector};
use doorbell_protocol::{
    ElicitMode, ElicitParams, ElicitResult, Key, WithdrawParams, WithdrawReason, WithdrawnQuestions,
};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::hang;
use crate::launch::{self, InstalledDoorbell};

/// For the handshake, after which a person may take any time. The agent waits for the hook, so a
/// Doorbell that hangs must not hold it up for longer than a second.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_millis(800);

enum Event {
    Answered(Result<Box<ElicitResult>>),
    /// With the reason to withdraw the question.
    AgentLeft(Option<WithdrawReason>),
}

/// Returns the person's answer, or `None` if the agent stopped waiting for it.
pub fn ask(mut params: ElicitParams) -> Result<Option<ElicitResult>> {
    let key = Key::random()?;
    params.key = Some(key.clone());
    // The other modes have no dialog while Doorbell asks.
    let has_dialog = matches!(
        params.mode,
        ElicitMode::Permission(_) | ElicitMode::Agent(_)
    );
    let reason = has_dialog.then_some(WithdrawReason::AnsweredInTerminal);
    let (sender, events) = channel();
    watch_signals(sender.clone(), reason)?;
    watch_output(sender.clone());
    thread::spawn(move || sender.send(Event::Answered(ask_doorbell(params))));
    match events.recv()? {
        Event::Answered(result) => Ok(Some(*result?)),
        Event::AgentLeft(because) => {
            withdraw(WithdrawParams {
                because,
                ..WithdrawnQuestions::Key(key).into()
            });
            Ok(None)
        }
    }
}

/// Withdraws questions from a running Doorbell. Otherwise no question is open; ignore the error.
pub fn withdraw(questions: WithdrawParams) {
    if let Some(mut client) = connect_running() {
        let _ = client.withdraw(questions);
    }
}

/// Connects to a Doorbell that runs and responds.
pub fn connect_running() -> Option<Client> {
    if hang::is_recent() {
        return None;
    }
    note_hang(launch::connect_running_within(HANDSHAKE_TIMEOUT)).ok()
}

fn ask_doorbell(params: ElicitParams) -> Result<Box<ElicitResult>> {
    const HANGS: &str = "Doorbell doesn’t respond";
    if hang::is_recent() {
        bail!(HANGS);
    }
    let doorbell = InstalledDoorbell::new(launch::COMMAND_TITLE);
    let mut client = match note_hang(doorbell.reach(HANDSHAKE_TIMEOUT)) {
        Err(ClientError::NotRunning { .. }) => launch::start()?,
        Err(error) if error.is_timeout() => bail!(HANGS),
        client => client?,
    };
    let result = client.ask_with_reconnect(params, launch::reconnect())?;
    Ok(Box::new(result))
}

fn note_hang(client: Result<Client, ClientError>) -> Result<Client, ClientError> {
    if client.as_ref().is_err_and(ClientError::is_timeout) {
        hang::note();
    }
    client
}

fn watch_signals(sender: Sender<Event>, on_terminate: Option<WithdrawReason>) -> IoResult<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let because = on_terminate.filter(|_| signal == SIGTERM);
            // The receiver is gone if the hook is ending.
            let _ = sender.send(Event::AgentLeft(because));
        }
    });
    Ok(())
}

fn watch_output(sender: Sender<Event>) {
    thread::spawn(move || {
        if wait_until_unread() {
            let _ = sender.send(Event::AgentLeft(None));
        }
    });
}

/// Waits until nobody can read standard output. Returns false if that cannot be known.
fn wait_until_unread() -> bool {
    let output = stdout();
    loop {
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) => {
                return watched[0]
                    .revents()
                    .intersects(PollFlags::HUP | PollFlags::ERR);
            }
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
