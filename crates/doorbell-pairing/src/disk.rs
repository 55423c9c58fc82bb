//! Reads whole files and replaces them atomically.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use crate::server::Refusal;

/// Claude Code's configuration holds the history of every project, so the limit is generous.
pub(crate) const MAX_BYTES: u64 = 64 * 1024 * 1024;
const PRIVATE_DIRECTORY: u32 = 0o700;
const PRIVATE_FILE: u32 = 0o600;
const OWNER_WRITE: u32 = 0o200;
/// The limit of Linux.
const MAX_LINKS: usize = 40;

/// Returns `None` if the file does not exist.
pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    read_at_most(path, MAX_BYTES)
}

fn read_at_most(path: &Path, max: u64) -> io::Result<Option<Vec<u8>>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if is_not_found(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    // Opening a pipe would block until another process writes to it.
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::other(format!("it has more than {max} bytes")));
    }
    Ok(Some(bytes))
}

fn is_not_found(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Refuses files that Doorbell must not replace.
pub(crate) fn check_replaceable(path: &Path) -> Result<(), Refusal> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if is_not_found(&error) => return Ok(()),
        Err(error) => {
            return Err(Refusal::Unreadable {
                message: error.to_string(),
            });
        }
    };
    if metadata.uid() != rustix::process::getuid().as_raw() {
        return Err(Refusal::OtherOwner);
    }
    // Renaming over a read-only file would succeed, but its owner made it read-only on purpose.
    if metadata.mode() & OWNER_WRITE == 0 {
        return Err(Refusal::ReadOnly);
    }
    if metadata.nlink() > 1 {
        return Err(Refusal::HardLink);
    }
    Ok(())
}

/// Replaces a file atomically and keeps its mode and group. A symbolic link stays a link; its target
/// is replaced.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with_mode(path, bytes, None)
}

/// Replaces a file atomically, with this mode.
pub(crate) fn install(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    replace_with_mode(path, bytes, Some(mode))
}

/// Keeps the file's mode without `mode`.
fn replace_with_mode(path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()> {
    let target = resolve_links(path)?;
    let directory = target
        .parent()
        .ok_or_else(|| io::Error::other("it has no directory"))?;
    create_private_dir(directory)?;
    let old = fs::metadata(&target).ok();
    let old_mode = old.as_ref().map(|metadata| metadata.mode() & 0o7777);
    let mode = mode.or(old_mode).unwrap_or(PRIVATE_FILE);
    let mut file = tempfile::Builder::new()
        .prefix(".doorbell-")
        .tempfile_in(directory)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        // Fails unless the user is a member of the group; the new file then keeps its own group.
        let _ = fchown(&file, None, Some(old.gid()));
    }
    file.as_file()
        .set_permissions(Permissions::from_mode(mode))?;
    file.as_file().sync_all()?;
    file.persist(&target)?;
    // The rename is durable only after the directory is synced.
    File::open(directory)?.sync_all()
}

/// Creates a directory that only the user can enter, unless it exists.
pub(crate) fn create_private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(PRIVATE_DIRECTORY)
        .create(path)
}

/// Follows symbolic links to a path that may not exist.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..=MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("/")).join(next),
            Err(error) if is_not_found(&error) || error.kind() == io::ErrorKind::InvalidInput => {
                return Ok(target);
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("it is behind too many symbolic links"))
}

/// Returns the git work tree that contains the file's link target.
pub(crate) fn git_work_tree(path: &Path) -> Option<PathBuf> {
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
    fn read_rejects_files_above_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"12345").unwrap();
        assert_eq!(read_at_most(&path, 5).unwrap().unwrap(), b"12345");
        assert!(read_at_most(&path, 4).is_err());
        assert_eq!(read_at_most(&folder.path().join("none"), 4).unwrap(), None);
        assert!(read_at_most(folder.path(), 4).is_err());
    }

    #[test]
    fn resolve_links_stops_at_limit() {
        let folder = tempfile::tempdir().unwrap();
        let link = |number: usize| folder.path().join(number.to_string());
        fs::write(link(0), "x").unwrap();
        for number in 1..=MAX_LINKS + 1 {
            std::os::unix::fs::symlink(link(number - 1), link(number)).unwrap();
        }
        assert_eq!(resolve_links(&link(MAX_LINKS)).unwrap(), link(0));
        assert!(resolve_links(&link(MAX_LINKS + 1)).is_err());
    }

    #[test]
    fn git_work_tree_is_found_through_links() {
        let folder = tempfile::tempdir().unwrap();
        let tree = folder.path().canonicalize().unwrap().join("dotfiles");
        fs::create_dir_all(tree.join(".git")).unwrap();
        fs::write(tree.join("mcp.json"), "{}").unwrap();
        let link = folder.path().join("mcp.json");
        std::os::unix::fs::symlink(tree.join("mcp.json"), &link).unwrap();
        assert_eq!(git_work_tree(&link), Some(tree));
        let plain = folder.path().join("plain.json");
        fs::write(&plain, "{}").unwrap();
        assert_eq!(git_work_tree(&plain), None);
    }
}
