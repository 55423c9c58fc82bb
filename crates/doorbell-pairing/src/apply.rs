//! Applies a planned change: records it in the journal, then replaces the file.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::change;
use crate::disk;
use crate::journal::{Journal, JournalError};
use crate::launcher::{self, LauncherTarget};
use crate::pairing::{AppliedChange, FileChange, PairError, Pairing};

/// Attempts to change a file that another program keeps writing.
const MAX_ATTEMPTS: usize = 5;

impl Pairing {
    /// Changes a file as planned. If the file changed since the plan was made, applies the same tasks
    /// to its current contents.
    ///
    /// # Errors
    /// Returns a [`PairError`] and leaves the file unchanged.
    pub fn apply(&self, change: &FileChange) -> Result<AppliedChange, PairError> {
        let mut journal = Journal::open_locked(&self.paths.state_dir())?;
        let applied = retry(|| self.attempt(change, &mut journal))?;
        applied.ok_or_else(|| PairError::Busy(change.file.clone()))
    }

    /// Returns `None` if another program changed the file in the meantime.
    fn attempt(
        &self,
        change: &FileChange,
        journal: &mut Journal,
    ) -> Result<Option<AppliedChange>, PairError> {
        let file = &change.file;
        let io_error = |source| PairError::Io {
            path: file.clone(),
            source,
        };
        disk::check_replaceable(file).map_err(PairError::Refused)?;
        let before = disk::read(file).map_err(io_error)?;
        let bytes = before.as_deref();
        let changed = self.apply_tasks(&change.tasks, bytes, journal);
        if let ([], [refused, ..]) = (changed.done.as_slice(), changed.refused.as_slice()) {
            return Err(PairError::Refused(refused.reason.clone()));
        }
        let now = Timestamp::now();
        let backup = match (&before, changed.after != before) {
            (Some(bytes), true) => Some(journal.save_backup(file, bytes, now)?),
            _ => None,
        };
        self.write_launchers(launcher::used_by(&changed.new_records))?;
        // A record without a change is harmless; a change without a record could not be undone.
        let old_count = journal.records.len();
        for mut record in changed.new_records {
            record.file.clone_from(file);
            record.backup.clone_from(&backup);
            record.paired_at = now.strftime("%FT%TZ").to_string();
            journal.records.push(record);
        }
        if journal.records.len() > old_count {
            journal.save()?;
        }
        let replaced = replace_if_unchanged(file, bytes, changed.after.as_deref());
        if !matches!(replaced, Ok(true)) {
            journal.records.truncate(old_count);
            journal.save()?;
            return replaced.map(|_| None).map_err(io_error);
        }
        if !changed.undone.is_empty() {
            let used = launcher::used_by(&journal.records);
            let new_records = journal.records.split_off(old_count);
            change::remove_records(&mut journal.records, file, &changed.undone);
            journal.records.extend(new_records);
            journal.save()?;
            let still_used = self.used_launchers(journal);
            for unused in used.difference(&still_used) {
                // A launcher that nothing runs is harmless.
                let _ = launcher::remove(unused);
            }
        }
        journal.prune_backups();
        Ok(Some(AppliedChange {
            file: file.clone(),
            servers: changed.done,
            refused: changed.refused,
            backup,
        }))
    }
}

impl Pairing {
    /// Writes the launchers of all recorded hooks, so that they run this Doorbell. Returns those that
    /// were changed.
    ///
    /// # Errors
    /// Fails if a launcher cannot be written.
    pub fn update_launchers(&self) -> Result<Vec<PathBuf>, PairError> {
        let directory = self.paths.state_dir();
        if self.used_launchers(&Journal::load(&directory)?).is_empty() {
            return Ok(Vec::new());
        }
        let journal = Journal::open_locked(&directory)?;
        self.write_launchers(self.used_launchers(&journal))
    }

    /// Returns the launchers that recorded hooks run, with what they run.
    ///
    /// # Errors
    /// Fails if the journal cannot be read.
    pub fn launchers(&self) -> Result<Vec<(PathBuf, LauncherTarget)>, JournalError> {
        let journal = Journal::load(&self.paths.state_dir())?;
        let used = self.used_launchers(&journal).into_iter();
        let launchers = used.map(|path| {
            let target = launcher::target(&path, &self.doorbell);
            (path, target)
        });
        Ok(launchers.collect())
    }

    /// Hooks can also have been copied from another computer.
    fn used_launchers(&self, journal: &Journal) -> BTreeSet<PathBuf> {
        let mut used = launcher::used_by(&journal.records);
        let own = launcher::path(&self.paths);
        let programs = self.hook_programs();
        if programs.iter().any(|program| own == Path::new(program)) {
            used.insert(own);
        }
        used
    }

    fn write_launchers(
        &self,
        launchers: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Vec<PathBuf>, PairError> {
        let mut changed = Vec::new();
        for path in launchers {
            match launcher::write(&path, &self.doorbell) {
                Ok(true) => changed.push(path),
                Ok(false) => {}
                Err(source) => return Err(PairError::Io { path, source }),
            }
        }
        Ok(changed)
    }
}

/// Returns false if the file no longer holds `before`.
fn replace_if_unchanged(
    path: &Path,
    before: Option<&[u8]>,
    after: Option<&[u8]>,
) -> io::Result<bool> {
    if disk::read(path)?.as_deref() != before {
        return Ok(false);
    }
    match after {
        _ if after == before => {}
        Some(bytes) => disk::replace(path, bytes)?,
        None => fs::remove_file(path)?,
    }
    Ok(true)
}

fn retry<T, E>(mut attempt: impl FnMut() -> Result<Option<T>, E>) -> Result<Option<T>, E> {
    for _ in 0..MAX_ATTEMPTS {
        if let Some(value) = attempt()? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_stops_after_max_attempts() {
        let succeed_at = |number: usize| {
            let mut count = 0;
            let value = retry(|| {
                count += 1;
                Ok::<_, ()>((count == number).then_some(count))
            });
            (value, count)
        };
        assert_eq!(
            succeed_at(MAX_ATTEMPTS),
            (Ok(Some(MAX_ATTEMPTS)), MAX_ATTEMPTS)
        );
        assert_eq!(succeed_at(MAX_ATTEMPTS + 1), (Ok(None), MAX_ATTEMPTS));
        assert_eq!(retry(|| Err::<Option<()>, _>("no")), Err("no"));
    }

    #[test]
    fn file_changed_by_another_program_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "theirs").unwrap();
        assert!(!replace_if_unchanged(&path, Some(b"read"), Some(b"ours")).unwrap());
        assert!(!replace_if_unchanged(&path, None, Some(b"ours")).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert!(replace_if_unchanged(&path, Some(b"theirs"), Some(b"ours")).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"ours");
        assert!(replace_if_unchanged(&path, Some(b"ours"), None).unwrap());
        assert!(!path.exists());
    }
}
