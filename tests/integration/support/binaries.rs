//! The programs the tests start. They are examples of this crate and of doorbell-daemon.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::SystemTime;

use super::workspace_root;

pub fn doorbell_binary() -> &'static Path {
    static DOORBELL: LazyLock<PathBuf> =
        LazyLock::new(|| build("doorbell-tests", "doorbell", &["crates"]));
    &DOORBELL
}

pub fn scripted_server_binary() -> &'static Path {
    static SERVER: LazyLock<PathBuf> = LazyLock::new(|| {
        build(
            "doorbell-tests",
            "scripted-server",
            &["tests/kit/scripted_server.rs"],
        )
    });
    &SERVER
}

pub fn killable_daemon_binary() -> &'static Path {
    static DAEMON: LazyLock<PathBuf> =
        LazyLock::new(|| build("doorbell-daemon", "killable-daemon", &["crates"]));
    &DAEMON
}

#[cfg(feature = "servers")]
pub fn rmcp_server_binary() -> &'static Path {
    static SERVER: LazyLock<PathBuf> = LazyLock::new(|| {
        build(
            "doorbell-tests",
            "rmcp-server",
            &["tests/servers/rmcp_server.rs"],
        )
    });
    &SERVER
}

/// Returns the path of an example, building it if it is missing or older than its sources. Cargo
/// does not build examples when it runs a single test target.
fn build(package: &str, name: &str, sources: &[&str]) -> PathBuf {
    let test_binary = std::env::current_exe().unwrap();
    let folder = test_binary.parent().and_then(Path::parent).unwrap();
    let program = folder.join("examples").join(name);
    let newest = sources
        .iter()
        .map(|source| newest_modification(&workspace_root().join(source)));
    if modification_time(&program) < newest.max().flatten() {
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--locked", "-p", package])
            .args(["--example", name, "--target-dir"])
            .arg(folder.parent().unwrap())
            .current_dir(workspace_root())
            .status()
            .unwrap();
        assert!(status.success(), "{name} could not be built");
    }
    program
}

/// `None`, which is less than any time, if the file does not exist.
fn modification_time(path: &Path) -> Option<SystemTime> {
    path.metadata()
        .and_then(|metadata| metadata.modified())
        .ok()
}

/// The modification time of a file, or of the newest file below a folder.
fn newest_modification(path: &Path) -> Option<SystemTime> {
    if !path.is_dir() {
        return modification_time(path);
    }
    std::fs::read_dir(path)
        .unwrap()
        .map(|entry| newest_modification(&entry.unwrap().path()))
        .max()
        .flatten()
}
