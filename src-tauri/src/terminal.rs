//! The terminal of an agent session: whether it is in front, and the way to it.
//!
//! Under X11 its window is found by the process that owns it, which is a parent of the agent. A session
//! in tmux is shown by tmux's clients, which have terminals of their own. Wayland tells no app about
//! other windows; there only tmux's pane can be selected.

mod tmux;
mod x11;

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use doorbell_daemon::{Process, SessionId, TerminalFacts, TerminalHost, process_chain};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::notifications::{Command, Notifications};
use tmux::Pane;

/// The display and tmux answer within milliseconds.
const TIMEOUT: Duration = Duration::from_secs(1);
/// Of a process's environment.
const MAX_ENVIRONMENT_BYTES: u64 = 256 * 1024;
/// The variable by which some terminals name their window.
const WINDOW_VARIABLE: &str = "WINDOWID";

const NOT_FOUND: &str = "Doorbell can’t find the terminal of this session.";
const ONLY_SELECTED: &str =
    "The session is selected in tmux. Doorbell can’t bring its window to the front here.";

/// Drops `reply` if nothing is found in time.
pub fn find(session: SessionId, is_x11: bool, reply: oneshot::Sender<TerminalFacts>) {
    tauri::async_runtime::spawn(async move {
        if let Ok(terminal) = timeout(TIMEOUT, Terminal::of(session, is_x11)).await {
            tracing::debug!(session = session.pid, facts = ?terminal.facts, "a terminal was looked for");
            // The daemon may have stopped.
            let _ = reply.send(terminal.facts);
        }
    });
}

/// Brings the terminal to the front, or says why that is impossible.
pub fn show(session: SessionId, is_x11: bool, notifications: Notifications) {
    tauri::async_runtime::spawn(async move {
        let shown = timeout(TIMEOUT, async {
            Terminal::of(session, is_x11).await.show().await
        });
        let problem = shown.await.unwrap_or(Some(NOT_FOUND));
        if let Some(problem) = problem {
            notifications.send(Command::ShowBriefly(problem.to_owned()));
        }
    });
}

struct Terminal {
    facts: TerminalFacts,
    pane: Option<Pane>,
}

impl Terminal {
    async fn of(session: SessionId, is_x11: bool) -> Self {
        let chain = process_chain(session.pid);
        // The pid may have been reused.
        let is_session = |process: &Process| process.started == session.started;
        if !chain.first().is_some_and(is_session) {
            let (facts, pane) = Default::default();
            return Self { facts, pane };
        }
        let pane = Pane::of(&chain);
        let desktop = match is_x11 {
            true => on_thread(x11::windows).await.flatten(),
            false => None,
        };
        let (windows, active) = match desktop {
            Some((windows, active)) => (Some(windows), active),
            None => (None, None),
        };
        let hosts = match &pane {
            None => vec![host(&chain, true)],
            Some(pane) => {
                let clients = pane.clients().await.unwrap_or_default();
                let hosts = clients
                    .iter()
                    .map(|client| host(&process_chain(client.pid), client.shows_pane));
                hosts.collect()
            }
        };
        let facts = TerminalFacts {
            windows,
            active,
            hosts,
            is_multiplexed: pane.is_some(),
        };
        Self { facts, pane }
    }

    /// Returns why it is not in front.
    async fn show(&self) -> Option<&'static str> {
        let is_selected = match &self.pane {
            Some(pane) => pane.select().await.is_some(),
            None => false,
        };
        match self.facts.window() {
            Some(window) => {
                let activated = on_thread(move || x11::activate(window)).await.flatten();
                activated.is_none().then_some(NOT_FOUND)
            }
            None if is_selected => Some(ONLY_SELECTED),
            None => Some(NOT_FOUND),
        }
    }
}

fn host(chain: &[Process], shows_session: bool) -> TerminalHost {
    let named = chain.first().and_then(|process| {
        let window = variable(process.pid, WINDOW_VARIABLE)?;
        window.parse().ok()
    });
    TerminalHost {
        pids: chain.iter().map(|process| process.pid).collect(),
        window: named,
        shows_session,
    }
}

/// Reads a variable of a process's environment as it was when the process started.
fn variable(pid: u32, name: &str) -> Option<String> {
    let mut environment = Vec::new();
    let file = File::open(format!("/proc/{pid}/environ")).ok()?;
    file.take(MAX_ENVIRONMENT_BYTES)
        .read_to_end(&mut environment)
        .ok()?;
    let mut variables = environment.split(|byte| *byte == 0);
    variables.find_map(|variable| {
        let value = std::str::from_utf8(variable).ok()?.strip_prefix(name)?;
        value.strip_prefix('=').map(str::to_owned)
    })
}

/// The display's connection blocks.
async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tauri::async_runtime::spawn_blocking(work).await.ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn variable_of_a_process_is_read() {
        let mut child = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .env("WINDOWID", "4194310")
            .env("WINDOWID_OTHER", "7")
            .spawn()
            .unwrap();
        // The environment can be read once the program runs.
        child.stdin.as_mut().unwrap().write_all(b"x").unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        let read = variable(child.id(), WINDOW_VARIABLE);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(read.as_deref(), Some("4194310"));
        assert_eq!(variable(u32::MAX, WINDOW_VARIABLE), None);
    }
}
