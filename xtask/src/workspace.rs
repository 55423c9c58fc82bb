//! Where things are: the repository and its target directory.

use std::path::{Path, PathBuf};

/// The repository's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or_else(|| Path::new("."))
}

/// What Doorbell's own commands leave behind: binaries, tools, pictures of failures.
pub fn output() -> PathBuf {
    target().join("doorbell")
}

/// Cargo's target directory.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(path) => root().join(path),
        None => root().join("target"),
    }
}

/// What every clone of this user can share: tools that take long to build.
pub fn cache() -> PathBuf {
    let home = std::env::var_os("HOME").unwrap_or_default();
    std::env::var_os("XDG_CACHE_HOME")
        .filter(|path| !path.is_empty())
        .map_or_else(|| PathBuf::from(home).join(".cache"), PathBuf::from)
        .join("doorbell-xtask")
}
