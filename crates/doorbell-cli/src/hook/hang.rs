//! Remembers that Doorbell hangs. An agent runs several hooks one after the other, which together must
//! not hold it up for longer than one.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use doorbell_protocol::{prepare_socket_directory, socket_path};

/// A file beside the socket. Its time is that of the last hang.
const FILE: &str = "not-responding";
/// For this long, hooks take Doorbell for hanging without trying again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Remembers it for the next hooks. Without a file, each of them finds out itself.
pub fn note() {
    let socket = socket_path();
    if prepare_socket_directory(&socket).is_ok() {
        let _ = note_at(&socket);
    }
}

/// Returns true if the Doorbell that listens now did not respond a moment ago.
pub fn is_recent() -> bool {
    is_recent_at(&socket_path(), SystemTime::now()).unwrap_or(false)
}

fn note_at(socket: &Path) -> io::Result<()> {
    let file = socket.with_file_name(FILE);
    // It may be a link that someone else made; a new file is ours.
    let _ = fs::remove_file(&file);
    File::create_new(file).map(drop)
}

fn is_recent_at(socket: &Path, now: SystemTime) -> io::Result<bool> {
    let modified = |path: &Path| path.symlink_metadata()?.modified();
    let noted = modified(&socket.with_file_name(FILE))?;
    // A Doorbell that was started since then is another one.
    let is_the_same = modified(socket)? < noted;
    let age = now.duration_since(noted);
    Ok(is_the_same && age.is_ok_and(|age| age < RETRY_AFTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hang_is_remembered_for_a_moment() {
        let directory = tempfile::tempdir().unwrap();
        let socket = directory.path().join("socket");
        let noted = SystemTime::now();
        let set_time = |path: &Path, time| File::open(path).unwrap().set_modified(time).unwrap();
        File::create(&socket).unwrap();
        assert!(is_recent_at(&socket, noted).is_err(), "nothing is noted");
        note_at(&socket).unwrap();
        set_time(&socket.with_file_name(FILE), noted);
        let millisecond = Duration::from_millis(1);
        for (started, asked, expected) in [
            (noted - millisecond, noted, true),
            (noted - millisecond, noted + RETRY_AFTER - millisecond, true),
            (noted - millisecond, noted + RETRY_AFTER, false),
            // The clock was set back.
            (noted - millisecond, noted - millisecond, false),
            (noted, noted, false),
            (noted + millisecond, noted + millisecond, false),
        ] {
            set_time(&socket, started);
            assert_eq!(is_recent_at(&socket, asked).unwrap(), expected);
        }
    }
}
