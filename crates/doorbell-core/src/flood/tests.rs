//! Each rule at its limits.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

pub(super) fn source(pid: u32, server: &str) -> FloodSource {
    FloodSource {
        session: SessionId { pid, started: 1 },
        server: server.to_owned(),
    }
}

pub(super) fn flood() -> FloodControl {
    FloodControl::new(FloodRules::STANDARD)
}

fn at(seconds: u64) -> Duration {
    SECOND * u32::try_from(seconds).unwrap()
}

fn ask(flood: &mut FloodControl, seconds: u64) -> Option<String> {
    let acme = source(1, "acme");
    let refusal = flood.ask(&acme, at(seconds)).err()?;
    flood.refused(&acme, at(seconds));
    Some(refusal.to_string())
}

fn end(flood: &mut FloodControl, outcome: Outcome, seconds: u64) {
    flood.ended(&source(1, "acme"), outcome, at(seconds));
}

#[test]
fn burst_is_accepted_and_then_one_question_each_10_s() {
    let mut flood = flood();
    for _ in 0..5 {
        assert_eq!(ask(&mut flood, 100), None);
    }
    let refusal = ask(&mut flood, 100).unwrap();
    assert_eq!(refusal, "acme asked 6 times in 1 s; try again in 10 s.");
    let refusal = ask(&mut flood, 109).unwrap();
    assert_eq!(refusal, "acme asked 7 times in 9 s; try again in 1 s.");
    assert_eq!(ask(&mut flood, 110), None);
    assert!(ask(&mut flood, 110).is_some());
    assert!(ask(&mut flood, 119).is_some());
    assert_eq!(ask(&mut flood, 120), None);
}

#[test]
fn only_an_answer_refunds_the_token() {
    for (outcome, is_back) in [
        (Outcome::Accepted, true),
        (Outcome::Declined, true),
        (Outcome::Dismissed, false),
        (Outcome::HandedBack, false),
        (Outcome::Expired, false),
        (Outcome::Withdrawn, false),
        (Outcome::AnsweredInTerminal, true),
        (Outcome::NotShown, false),
        (Outcome::Refused, false),
    ] {
        let mut flood = flood();
        for _ in 0..5 {
            assert_eq!(ask(&mut flood, 0), None);
        }
        end(&mut flood, outcome, 0);
        assert_eq!(ask(&mut flood, 0).is_none(), is_back, "{outcome:?}");
    }
}

#[test]
fn refunded_question_costs_no_token() {
    let mut flood = flood();
    for _ in 0..20 {
        assert_eq!(ask(&mut flood, 0), None);
        flood.refund(&source(1, "acme"), at(0));
    }
}

#[test]
fn cooldown_grows_with_consecutive_declines() {
    let mut flood = flood();
    let mut now = 0;
    for _ in 0..2 {
        assert_eq!(ask(&mut flood, now), None);
        end(&mut flood, Outcome::Declined, now);
    }
    for (declined, wait, words) in [
        (3, 30, "30 s"),
        (4, 120, "120 s"),
        (5, 600, "10 min"),
        (6, 600, "10 min"),
    ] {
        assert_eq!(ask(&mut flood, now), None);
        end(&mut flood, Outcome::Declined, now);
        assert_eq!(
            ask(&mut flood, now).unwrap(),
            format!(
                "The person declined {declined} questions of acme in a row; try again in {words}."
            )
        );
        assert!(ask(&mut flood, now + wait - 1).is_some());
        now += wait;
    }
    assert_eq!(ask(&mut flood, now), None);
}

#[test]
fn accept_resets_the_declines() {
    let mut flood = flood();
    for outcome in [
        Outcome::Declined,
        Outcome::Declined,
        Outcome::Accepted,
        Outcome::Declined,
        Outcome::Declined,
    ] {
        assert_eq!(ask(&mut flood, 0), None);
        end(&mut flood, outcome, 0);
    }
    assert_eq!(ask(&mut flood, 0), None);
    assert_eq!(ask(&mut flood, 0), None);
    end(&mut flood, Outcome::Declined, 0);
    assert!(ask(&mut flood, 0).is_some());
    end(&mut flood, Outcome::Accepted, 0);
    assert_eq!(ask(&mut flood, 0), None, "another one was accepted");
}

#[test]
fn old_declines_are_forgiven() {
    let forgive_after = FloodRules::STANDARD.forgive_after.as_secs();
    for (later, is_refused) in [(forgive_after - 1, true), (forgive_after, false)] {
        let mut flood = flood();
        for _ in 0..2 {
            ask(&mut flood, 0);
            end(&mut flood, Outcome::Declined, 0);
        }
        ask(&mut flood, later);
        end(&mut flood, Outcome::Declined, later);
        assert_eq!(ask(&mut flood, later).is_some(), is_refused);
    }
}

#[test]
fn counts_asked_and_refused_questions() {
    let mut flood = flood();
    let acme = source(1, "acme");
    for _ in 0..5 {
        flood.ask(&acme, at(0)).unwrap();
    }
    let refuse = |flood: &mut FloodControl, seconds| {
        flood.ask(&acme, at(seconds)).unwrap_err();
        flood.refused(&acme, at(seconds))
    };
    let counts = |asked, refused, seconds| RequestCounts {
        asked,
        refused,
        within: at(seconds),
    };
    assert_eq!(refuse(&mut flood, 0), counts(6, 1, 0));
    assert_eq!(refuse(&mut flood, 9), counts(7, 2, 9));
    for seconds in [10, 20, 30, 40] {
        flood.ask(&acme, at(seconds)).unwrap();
    }
    assert_eq!(refuse(&mut flood, 49), counts(12, 3, 49));
}

#[test]
fn refusals_are_recorded_once_a_minute() {
    let mut flood = flood();
    let acme = source(1, "acme");
    assert!(flood.should_record_refusal(&acme, at(0)));
    assert!(flood.should_record_refusal(&source(1, "other"), at(0)));
    assert!(flood.should_record_refusal(&source(2, "acme"), at(0)));
    assert!(!flood.should_record_refusal(&acme, at(59)));
    assert!(flood.should_record_refusal(&acme, at(60)));
    assert!(!flood.should_record_refusal(&acme, at(61)));
}

#[test]
fn counts_restart_after_a_minute_of_silence() {
    let mut flood = flood();
    for _ in 0..7 {
        ask(&mut flood, 0);
    }
    for _ in 0..5 {
        assert_eq!(ask(&mut flood, 60), None);
    }
    let refusal = ask(&mut flood, 60).unwrap();
    assert_eq!(refusal, "acme asked 6 times in 1 s; try again in 10 s.");
}

#[test]
fn silent_sources_are_forgotten() {
    let mut flood = flood();
    for number in 0..20 {
        flood.ask(&source(number, "acme"), at(0)).unwrap();
    }
    assert_eq!(flood.len(), 20);
    flood.ask(&source(99, "acme"), at(60)).unwrap();
    assert_eq!(flood.len(), 1);
}

#[test]
fn servers_per_agent_are_limited() {
    let mut flood = flood();
    for number in 0..32 {
        flood
            .ask(&source(1, &format!("server {number}")), at(0))
            .unwrap();
    }
    let refusal = flood.ask(&source(1, "one more"), at(0)).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "This agent session asks for more than 32 servers at once; try again in 10 s."
    );
    assert!(!flood.should_record_refusal(&source(1, "one more"), at(0)));
    assert_eq!(flood.len(), 32);
    flood.ask(&source(2, "one more"), at(0)).unwrap();
}

#[test]
fn sources_are_limited_and_longest_cooldowns_are_kept() {
    let mut flood = FloodControl::new(FloodRules {
        max_sources: 4,
        ..FloodRules::STANDARD
    });
    for _ in 0..3 {
        ask(&mut flood, 0);
        end(&mut flood, Outcome::Declined, 0);
    }
    for number in 2..50 {
        flood.ask(&source(number, "acme"), at(1)).unwrap();
        assert!(flood.len() <= 4);
    }
    assert!(ask(&mut flood, 1).is_some());
}
