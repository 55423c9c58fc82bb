//! The programs that are built for the tests: the examples of this crate.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::SystemTime;

use super::project;

/// The `doorbell` command.
pub fn doorbell() -> &'static Path {
    static DOORBELL: LazyLock<PathBuf> = LazyLock::new(|| built("doorbell", &["crates"]));
    &DOORBELL
}

/// A server that says what a test says.
pub fn scripted_server() -> &'static Path {
    static SERVER: LazyLock<PathBuf> =
        LazyLock::new(|| built("scripted-server", &["tests/kit/scripted_server.rs"]));
    &SERVER
}

/// A daemon whose person does what a test says.
pub fn daemon() -> &'static Path {
    static DAEMON: LazyLock<PathBuf> =
        LazyLock::new(|| built_of("doorbell-daemon", "killable-daemon", &["crates"]));
    &DAEMON
}

/// A server on rmcp.
#[cfg(feature = "servers")]
pub fn rmcp_server() -> &'static Path {
    static SERVER: LazyLock<PathBuf> =
        LazyLock::new(|| built("rmcp-server", &["tests/servers/rmcp_server.rs"]));
    &SERVER
}

fn built(name: &str, sources: &[&str]) -> PathBuf {
    built_of("doorbell-tests", name, sources)
}

/// Cargo builds the examples with the tests unless it was told to build one test. Where a program is
/// missing or older than its sources, it is built now.
fn built_of(package: &str, name: &str, sources: &[&str]) -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().and_then(Path::parent).unwrap();
    let program = folder.join("examples").join(name);
    let newest = sources.iter().map(|source| newest(&project().join(source)));
    if changed(&program) < newest.max().flatten() {
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--locked", "-p", package])
            .args(["--example", name, "--target-dir"])
            .arg(folder.parent().unwrap())
            .current_dir(project())
            .status()
            .unwrap();
        assert!(status.success(), "{name} could not be built");
    }
    program
}

/// When a file was last written; `None`, which is before everything, if it is not there.
fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|found| found.modified()).ok()
}

/// When a file, or anything in a folder, was last written.
fn newest(path: &Path) -> Option<SystemTime> {
    if !path.is_dir() {
        return changed(path);
    }
    std::fs::read_dir(path)
        .unwrap()
        .map(|entry| newest(&entry.unwrap().path()))
        .max()
        .flatten()
}
