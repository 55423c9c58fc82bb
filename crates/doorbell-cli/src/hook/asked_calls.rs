//! What one hook leaves for a later one: that Doorbell was asked about a tool call, and what the agent's
//! model is to be told when the tool has run.
//!
//! It is a file beside the socket, in the user's private directory, until the tool has run. So the hook
//! that runs after every tool connects to Doorbell only for calls that were asked about.

use std::fs::{self, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use doorbell_protocol::{WithdrawName, prepare_socket_directory, socket_path};

const PREFIX: &str = "asked-";
/// What is left for a tool that never ran is removed with a later call.
const LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Leaves `remark`, which may be empty, for the hook that runs after the call with this name.
pub fn leave(name: &WithdrawName, remark: &str) -> Result<()> {
    let path = path(name);
    // Doorbell may never have run.
    prepare_socket_directory(&path)?;
    Ok(leave_at(&path, remark)?)
}

/// Returns and removes what was left for the call with this name. `None` if nobody asked about it.
pub fn take(name: &WithdrawName) -> Option<String> {
    take_at(&path(name))
}

fn path(name: &WithdrawName) -> PathBuf {
    // The name holds a session's id, which may be any text.
    let mut digest = DefaultHasher::new();
    name.as_str().hash(&mut digest);
    socket_path().with_file_name(format!("{PREFIX}{:016x}", digest.finish()))
}

fn leave_at(path: &Path, remark: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        remove_old(directory)?;
    }
    take_at(path);
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(remark.as_bytes())
}

fn take_at(path: &Path) -> Option<String> {
    let remark = fs::read_to_string(path).ok()?;
    // Of two hooks, only the one that removes the file gets the remark.
    fs::remove_file(path).ok()?;
    Some(remark)
}

fn remove_old(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        // Another hook may have taken it meanwhile.
        let age = entry
            .metadata()
            .and_then(|it| it.modified())
            .map(|it| it.elapsed());
        if matches!(age, Ok(Ok(age)) if age > LIFETIME) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn call_is_private_and_taken_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("asked-1");
        leave_at(&path, "old").unwrap();
        leave_at(&path, "new").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(take_at(&path).as_deref(), Some("new"));
        assert_eq!(take_at(&path), None);
    }

    #[test]
    fn old_call_is_removed_with_the_next_one() {
        let directory = tempfile::tempdir().unwrap();
        let [old, recent, other, next] =
            ["asked-1", "asked-2", "other", "asked-3"].map(|name| directory.path().join(name));
        let minute = Duration::from_secs(60);
        for (path, age) in [
            (&old, LIFETIME + minute),
            (&recent, LIFETIME - minute),
            (&other, LIFETIME + minute),
        ] {
            fs::write(path, "x").unwrap();
            let file = OpenOptions::new().write(true).open(path).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        }
        leave_at(&next, "x").unwrap();
        let exists = [&old, &recent, &other, &next].map(|path| path.exists());
        assert_eq!(exists, [false, true, true, true]);
    }
}
