//! Opens a link in the system's browser, through a short-lived child process.
//!
//! Finding and starting a browser blocks and leaves zombies behind; a child process contains both.
//! The link is passed on standard input to keep it out of process lists. The child prints one line
//! once it has found a browser. A child that runs on after that line is a browser in the foreground;
//! without the line it hangs.

use std::io::{Read, Write};
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use webbrowser::{Browser, BrowserOptions};

/// First argument that makes this program open a link and exit.
pub const VERB: &str = "open-url";
/// The line the child prints before it starts the browser.
const STARTING: &str = "starting";
const FIND_TIMEOUT: Duration = Duration::from_secs(10);
/// A child that still runs after this time is a browser in the foreground.
const START_TIMEOUT: Duration = Duration::from_secs(2);
/// The child's exit code.
const NO_BROWSER: u8 = 1;

/// The messages are shown to the person.
#[derive(Debug, thiserror::Error)]
pub enum OpenLinkError {
    #[error("No browser is installed, or none is set as the default. Try again or copy the link.")]
    NoBrowser,
    #[error("The browser did not start. Try again or copy the link.")]
    Failed,
    /// The child was killed, so the browser does not start later either.
    #[error("The browser did not start in time. Try again or copy the link.")]
    TooSlow,
}

/// Returns once the browser has started.
pub async fn open(url: &str) -> Result<(), OpenLinkError> {
    let mut child = start(url).await.map_err(|error| {
        tracing::error!(%error, "the browser's starter did not start");
        OpenLinkError::Failed
    })?;
    let line = match child.stdout.take() {
        Some(output) => timeout(FIND_TIMEOUT, first_line(output)).await,
        None => Ok(String::new()),
    };
    match line {
        Err(_) => {
            kill_group(&child);
            return Err(OpenLinkError::TooSlow);
        }
        Ok(line) if line.trim_end() == STARTING => {}
        Ok(_) => return Err(failure(&mut child).await),
    }
    match timeout(START_TIMEOUT, child.wait()).await {
        Err(_) => Ok(()),
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(_) => Err(OpenLinkError::Failed),
    }
}

async fn start(url: &str) -> std::io::Result<Child> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg(VERB)
        // The system chooses the browser, not the environment we were started from.
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
    // An unreadable line is treated as missing.
    let _ = BufReader::new(output).read_line(&mut line).await;
    line
}

async fn failure(child: &mut Child) -> OpenLinkError {
    match timeout(START_TIMEOUT, child.wait()).await {
        Ok(Ok(status)) if status.code() == Some(i32::from(NO_BROWSER)) => OpenLinkError::NoBrowser,
        Ok(_) | Err(_) => OpenLinkError::Failed,
    }
}

/// Kills the child and its descendants, so that nothing opens later.
fn kill_group(child: &Child) {
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

/// Runs in the child: opens the link given on standard input.
pub fn open_from_stdin() -> Result<ExitCode> {
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
