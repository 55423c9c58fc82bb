//! Paths of the repository and of build output.

use std::path::{Path, PathBuf};

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or_else(|| Path::new("."))
}

/// Output of xtask commands: binaries, packages, screenshots of failures.
pub fn output() -> PathBuf {
    target().join("doorbell")
}

pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(path) => root().join(path),
        None => root().join("target"),
    }
}

/// Shared by all clones of a user: tools that take long to build.
pub fn cache() -> PathBuf {
    let home = std::env::var_os("HOME").unwrap_or_default();
    std::env::var_os("XDG_CACHE_HOME")
        .filter(|path| !path.is_empty())
        .map_or_else(|| PathBuf::from(home).join(".cache"), PathBuf::from)
        .join("doorbell-xtask")
}
