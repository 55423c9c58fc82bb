//! The directories of one user. No other module names one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::server::one_line;

/// Environment variables that name a directory.
const DIRECTORY_VARIABLES: [&str; 6] = [
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "COPILOT_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
];

/// Where one user's files are.
#[derive(Clone, Debug)]
pub struct UserPaths {
    home: PathBuf,
    current_dir: Option<PathBuf>,
    system_config_dir: PathBuf,
    env_dirs: HashMap<&'static str, PathBuf>,
}

impl UserPaths {
    /// Reads the environment and the current directory of this process. Returns `None` without a
    /// home directory.
    pub fn from_env() -> Option<Self> {
        let home = std::env::home_dir().filter(|home| home.is_absolute())?;
        let env_dirs = DIRECTORY_VARIABLES
            .into_iter()
            .filter_map(|name| Some((name, PathBuf::from(std::env::var_os(name)?))))
            .filter(|(_, path)| path.is_absolute())
            .collect();
        Some(Self {
            current_dir: std::env::current_dir().ok(),
            env_dirs,
            ..Self::with_home(home)
        })
    }

    /// Uses the default directories below this home, and no project.
    pub fn with_home(home: impl Into<PathBuf>) -> Self {
        Self {
            home: home.into(),
            current_dir: None,
            system_config_dir: "/etc".into(),
            env_dirs: HashMap::new(),
        }
    }

    /// Also looks for files of the project that contains this directory.
    #[must_use]
    pub fn in_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.current_dir = Some(directory.into());
        self
    }

    /// Looks for no project's files.
    #[must_use]
    pub fn without_project(mut self) -> Self {
        self.current_dir = None;
        self
    }

    /// Replaces `/etc`.
    #[must_use]
    pub fn with_system_config_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.system_config_dir = directory.into();
        self
    }

    /// Returns the user's home directory.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Abbreviates the home directory to `~` and escapes invisible characters.
    pub fn display(&self, path: &Path) -> String {
        let shortened = match path.strip_prefix(&self.home) {
            Ok(rest) if rest.as_os_str().is_empty() => PathBuf::from("~"),
            Ok(rest) => Path::new("~").join(rest),
            Err(_) => path.to_owned(),
        };
        one_line(&shortened.to_string_lossy())
    }

    pub(crate) fn current_dir(&self) -> Option<&Path> {
        self.current_dir.as_deref()
    }

    pub(crate) fn system_config_dir(&self) -> &Path {
        &self.system_config_dir
    }

    /// Returns the directory that the variable names, or else `default` in the user's home.
    pub(crate) fn dir_from_env(&self, variable: &str, default: &str) -> PathBuf {
        let directory = self.env_dirs.get(variable).cloned();
        directory.unwrap_or_else(|| self.home.join(default))
    }

    /// Returns the directory for configuration of command line programs.
    pub(crate) fn config_dir(&self) -> PathBuf {
        self.dir_from_env("XDG_CONFIG_HOME", ".config")
    }

    /// Returns the path of a desktop application's configuration.
    pub(crate) fn app_config(&self, name: &str) -> PathBuf {
        if cfg!(target_os = "macos") {
            self.home.join("Library/Application Support").join(name)
        } else {
            self.config_dir().join(name)
        }
    }

    pub(crate) fn vs_code(&self, file: &str) -> PathBuf {
        self.app_config("Code/User").join(file)
    }

    /// Returns the directory of Doorbell's own data.
    pub(crate) fn data_dir(&self) -> PathBuf {
        if cfg!(target_os = "macos") {
            return self.app_config("Doorbell");
        }
        self.dir_from_env("XDG_DATA_HOME", ".local/share")
            .join("doorbell")
    }

    /// Returns the directory of the journal and the backups.
    pub(crate) fn state_dir(&self) -> PathBuf {
        if cfg!(target_os = "macos") {
            return self.app_config("Doorbell").join("pairing");
        }
        self.dir_from_env("XDG_STATE_HOME", ".local/state")
            .join("doorbell/pairing")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_abbreviates_home() {
        let paths = UserPaths::with_home("/home/ada");
        for (path, expected) in [
            ("/home/ada", "~"),
            ("/home/ada/.claude.json", "~/.claude.json"),
            ("/home/adam/x", "/home/adam/x"),
        ] {
            assert_eq!(paths.display(Path::new(path)), expected);
        }
    }
}
