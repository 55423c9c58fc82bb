//! A fake browser, registered as the handler of web links in the session's home. It logs the
//! arguments it is started with.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::process::output;
use crate::virtual_desktop::VirtualDesktop;

/// Logs one line per start: the number of arguments, then the arguments.
const SCRIPT: &str = "#!/bin/sh\nprintf '%s' \"$#\" >> \"$0.log\"\nfor argument in \"$@\"; do printf ' %s' \"$argument\" >> \"$0.log\"; done\nprintf '\\n' >> \"$0.log\"\n";

/// The fake browser of one session.
pub struct StandInBrowser {
    log: PathBuf,
}

impl StandInBrowser {
    /// Installs it as the handler of http and https.
    pub fn install(desktop: &VirtualDesktop) -> Result<Self> {
        let program = desktop.home().join("stand-in-browser");
        fs::write(&program, SCRIPT)?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
        let applications = desktop.home().join("data/applications");
        fs::create_dir_all(&applications)?;
        fs::write(
            applications.join("stand-in-browser.desktop"),
            format!(
                "[Desktop Entry]\nType=Application\nName=Stand-in\nExec={} %u\n\
                 MimeType=x-scheme-handler/http;x-scheme-handler/https;\n",
                program.display()
            ),
        )?;
        for scheme in ["x-scheme-handler/http", "x-scheme-handler/https"] {
            let mut set = desktop.command("xdg-mime");
            output(set.args(["default", "stand-in-browser.desktop", scheme]))
                .context("xdg-mime")?;
        }
        Ok(Self {
            log: program.with_extension("log"),
        })
    }

    /// The log: one line per start, with the number of arguments before them.
    pub fn starts(&self) -> Vec<String> {
        fs::read_to_string(&self.log)
            .unwrap_or_default()
            .lines()
            .map(str::to_owned)
            .collect()
    }
}
