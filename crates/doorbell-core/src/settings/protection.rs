//! The settings that protect the person.
//!
//! Every program of the same user can write the settings file. Changes in it that weaken a protection
//! wait for the person's approval in Home; all others take effect at once.

use super::{Arrival, SettingChange, Settings};

/// A change in the settings file that waits for the person's approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingChange {
    pub requested: SettingChange,
    pub current: SettingChange,
}

impl Settings {
    /// The protecting settings, as changes that would set them.
    pub fn protections(&self) -> [SettingChange; 4] {
        [
            SettingChange::FromPrograms(self.from_programs),
            SettingChange::AnswerButtons(self.answer_buttons),
            SettingChange::Delay(self.delay),
            SettingChange::Arrival(self.arrival),
        ]
    }

    /// Where `others` protect less than these settings.
    pub fn weakened_by(&self, others: &Self) -> Vec<PendingChange> {
        self.protections()
            .into_iter()
            .zip(others.protections())
            .filter(|(current, requested)| weakens(current, requested))
            .map(|(current, requested)| PendingChange { requested, current })
            .collect()
    }

    /// Splits the settings of a file into those that take effect and those that need approval.
    pub fn split_file_settings(&self, file: Self) -> (Self, Vec<PendingChange>) {
        let pending = self.weakened_by(&file);
        let mut effective = file;
        for PendingChange { current, .. } in &pending {
            effective.set(current.clone());
        }
        (effective, pending)
    }
}

fn weakens(from: &SettingChange, to: &SettingChange) -> bool {
    match (from, to) {
        (SettingChange::FromPrograms(from), SettingChange::FromPrograms(to))
        | (SettingChange::AnswerButtons(from), SettingChange::AnswerButtons(to)) => *to && !*from,
        (SettingChange::Delay(from), SettingChange::Delay(to)) => to < from,
        // Keys meant for another window could land in one that takes the focus.
        (SettingChange::Arrival(from), SettingChange::Arrival(to)) => {
            *to == Arrival::Focus && from != to
        }
        _ => false,
    }
}

impl PendingChange {
    /// A sentence with the setting's name on the Settings page and its new value.
    pub fn would_be(&self) -> String {
        self.sentence("would be")
    }

    fn sentence(&self, verb: &str) -> String {
        match &self.requested {
            SettingChange::FromPrograms(_) => format!("“Assistive and remote input” {verb} on."),
            SettingChange::AnswerButtons(_) => format!("“Answer in the notification” {verb} on."),
            SettingChange::Delay(delay) => {
                format!(
                    "“Ignore input after a change” {verb} {} s.",
                    seconds(*delay)
                )
            }
            SettingChange::Arrival(_) => {
                format!("“When a question arrives” {verb} “Window with focus”.")
            }
            // Only protections can be pending.
            _ => String::new(),
        }
    }

    pub fn consequence(&self) -> String {
        match (&self.requested, &self.current) {
            (SettingChange::FromPrograms(_), _) => {
                "Any program running under your account could answer for you.".into()
            }
            (SettingChange::AnswerButtons(_), _) => {
                "Any program running under your account could press the answer buttons.".into()
            }
            (SettingChange::Delay(_), SettingChange::Delay(current)) => format!(
                "It is {} s now. An accidental press is more likely to answer a question.",
                seconds(*current)
            ),
            (SettingChange::Arrival(_), _) => "Keys you type elsewhere may end up in it.".into(),
            _ => String::new(),
        }
    }
}

pub fn describe_pending_changes(pending: &[PendingChange]) -> Option<String> {
    let summary = match pending {
        [] => return None,
        [one] => format!(
            "{} This weakens a protection and needs your approval.",
            one.would_be()
        ),
        several => format!(
            "{} changes weaken a protection and need your approval.",
            several.len()
        ),
    };
    Some(format!(
        "The settings file was edited outside Doorbell. {summary}"
    ))
}

/// For settings that took effect without approval, because there was nothing to compare them with.
pub fn describe_weakened_protections(settings: &Settings) -> Option<String> {
    let weaker = Settings::STANDARD.weakened_by(settings);
    let sentences: Vec<_> = weaker.iter().map(|change| change.sentence("is")).collect();
    (!sentences.is_empty()).then(|| {
        format!(
            "The settings file weakens a protection: {}",
            sentences.join(" ")
        )
    })
}

fn seconds(milliseconds: u16) -> String {
    let tenths = (milliseconds + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{MAX_DELAY, MIN_DELAY, Theme};

    fn with(change: SettingChange) -> Settings {
        Settings::STANDARD.with(change).unwrap()
    }

    #[test]
    fn weakening_changes_are_pending_and_others_take_effect() {
        let careful = with(SettingChange::Delay(MAX_DELAY));
        for requested in [
            SettingChange::FromPrograms(true),
            SettingChange::AnswerButtons(true),
            SettingChange::Delay(MAX_DELAY - 1),
            SettingChange::Arrival(Arrival::Focus),
        ] {
            let file = careful
                .with(requested.clone())
                .and_then(|file| file.with(SettingChange::Theme(Theme::Dark)))
                .unwrap();
            let (effective, pending) = careful.split_file_settings(file.clone());
            let expected = Settings {
                theme: Theme::Dark,
                ..careful.clone()
            };
            assert_eq!(effective, expected, "{requested:?}");
            let [change] = pending.as_slice() else {
                panic!("{pending:?}");
            };
            assert_eq!(change.requested, requested);
            assert_eq!(careful.with(change.current.clone()).unwrap(), careful);
            assert!(!change.would_be().is_empty() && !change.consequence().is_empty());
            // Approved settings stay approved, and strengthening needs no approval.
            assert_eq!(
                file.split_file_settings(file.clone()),
                (file.clone(), Vec::new())
            );
            assert_eq!(
                file.split_file_settings(careful.clone()),
                (careful.clone(), Vec::new())
            );
        }
    }

    #[test]
    fn several_changes_can_be_pending() {
        let file = Settings {
            from_programs: true,
            answer_buttons: true,
            arrival: Arrival::Focus,
            delay: MIN_DELAY,
            ..Settings::STANDARD
        };
        let careful = with(SettingChange::Delay(MIN_DELAY + 1));
        let (effective, pending) = careful.split_file_settings(file);
        assert_eq!((effective, pending.len()), (careful, 4));
    }

    #[test]
    fn only_protections_can_be_pending() {
        for change in [
            SettingChange::Theme(Theme::Dark),
            SettingChange::History(false),
            SettingChange::Delay(MAX_DELAY),
            SettingChange::Arrival(Arrival::Notification),
            SettingChange::Shortcut(Some("Ctrl+Alt+D".into())),
        ] {
            let file = with(change);
            assert_eq!(
                Settings::STANDARD.split_file_settings(file.clone()),
                (file, Vec::new())
            );
        }
    }

    #[test]
    fn notification_names_pending_changes_and_weakened_protections() {
        let on = with(SettingChange::FromPrograms(true));
        let both = on.with(SettingChange::AnswerButtons(true)).unwrap();
        let pending =
            |file: &Settings| describe_pending_changes(&Settings::STANDARD.weakened_by(file));
        assert_eq!(pending(&Settings::STANDARD), None);
        assert_eq!(
            pending(&on).as_deref(),
            Some(
                "The settings file was edited outside Doorbell. “Assistive and remote input” \
                 would be on. This weakens a protection and needs your approval."
            )
        );
        assert!(
            pending(&both)
                .unwrap()
                .contains("2 changes weaken a protection and need your approval.")
        );
        assert_eq!(
            describe_weakened_protections(&with(SettingChange::Theme(Theme::Dark))),
            None
        );
        assert_eq!(
            describe_weakened_protections(&on).as_deref(),
            Some("The settings file weakens a protection: “Assistive and remote input” is on.")
        );
    }

    #[test]
    fn delay_is_formatted_as_on_the_settings_page() {
        let pending =
            with(SettingChange::Delay(3000)).weakened_by(&with(SettingChange::Delay(600)));
        assert_eq!(
            pending[0].would_be(),
            "“Ignore input after a change” would be 0.6 s."
        );
        let consequence =
            "It is 3.0 s now. An accidental press is more likely to answer a question.";
        assert_eq!(pending[0].consequence(), consequence);
    }
}
