//! The files of a package before they are packed.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result};

/// Everyone may read it; programs and folders may be run and entered, too.
const PLAIN: u32 = 0o644;
const EXECUTABLE: u32 = 0o755;

/// Files by their path below the package's root.
#[derive(Default)]
pub struct Tree {
    files: BTreeMap<String, File>,
}

struct File {
    bytes: Vec<u8>,
    mode: u32,
}

impl Tree {
    /// Adds a file that is read.
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.insert(path.into(), bytes.into(), PLAIN);
    }

    /// Adds a file that is run.
    pub fn add_program(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.insert(path.into(), bytes.into(), EXECUTABLE);
    }

    /// The same below a folder.
    #[must_use]
    pub fn below(self, folder: &str) -> Self {
        let files = self.files.into_iter();
        Self {
            files: files
                .map(|(path, file)| (format!("{folder}/{path}"), file))
                .collect(),
        }
    }

    /// The paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The contents of one file.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(|file| file.bytes.as_slice())
    }

    /// How much it takes on a disk, in KiB: as Debian counts, with a KiB for each file's own sake.
    pub fn size(&self) -> usize {
        let sizes = self.files.values().map(|file| file.bytes.len());
        sizes.map(|size| size.div_ceil(1024) + 1).sum()
    }

    /// Writes all of it into a folder that is made anew.
    pub fn write(&self, root: &Path) -> Result<()> {
        if root.exists() {
            fs::remove_dir_all(root).with_context(|| root.display().to_string())?;
        }
        for (path, file) in &self.files {
            let target = root.join(path);
            create_folders(root, path)?;
            fs::write(&target, &file.bytes)
                .and_then(|()| fs::set_permissions(&target, Permissions::from_mode(file.mode)))
                .with_context(|| target.display().to_string())?;
        }
        Ok(())
    }

    fn insert(&mut self, path: String, bytes: Vec<u8>, mode: u32) {
        self.files.insert(path, File { bytes, mode });
    }
}

/// Whatever the umask of whoever makes the package is, those who install it can enter its folders.
fn create_folders(root: &Path, path: &str) -> Result<()> {
    let folders: Vec<_> = Path::new(path).ancestors().skip(1).collect();
    for folder in folders.into_iter().rev() {
        let folder = root.join(folder);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::set_permissions(&folder, Permissions::from_mode(EXECUTABLE)))
            .with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_written_anew_with_its_modes() {
        let root = crate::workspace::output().join("tree-test");
        let mut tree = Tree::default();
        tree.add("old", "x");
        tree.write(&root).unwrap();

        let mut tree = Tree::default();
        tree.add("share/doc/readme", "words");
        tree.add_program("bin/run", "#!/bin/sh\n");
        let tree = tree.below("usr");
        tree.write(&root).unwrap();

        let paths: Vec<_> = tree.paths().collect();
        assert_eq!(paths, ["usr/bin/run", "usr/share/doc/readme"]);
        assert!(!root.join("old").exists());
        let mode = |path| fs::metadata(root.join(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode("usr/bin/run"), EXECUTABLE);
        assert_eq!(mode("usr/share/doc/readme"), PLAIN);
        assert_eq!(mode("usr/share"), EXECUTABLE);
        fs::remove_dir_all(&root).unwrap();
    }
}
