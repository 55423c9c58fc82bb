//! How the person wants Doorbell to behave.
//!
//! The same type is shown on the Settings page, so it crosses to it like a view.

mod protection;

pub use protection::{Held, tell_found, tell_held};

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Presses count at the earliest so soon after something changed on the screen.
pub const LEAST_DELAY: u16 = 500;
/// And at the latest so long after.
pub const MOST_DELAY: u16 = 3_000;
/// The shortest time history can be kept.
pub const LEAST_DAYS: u16 = 1;
/// The longest.
pub const MOST_DAYS: u16 = 365;
/// The smallest text, in hundredths of the usual size.
pub const LEAST_SIZE: u16 = 75;
/// The largest.
pub const MOST_SIZE: u16 = 200;
/// The shortest time the window is kept after the last question, in seconds: less would release it
/// between two questions of one conversation.
pub const LEAST_RELEASE: u32 = 5;
/// The longest: a day. Whoever wants it longer keeps it for good.
pub const MOST_RELEASE: u32 = 24 * 60 * 60;
/// The longest description of a shortcut that is read.
pub const MOST_SHORTCUT: usize = 64;

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct Settings {
    /// How a question arrives.
    pub arrival: Arrival,
    /// How much a notification tells.
    pub detail: Detail,
    /// Whether simple questions can be answered in their notification.
    pub answer_buttons: bool,
    /// Whether a ring can be heard.
    pub sound: bool,
    /// Milliseconds until a press counts after something changed on the screen.
    pub delay: u16,
    /// Whether presses count that other programs make.
    pub from_programs: bool,
    /// Whether history is kept.
    pub history: bool,
    /// For how many days.
    pub days: u16,
    /// Light or dark.
    pub theme: Theme,
    /// The size of text, in hundredths of the usual size.
    pub size: u16,
    /// Whether the window stays ready when nothing was asked for a while.
    pub keep_warm: bool,
    /// After how many seconds without a question it is released, unless it stays ready. Only the
    /// file sets it: the Settings page asks whether, not when.
    #[serde(skip)]
    pub release_after: u32,
    /// The keys that bring the oldest question to the front; none if absent.
    pub shortcut: Option<String>,
}

/// How a question arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Arrival {
    /// With its window where a window can come without taking the keyboard, else as a
    /// notification alone.
    Automatic,
    /// With its window, which leaves the keyboard where it is.
    Window,
    /// As a notification alone; its window comes when it is asked for.
    Notification,
    /// With its window, which takes the keyboard.
    Focus,
}

/// How much a notification tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Detail {
    /// Who asks, and the first line of what they ask.
    Full,
    /// Who asks.
    Asker,
    /// That an agent needs the person.
    Private,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Theme {
    /// As the system has it.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// One thing set anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "setting", content = "to", rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum SettingChange {
    /// See [`Settings::arrival`].
    Arrival(Arrival),
    /// See [`Settings::detail`].
    Detail(Detail),
    /// See [`Settings::answer_buttons`].
    AnswerButtons(bool),
    /// See [`Settings::sound`].
    Sound(bool),
    /// See [`Settings::delay`].
    Delay(u16),
    /// See [`Settings::from_programs`].
    FromPrograms(bool),
    /// See [`Settings::history`].
    History(bool),
    /// See [`Settings::days`].
    Days(u16),
    /// See [`Settings::theme`].
    Theme(Theme),
    /// See [`Settings::size`].
    Size(u16),
    /// See [`Settings::keep_warm`].
    KeepWarm(bool),
    /// See [`Settings::shortcut`].
    Shortcut(Option<String>),
}

/// Why something cannot be set so, in a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} must be between {least} and {most}.")]
pub struct OutOfBounds {
    what: &'static str,
    least: u32,
    most: u32,
}

impl Settings {
    /// How Doorbell behaves when nothing was set.
    pub const STANDARD: Self = Self {
        arrival: Arrival::Automatic,
        detail: Detail::Full,
        answer_buttons: false,
        sound: true,
        delay: LEAST_DELAY,
        from_programs: false,
        history: true,
        days: 30,
        theme: Theme::System,
        size: 100,
        keep_warm: false,
        release_after: 10 * 60,
        shortcut: None,
    };

    /// The same with one thing set anew.
    ///
    /// # Errors
    /// [`OutOfBounds`].
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
            SettingChange::Delay(delay) => self.delay = delay,
            SettingChange::FromPrograms(on) => self.from_programs = on,
            SettingChange::History(on) => self.history = on,
            SettingChange::Days(days) => self.days = days,
            SettingChange::Theme(theme) => self.theme = theme,
            SettingChange::Size(size) => self.size = size,
            SettingChange::KeepWarm(on) => self.keep_warm = on,
            SettingChange::Shortcut(keys) => self.shortcut = keys,
        }
    }

    /// Whether every number is one that can be set.
    ///
    /// # Errors
    /// [`OutOfBounds`] for the first that is not.
    pub fn check(&self) -> Result<(), OutOfBounds> {
        let shortcut = self.shortcut.as_ref().map_or(1, String::len);
        let shortcut = u32::try_from(shortcut).unwrap_or(u32::MAX);
        let most_shortcut = u32::try_from(MOST_SHORTCUT).unwrap_or(u32::MAX);
        within(
            "The delay in milliseconds",
            self.delay,
            LEAST_DELAY,
            MOST_DELAY,
        )?;
        let days = "The number of days history is kept";
        within(days, self.days, LEAST_DAYS, MOST_DAYS)?;
        within(
            "The size of text in percent",
            self.size,
            LEAST_SIZE,
            MOST_SIZE,
        )?;
        let release = "The number of seconds until the window is released";
        within(release, self.release_after, LEAST_RELEASE, MOST_RELEASE)?;
        within("The length of the shortcut", shortcut, 1, most_shortcut)
    }

    /// For how many days history is kept, if it is.
    pub fn kept_days(&self) -> Option<u16> {
        self.history.then_some(self.days)
    }

    /// How long after the last question the window is released, if it is.
    pub fn released_after(&self) -> Option<Duration> {
        let after = Duration::from_secs(self.release_after.into());
        (!self.keep_warm).then_some(after)
    }

    /// How long a press must wait after something changed on the screen.
    pub fn activation(&self) -> Duration {
        Duration::from_millis(self.delay.into())
    }
}

fn within<T: Into<u32>>(
    what: &'static str,
    value: T,
    least: T,
    most: T,
) -> Result<(), OutOfBounds> {
    let (value, least, most) = (value.into(), least.into(), most.into());
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(OutOfBounds { what, least, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_can_be_set_and_so_can_every_edge() {
        Settings::STANDARD.check().unwrap();
        let takes = |change| Settings::STANDARD.with(change).is_ok();
        assert!(takes(SettingChange::Delay(LEAST_DELAY)));
        assert!(takes(SettingChange::Delay(MOST_DELAY)));
        assert!(!takes(SettingChange::Delay(LEAST_DELAY - 1)));
        assert!(!takes(SettingChange::Delay(MOST_DELAY + 1)));
        assert!(takes(SettingChange::Days(LEAST_DAYS)));
        assert!(takes(SettingChange::Days(MOST_DAYS)));
        assert!(!takes(SettingChange::Days(LEAST_DAYS - 1)));
        assert!(!takes(SettingChange::Days(MOST_DAYS + 1)));
        assert!(takes(SettingChange::Size(LEAST_SIZE)));
        assert!(takes(SettingChange::Size(MOST_SIZE)));
        assert!(!takes(SettingChange::Size(LEAST_SIZE - 1)));
        assert!(!takes(SettingChange::Size(MOST_SIZE + 1)));
        let released = |release_after| {
            let settings = Settings {
                release_after,
                ..Settings::STANDARD
            };
            settings.check().is_ok()
        };
        assert!(released(LEAST_RELEASE));
        assert!(released(MOST_RELEASE));
        assert!(!released(LEAST_RELEASE - 1));
        assert!(!released(MOST_RELEASE + 1));
        let keys = |length: usize| SettingChange::Shortcut(Some("k".repeat(length)));
        assert!(takes(keys(MOST_SHORTCUT)));
        assert!(!takes(keys(MOST_SHORTCUT + 1)));
        assert!(!takes(keys(0)));
        assert!(takes(SettingChange::Shortcut(None)));
    }

    #[test]
    fn what_is_out_of_bounds_says_the_bounds() {
        let error = Settings::STANDARD
            .with(SettingChange::Delay(100))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "The delay in milliseconds must be between 500 and 3000."
        );
    }

    #[test]
    fn a_change_changes_one_thing() {
        let dark = Settings::STANDARD.with(SettingChange::Theme(Theme::Dark));
        let expected = Settings {
            theme: Theme::Dark,
            ..Settings::STANDARD
        };
        assert_eq!(dark.unwrap(), expected);
    }

    #[test]
    fn a_window_that_stays_ready_is_not_released() {
        let ten_minutes = Some(Duration::from_secs(600));
        assert_eq!(Settings::STANDARD.released_after(), ten_minutes);
        let kept = Settings::STANDARD.with(SettingChange::KeepWarm(true));
        assert_eq!(kept.unwrap().released_after(), None);
    }
}
