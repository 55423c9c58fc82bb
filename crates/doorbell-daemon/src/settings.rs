//! The settings file: read, watched, and changed with everything a person wrote in it kept.

pub(crate) mod accepted;
mod disk;
mod editing;
mod keys;
mod problem;
mod reading;
mod watch;

#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use doorbell_core::settings::{OutOfBounds, SettingChange, Settings};

pub use problem::{Place, Problem};

use crate::written::written;
use disk::Stamp;
use reading::Read;

/// What a settings file looks like to begin with: every setting, its default and what it means.
const STANDARD: &str = include_str!("settings/standard.toml");

/// How Doorbell is set, and what is wrong with the file that says so.
pub type Loaded = (Settings, Option<Problem>);

/// Why a setting was not changed, in a sentence for people. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum NotChanged {
    /// There is a mistake in the file, which would be lost or would stay.
    #[error("Put settings.toml right first: {0}.")]
    Wrong(Problem),
    /// It cannot be set so.
    #[error(transparent)]
    OutOfBounds(#[from] OutOfBounds),
    /// The file cannot be written.
    #[error("settings.toml cannot be written: {0}.")]
    Unwritable(io::Error),
}

/// The person's settings file. Clones are the same file.
#[derive(Clone)]
pub struct SettingsFile {
    path: PathBuf,
    state: Arc<Mutex<State>>,
}

/// What is known of the file.
struct State {
    /// What it said when it last was right.
    good: Settings,
    /// What it was when it was last read.
    read: Option<Stamp>,
    /// What it was when it was last looked at.
    looked: Option<Stamp>,
}

impl SettingsFile {
    /// The file at this path, which need not be there and is not read yet.
    pub fn at(path: PathBuf) -> Self {
        let state = State {
            good: Settings::STANDARD,
            read: None,
            looked: None,
        };
        Self {
            path,
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// Reads the file; if there is none, one with the defaults is put there.
    pub fn load(&self) -> Loaded {
        let mut state = self.lock();
        // A link that leads nowhere may lead somewhere tomorrow.
        if self.path.symlink_metadata().is_err()
            && let Err(error) = disk::write(&self.path, STANDARD)
        {
            tracing::warn!(%error, "no settings file could be made; the defaults count");
        }
        state.looked = Stamp::of(&self.path);
        self.read(&mut state)
    }

    /// What the file says now, if it is another one than was read last.
    ///
    /// It must be found the same by two calls: editors empty a file before they write it.
    pub fn changed_on_disk(&self) -> Option<Loaded> {
        let mut state = self.lock();
        let found = Stamp::of(&self.path);
        let is_settled = found == state.looked;
        state.looked = found;
        (is_settled && found != state.read).then(|| self.read(&mut state))
    }

    /// Sets one thing and writes it into the file.
    ///
    /// # Errors
    /// [`NotChanged`]; nothing was written then.
    pub fn change(&self, change: &SettingChange) -> Result<Loaded, NotChanged> {
        let mut state = self.lock();
        let bytes = disk::read(&self.path)
            .map_err(NotChanged::Wrong)?
            .unwrap_or_else(|| STANDARD.into());
        let before = reading::read(&bytes).map_err(NotChanged::Wrong)?;
        before.settings.with(change.clone())?;
        let text = reading::text(&bytes)
            .and_then(|text| editing::set(text, change))
            .map_err(NotChanged::Wrong)?;
        let after = reading::read(text.as_bytes()).map_err(NotChanged::Wrong)?;
        disk::write(&self.path, &text).map_err(NotChanged::Unwritable)?;
        state.looked = Stamp::of(&self.path);
        state.read = state.looked;
        state.good = after.settings.clone();
        Ok((after.settings, after.unknown))
    }

    /// Its path as a person would write it.
    pub fn shown(&self) -> String {
        written(&self.path)
    }

    fn read(&self, state: &mut State) -> Loaded {
        // Looked at before it is read: what is written meanwhile is found by the next look.
        state.read = Stamp::of(&self.path);
        let found =
            disk::read(&self.path).and_then(|bytes| reading::read(&bytes.unwrap_or_default()));
        match found {
            Ok(Read { settings, unknown }) => {
                state.good.clone_from(&settings);
                (settings, unknown)
            }
            Err(problem) => (state.good.clone(), Some(problem)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
