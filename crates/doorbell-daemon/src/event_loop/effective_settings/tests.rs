use super::*;

const ALLOW_PROGRAMS: SettingChange = SettingChange::FromPrograms(true);

fn after(time: Duration) -> Moment {
    Moment {
        steady: time,
        wall: jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC),
    }
}

/// Settings whose file allows presses by programs, which is pending.
fn with_pending_change() -> EffectiveSettings {
    let mut config = Config::standard("1.2.3");
    config.settings.from_programs = true;
    EffectiveSettings::new(&config, Some("[answering]\nfrom_programs = false\n"))
}

#[test]
fn pending_change_can_be_accepted_half_a_second_after_it_was_shown() {
    let mut settings = with_pending_change();
    let shown = Duration::from_secs(10);
    settings.pending_shown(&after(shown));
    let check = |at| settings.check_change(&ALLOW_PROGRAMS, PressOrigin::Person, &after(at));
    let delay = Settings::STANDARD.press_delay();
    let just_before = delay - Duration::from_millis(1);
    assert_eq!(check(shown), Err(SettingRefused::TooSoon));
    assert_eq!(check(shown + just_before), Err(SettingRefused::TooSoon));
    assert_eq!(check(shown + delay), Ok(()));
    assert!(!settings.accepts_pending(&after(shown + just_before)));
    assert!(settings.accepts_pending(&after(settings.pending_guard_end())));
    assert_eq!(settings.pending_guard_end(), shown + delay);
}

#[test]
fn programs_cannot_weaken_protections() {
    let settings = with_pending_change();
    let long_after = after(Duration::from_secs(60));
    let check = |change| settings.check_change(&change, PressOrigin::Program, &long_after);
    assert_eq!(check(ALLOW_PROGRAMS), Err(SettingRefused::Foreign));
    let buttons = SettingChange::AnswerButtons(true);
    assert_eq!(check(buttons), Err(SettingRefused::Foreign));
    assert_eq!(check(SettingChange::FromPrograms(false)), Ok(()));
    assert_eq!(check(SettingChange::Sound(false)), Ok(()));
    assert_eq!(check(SettingChange::Delay(3000)), Ok(()));
}

#[test]
fn first_file_takes_effect_without_approval_and_is_announced() {
    let mut config = Config::standard("1.2.3");
    config.settings.from_programs = true;
    let settings = EffectiveSettings::new(&config, None);
    assert!(settings.current.from_programs && settings.pending().is_empty());
    assert!(settings.startup_notice.is_some());
    assert!(settings.to_write().is_some());
}

#[test]
fn unreadable_file_is_not_stored() {
    let mut config = Config::standard("1.2.3");
    config.settings_problem = Some(SettingsProblem::TooLarge);
    let settings = EffectiveSettings::new(&config, None);
    assert!(settings.to_write().is_none() && settings.startup_notice.is_none());
}
