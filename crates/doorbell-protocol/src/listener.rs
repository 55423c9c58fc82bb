//! Checks which program listens on the socket before the client sends anything. Any program of the
//! same user could create the socket first and receive the questions meant for Doorbell.
//!
//! Only the user's default socket is checked: setting `DOORBELL_SOCKET` chooses the listener.

use std::path::{Path, PathBuf};

use interprocess::local_socket::Stream;

/// A program other than Doorbell listens on Doorbell's socket.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} (process {pid}) is listening in place of Doorbell, so nothing was sent to it; quit it and try again",
    program.as_deref().map_or("an unknown program".into(), Path::to_string_lossy)
)]
pub struct UnexpectedListener {
    pub pid: i32,
    /// `None` if the system does not reveal the executable.
    pub program: Option<PathBuf>,
}

/// Checks that the peer is the installed Doorbell.
///
/// # Errors
/// [`UnexpectedListener`] if the peer is another program.
#[cfg(target_os = "linux")]
pub(crate) fn check(stream: &Stream, socket: &Path) -> Result<(), UnexpectedListener> {
    use interprocess::local_socket::traits::StreamCommon as _;

    if !crate::paths::is_default_socket(socket) {
        return Ok(());
    }
    let credentials = stream.peer_creds().ok();
    let is_same_user = credentials
        .as_ref()
        .is_some_and(|peer| peer.euid() == Some(rustix::process::geteuid().as_raw()));
    let pid = credentials.and_then(|peer| peer.pid()).unwrap_or(0);
    let program = std::fs::read_link(format!("/proc/{pid}/exe")).ok();
    let client = std::env::current_exe().ok();
    let is_doorbell = program
        .as_deref()
        .is_some_and(|program| is_installed_desktop(program, client.as_deref()));
    if is_same_user && is_doorbell {
        Ok(())
    } else {
        Err(UnexpectedListener { pid, program })
    }
}

/// The system does not reveal the program behind a socket; the private directory protects it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn check(_: &Stream, _: &Path) -> Result<(), UnexpectedListener> {
    Ok(())
}

#[cfg(target_os = "linux")]
const DESKTOP_PROGRAM: &str = "doorbell-desktop";
/// Linux appends this to the path of a running program whose file was replaced, as by an update.
#[cfg(target_os = "linux")]
const DELETED_SUFFIX: &str = " (deleted)";

/// Returns true for the desktop program in the client's own directory, or one that only root can
/// have installed.
#[cfg(target_os = "linux")]
fn is_installed_desktop(program: &Path, client: Option<&Path>) -> bool {
    let text = program.to_string_lossy();
    let program = Path::new(text.strip_suffix(DELETED_SUFFIX).unwrap_or(&text));
    let sibling = client.and_then(Path::parent).map(|directory| {
        let directory = directory.canonicalize();
        directory.map(|directory| directory.join(DESKTOP_PROGRAM))
    });
    let is_sibling = matches!(sibling, Some(Ok(sibling)) if sibling == program);
    is_sibling || (program.ends_with(DESKTOP_PROGRAM) && is_writable_only_by_root(program))
}

/// Checks the file and all its parent directories.
#[cfg(target_os = "linux")]
fn is_writable_only_by_root(program: &Path) -> bool {
    program.ancestors().all(|part| {
        part.symlink_metadata()
            .is_ok_and(|metadata| only_root_writes(&metadata))
    })
}

#[cfg(target_os = "linux")]
pub(crate) fn only_root_writes(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    const GROUP_OR_OTHERS_WRITE: u32 = 0o022;
    metadata.uid() == 0 && metadata.mode() & GROUP_OR_OTHERS_WRITE == 0
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_desktop_program_beside_client_is_accepted() {
        let directory = tempfile::tempdir().unwrap();
        let home = directory.path().canonicalize().unwrap();
        let client = home.join("doorbell");
        let is_accepted = |name: &str| is_installed_desktop(&home.join(name), Some(&client));
        assert!(is_accepted("doorbell-desktop"));
        assert!(is_accepted("doorbell-desktop (deleted)"), "it was updated");
        assert!(!is_accepted("doorbell-desktop2"));
        assert!(!is_accepted("other/doorbell-desktop"));
        assert!(!is_accepted("python3"));
        assert!(!is_installed_desktop(
            Path::new("/tmp/doorbell-desktop"),
            None
        ));
    }

    #[test]
    fn path_that_others_can_write_is_not_root_only() {
        assert!(is_writable_only_by_root(Path::new("/usr/bin")));
        assert!(!is_writable_only_by_root(Path::new(
            "/tmp/doorbell-desktop"
        )));
        assert!(!is_writable_only_by_root(Path::new("/nonexistent")));
    }
}
