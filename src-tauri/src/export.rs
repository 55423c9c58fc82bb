//! Saves history to a file of the person's own.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use doorbell_daemon::written;
use gtk::glib;

/// Only the person can read it.
const MODE: u32 = 0o600;
/// How many files of one day there may be.
const MOST: u32 = 100;

/// Why history was not saved, in a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum NotSaved {
    /// There is nowhere to put it.
    #[error("There is no home directory to save history in.")]
    NoHome,
    /// There are so many of them already.
    #[error("{0} has {MOST} exports of today. Move some of them first.")]
    TooMany(String),
    /// The disk did not take it.
    #[error("History could not be saved in {0}: {1}.")]
    Io(String, io::Error),
}

/// Puts the text into a new file among the person's downloads, else in their home; gives back its
/// path as they would write it.
///
/// # Errors
/// [`NotSaved`]; no file is left behind then.
pub fn save(text: &str) -> Result<String, NotSaved> {
    let directory = glib::user_special_dir(glib::UserDirectory::Downloads)
        .filter(|directory| directory.is_dir())
        .or_else(std::env::home_dir)
        .ok_or(NotSaved::NoHome)?;
    let today = glib::DateTime::now_local()
        .and_then(|now| now.format("%Y-%m-%d"))
        .unwrap_or_else(|_| "history".into());
    let path = save_in(&directory, &today, text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => NotSaved::TooMany(written(&directory)),
        _ => NotSaved::Io(written(&directory), error),
    })?;
    Ok(written(&path))
}

/// Never in the place of a file that is there.
fn save_in(directory: &Path, today: &str, text: &str) -> io::Result<PathBuf> {
    for number in 1..=MOST {
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
            // Half of it would look like all of it.
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
    fn every_export_is_a_file_of_its_own_that_only_the_person_can_read() {
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
    fn there_is_an_end_to_the_exports_of_a_day() {
        let directory = tempfile::tempdir().unwrap();
        let save = || save_in(directory.path(), "today", "");
        for _ in 0..MOST {
            save().unwrap();
        }
        let error = save().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
    }
}
