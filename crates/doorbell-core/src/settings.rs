//! The person's settings. The Settings page receives the same type.

mod protection;

pub use protection::{PendingChange, describe_pending_changes, describe_weakened_protections};

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Milliseconds.
pub const MIN_DELAY: u16 = 500;
pub const MAX_DELAY: u16 = 3_000;
pub const MIN_DAYS: u16 = 1;
pub const MAX_DAYS: u16 = 365;
/// Percent of the normal text size.
pub const MIN_SIZE: u16 = 75;
pub const MAX_SIZE: u16 = 200;
/// Seconds. Less would release the window between two questions of one conversation.
pub const MIN_RELEASE: u32 = 5;
pub const MAX_RELEASE: u32 = 24 * 60 * 60;
/// Bytes.
pub const MAX_SHORTCUT: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct Settings {
    pub arrival: Arrival,
    pub detail: Detail,
    /// Notifications of simple questions have buttons that answer them.
    pub answer_buttons: bool,
    pub sound: bool,
    /// When an agent that has finished, or waits in its terminal, is shown as a notice.
    pub session_notices: SessionNotices,
    /// Milliseconds until a press is accepted after something changed on the screen.
    pub delay: u16,
    /// Presses made by other programs are accepted.
    pub from_programs: bool,
    pub history: bool,
    /// How long history is kept.
    pub days: u16,
    /// History keeps the first line of each question.
    pub first_lines: bool,
    pub theme: Theme,
    pub high_contrast: SystemChoice,
    pub reduced_motion: SystemChoice,
    /// Percent of the normal text size.
    pub size: u16,
    /// The window stays loaded while no question is open.
    pub keep_warm: bool,
    /// Seconds without a question until the window is released, unless `keep_warm`. Set only in the
    /// settings file.
    #[serde(skip)]
    pub release_after: u32,
    /// The keys that bring the oldest question to the front.
    pub shortcut: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Arrival {
    /// With a window if it can appear without taking the focus, otherwise as a notification.
    Automatic,
    /// With a window that does not take the focus.
    Window,
    /// As a notification; the window opens on request.
    Notification,
    /// With a window that takes the focus.
    Focus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Detail {
    /// The asker and the first line of the message.
    Full,
    /// Only the asker.
    Asker,
    /// Only that an agent needs the person.
    Private,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum SessionNotices {
    Off,
    /// While its terminal is not in front, or the desktop does not tell.
    Away,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Theme {
    System,
    Light,
    Dark,
}

/// A preference that the desktop has, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum SystemChoice {
    System,
    On,
    Off,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "setting", content = "to", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum SettingChange {
    Arrival(Arrival),
    Detail(Detail),
    AnswerButtons(bool),
    Sound(bool),
    SessionNotices(SessionNotices),
    Delay(u16),
    FromPrograms(bool),
    History(bool),
    Days(u16),
    FirstLines(bool),
    Theme(Theme),
    HighContrast(SystemChoice),
    ReducedMotion(SystemChoice),
    Size(u16),
    KeepWarm(bool),
    Shortcut(Option<String>),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} must be between {min} and {max}.")]
pub struct OutOfBounds {
    what: &'static str,
    min: u32,
    max: u32,
}

impl Settings {
    /// The settings without a settings file.
    pub const STANDARD: Self = Self {
        arrival: Arrival::Automatic,
        detail: Detail::Full,
        answer_buttons: false,
        sound: true,
        session_notices: SessionNotices::Away,
        delay: MIN_DELAY,
        from_programs: false,
        history: true,
        days: 30,
        first_lines: true,
        theme: Theme::System,
        high_contrast: SystemChoice::System,
        reduced_motion: SystemChoice::System,
        size: 100,
        keep_warm: false,
        release_after: 10 * 60,
        shortcut: None,
    };

    /// Returns the settings with one change.
    pub fn with(&self, change: SettingChange) -> Result<Self, OutOfBounds> {
        let mut settings = self.clone();
        settings.set(change);
        settings.check()?;
        Ok(settings)
    }

    fn set(&mut self, change: SettingChange) {
        match change {
            SettingChange::Arrival(arrival) => self.arrival = arrival,
            SettingChange::Detail(detail) => self.detail = detail,
            SettingChange::AnswerButtons(on) => self.answer_buttons = on,
            SettingChange::Sound(on) => self.sound = on,
            SettingChange::SessionNotices(notices) => self.session_notices = notices,
            SettingChange::Delay(delay) => self.delay = delay,
            SettingChange::FromPrograms(on) => self.from_programs = on,
            SettingChange::History(on) => self.history = on,
            SettingChange::Days(days) => self.days = days,
            SettingChange::FirstLines(on) => self.first_lines = on,
            SettingChange::Theme(theme) => self.theme = theme,
            SettingChange::HighContrast(choice) => self.high_contrast = choice,
            SettingChange::ReducedMotion(choice) => self.reduced_motion = choice,
            SettingChange::Size(size) => self.size = size,
            SettingChange::KeepWarm(on) => self.keep_warm = on,
            SettingChange::Shortcut(keys) => self.shortcut = keys,
        }
    }

    pub fn check(&self) -> Result<(), OutOfBounds> {
        let shortcut = self.shortcut.as_ref().map_or(1, String::len);
        let shortcut = u32::try_from(shortcut).unwrap_or(u32::MAX);
        let max_shortcut = u32::try_from(MAX_SHORTCUT).unwrap_or(u32::MAX);
        within(
            "The delay in milliseconds",
            self.delay,
            MIN_DELAY,
            MAX_DELAY,
        )?;
        let days = "The number of days history is kept";
        within(days, self.days, MIN_DAYS, MAX_DAYS)?;
        within("The size of text in percent", self.size, MIN_SIZE, MAX_SIZE)?;
        let release = "The number of seconds until the window is released";
        within(release, self.release_after, MIN_RELEASE, MAX_RELEASE)?;
        within("The length of the shortcut", shortcut, 1, max_shortcut)
    }

    /// `None` if history is off.
    pub fn history_days(&self) -> Option<u16> {
        self.history.then_some(self.days)
    }

    /// True if history may keep the first line of a question. `hides_details` is true while the
    /// person hides details.
    pub fn keeps_first_line(&self, hides_details: bool) -> bool {
        self.first_lines && self.detail != Detail::Private && !hides_details
    }

    /// `None` if the window stays loaded.
    pub fn window_release_delay(&self) -> Option<Duration> {
        let after = Duration::from_secs(self.release_after.into());
        (!self.keep_warm).then_some(after)
    }

    pub fn press_delay(&self) -> Duration {
        Duration::from_millis(self.delay.into())
    }
}

fn within<T: Into<u32>>(what: &'static str, value: T, min: T, max: T) -> Result<(), OutOfBounds> {
    let (value, min, max) = (value.into(), min.into(), max.into());
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(OutOfBounds { what, min, max })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_standard_settings_and_every_limit() {
        Settings::STANDARD.check().unwrap();
        let accepts = |change| Settings::STANDARD.with(change).is_ok();
        assert!(accepts(SettingChange::Delay(MIN_DELAY)));
        assert!(accepts(SettingChange::Delay(MAX_DELAY)));
        assert!(!accepts(SettingChange::Delay(MIN_DELAY - 1)));
        assert!(!accepts(SettingChange::Delay(MAX_DELAY + 1)));
        assert!(accepts(SettingChange::Days(MIN_DAYS)));
        assert!(accepts(SettingChange::Days(MAX_DAYS)));
        assert!(!accepts(SettingChange::Days(MIN_DAYS - 1)));
        assert!(!accepts(SettingChange::Days(MAX_DAYS + 1)));
        assert!(accepts(SettingChange::Size(MIN_SIZE)));
        assert!(accepts(SettingChange::Size(MAX_SIZE)));
        assert!(!accepts(SettingChange::Size(MIN_SIZE - 1)));
        assert!(!accepts(SettingChange::Size(MAX_SIZE + 1)));
        let accepts_release = |release_after| {
            let settings = Settings {
                release_after,
                ..Settings::STANDARD
            };
            settings.check().is_ok()
        };
        assert!(accepts_release(MIN_RELEASE));
        assert!(accepts_release(MAX_RELEASE));
        assert!(!accepts_release(MIN_RELEASE - 1));
        assert!(!accepts_release(MAX_RELEASE + 1));
        let keys = |length: usize| SettingChange::Shortcut(Some("k".repeat(length)));
        assert!(accepts(keys(MAX_SHORTCUT)));
        assert!(!accepts(keys(MAX_SHORTCUT + 1)));
        assert!(!accepts(keys(0)));
        assert!(accepts(SettingChange::Shortcut(None)));
    }

    #[test]
    fn out_of_bounds_error_names_the_bounds() {
        let error = Settings::STANDARD
            .with(SettingChange::Delay(100))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "The delay in milliseconds must be between 500 and 3000."
        );
    }

    #[test]
    fn a_change_sets_one_field() {
        let dark = Settings::STANDARD.with(SettingChange::Theme(Theme::Dark));
        let expected = Settings {
            theme: Theme::Dark,
            ..Settings::STANDARD
        };
        assert_eq!(dark.unwrap(), expected);
    }

    #[test]
    fn first_lines_are_not_kept_while_details_are_hidden() {
        let keeps = |change, hides_details| {
            let settings = Settings::STANDARD.with(change).unwrap();
            settings.keeps_first_line(hides_details)
        };
        assert!(keeps(SettingChange::FirstLines(true), false));
        assert!(keeps(SettingChange::Detail(Detail::Asker), false));
        assert!(!keeps(SettingChange::FirstLines(true), true));
        assert!(!keeps(SettingChange::FirstLines(false), false));
        assert!(!keeps(SettingChange::Detail(Detail::Private), false));
    }

    #[test]
    fn warm_window_is_not_released() {
        let ten_minutes = Some(Duration::from_secs(600));
        assert_eq!(Settings::STANDARD.window_release_delay(), ten_minutes);
        let warm = Settings::STANDARD.with(SettingChange::KeepWarm(true));
        assert_eq!(warm.unwrap().window_release_delay(), None);
    }
}
