//! Where the socket and the files are. The only file that knows a path.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Overrides the socket's path.
pub const SOCKET_VARIABLE: &str = "DOORBELL_SOCKET";

/// Only the owner may enter.
const PRIVATE: u32 = 0o700;

/// Why the socket's directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// It cannot be made or looked at.
    #[error("cannot use the directory {path}")]
    Io {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is a symbolic link or a file.
    #[error("{0} is not a directory; remove it and start Doorbell again")]
    NotADirectory(PathBuf),
    /// It is someone else's.
    #[error("{0} belongs to another user; set DOORBELL_SOCKET to a path of your own")]
    NotOurs(PathBuf),
    /// A path without a directory.
    #[error("{0} has no directory; set DOORBELL_SOCKET to an absolute path")]
    NoDirectory(PathBuf),
}

/// The socket of the user's Doorbell.
///
/// `DOORBELL_SOCKET` if set; else `doorbell/doorbell.sock` in the user's runtime directory
/// ([`runtime_home`]); else in a directory of the temporary directory named with the user's id.
pub fn socket_path() -> PathBuf {
    let told = std::env::var_os(SOCKET_VARIABLE).map(PathBuf::from);
    choose_socket(told, runtime_directory())
}

/// Whether this is the socket of the user's Doorbell, and nobody named another.
#[cfg(target_os = "linux")]
pub(crate) fn is_own_socket(socket: &Path) -> bool {
    socket == choose_socket(None, runtime_directory())
}

fn choose_socket(told: Option<PathBuf>, runtime: Option<PathBuf>) -> PathBuf {
    let told = told.filter(|path| !path.as_os_str().is_empty());
    told.unwrap_or_else(|| {
        let uid = rustix::process::getuid().as_raw();
        let directory =
            runtime.unwrap_or_else(|| std::env::temp_dir().join(format!("doorbell-{uid}")));
        directory.join("doorbell.sock")
    })
}

#[cfg(not(target_os = "macos"))]
fn runtime_directory() -> Option<PathBuf> {
    runtime_home().map(|path| path.join("doorbell"))
}

/// The person's runtime directory. Agents start their programs without the variable that names it,
/// so where systems usually have it counts too, if it is theirs alone.
#[cfg(not(target_os = "macos"))]
pub fn runtime_home() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_RUNTIME_DIR")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    named.or_else(|| {
        let uid = rustix::process::getuid().as_raw();
        let usual = PathBuf::from(format!("/run/user/{uid}"));
        let found = usual.symlink_metadata().ok()?;
        let is_private = found.is_dir() && found.uid() == uid && found.mode() & 0o077 == 0;
        is_private.then_some(usual)
    })
}

/// There is none.
#[cfg(target_os = "macos")]
pub fn runtime_home() -> Option<PathBuf> {
    None
}

#[cfg(target_os = "macos")]
fn runtime_directory() -> Option<PathBuf> {
    std::env::home_dir().map(|home| home.join("Library/Application Support/Doorbell/run"))
}

/// The file that holds what survives: history without values.
///
/// `doorbell/doorbell.db` in the user's data directory; `None` if the user has no home.
pub fn data_path() -> Option<PathBuf> {
    data_directory().map(|directory| directory.join("doorbell.db"))
}

/// The file that says how the person wants Doorbell to behave.
///
/// `doorbell/settings.toml` in the user's configuration directory; `None` if the user has no home.
pub fn settings_path() -> Option<PathBuf> {
    settings_directory().map(|directory| directory.join("settings.toml"))
}

#[cfg(not(target_os = "macos"))]
fn data_directory() -> Option<PathBuf> {
    choose_directory(std::env::var_os("XDG_DATA_HOME"), ".local/share")
}

#[cfg(not(target_os = "macos"))]
fn settings_directory() -> Option<PathBuf> {
    choose_directory(std::env::var_os("XDG_CONFIG_HOME"), ".config")
}

/// Ours in the directory that was told, if its path is absolute; else in the usual one.
#[cfg(not(target_os = "macos"))]
fn choose_directory(told: Option<OsString>, usual: &str) -> Option<PathBuf> {
    told.map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| std::env::home_dir().map(|home| home.join(usual)))
        .map(|path| path.join("doorbell"))
}

#[cfg(target_os = "macos")]
fn data_directory() -> Option<PathBuf> {
    std::env::home_dir().map(|home| home.join("Library/Application Support/Doorbell"))
}

#[cfg(target_os = "macos")]
fn settings_directory() -> Option<PathBuf> {
    data_directory()
}

/// The lock that belongs to a socket.
pub fn lock_path(socket: &Path) -> PathBuf {
    socket.with_extension("lock")
}

/// Makes the socket's directory if need be and checks that it is a directory, ours, and closed
/// to everyone else.
///
/// # Errors
/// [`PlaceError`] says what is wrong and what to do.
pub fn prepare_directory(socket: &Path) -> Result<(), PlaceError> {
    let no_directory = || PlaceError::NoDirectory(socket.to_owned());
    let directory = socket.parent().ok_or_else(no_directory)?;
    if directory.as_os_str().is_empty() {
        return Err(no_directory());
    }
    let io = |source| PlaceError::Io {
        path: directory.to_owned(),
        source,
    };
    DirBuilder::new()
        .recursive(true)
        .mode(PRIVATE)
        .create(directory)
        .map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => PlaceError::NotADirectory(directory.to_owned()),
            _ => io(source),
        })?;
    // lstat: a symbolic link could lead the socket into someone else's hands.
    let found = fs::symlink_metadata(directory).map_err(io)?;
    if !found.is_dir() {
        return Err(PlaceError::NotADirectory(directory.to_owned()));
    }
    if found.uid() != rustix::process::getuid().as_raw() {
        return Err(PlaceError::NotOurs(directory.to_owned()));
    }
    if found.mode() & 0o777 != PRIVATE {
        fs::set_permissions(directory, fs::Permissions::from_mode(PRIVATE)).map_err(io)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_wins_and_nothing_told_is_no_path() {
        let runtime = || Some(PathBuf::from("/run/user/7/doorbell"));
        assert_eq!(
            choose_socket(Some("/a/b.sock".into()), runtime()),
            PathBuf::from("/a/b.sock")
        );
        assert_eq!(
            choose_socket(Some("".into()), runtime()),
            PathBuf::from("/run/user/7/doorbell/doorbell.sock")
        );
        assert!(
            choose_socket(None, None)
                .to_string_lossy()
                .contains("doorbell-")
        );
    }

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn a_directory_that_is_told_counts_if_its_path_is_absolute() {
        let usual = std::env::home_dir().unwrap().join(".config/doorbell");
        let rows = [
            (
                Some("/a/config".into()),
                PathBuf::from("/a/config/doorbell"),
            ),
            (Some("config".into()), usual.clone()),
            (Some("".into()), usual.clone()),
            (None, usual),
        ];
        for (told, expected) in rows {
            assert_eq!(choose_directory(told, ".config"), Some(expected));
        }
    }

    #[test]
    fn the_directory_is_made_private_and_kept_private() {
        let temp = tempfile::tempdir().unwrap();
        let socket = temp.path().join("made/doorbell.sock");
        prepare_directory(&socket).unwrap();
        let directory = socket.parent().unwrap();
        fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
        prepare_directory(&socket).unwrap();
        assert_eq!(fs::metadata(directory).unwrap().mode() & 0o777, PRIVATE);
    }

    #[test]
    fn a_symbolic_link_and_a_file_are_refused() {
        let temp = tempfile::tempdir().unwrap();
        let link = temp.path().join("link");
        std::os::unix::fs::symlink(temp.path(), &link).unwrap();
        assert!(matches!(
            prepare_directory(&link.join("doorbell.sock")),
            Err(PlaceError::NotADirectory(_))
        ));
        let file = temp.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(
            prepare_directory(&file.join("doorbell.sock")),
            Err(PlaceError::NotADirectory(_))
        ));
    }
}
