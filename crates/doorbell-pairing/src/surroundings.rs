//! Where things are for one person: the only file that knows a directory.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::server::one_line;

/// What moves an agent's configuration elsewhere.
const VARIABLES: [&str; 5] = [
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "COPILOT_HOME",
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
];

/// Where one person's files are.
#[derive(Clone, Debug)]
pub struct Surroundings {
    home: PathBuf,
    folder: Option<PathBuf>,
    system: PathBuf,
    moved: HashMap<&'static str, PathBuf>,
}

impl Surroundings {
    /// Those of the person who runs this process, in the folder it runs in. `None` if they have no
    /// home.
    pub fn of_process() -> Option<Self> {
        let home = std::env::home_dir().filter(|home| home.is_absolute())?;
        let moved = VARIABLES
            .into_iter()
            .filter_map(|name| Some((name, PathBuf::from(std::env::var_os(name)?))))
            .filter(|(_, path)| path.is_absolute())
            .collect();
        Some(Self {
            folder: std::env::current_dir().ok(),
            moved,
            ..Self::at(home)
        })
    }

    /// Those of a person with this home and nothing moved elsewhere, in no folder.
    pub fn at(home: impl Into<PathBuf>) -> Self {
        Self {
            home: home.into(),
            folder: None,
            system: "/etc".into(),
            moved: HashMap::new(),
        }
    }

    /// The same in a folder, whose project's files are looked for.
    #[must_use]
    pub fn in_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// The same in no folder: no project's files are looked for.
    #[must_use]
    pub fn in_no_folder(mut self) -> Self {
        self.folder = None;
        self
    }

    /// The same with the system's files elsewhere.
    #[must_use]
    pub fn with_system(mut self, system: impl Into<PathBuf>) -> Self {
        self.system = system.into();
        self
    }

    /// The person's home.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// A path as the person would write it.
    pub fn written(&self, path: &Path) -> String {
        let written = match path.strip_prefix(&self.home) {
            Ok(rest) if rest.as_os_str().is_empty() => PathBuf::from("~"),
            Ok(rest) => Path::new("~").join(rest),
            Err(_) => path.to_owned(),
        };
        one_line(&written.to_string_lossy())
    }

    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    pub(crate) fn system(&self) -> &Path {
        &self.system
    }

    /// The directory that a variable names, or else this one in the person's home.
    pub(crate) fn moved(&self, variable: &str, usual: &str) -> PathBuf {
        let moved = self.moved.get(variable).cloned();
        moved.unwrap_or_else(|| self.home.join(usual))
    }

    /// Where programs of the command line keep their configuration.
    pub(crate) fn config(&self) -> PathBuf {
        self.moved("XDG_CONFIG_HOME", ".config")
    }

    /// Where an application of the desktop does.
    pub(crate) fn application(&self, name: &str) -> PathBuf {
        if cfg!(target_os = "macos") {
            self.home.join("Library/Application Support").join(name)
        } else {
            self.config().join(name)
        }
    }

    pub(crate) fn vs_code(&self, file: &str) -> PathBuf {
        self.application("Code/User").join(file)
    }

    /// Where Doorbell keeps what it changed.
    pub(crate) fn state(&self) -> PathBuf {
        if cfg!(target_os = "macos") {
            return self.application("Doorbell").join("pairing");
        }
        self.moved("XDG_STATE_HOME", ".local/state")
            .join("doorbell/pairing")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_as_the_person_would() {
        let around = Surroundings::at("/home/ada");
        for (path, expected) in [
            ("/home/ada", "~"),
            ("/home/ada/.claude.json", "~/.claude.json"),
            ("/home/adam/x", "/home/adam/x"),
        ] {
            assert_eq!(around.written(Path::new(path)), expected);
        }
    }
}
