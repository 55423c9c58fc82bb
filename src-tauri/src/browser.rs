//! Opens a link in the system's browser, through a short child of our own.
//!
//! Finding and starting a browser blocks, and leaves children behind that nobody waits for; in a
//! process of its own neither matters. The link goes through its standard input, so that it
//! stands in no process list.

use std::io::{Read, Write};
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use webbrowser::{Browser, BrowserOptions};

/// The word that makes this program open a link and end.
pub const VERB: &str = "open-url";
/// A starter that still runs after this time has a browser in the foreground.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why no browser came up, in a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum NotOpened {
    /// The child itself did not start.
    #[error("The browser could not be started.")]
    NoChild(#[from] std::io::Error),
    /// The child found no browser that starts.
    #[error("{0}")]
    NoBrowser(String),
}

/// Opens the link; ends when the browser has been started.
pub async fn open(url: &str) -> Result<(), NotOpened> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg(VERB)
        // Which browser opens is the system's choice, not that of whoever started us.
        .env_remove("BROWSER")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(url.as_bytes()).await?;
    }
    match tokio::time::timeout(PATIENCE, child.wait_with_output()).await {
        Ok(output) => {
            let output = output?;
            if output.status.success() {
                return Ok(());
            }
            let said = String::from_utf8_lossy(&output.stderr);
            Err(NotOpened::NoBrowser(said.trim().to_owned()))
        }
        Err(_) => Ok(()),
    }
}

/// What the child does: opens the link on its standard input. A failure is told on standard
/// error in a sentence for people.
pub fn open_from_input() -> Result<ExitCode> {
    let mut url = String::new();
    std::io::stdin()
        .read_to_string(&mut url)
        .context("no link came on standard input")?;
    let mut options = BrowserOptions::new();
    options.with_suppress_output(true);
    let opened = webbrowser::open_browser_with_options(Browser::Default, &url, &options);
    let Err(error) = opened else {
        return Ok(ExitCode::SUCCESS);
    };
    let sentence = match error.kind() {
        std::io::ErrorKind::NotFound => "No browser is installed, or none is set as the default.",
        std::io::ErrorKind::InvalidInput => "Only web addresses can be opened.",
        _ => "The browser did not start.",
    };
    writeln!(std::io::stderr(), "{sentence}")?;
    Ok(ExitCode::from(crate::UNAVAILABLE))
}
