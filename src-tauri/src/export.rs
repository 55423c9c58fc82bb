//! Saves history to a file in the person's downloads.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use doorbell_daemon::display_path;
use gtk::glib;

const MODE: u32 = 0o600;
const MAX_PER_DAY: u32 = 100;

/// The messages are shown to the person.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("Doorbell can’t save history: your account has no home directory.")]
    NoHome,
    #[error("{0} already has {MAX_PER_DAY} exports from today. Move some of them first.")]
    TooMany(String),
    #[error("Couldn’t save history in {0}: {1}.")]
    Io(String, io::Error),
}

/// Writes a new file to the downloads folder, or to the home directory without one. Returns its path
/// for display.
///
/// # Errors
/// [`ExportError`]; no file is left behind.
pub fn save(text: &str) -> Result<String, ExportError> {
    let directory = glib::user_special_dir(glib::UserDirectory::Downloads)
        .filter(|directory| directory.is_dir())
        .or_else(std::env::home_dir)
        .ok_or(ExportError::NoHome)?;
    let today = glib::DateTime::now_local()
        .and_then(|now| now.format("%Y-%m-%d"))
        .unwrap_or_else(|_| "history".into());
    let path = save_in(&directory, &today, text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => ExportError::TooMany(display_path(&directory)),
        _ => ExportError::Io(display_path(&directory), error),
    })?;
    Ok(display_path(&path))
}

/// Never overwrites a file.
fn save_in(directory: &Path, today: &str, text: &str) -> io::Result<PathBuf> {
    for number in 1..=MAX_PER_DAY {
        let name = match number {
            1 => format!("doorbell-history-{today}.json"),
            _ => format!("doorbell-history-{today}-{number}.json"),
        };
        let path = directory.join(name);
        let mut options = OpenOptions::new();
        let mut file = match options.write(true).create_new(true).mode(MODE).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        let written = file.write_all(text.as_bytes());
        if let Err(error) = written.and_then(|()| file.sync_all()) {
            // A partial file would look complete.
            let _ = std::fs::remove_file(&path);
            return Err(error);
        }
        return Ok(path);
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn each_export_is_a_new_file_only_the_owner_can_read() {
        let directory = tempfile::tempdir().unwrap();
        let save = |text| save_in(directory.path(), "2026-11-16", text);
        let first = save("one").unwrap();
        let second = save("two").unwrap();
        assert!(first.ends_with("doorbell-history-2026-11-16.json"));
        assert!(second.ends_with("doorbell-history-2026-11-16-2.json"));
        assert_eq!(std::fs::read_to_string(&first).unwrap(), "one");
        assert_eq!(std::fs::read_to_string(&second).unwrap(), "two");
        let mode = first.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, MODE);
    }

    #[test]
    fn exports_per_day_are_limited() {
        let directory = tempfile::tempdir().unwrap();
        let save = || save_in(directory.path(), "today", "");
        for _ in 0..MAX_PER_DAY {
            save().unwrap();
        }
        let error = save().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
    }
}
