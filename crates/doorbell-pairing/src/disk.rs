//! Files, read whole and replaced whole.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use crate::server::Why;

/// The largest file that is read. Claude Code's has the history of every project in it.
pub(crate) const MOST_BYTES: u64 = 64 * 1024 * 1024;
const PRIVATE_DIRECTORY: u32 = 0o700;
const PRIVATE_FILE: u32 = 0o600;
/// Whether the owner may write.
const OWNER_WRITES: u32 = 0o200;
/// How many links may lead to a file, as on Linux.
const MOST_LINKS: usize = 40;

/// The bytes of a file; `None` if there is none.
pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    read_at_most(path, MOST_BYTES)
}

fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    // Opening a pipe would wait for somebody to write into it.
    if !found.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(Some(bytes))
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Whether a file may be replaced.
pub(crate) fn may_replace(path: &Path) -> Result<(), Why> {
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if is_absent(&error) => return Ok(()),
        Err(error) => {
            return Err(Why::Trouble {
                said: error.to_string(),
            });
        }
    };
    if found.uid() != rustix::process::getuid().as_raw() {
        return Err(Why::NotYours);
    }
    // Replacing a file needs no leave of the file's own; who took it away meant it.
    if found.mode() & OWNER_WRITES == 0 {
        return Err(Why::ReadOnly);
    }
    if found.nlink() > 1 {
        return Err(Why::SeveralNames);
    }
    Ok(())
}

/// Puts a file in the place of another, whole or not at all, with the mode that one has. A link
/// stays a link.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = follow(path)?;
    let directory = target
        .parent()
        .ok_or_else(|| io::Error::other("it has no directory"))?;
    make_directory(directory)?;
    let old = fs::metadata(&target).ok();
    let mode = old
        .as_ref()
        .map_or(PRIVATE_FILE, |found| found.mode() & 0o7777);
    let mut file = tempfile::Builder::new()
        .prefix(".doorbell-")
        .tempfile_in(directory)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        // Only members of the group may do this; others keep what they have.
        let _ = fchown(&file, None, Some(old.gid()));
    }
    file.as_file()
        .set_permissions(Permissions::from_mode(mode))?;
    file.as_file().sync_all()?;
    file.persist(&target)?;
    // The new name is on the disk when its directory is.
    File::open(directory)?.sync_all()
}

/// Makes a directory that only the person can enter, if it is not there.
pub(crate) fn make_directory(path: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(PRIVATE_DIRECTORY)
        .create(path)
}

/// Where links lead, whether or not there is anything.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..=MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("/")).join(next),
            Err(error) if is_absent(&error) || error.kind() == io::ErrorKind::InvalidInput => {
                return Ok(target);
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many links lead to it"))
}

/// The git work tree that a file is in, following its links.
pub(crate) fn work_tree(path: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(path).ok()?;
    let mut folders = real.ancestors().skip(1);
    folders
        .find(|folder| folder.join(".git").symlink_metadata().is_ok())
        .map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_be_so_large_and_no_larger() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"12345").unwrap();
        assert_eq!(read_at_most(&path, 5).unwrap().unwrap(), b"12345");
        assert!(read_at_most(&path, 4).is_err());
        assert_eq!(read_at_most(&folder.path().join("none"), 4).unwrap(), None);
        assert!(read_at_most(folder.path(), 4).is_err());
    }

    #[test]
    fn links_are_followed_so_far_and_no_further() {
        let folder = tempfile::tempdir().unwrap();
        let link = |number: usize| folder.path().join(number.to_string());
        fs::write(link(0), "x").unwrap();
        for number in 1..=MOST_LINKS + 1 {
            std::os::unix::fs::symlink(link(number - 1), link(number)).unwrap();
        }
        assert_eq!(follow(&link(MOST_LINKS)).unwrap(), link(0));
        assert!(follow(&link(MOST_LINKS + 1)).is_err());
    }

    #[test]
    fn a_work_tree_is_found_through_links() {
        let folder = tempfile::tempdir().unwrap();
        let tree = folder.path().canonicalize().unwrap().join("dotfiles");
        fs::create_dir_all(tree.join(".git")).unwrap();
        fs::write(tree.join("mcp.json"), "{}").unwrap();
        let link = folder.path().join("mcp.json");
        std::os::unix::fs::symlink(tree.join("mcp.json"), &link).unwrap();
        assert_eq!(work_tree(&link), Some(tree));
        let plain = folder.path().join("plain.json");
        fs::write(&plain, "{}").unwrap();
        assert_eq!(work_tree(&plain), None);
    }
}
