//! Which settings protect the person, and what of a change would take that from them.
//!
//! The settings file can be written by every program of the same user. What in it weakens a
//! protection therefore waits until the person says so in Home; everything else counts at once.

use super::{Arrival, SettingChange, Settings};

/// Something in the settings file that waits for the person's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// What the file wants.
    pub wanted: SettingChange,
    /// What counts instead.
    pub kept: SettingChange,
}

impl Settings {
    /// The settings that protect, as changes that would set them so.
    pub fn protections(&self) -> [SettingChange; 4] {
        [
            SettingChange::FromPrograms(self.from_programs),
            SettingChange::AnswerButtons(self.answer_buttons),
            SettingChange::Delay(self.delay),
            SettingChange::Arrival(self.arrival),
        ]
    }

    /// Whether others protect less than these, and where.
    pub fn weakened_by(&self, others: &Self) -> Vec<Held> {
        self.protections()
            .into_iter()
            .zip(others.protections())
            .filter(|(kept, wanted)| weakens(kept, wanted))
            .map(|(kept, wanted)| Held { wanted, kept })
            .collect()
    }

    /// What counts of a file that wants others, and what of it waits.
    pub fn take(&self, wanted: Self) -> (Self, Vec<Held>) {
        let held = self.weakened_by(&wanted);
        let mut counts = wanted;
        for Held { kept, .. } in &held {
            counts.set(kept.clone());
        }
        (counts, held)
    }
}

/// Whether a protection protects less when it is set from the one to the other.
fn weakens(from: &SettingChange, to: &SettingChange) -> bool {
    match (from, to) {
        (SettingChange::FromPrograms(from), SettingChange::FromPrograms(to))
        | (SettingChange::AnswerButtons(from), SettingChange::AnswerButtons(to)) => *to && !*from,
        (SettingChange::Delay(from), SettingChange::Delay(to)) => to < from,
        // What is typed elsewhere may land in a window that takes the keyboard.
        (SettingChange::Arrival(from), SettingChange::Arrival(to)) => {
            *to == Arrival::Focus && from != to
        }
        _ => false,
    }
}

impl Held {
    /// What it is called on the Settings page and what it would be, in a sentence for people.
    pub fn would_be(&self) -> String {
        self.told("would be")
    }

    fn told(&self, verb: &str) -> String {
        match &self.wanted {
            SettingChange::FromPrograms(_) => format!("“Assistive and remote input” {verb} on."),
            SettingChange::AnswerButtons(_) => format!("“Answer in the notification” {verb} on."),
            SettingChange::Delay(delay) => {
                format!("“Presses count after” {verb} {} s.", seconds(*delay))
            }
            SettingChange::Arrival(_) => {
                format!("“A question arrives” {verb} “Window with focus”.")
            }
            // Nothing else is held.
            _ => String::new(),
        }
    }

    /// What follows from it, in a sentence for people.
    pub fn consequence(&self) -> String {
        match (&self.wanted, &self.kept) {
            (SettingChange::FromPrograms(_), _) => {
                "Any program running as you could answer your questions.".into()
            }
            (SettingChange::AnswerButtons(_), _) => {
                "Any program running as you could press the buttons that answer.".into()
            }
            (SettingChange::Delay(_), SettingChange::Delay(kept)) => format!(
                "Now it is {} s. A press in flight could answer sooner.",
                seconds(*kept)
            ),
            (SettingChange::Arrival(_), _) => "What you type elsewhere could land in it.".into(),
            _ => String::new(),
        }
    }
}

/// What a notification tells of what waits, if anything does.
pub fn tell_held(held: &[Held]) -> Option<String> {
    let waits = match held {
        [] => return None,
        [one] => one.would_be(),
        several => format!("{} protections would be weaker.", several.len()),
    };
    Some(format!(
        "The settings file was changed outside Doorbell. {waits} Nothing of that counts until you say so."
    ))
}

/// What a notification tells of settings that count although nobody was ever asked about them, if
/// they protect less than the standard does.
pub fn tell_found(settings: &Settings) -> Option<String> {
    let weaker = Settings::STANDARD.weakened_by(settings);
    let told: Vec<_> = weaker.iter().map(|held| held.told("is")).collect();
    (!told.is_empty()).then(|| format!("The settings file was found so: {}", told.join(" ")))
}

fn seconds(milliseconds: u16) -> String {
    let tenths = (milliseconds + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{LEAST_DELAY, MOST_DELAY, Theme};

    fn with(change: SettingChange) -> Settings {
        Settings::STANDARD.with(change).unwrap()
    }

    #[test]
    fn what_weakens_waits_and_the_rest_counts() {
        let careful = with(SettingChange::Delay(MOST_DELAY));
        for wanted in [
            SettingChange::FromPrograms(true),
            SettingChange::AnswerButtons(true),
            SettingChange::Delay(MOST_DELAY - 1),
            SettingChange::Arrival(Arrival::Focus),
        ] {
            let file = careful
                .with(wanted.clone())
                .and_then(|file| file.with(SettingChange::Theme(Theme::Dark)))
                .unwrap();
            let (counts, held) = careful.take(file.clone());
            let expected = Settings {
                theme: Theme::Dark,
                ..careful.clone()
            };
            assert_eq!(counts, expected, "{wanted:?}");
            let [one] = held.as_slice() else {
                panic!("{held:?}");
            };
            assert_eq!(one.wanted, wanted);
            assert_eq!(careful.with(one.kept.clone()).unwrap(), careful);
            assert!(!one.would_be().is_empty() && !one.consequence().is_empty());
            // What the person wants once need not be said again, and the way back is free.
            assert_eq!(file.take(file.clone()), (file.clone(), Vec::new()));
            assert_eq!(file.take(careful.clone()), (careful.clone(), Vec::new()));
        }
    }

    #[test]
    fn several_can_wait_at_once() {
        let file = Settings {
            from_programs: true,
            answer_buttons: true,
            arrival: Arrival::Focus,
            delay: LEAST_DELAY,
            ..Settings::STANDARD
        };
        let careful = with(SettingChange::Delay(LEAST_DELAY + 1));
        let (counts, held) = careful.take(file);
        assert_eq!((counts, held.len()), (careful, 4));
    }

    #[test]
    fn nothing_but_a_protection_waits() {
        for change in [
            SettingChange::Theme(Theme::Dark),
            SettingChange::History(false),
            SettingChange::Delay(MOST_DELAY),
            SettingChange::Arrival(Arrival::Notification),
            SettingChange::Shortcut(Some("Ctrl+Alt+D".into())),
        ] {
            let file = with(change);
            assert_eq!(Settings::STANDARD.take(file.clone()), (file, Vec::new()));
        }
    }

    #[test]
    fn a_notification_tells_what_waits_and_what_was_found() {
        let on = with(SettingChange::FromPrograms(true));
        let both = on.with(SettingChange::AnswerButtons(true)).unwrap();
        let waits = |file: &Settings| tell_held(&Settings::STANDARD.weakened_by(file));
        assert_eq!(waits(&Settings::STANDARD), None);
        assert_eq!(
            waits(&on).as_deref(),
            Some(
                "The settings file was changed outside Doorbell. “Assistive and remote input” \
                 would be on. Nothing of that counts until you say so."
            )
        );
        assert!(
            waits(&both)
                .unwrap()
                .contains("2 protections would be weaker.")
        );
        assert_eq!(tell_found(&with(SettingChange::Theme(Theme::Dark))), None);
        assert_eq!(
            tell_found(&on).as_deref(),
            Some("The settings file was found so: “Assistive and remote input” is on.")
        );
    }

    #[test]
    fn the_delay_is_told_as_the_settings_page_tells_it() {
        let held = with(SettingChange::Delay(3000)).weakened_by(&with(SettingChange::Delay(600)));
        assert_eq!(held[0].would_be(), "“Presses count after” would be 0.6 s.");
        let told = "Now it is 3.0 s. A press in flight could answer sooner.";
        assert_eq!(held[0].consequence(), told);
    }
}
