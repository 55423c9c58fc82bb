//! The script that agents' hooks run. It stays where it is when Doorbell is updated, moved or removed, so
//! the hooks' text never changes.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::disk;
use crate::hook;
use crate::record::{ChangeKind, PairingRecord};
use crate::user_paths::UserPaths;

/// The script's file name, by which hooks are recognised.
pub(crate) const FILE_NAME: &str = "doorbell-hook";
const MODE: u32 = 0o700;
const HEADER: &str = "#!/bin/sh
# Agents' hooks run this. `doorbell setup` wrote it and removes it with the last hook.
# If Doorbell is missing or broken, the agent asks by itself.
";
const ASSIGNMENT: &str = "doorbell=";

/// What a launcher runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LauncherTarget {
    /// This installation's `doorbell`.
    Own,
    /// Another `doorbell` that exists.
    Other(PathBuf),
    /// The launcher or its program is missing.
    Missing,
}

/// Returns where the launcher of this user is.
pub(crate) fn path(paths: &UserPaths) -> PathBuf {
    paths.data_dir().join(FILE_NAME)
}

/// Returns the launchers that recorded hooks run.
pub(crate) fn used_by<'a>(
    records: impl IntoIterator<Item = &'a PairingRecord>,
) -> BTreeSet<PathBuf> {
    let hooks = records
        .into_iter()
        .flat_map(|record| match &record.change.kind {
            ChangeKind::Hooked { hooks, .. } => hooks.as_slice(),
            ChangeKind::Wrapped(_) => &[],
        });
    hooks
        .filter_map(hook::Hook::launcher)
        .map(PathBuf::from)
        .collect()
}

/// Writes the launcher. Returns false if it is there already.
pub(crate) fn write(path: &Path, doorbell: &str) -> io::Result<bool> {
    let script = script(doorbell);
    let is_current = read(path).as_deref() == Some(script.as_str())
        && fs::metadata(path).is_ok_and(|it| it.permissions().mode() & MODE == MODE);
    if !is_current {
        disk::install(path, script.as_bytes(), MODE)?;
    }
    Ok(!is_current)
}

/// Removes a launcher that Doorbell wrote.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match read(path) {
        Some(script) if script.starts_with(HEADER) => fs::remove_file(path),
        _ => Ok(()),
    }
}

/// Returns what the launcher at this path runs.
pub(crate) fn target(path: &Path, doorbell: &str) -> LauncherTarget {
    let script = read(path).unwrap_or_default();
    let program = script
        .lines()
        .find_map(|line| unquoted(line.strip_prefix(ASSIGNMENT)?))
        .map(PathBuf::from);
    match program {
        Some(program) if program.is_file() => match program == Path::new(doorbell) {
            true => LauncherTarget::Own,
            false => LauncherTarget::Other(program),
        },
        Some(_) | None => LauncherTarget::Missing,
    }
}

fn read(path: &Path) -> Option<String> {
    String::from_utf8(disk::read(path).ok()??).ok()
}

/// Nothing but this one program is run, whatever PATH says. Trying it first costs a few milliseconds;
/// a program that lacks a library would otherwise end the hook with an error.
fn script(doorbell: &str) -> String {
    let quoted = doorbell.replace('\'', r"'\''");
    format!(
        "{HEADER}{ASSIGNMENT}'{quoted}'
\"$doorbell\" --version </dev/null >/dev/null 2>&1 && exec \"$doorbell\" hook \"$@\"
exit 0
"
    )
}

fn unquoted(quoted: &str) -> Option<String> {
    let inner = quoted.strip_prefix('\'')?.strip_suffix('\'')?;
    Some(inner.replace(r"'\''", "'"))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Output};

    use super::*;

    struct Launcher {
        folder: tempfile::TempDir,
    }

    impl Launcher {
        fn new() -> Self {
            let mut folder = tempfile::Builder::new();
            Self {
                folder: folder.prefix("it's a 門 $x").tempdir().unwrap(),
            }
        }

        fn path(&self) -> PathBuf {
            self.folder.path().join("data").join(FILE_NAME)
        }

        fn doorbell(&self) -> String {
            let path = self.folder.path().join("door'bell");
            path.to_str().unwrap().to_owned()
        }

        fn write(&self) -> bool {
            write(&self.path(), &self.doorbell()).unwrap()
        }

        fn install_doorbell(&self, script: &str) {
            disk::install(Path::new(&self.doorbell()), script.as_bytes(), MODE).unwrap();
        }

        fn run(&self) -> Output {
            let mut command = Command::new(self.path());
            command.arg("claude-code").env("PATH", self.folder.path());
            command.output().unwrap()
        }
    }

    const QUIET: (Option<i32>, &[u8], &[u8]) = (Some(0), b"", b"");

    fn result(output: &Output) -> (Option<i32>, &[u8], &[u8]) {
        (output.status.code(), &output.stdout, &output.stderr)
    }

    #[test]
    fn launcher_runs_doorbell_in_any_folder() {
        let launcher = Launcher::new();
        launcher.install_doorbell("#!/bin/sh\necho \"$0 $*\"\n");
        assert!(launcher.write());
        let said = format!("{} hook claude-code\n", launcher.doorbell());
        assert_eq!(
            result(&launcher.run()),
            (Some(0), said.as_bytes(), &b""[..])
        );
    }

    #[test]
    fn missing_or_broken_doorbell_ends_the_hook_quietly() {
        let launcher = Launcher::new();
        launcher.write();
        assert_eq!(result(&launcher.run()), QUIET);
        for broken in [
            "",
            "#!/nonexistent\n",
            "#!/bin/sh\necho broken >&2\nexit 2\n",
        ] {
            launcher.install_doorbell(broken);
            assert_eq!(result(&launcher.run()), QUIET, "{broken:?}");
        }
    }

    /// A `doorbell` in PATH is not the one that setup installed.
    #[test]
    fn other_programs_are_not_run() {
        let launcher = Launcher::new();
        launcher.write();
        let other = launcher.folder.path().join("doorbell");
        disk::install(&other, b"#!/bin/sh\necho other\n", MODE).unwrap();
        assert_eq!(result(&launcher.run()), QUIET);
    }

    #[test]
    fn launcher_is_written_when_it_changed_and_removed_if_it_is_ours() {
        let launcher = Launcher::new();
        assert!(launcher.write());
        assert!(!launcher.write());
        fs::set_permissions(launcher.path(), fs::Permissions::from_mode(0o600)).unwrap();
        assert!(launcher.write());
        assert!(write(&launcher.path(), "/elsewhere/doorbell").unwrap());
        remove(&launcher.path()).unwrap();
        assert!(!launcher.path().exists());
        remove(&launcher.path()).unwrap();
        fs::write(launcher.path(), "#!/bin/sh\n").unwrap();
        remove(&launcher.path()).unwrap();
        assert!(launcher.path().exists());
    }

    #[test]
    fn target_tells_missing_and_other_programs() {
        let launcher = Launcher::new();
        let target = |doorbell: &str| target(&launcher.path(), doorbell);
        assert_eq!(target("/usr/bin/doorbell"), LauncherTarget::Missing);
        launcher.write();
        assert_eq!(target(&launcher.doorbell()), LauncherTarget::Missing);
        launcher.install_doorbell("");
        assert_eq!(target(&launcher.doorbell()), LauncherTarget::Own);
        assert_eq!(
            target("/usr/bin/doorbell"),
            LauncherTarget::Other(launcher.doorbell().into())
        );
    }
}
