//! The paths of the socket and of Doorbell's files. No other module hard-codes them.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The environment variable that overrides the socket's path.
pub const SOCKET_VARIABLE: &str = "DOORBELL_SOCKET";

const OWNER_ONLY: u32 = 0o700;

/// Why the socket's directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    #[error("cannot use the directory {path}")]
    Io { path: PathBuf, source: io::Error },
    /// A symbolic link or a file.
    #[error("{0} is not a directory; remove it and start Doorbell again")]
    NotADirectory(PathBuf),
    #[error("{0} belongs to another user; set DOORBELL_SOCKET to a path of your own")]
    OtherOwner(PathBuf),
    #[error("{0} has no directory; set DOORBELL_SOCKET to an absolute path")]
    NoDirectory(PathBuf),
}

/// Returns `DOORBELL_SOCKET` if set, else `doorbell/doorbell.sock` in the user's runtime directory
/// ([`user_runtime_directory`]), else a path in the temporary directory with the user's id in it.
pub fn socket_path() -> PathBuf {
    let from_environment = std::env::var_os(SOCKET_VARIABLE).map(PathBuf::from);
    choose_socket(from_environment, runtime_directory())
}

/// Returns true if `socket` is the path without `DOORBELL_SOCKET`.
#[cfg(target_os = "linux")]
pub(crate) fn is_default_socket(socket: &Path) -> bool {
    socket == choose_socket(None, runtime_directory())
}

fn choose_socket(from_environment: Option<PathBuf>, runtime: Option<PathBuf>) -> PathBuf {
    let explicit = from_environment.filter(|path| !path.as_os_str().is_empty());
    explicit.unwrap_or_else(|| {
        let uid = rustix::process::getuid().as_raw();
        let directory =
            runtime.unwrap_or_else(|| std::env::temp_dir().join(format!("doorbell-{uid}")));
        directory.join("doorbell.sock")
    })
}

#[cfg(not(target_os = "macos"))]
fn runtime_directory() -> Option<PathBuf> {
    user_runtime_directory().map(|path| path.join("doorbell"))
}

/// Returns `XDG_RUNTIME_DIR`, or its usual path if that directory is private to the user: agents
/// start programs without the variable.
#[cfg(not(target_os = "macos"))]
pub fn user_runtime_directory() -> Option<PathBuf> {
    let from_environment = std::env::var_os("XDG_RUNTIME_DIR")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    from_environment.or_else(|| {
        let uid = rustix::process::getuid().as_raw();
        let usual = PathBuf::from(format!("/run/user/{uid}"));
        let metadata = usual.symlink_metadata().ok()?;
        let is_private = metadata.is_dir() && metadata.uid() == uid && metadata.mode() & 0o077 == 0;
        is_private.then_some(usual)
    })
}

/// macOS has no such directory.
#[cfg(target_os = "macos")]
pub fn user_runtime_directory() -> Option<PathBuf> {
    None
}

#[cfg(target_os = "macos")]
fn runtime_directory() -> Option<PathBuf> {
    std::env::home_dir().map(|home| home.join("Library/Application Support/Doorbell/run"))
}

/// Returns `doorbell/doorbell.db` in the user's data directory; `None` if the user has no home.
pub fn database_path() -> Option<PathBuf> {
    data_directory().map(|directory| directory.join("doorbell.db"))
}

/// Returns `doorbell/settings.toml` in the user's configuration directory; `None` if the user has no
/// home.
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

/// Returns `doorbell` in the directory from the environment if that is absolute, else in the usual
/// directory below the home.
#[cfg(not(target_os = "macos"))]
fn choose_directory(from_environment: Option<OsString>, usual: &str) -> Option<PathBuf> {
    from_environment
        .map(PathBuf::from)
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

/// Returns the path of the socket's lock file.
pub fn lock_path(socket: &Path) -> PathBuf {
    socket.with_extension("lock")
}

/// Creates the socket's directory if it is missing. Checks its type and owner, and makes it private.
///
/// # Errors
/// [`DirectoryError`]
pub fn prepare_socket_directory(socket: &Path) -> Result<(), DirectoryError> {
    let no_directory = || DirectoryError::NoDirectory(socket.to_owned());
    let directory = socket.parent().ok_or_else(no_directory)?;
    if directory.as_os_str().is_empty() {
        return Err(no_directory());
    }
    let io = |source| DirectoryError::Io {
        path: directory.to_owned(),
        source,
    };
    DirBuilder::new()
        .recursive(true)
        .mode(OWNER_ONLY)
        .create(directory)
        .map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => DirectoryError::NotADirectory(directory.to_owned()),
            _ => io(source),
        })?;
    // Not followed: a symbolic link could put the socket into another user's directory.
    let metadata = fs::symlink_metadata(directory).map_err(io)?;
    if !metadata.is_dir() {
        return Err(DirectoryError::NotADirectory(directory.to_owned()));
    }
    if metadata.uid() != rustix::process::getuid().as_raw() {
        return Err(DirectoryError::OtherOwner(directory.to_owned()));
    }
    if metadata.mode() & 0o777 != OWNER_ONLY {
        fs::set_permissions(directory, fs::Permissions::from_mode(OWNER_ONLY)).map_err(io)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn socket_variable_wins_unless_empty() {
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
    fn directory_from_environment_must_be_absolute() {
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
        for (from_environment, expected) in rows {
            assert_eq!(
                choose_directory(from_environment, ".config"),
                Some(expected)
            );
        }
    }

    #[test]
    fn directory_is_created_private_and_made_private_again() {
        let temp = tempfile::tempdir().unwrap();
        let socket = temp.path().join("made/doorbell.sock");
        prepare_socket_directory(&socket).unwrap();
        let directory = socket.parent().unwrap();
        fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
        prepare_socket_directory(&socket).unwrap();
        assert_eq!(fs::metadata(directory).unwrap().mode() & 0o777, OWNER_ONLY);
    }

    #[test]
    fn symbolic_link_and_file_are_rejected() {
        let temp = tempfile::tempdir().unwrap();
        let link = temp.path().join("link");
        std::os::unix::fs::symlink(temp.path(), &link).unwrap();
        assert!(matches!(
            prepare_socket_directory(&link.join("doorbell.sock")),
            Err(DirectoryError::NotADirectory(_))
        ));
        let file = temp.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(matches!(
            prepare_socket_directory(&file.join("doorbell.sock")),
            Err(DirectoryError::NotADirectory(_))
        ));
    }
}
