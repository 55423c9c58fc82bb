//! Mutes at their limits.

use jiff::ToSpan;

use super::*;

fn now() -> Timestamp {
    "2026-11-16T13:04:30.250Z".parse().unwrap()
}

fn muted(length: MuteFor) -> (Mutes, MutedUntil) {
    let mut mutes = Mutes::default();
    let until = mutes.mute("Codex", "acme", length, now()).unwrap();
    (mutes, until)
}

#[test]
fn hour_and_day_end_exactly() {
    for (length, hours) in [(MuteFor::Hour, 1), (MuteFor::Day, 24)] {
        let (mut mutes, until) = muted(length);
        let end = now() + hours.hours();
        assert_eq!(until, MutedUntil::Time(end));
        assert_eq!(mutes.next_end(), Some(end));
        let before = end - 1.millisecond();
        assert_eq!(mutes.is_muted("Codex", "acme", before), Some(until));
        assert_eq!(mutes.is_muted("Codex", "acme", end), None);
        assert_eq!(mutes.view("Codex", "acme", end), MuteView::Off);
        let at = end.as_millisecond();
        assert_eq!(mutes.view("Codex", "acme", before), MuteView::Until { at });
        assert!(!mutes.remove_ended(before));
        assert!(mutes.remove_ended(end));
        assert_eq!(mutes, Mutes::default());
    }
}

#[test]
fn permanent_mute_lasts_until_unmuted() {
    let (mut mutes, until) = muted(MuteFor::Always);
    assert_eq!(until, MutedUntil::Unmuted);
    assert_eq!(mutes.next_end(), None);
    assert_eq!(
        mutes.view("Codex", "acme", Timestamp::MAX),
        MuteView::Always
    );
    assert!(!mutes.remove_ended(Timestamp::MAX));
    mutes.unmute("Codex", "acme");
    assert_eq!(mutes.is_muted("Codex", "acme", now()), None);
}

#[test]
fn only_the_pair_is_muted() {
    let (mutes, _) = muted(MuteFor::Always);
    for (agent, server) in [
        ("Codex", "other"),
        ("Claude Code", "acme"),
        ("acme", "Codex"),
    ] {
        assert_eq!(mutes.is_muted(agent, server, now()), None);
    }
}

#[test]
fn muting_again_replaces_the_end() {
    let (mut mutes, _) = muted(MuteFor::Day);
    let until = mutes.mute("Codex", "acme", MuteFor::Hour, now()).unwrap();
    assert_eq!(until, MutedUntil::Time(now() + 1.hour()));
    assert_eq!(mutes.is_muted("Codex", "acme", now()), Some(until));
}

#[test]
fn number_of_mutes_is_limited() {
    let mut mutes = Mutes::default();
    for count in 0..MAX_MUTES {
        let server = format!("server {count}");
        mutes.mute("Codex", &server, MuteFor::Hour, now()).unwrap();
    }
    let one_more = mutes.mute("Codex", "acme", MuteFor::Hour, now());
    assert_eq!(one_more, Err(TooManyMutes));
    assert_eq!(
        TooManyMutes.to_string(),
        "1000 sources are already muted. Unmute one of them first."
    );
    assert_eq!(mutes.is_muted("Codex", "acme", now()), None);
    let again = mutes.mute("Codex", "server 0", MuteFor::Day, now());
    assert!(again.is_ok(), "it is muted already");
    mutes.restore("Codex".into(), "acme".into(), MutedUntil::Unmuted);
    assert_eq!(mutes.is_muted("Codex", "acme", now()), None);
    let later = now() + 1.hour();
    assert!(
        mutes.mute("Codex", "acme", MuteFor::Hour, later).is_ok(),
        "the others have ended"
    );
}

#[test]
fn reason_names_the_end_rounded_up_to_a_minute() {
    let zone = jiff::tz::offset(1).to_time_zone();
    let (_, until) = muted(MuteFor::Hour);
    assert_eq!(
        until.reason(&zone),
        "The person muted questions from this server until 2026-11-16 15:05."
    );
    let sharp = MutedUntil::Time("2026-11-16T13:05:00Z".parse().unwrap());
    assert_eq!(
        sharp.reason(&zone),
        "The person muted questions from this server until 2026-11-16 14:05."
    );
    assert_eq!(
        MutedUntil::Unmuted.reason(&zone),
        "The person muted questions from this server until they unmute it."
    );
}

#[test]
fn muted_pairs_are_listed_without_history() {
    let (mut mutes, _) = muted(MuteFor::Always);
    mutes.mute("Codex", "new", MuteFor::Hour, now()).unwrap();
    let asker = |server: &str, last| AskerRowView {
        agent: "Codex".into(),
        server: server.into(),
        asked: 1,
        accepted: 0,
        declined: 0,
        first: Some(1),
        last: Some(last),
        mute: MuteView::Off,
    };
    let known = vec![asker("acme", 2), asker("other", 3)];
    let listed = mutes.askers(known, now()).askers;
    let listed: Vec<_> = listed
        .iter()
        .map(|asker| (asker.server.as_str(), asker.asked, asker.mute))
        .collect();
    let at = (now() + 1.hour()).as_millisecond();
    assert_eq!(
        listed,
        [
            ("other", 1, MuteView::Off),
            ("acme", 1, MuteView::Always),
            ("new", 0, MuteView::Until { at })
        ]
    );
    let later = mutes.askers(Vec::new(), now() + 1.hour()).askers;
    assert_eq!(later.len(), 1, "the hour is over");
}
