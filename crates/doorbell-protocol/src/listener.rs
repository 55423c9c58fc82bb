//! Who listens. Any program of the same user could have made the socket first, to be handed the
//! questions that are meant for Doorbell; so whoever asks looks at who listens before it says a
//! word.
//!
//! Only the socket that belongs to the user is looked at. Whoever names another one, by
//! `DOORBELL_SOCKET`, has chosen who listens there.

use std::path::{Path, PathBuf};

use interprocess::local_socket::Stream;

/// Someone else listens where Doorbell should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} (process {pid}) listens in Doorbell's place, so it was asked nothing; end it and try again",
    program.as_deref().map_or("an unknown program".into(), Path::to_string_lossy)
)]
pub struct Stranger {
    /// Its process.
    pub pid: i32,
    /// Its executable, if the system tells it.
    pub program: Option<PathBuf>,
}

/// Whether the process at the other end is the Doorbell that is installed.
///
/// # Errors
/// [`Stranger`] if it is another program.
#[cfg(target_os = "linux")]
pub(crate) fn check(stream: &Stream, socket: &Path) -> Result<(), Stranger> {
    use interprocess::local_socket::traits::StreamCommon as _;

    if !crate::place::is_own_socket(socket) {
        return Ok(());
    }
    let listener = stream.peer_creds().ok();
    let is_ours = listener
        .as_ref()
        .is_some_and(|who| who.euid() == Some(rustix::process::geteuid().as_raw()));
    let pid = listener.and_then(|who| who.pid()).unwrap_or(0);
    let program = std::fs::read_link(format!("/proc/{pid}/exe")).ok();
    let beside = std::env::current_exe().ok();
    let is_doorbell = program
        .as_deref()
        .is_some_and(|program| is_installed(program, beside.as_deref()));
    if is_ours && is_doorbell {
        Ok(())
    } else {
        Err(Stranger { pid, program })
    }
}

/// Where the system does not tell the program behind a socket, its private directory protects it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn check(_: &Stream, _: &Path) -> Result<(), Stranger> {
    Ok(())
}

#[cfg(target_os = "linux")]
const DESKTOP: &str = "doorbell-desktop";
/// What the system adds to the path of a program whose file was replaced, as an update does.
#[cfg(target_os = "linux")]
const REPLACED: &str = " (deleted)";

/// Whether this is the desktop part that is installed beside the asking program, or one that only
/// the system's administrator can have put where it is.
#[cfg(target_os = "linux")]
fn is_installed(program: &Path, beside: Option<&Path>) -> bool {
    let text = program.to_string_lossy();
    let program = Path::new(text.strip_suffix(REPLACED).unwrap_or(&text));
    let expected = beside.and_then(Path::parent).map(|directory| {
        let directory = directory.canonicalize();
        directory.map(|directory| directory.join(DESKTOP))
    });
    let is_beside = matches!(expected, Some(Ok(expected)) if expected == program);
    is_beside || (program.ends_with(DESKTOP) && is_the_systems(program))
}

#[cfg(target_os = "linux")]
fn is_the_systems(program: &Path) -> bool {
    program.ancestors().all(|part| {
        part.symlink_metadata()
            .is_ok_and(|found| only_root_writes(&found))
    })
}

/// Whether only the administrator can have put this there.
#[cfg(target_os = "linux")]
pub(crate) fn only_root_writes(found: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    /// Writable by the group or by everyone.
    const OTHERS_WRITE: u32 = 0o022;
    found.uid() == 0 && found.mode() & OTHERS_WRITE == 0
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_the_desktop_part_beside_the_asking_program_is_ours() {
        let directory = tempfile::tempdir().unwrap();
        let home = directory.path().canonicalize().unwrap();
        let asking = home.join("doorbell");
        let is_it = |name: &str| is_installed(&home.join(name), Some(&asking));
        assert!(is_it("doorbell-desktop"));
        assert!(is_it("doorbell-desktop (deleted)"), "it was updated");
        assert!(!is_it("doorbell-desktop2"));
        assert!(!is_it("other/doorbell-desktop"));
        assert!(!is_it("python3"));
        assert!(!is_installed(Path::new("/tmp/doorbell-desktop"), None));
    }

    #[test]
    fn a_place_that_others_can_write_to_is_not_the_systems() {
        assert!(is_the_systems(Path::new("/usr/bin")));
        assert!(!is_the_systems(Path::new("/tmp/doorbell-desktop")));
        assert!(!is_the_systems(Path::new("/nonexistent")));
    }
}
