//! Heeding the settings: what of the file counts, and what of it waits for the person's word.

use std::time::Duration;

use doorbell_core::moment::Moment;
use doorbell_core::settings::{PendingChange, SettingChange, Settings, describe_weakened_protections, describe_pending_changes};
use doorbell_core::view::PendingChangeView;

use super::House;
use crate::config::Config;
use crate::desktop::Desktop;
use crate::event::PressOrigin;
use crate::settings::{Problem, accepted};
use crate::storage::Note;

/// Why the person's wish is not one, in a sentence for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSet {
    /// Another program pressed.
    #[error(
        "This press came from another program; nothing was changed. A keyboard or mouse of this computer is needed."
    )]
    Foreign,
    /// It came before the person can have read what they pressed.
    #[error("That was too soon after something changed here; nothing was changed.")]
    TooSoon,
}

/// How Doorbell is set, and what of the file does not count yet.
pub struct Heeded {
    /// What counts.
    pub settings: Settings,
    /// What the person last wanted of the settings that protect; `None` before any file was read.
    accepted: Option<Settings>,
    held: Vec<PendingChange>,
    /// Since when Home shows what waits.
    held_shown: Duration,
    /// What is wrong with the file.
    pub problem: Option<Problem>,
    /// What the person is to know of how it began, until they were told.
    pub found: Option<String>,
}

impl Heeded {
    /// Begins with what the file says, and with what was written down of earlier.
    pub fn begin(config: &Config, written_down: Option<&str>) -> Self {
        let mut heeded = Self {
            settings: config.settings.clone(),
            accepted: written_down.map(accepted::read),
            held: Vec::new(),
            held_shown: Duration::ZERO,
            problem: config.settings_problem.clone(),
            found: None,
        };
        if is_read(config.settings_problem.as_ref()) {
            heeded.found = heeded.heed(config.settings.clone(), None);
        }
        heeded
    }

    /// Takes of a file what may count. What the person changed themselves is among it. Gives what
    /// is to be told of a file nobody was ever asked about.
    fn heed(&mut self, file: Settings, changed: Option<SettingChange>) -> Option<String> {
        let accepted = self.accepted.as_ref().unwrap_or(&file);
        let accepted = match changed {
            // It is in the file, so it is within bounds.
            Some(change) => accepted.with(change).unwrap_or_else(|_| accepted.clone()),
            None => accepted.clone(),
        };
        let found = self.accepted.is_none().then(|| describe_weakened_protections(&file)).flatten();
        (self.settings, self.held) = accepted.split_file_settings(file);
        self.accepted = Some(self.settings.clone());
        found
    }

    /// What is to be written down, if the file was read.
    pub fn to_write_down(&self) -> Option<Note> {
        let settings = accepted::write(self.accepted.as_ref()?);
        Some(Note::Accepted { settings })
    }

    /// What waits, as Home shows it.
    pub fn held(&self) -> Vec<PendingChangeView> {
        self.held.iter().map(PendingChangeView::from).collect()
    }

    /// Home shows now what waits.
    pub fn shown(&mut self, now: &Moment) {
        self.held_shown = now.steady;
    }

    /// Whether a change that protects less is accepted now. What waits must have been shown for
    /// as long as the guard on presses lasts.
    pub fn accepts_approval(&self, now: &Moment) -> bool {
        self.held.is_empty() || self.held_guard_end() <= now.steady
    }

    pub fn held_guard_end(&self) -> Duration {
        self.held_shown + self.settings.press_delay()
    }

    /// Whether a change may be made by whoever wants it.
    pub fn may_set(
        &self,
        change: &SettingChange,
        whose: PressOrigin,
        now: &Moment,
    ) -> Result<(), NotSet> {
        // What is out of bounds is refused by the file.
        let Ok(after) = self.settings.with(change.clone()) else {
            return Ok(());
        };
        if self.settings.weakened_by(&after).is_empty() {
            return Ok(());
        }
        if whose == PressOrigin::Program {
            return Err(NotSet::Foreign);
        }
        if self.accepts_approval(now) {
            Ok(())
        } else {
            Err(NotSet::TooSoon)
        }
    }
}

impl<D: Desktop> House<D> {
    /// The file says something, or the person changed something in it.
    pub(super) fn file_says(
        &mut self,
        file: Settings,
        changed: Option<SettingChange>,
        problem: Option<Problem>,
        now: &Moment,
    ) {
        if problem.is_some() && problem != self.heeded.problem {
            tracing::warn!("something is wrong with the settings file");
        }
        let has_settings = is_read(problem.as_ref());
        self.heeded.problem = problem;
        if !has_settings {
            return;
        }
        let before = self.heeded.settings.clone();
        let waited = std::mem::take(&mut self.heeded.held);
        let found = self.heeded.heed(file, changed);
        if self.heeded.settings.protections() != before.protections() {
            self.write_down_protections();
        }
        if waited != self.heeded.held {
            self.desktop.point_to_settings(describe_pending_changes(&self.heeded.held));
        }
        if found.is_some() {
            self.desktop.point_to_settings(found);
        }
        self.adopt(&before, now);
    }

    /// What the person is told when Doorbell begins.
    pub(super) fn tell_of_settings(&mut self) {
        self.write_down_protections();
        let words = self
            .heeded
            .found
            .take()
            .or_else(|| describe_pending_changes(&self.heeded.held));
        if words.is_some() {
            self.desktop.point_to_settings(words);
        }
    }

    fn write_down_protections(&mut self) {
        if let Some(note) = self.heeded.to_write_down() {
            self.past.note(note);
        }
    }

    fn adopt(&mut self, before: &Settings, now: &Moment) {
        let settings = &self.heeded.settings;
        if settings.delay != before.delay {
            self.board.set_press_delay(settings.press_delay(), now);
        }
        if settings.history_days() != before.history_days() {
            self.past.keep_for(settings.history_days(), now);
        }
        self.desktop.adopt(settings);
    }
}

/// Whether a file with this problem says how Doorbell is set.
fn is_read(problem: Option<&Problem>) -> bool {
    problem.is_none_or(Problem::is_warning)
}

#[cfg(test)]
mod tests;
