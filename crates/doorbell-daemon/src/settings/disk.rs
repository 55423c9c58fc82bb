//! Reads and writes the settings file on disk.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::parsing::MAX_BYTES;
use super::problem::SettingsProblem;

const PRIVATE_DIRECTORY: u32 = 0o700;
/// As many symbolic links as Linux follows.
const MAX_LINKS: usize = 40;

/// Metadata that changes whenever the file changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    inode: u64,
    bytes: u64,
    modified: (i64, i64),
    /// Also changes with the file's permissions.
    status_changed: (i64, i64),
}

impl Stamp {
    /// Reads the file's stamp; `None` if that fails.
    pub fn read(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            inode: metadata.ino(),
            bytes: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            status_changed: (metadata.ctime(), metadata.ctime_nsec()),
        })
    }
}

/// Reads the file, up to one byte more than is allowed; `None` if it does not exist.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, SettingsProblem> {
    match read_limited(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SettingsProblem::Unreadable {
            reason: error.to_string(),
        }),
    }
}

fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    // Opening a pipe would block until another process writes to it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Replaces the file atomically. Only its owner can read it.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        DirBuilder::new()
            .recursive(true)
            .mode(PRIVATE_DIRECTORY)
            .create(directory)?;
    }
    // Replaces the target of a link, not the link: people keep their settings elsewhere.
    let target = resolve_links(path)?;
    let directory = target
        .parent()
        .ok_or_else(|| io::Error::other("it has no directory"))?;
    // Created with mode 0600, and removed if anything fails.
    let mut file = tempfile::Builder::new()
        .prefix(".settings-")
        .tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}

/// Follows symbolic links to a target that need not exist.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("/")).join(next),
            // The target does not exist or is not a link.
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
