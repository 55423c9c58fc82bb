//! Where the `doorbell` command is, for files that are read long after.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The absolute path to write for the command that is this file; `None` if it is no text, which no
/// agent's configuration could hold.
pub fn command_path(doorbell: &Path) -> Option<String> {
    let path = stable(doorbell, std::env::var_os("PATH")).unwrap_or_else(|| doorbell.to_owned());
    path.into_os_string().into_string().ok()
}

/// The path by which people find the command, if it leads to this very one. The system follows
/// links, and where they lead may have the version in its name and be gone after the next update.
fn stable(own: &Path, path: Option<OsString>) -> Option<PathBuf> {
    let real = own.canonicalize().ok()?;
    std::env::split_paths(&path?)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join("doorbell"))
        .find(|found| found.canonicalize().is_ok_and(|found| found == real))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_that_people_use_is_taken_if_it_leads_here() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let (old, new, bin) = (folder.join("1"), folder.join("2"), folder.join("bin"));
        for folder in [&old, &new, &bin] {
            std::fs::create_dir(folder).unwrap();
        }
        for folder in [&old, &new] {
            std::fs::write(folder.join("doorbell"), "").unwrap();
        }
        std::os::unix::fs::symlink(new.join("doorbell"), bin.join("doorbell")).unwrap();
        let path = std::env::join_paths([Path::new("relative"), &old, &bin]).unwrap();
        let found = stable(&new.join("doorbell"), Some(path));
        assert_eq!(found, Some(bin.join("doorbell")));
        assert_eq!(stable(&new.join("doorbell"), Some(old.into())), None);
        assert_eq!(stable(&new.join("doorbell"), None), None);
    }
}
