//! What is written by the programs themselves: man pages and shell completions.

use std::fs;

use anyhow::{Context, Result};

use super::project::VERSION;
use super::{folder, read_source};
use crate::command::{cargo, command, read, run};
use crate::workspace;

/// The man pages by their names.
pub fn man_pages() -> Result<Vec<(String, String)>> {
    let pages = folder().join("man");
    if pages.exists() {
        fs::remove_dir_all(&pages)?;
    }
    run(cargo()
        .args(["run", "--quiet", "--locked", "-p", "doorbell-cli"])
        .args(["--example", "man-pages", "--"])
        .arg(&pages))?;
    let desktop = read_source("doorbell-desktop.1")?.replace("@VERSION@", VERSION);
    let mut written = vec![("doorbell-desktop.1".to_owned(), desktop)];
    for entry in fs::read_dir(&pages).context("no man pages were written")? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        written.push((name, fs::read_to_string(entry.path())?));
    }
    written.sort();
    Ok(written)
}

/// The script that completes commands in a shell.
pub fn completions(shell: &str) -> Result<String> {
    let doorbell = workspace::target().join("release/doorbell");
    read(command(doorbell).args(["completions", shell]))
}
