//! Carries a change out: written down first, then made, in one step, on what is there at that
//! moment.

use std::fs;
use std::io;
use std::path::Path;

use jiff::Timestamp;

use crate::change;
use crate::disk;
use crate::journal::Journal;
use crate::pairing::{Done, FileChange, PairError, Pairing};

/// How often a file that others write at the same time is read anew before Doorbell gives up.
const MOST_TRIES: usize = 5;

impl Pairing {
    /// Changes a file as planned. If somebody else changed it meanwhile, the same is done to what
    /// is there now.
    ///
    /// # Errors
    /// [`PairError`]; the file is as it was then.
    pub fn carry_out(&self, change: &FileChange) -> Result<Done, PairError> {
        let mut journal = Journal::open(&self.around.state())?;
        let done = tries(|| self.attempt(change, &mut journal))?;
        done.ok_or_else(|| PairError::Busy(change.file.clone()))
    }

    /// Changes it unless somebody else changes it at the same time: `None` then.
    fn attempt(
        &self,
        change: &FileChange,
        journal: &mut Journal,
    ) -> Result<Option<Done>, PairError> {
        let file = &change.file;
        let io = |source| PairError::Io {
            path: file.clone(),
            source,
        };
        disk::may_replace(file).map_err(PairError::Refused)?;
        let before = disk::read(file).map_err(io)?;
        let bytes = before.as_deref();
        let made = change::make(&change.tasks, bytes, journal, &self.doorbell, self.leave);
        if let ([], [refused, ..]) = (made.done.as_slice(), made.refused.as_slice()) {
            return Err(PairError::Refused(refused.why.clone()));
        }
        let now = Timestamp::now();
        let backup = match (&before, made.after != before) {
            (Some(bytes), true) => Some(journal.keep(file, bytes, now)?),
            _ => None,
        };
        // What is written down and not done does no harm; the other way round it would.
        let known = journal.records.len();
        for mut record in made.records {
            record.file.clone_from(file);
            record.backup.clone_from(&backup);
            record.when = now.strftime("%FT%TZ").to_string();
            journal.records.push(record);
        }
        if journal.records.len() > known {
            journal.write()?;
        }
        let replaced = replace(file, bytes, made.after.as_deref());
        if !matches!(replaced, Ok(true)) {
            journal.records.truncate(known);
            journal.write()?;
            return replaced.map(|_| None).map_err(io);
        }
        if !made.dropped.is_empty() {
            change::drop_records(&mut journal.records, file, &made.dropped);
            journal.write()?;
        }
        journal.tidy();
        Ok(Some(Done {
            file: file.clone(),
            servers: made.done,
            refused: made.refused,
            backup,
        }))
    }
}

/// Puts a file in the place of what was read; `false` if that is not there any more.
fn replace(path: &Path, before: Option<&[u8]>, after: Option<&[u8]>) -> io::Result<bool> {
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

/// Tries until something comes of it; `None` if nothing does.
fn tries<T, E>(mut attempt: impl FnMut() -> Result<Option<T>, E>) -> Result<Option<T>, E> {
    for _ in 0..MOST_TRIES {
        if let Some(done) = attempt()? {
            return Ok(Some(done));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_often_is_tried_and_no_more() {
        let comes_at = |number: usize| {
            let mut count = 0;
            let done = tries(|| {
                count += 1;
                Ok::<_, ()>((count == number).then_some(count))
            });
            (done, count)
        };
        assert_eq!(comes_at(MOST_TRIES), (Ok(Some(MOST_TRIES)), MOST_TRIES));
        assert_eq!(comes_at(MOST_TRIES + 1), (Ok(None), MOST_TRIES));
        assert_eq!(tries(|| Err::<Option<()>, _>("no")), Err("no"));
    }

    #[test]
    fn what_somebody_else_wrote_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "theirs").unwrap();
        assert!(!replace(&path, Some(b"read"), Some(b"ours")).unwrap());
        assert!(!replace(&path, None, Some(b"ours")).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert!(replace(&path, Some(b"theirs"), Some(b"ours")).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"ours");
        assert!(replace(&path, Some(b"ours"), None).unwrap());
        assert!(!path.exists());
    }
}
