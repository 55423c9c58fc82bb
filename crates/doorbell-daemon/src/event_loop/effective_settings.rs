//! Decides which settings are in effect. Changes to the file that weaken a protection wait for the
//! person's approval.

use std::time::Duration;

use doorbell_core::moment::Moment;
use doorbell_core::settings::{
    PendingChange, SettingChange, Settings, describe_pending_changes, describe_weakened_protections,
};
use doorbell_core::view::PendingChangeView;

use super::EventLoop;
use crate::config::Config;
use crate::desktop::Desktop;
use crate::event::PressOrigin;
use crate::settings::{SettingsProblem, accepted};
use crate::storage::StorageWrite;

/// Why a setting must not be changed now. Shown to the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingRefused {
    /// Another program pressed.
    #[error(
        "Blocked: this click or key didn’t come from your keyboard or mouse. Nothing was changed."
    )]
    Foreign,
    /// The person cannot have read the choice yet.
    #[error("The page just changed. Check it and try again. Nothing was changed.")]
    TooSoon,
}

pub struct EffectiveSettings {
    pub current: Settings,
    /// The protections the person last accepted; `None` until a file was read.
    accepted: Option<Settings>,
    /// Changes that wait for the person's approval.
    pending: Vec<PendingChange>,
    pending_shown_at: Duration,
    pub problem: Option<SettingsProblem>,
    /// Tells the person about weak protections found in a file that was never accepted.
    pub startup_notice: Option<String>,
}

impl EffectiveSettings {
    /// Applies the settings file to the protections stored by the previous run.
    pub fn new(config: &Config, stored: Option<&str>) -> Self {
        let mut settings = Self {
            current: config.settings.clone(),
            accepted: stored.map(accepted::parse),
            pending: Vec::new(),
            pending_shown_at: Duration::ZERO,
            problem: config.settings_problem.clone(),
            startup_notice: None,
        };
        if is_usable(config.settings_problem.as_ref()) {
            settings.startup_notice = settings.apply_file(config.settings.clone(), None);
        }
        settings
    }

    /// Applies a file, with the `change` that the person made themselves. Returns a notice if no
    /// protections were accepted before and the file has weak ones.
    fn apply_file(&mut self, file: Settings, change: Option<SettingChange>) -> Option<String> {
        let accepted = self.accepted.as_ref().unwrap_or(&file);
        let accepted = match change {
            // Already in the file, so it is within bounds.
            Some(change) => accepted.with(change).unwrap_or_else(|_| accepted.clone()),
            None => accepted.clone(),
        };
        let notice = self
            .accepted
            .is_none()
            .then(|| describe_weakened_protections(&file))
            .flatten();
        (self.current, self.pending) = accepted.split_file_settings(file);
        self.accepted = Some(self.current.clone());
        notice
    }

    /// Returns the write that stores the accepted protections, if a file was read.
    pub fn to_write(&self) -> Option<StorageWrite> {
        let settings = accepted::to_toml(self.accepted.as_ref()?);
        Some(StorageWrite::AcceptedSettings { settings })
    }

    pub fn pending(&self) -> Vec<PendingChangeView> {
        self.pending.iter().map(PendingChangeView::from).collect()
    }

    /// Starts the guard time: Home now shows the pending changes.
    pub fn pending_shown(&mut self, now: &Moment) {
        self.pending_shown_at = now.steady;
    }

    /// Returns true once pending changes were visible for the guard time of a press.
    pub fn accepts_pending(&self, now: &Moment) -> bool {
        self.pending.is_empty() || self.pending_guard_end() <= now.steady
    }

    pub fn pending_guard_end(&self) -> Duration {
        let settings = &self.current;
        self.pending_shown_at + settings.press_delay()
    }

    pub fn check_change(
        &self,
        change: &SettingChange,
        origin: PressOrigin,
        now: &Moment,
    ) -> Result<(), SettingRefused> {
        // Writing the file refuses a value that is out of bounds.
        let Ok(after) = self.current.with(change.clone()) else {
            return Ok(());
        };
        if self.current.weakened_by(&after).is_empty() {
            return Ok(());
        }
        if origin == PressOrigin::Program {
            return Err(SettingRefused::Foreign);
        }
        if self.accepts_pending(now) {
            Ok(())
        } else {
            Err(SettingRefused::TooSoon)
        }
    }
}

impl<D: Desktop> EventLoop<D> {
    /// Applies the changed settings file. `change` is set if the person made it in Home.
    pub(super) fn settings_changed(
        &mut self,
        file: Settings,
        change: Option<SettingChange>,
        problem: Option<SettingsProblem>,
        now: &Moment,
    ) {
        if problem.is_some() && problem != self.settings.problem {
            tracing::warn!("something is wrong with the settings file");
        }
        let is_usable = is_usable(problem.as_ref());
        self.settings.problem = problem;
        if !is_usable {
            return;
        }
        let before = self.settings.current.clone();
        let pending_before = std::mem::take(&mut self.settings.pending);
        let notice = self.settings.apply_file(file, change);
        if self.settings.current.protections() != before.protections() {
            self.store_protections();
        }
        if pending_before != self.settings.pending {
            let text = describe_pending_changes(&self.settings.pending);
            self.desktop.set_settings_notice(text);
        }
        if notice.is_some() {
            self.desktop.set_settings_notice(notice);
        }
        self.apply_settings(&before, now);
    }

    /// Stores the protections at startup and tells the person about weak or pending ones.
    pub(super) fn announce_settings(&mut self) {
        self.store_protections();
        let startup_notice = self.settings.startup_notice.take();
        let notice = startup_notice.or_else(|| describe_pending_changes(&self.settings.pending));
        if notice.is_some() {
            self.desktop.set_settings_notice(notice);
        }
    }

    fn store_protections(&mut self) {
        if let Some(write) = self.settings.to_write() {
            self.store.write(write);
        }
    }

    fn apply_settings(&mut self, before: &Settings, now: &Moment) {
        let settings = &self.settings.current;
        if settings.from_programs {
            self.board.withdraw_assistive_offer(now);
        }
        if settings.delay != before.delay {
            self.board.set_press_delay(settings.press_delay(), now);
        }
        if settings.history_days() != before.history_days() {
            self.store.set_retention(settings.history_days(), now);
        }
        if before.first_lines && !settings.first_lines {
            self.store.remove_first_lines();
        }
        self.desktop.apply_settings(settings);
    }
}

/// Returns true if the settings of a file with this problem can be used.
fn is_usable(problem: Option<&SettingsProblem>) -> bool {
    problem.is_none_or(SettingsProblem::is_warning)
}

#[cfg(test)]
mod tests;
