//! Opens a link in the system's browser, through a short child of our own.
//!
//! Finding and starting a browser blocks, and leaves children behind that nobody waits for; in a
//! process of its own neither matters. The link goes through its standard input, so that it
//! stands in no process list. The child says one line when it has found a browser and starts it:
//! only then a child that goes on running is a browser in the foreground, and not one that hangs.

use std::io::{Read, Write};
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use webbrowser::{Browser, BrowserOptions};

/// The word that makes this program open a link and end.
pub const VERB: &str = "open-url";
/// What the child says before it starts the browser it found.
const STARTING: &str = "starting";
/// How long finding a browser may take.
const FINDING: Duration = Duration::from_secs(10);
/// A starter that still runs after this time has a browser in the foreground.
const STARTED: Duration = Duration::from_secs(2);
/// The child's exit code when there is no browser.
const NO_BROWSER: u8 = 1;

/// Why no browser came up, in a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum NotOpened {
    /// There is none.
    #[error("No browser is installed, or none is set as the default. Try again or copy the link.")]
    NoBrowser,
    /// It could not be started.
    #[error("The browser did not start. Try again or copy the link.")]
    Failed,
    /// It did not start in time, and will not start later.
    #[error("The browser did not start in time. Try again or copy the link.")]
    TooSlow,
}

/// Opens the link; ends when the browser has been started.
pub async fn open(url: &str) -> Result<(), NotOpened> {
    let mut child = start(url).await.map_err(|error| {
        tracing::error!(%error, "the browser's starter did not start");
        NotOpened::Failed
    })?;
    let said = match child.stdout.take() {
        Some(output) => timeout(FINDING, first_line(output)).await,
        None => Ok(String::new()),
    };
    match said {
        Err(_) => {
            end(&child);
            return Err(NotOpened::TooSlow);
        }
        Ok(line) if line.trim_end() == STARTING => {}
        Ok(_) => return Err(why(&mut child).await),
    }
    match timeout(STARTED, child.wait()).await {
        Err(_) => Ok(()),
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(_) => Err(NotOpened::Failed),
    }
}

async fn start(url: &str) -> std::io::Result<Child> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg(VERB)
        // Which browser opens is the system's choice, not that of whoever started us.
        .env_remove("BROWSER")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(url.as_bytes()).await?;
    }
    Ok(child)
}

async fn first_line(output: tokio::process::ChildStdout) -> String {
    let mut line = String::new();
    // What cannot be read was not said.
    let _ = BufReader::new(output).read_line(&mut line).await;
    line
}

async fn why(child: &mut Child) -> NotOpened {
    match timeout(STARTED, child.wait()).await {
        Ok(Ok(status)) if status.code() == Some(i32::from(NO_BROWSER)) => NotOpened::NoBrowser,
        Ok(_) | Err(_) => NotOpened::Failed,
    }
}

/// Ends the starter and whatever it waits for, so that nothing opens later.
fn end(child: &Child) {
    let group = child
        .id()
        .and_then(|id| i32::try_from(id).ok())
        .and_then(Pid::from_raw);
    if let Some(group) = group
        && let Err(error) = kill_process_group(group, Signal::KILL)
    {
        tracing::warn!(%error, "the browser's starter could not be ended");
    }
}

/// What the child does: opens the link on its standard input.
pub fn open_from_input() -> Result<ExitCode> {
    let mut url = String::new();
    std::io::stdin()
        .read_to_string(&mut url)
        .context("no link came on standard input")?;
    let mut options = BrowserOptions::new();
    options.with_suppress_output(true).with_dry_run(true);
    if webbrowser::open_browser_with_options(Browser::Default, &url, &options).is_err() {
        return Ok(ExitCode::from(NO_BROWSER));
    }
    writeln!(std::io::stdout(), "{STARTING}")?;
    options.with_dry_run(false);
    webbrowser::open_browser_with_options(Browser::Default, &url, &options)
        .context("the browser did not start")?;
    Ok(ExitCode::SUCCESS)
}
