//! The settings file on the disk.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::problem::Problem;
use super::reading::MOST_BYTES;

/// Only the owner may enter.
const PRIVATE_DIRECTORY: u32 = 0o700;
/// How many symbolic links may lead to the file, as on Linux.
const MOST_LINKS: usize = 40;

/// What tells one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    inode: u64,
    bytes: u64,
    written: (i64, i64),
    /// When anything about it was changed, so also who may read it.
    changed: (i64, i64),
}

impl Stamp {
    /// That of the file now; `None` if it cannot be seen.
    pub fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok()?;
        Some(Self {
            inode: found.ino(),
            bytes: found.len(),
            written: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }
}

/// The bytes of the file, but only one more than are read of any; `None` if there is no file.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, Problem> {
    match read_some(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Problem::Unreadable {
            reason: error.to_string(),
        }),
    }
}

fn read_some(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would wait for somebody to write into it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    let one_more = MOST_BYTES as u64 + 1;
    File::open(path)?.take(one_more).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Puts a file in place, whole or not at all, that only the person can read.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        DirBuilder::new()
            .recursive(true)
            .mode(PRIVATE_DIRECTORY)
            .create(directory)?;
    }
    // A link stays a link: people keep such files elsewhere.
    let target = follow(path)?;
    let directory = target
        .parent()
        .ok_or_else(|| io::Error::other("it has no directory"))?;
    // Made with mode 0600, and gone again if anything goes wrong.
    let mut file = tempfile::Builder::new()
        .prefix(".settings-")
        .tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}

/// Where links lead, whether or not there is anything.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("/")).join(next),
            // Not there, or no link.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::InvalidInput
                ) =>
            {
                return Ok(target);
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many links lead to it"))
}
