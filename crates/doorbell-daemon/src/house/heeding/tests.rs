//! Who may set what, and when.

use super::*;

const LET_PROGRAMS: SettingChange = SettingChange::FromPrograms(true);

fn after(time: Duration) -> Moment {
    Moment {
        steady: time,
        wall: jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC),
    }
}

/// One whose file wants to let programs press, which waits.
fn waiting() -> Heeded {
    let mut config = Config::standard("1.2.3");
    config.settings.from_programs = true;
    Heeded::begin(&config, Some("[answering]\nfrom_programs = false\n"))
}

#[test]
fn what_waits_can_be_pressed_half_a_second_after_it_was_shown() {
    let mut heeded = waiting();
    let shown = Duration::from_secs(10);
    heeded.shown(&after(shown));
    let presses = |at| heeded.may_set(&LET_PROGRAMS, PressOrigin::Person, &after(at));
    let delay = Settings::STANDARD.press_delay();
    let just_before = delay - Duration::from_millis(1);
    assert_eq!(presses(shown), Err(NotSet::TooSoon));
    assert_eq!(presses(shown + just_before), Err(NotSet::TooSoon));
    assert_eq!(presses(shown + delay), Ok(()));
    assert!(!heeded.accepts_approval(&after(shown + just_before)));
    assert!(heeded.accepts_approval(&after(heeded.held_guard_end())));
    assert_eq!(heeded.held_guard_end(), shown + delay);
}

#[test]
fn programs_may_set_what_protects_no_less() {
    let heeded = waiting();
    let long_after = after(Duration::from_secs(60));
    let presses = |change| heeded.may_set(&change, PressOrigin::Program, &long_after);
    assert_eq!(presses(LET_PROGRAMS), Err(NotSet::Foreign));
    let buttons = SettingChange::AnswerButtons(true);
    assert_eq!(presses(buttons), Err(NotSet::Foreign));
    assert_eq!(presses(SettingChange::FromPrograms(false)), Ok(()));
    assert_eq!(presses(SettingChange::Sound(false)), Ok(()));
    assert_eq!(presses(SettingChange::Delay(3000)), Ok(()));
}

#[test]
fn what_was_never_written_down_counts_as_it_was_found() {
    let mut config = Config::standard("1.2.3");
    config.settings.from_programs = true;
    let heeded = Heeded::begin(&config, None);
    assert!(heeded.settings.from_programs && heeded.held().is_empty());
    assert!(heeded.found.is_some());
    assert!(heeded.to_write_down().is_some());
}

#[test]
fn a_file_that_cannot_be_read_is_not_written_down() {
    let mut config = Config::standard("1.2.3");
    config.settings_problem = Some(Problem::TooLarge);
    let heeded = Heeded::begin(&config, None);
    assert!(heeded.to_write_down().is_none() && heeded.found.is_none());
}
