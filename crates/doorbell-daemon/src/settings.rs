//! The settings file. Changes keep everything else that the person wrote in it.

pub(crate) mod accepted;
mod disk;
mod editing;
mod keys;
mod parsing;
mod problem;
mod watch;

#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use doorbell_core::settings::{OutOfBounds, SettingChange, Settings};

pub use problem::{Position, SettingsProblem};

use crate::display_path::display_path;
use disk::Stamp;
use parsing::ParsedSettings;

/// The contents of a new settings file.
const DEFAULT_FILE: &str = include_str!("settings/standard.toml");

/// The settings, and what is wrong with their file.
pub type LoadedSettings = (Settings, Option<SettingsProblem>);

/// Why a setting was not changed. The file stays unchanged. Shown to the person.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The file has a mistake that the person must correct first.
    #[error("Fix settings.toml first: {0}.")]
    InvalidFile(SettingsProblem),
    /// The value is out of bounds.
    #[error(transparent)]
    OutOfBounds(#[from] OutOfBounds),
    /// The file cannot be written.
    #[error("settings.toml can’t be written: {0}.")]
    Unwritable(io::Error),
}

/// The person's settings file. Clones share their state.
#[derive(Clone)]
pub struct SettingsFile {
    path: PathBuf,
    state: Arc<Mutex<FileState>>,
}

struct FileState {
    last_valid: Settings,
    /// The file's stamp when it was last read.
    read: Option<Stamp>,
    /// The file's stamp when it was last checked.
    checked: Option<Stamp>,
}

impl SettingsFile {
    /// Creates a handle without reading the file, which need not exist.
    pub fn at(path: PathBuf) -> Self {
        let state = FileState {
            last_valid: Settings::STANDARD,
            read: None,
            checked: None,
        };
        Self {
            path,
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// Reads the file. Creates one with the defaults if none exists.
    pub fn load(&self) -> LoadedSettings {
        let mut state = self.lock();
        // A dangling link is left alone: its target may appear later.
        if self.path.symlink_metadata().is_err()
            && let Err(error) = disk::write(&self.path, DEFAULT_FILE)
        {
            tracing::warn!(%error, "cannot create the settings file; using the defaults");
        }
        state.checked = Stamp::read(&self.path);
        self.read(&mut state)
    }

    /// Reads the file again if it has changed.
    ///
    /// Two calls must find the same file, because editors empty a file before they write it.
    pub fn reload_if_changed(&self) -> Option<LoadedSettings> {
        let mut state = self.lock();
        let stamp = Stamp::read(&self.path);
        let is_stable = stamp == state.checked;
        state.checked = stamp;
        (is_stable && stamp != state.read).then(|| self.read(&mut state))
    }

    /// Changes one setting in the file.
    ///
    /// # Errors
    /// [`ChangeError`]; the file is unchanged then.
    pub fn change(&self, change: &SettingChange) -> Result<LoadedSettings, ChangeError> {
        let mut state = self.lock();
        let bytes = disk::read(&self.path)
            .map_err(ChangeError::InvalidFile)?
            .unwrap_or_else(|| DEFAULT_FILE.into());
        let before = parsing::parse(&bytes).map_err(ChangeError::InvalidFile)?;
        before.settings.with(change.clone())?;
        let text = parsing::text(&bytes)
            .and_then(|text| editing::set(text, change))
            .map_err(ChangeError::InvalidFile)?;
        let after = parsing::parse(text.as_bytes()).map_err(ChangeError::InvalidFile)?;
        disk::write(&self.path, &text).map_err(ChangeError::Unwritable)?;
        state.checked = Stamp::read(&self.path);
        state.read = state.checked;
        state.last_valid = after.settings.clone();
        Ok((after.settings, after.unknown_key))
    }

    /// Returns the path as shown to the person.
    pub fn display_path(&self) -> String {
        display_path(&self.path)
    }

    fn read(&self, state: &mut FileState) -> LoadedSettings {
        // The stamp is read first, so that the next check finds a write during the read.
        state.read = Stamp::read(&self.path);
        let parsed =
            disk::read(&self.path).and_then(|bytes| parsing::parse(&bytes.unwrap_or_default()));
        match parsed {
            Ok(ParsedSettings {
                settings,
                unknown_key,
            }) => {
                state.last_valid.clone_from(&settings);
                (settings, unknown_key)
            }
            Err(problem) => (state.last_valid.clone(), Some(problem)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, FileState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
