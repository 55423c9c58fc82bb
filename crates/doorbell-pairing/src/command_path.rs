//! The path of the `doorbell` command that is written into agents' files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns the absolute path to write for this `doorbell` command; `None` if it is not UTF-8, which
/// agents' files cannot hold.
pub fn command_path(doorbell: &Path) -> Option<String> {
    let path =
        path_entry(doorbell, std::env::var_os("PATH")).unwrap_or_else(|| doorbell.to_owned());
    path.into_os_string().into_string().ok()
}

/// Returns the command's path in `PATH`, if it leads to this file. The resolved path may contain the
/// version and disappear with the next update.
fn path_entry(own: &Path, path: Option<OsString>) -> Option<PathBuf> {
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
    fn path_entry_is_used_if_it_leads_to_this_command() {
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
        let found = path_entry(&new.join("doorbell"), Some(path));
        assert_eq!(found, Some(bin.join("doorbell")));
        assert_eq!(path_entry(&new.join("doorbell"), Some(old.into())), None);
        assert_eq!(path_entry(&new.join("doorbell"), None), None);
    }
}
