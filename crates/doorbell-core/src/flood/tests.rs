//! Each rule at its edge.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

pub(super) fn who(pid: u32, server: &str) -> Who {
    Who {
        session: SessionId { pid, started: 1 },
        server: server.to_owned(),
    }
}

pub(super) fn flood() -> Flood {
    Flood::new(FloodRules::STANDARD)
}

fn at(seconds: u64) -> Duration {
    SECOND * u32::try_from(seconds).unwrap()
}

fn asks(flood: &mut Flood, seconds: u64) -> Option<String> {
    let acme = who(1, "acme");
    let refusal = flood.ask(&acme, at(seconds)).err()?;
    flood.refused(&acme, at(seconds));
    Some(refusal.to_string())
}

fn ends(flood: &mut Flood, outcome: Outcome, seconds: u64) {
    flood.ended(&who(1, "acme"), outcome, at(seconds));
}

#[test]
fn a_burst_is_taken_and_one_more_each_ten_seconds() {
    let mut flood = flood();
    for _ in 0..5 {
        assert_eq!(asks(&mut flood, 100), None);
    }
    let refusal = asks(&mut flood, 100).unwrap();
    assert_eq!(refusal, "acme asked 6 times in 1 s; try again in 10 s.");
    let refusal = asks(&mut flood, 109).unwrap();
    assert_eq!(refusal, "acme asked 7 times in 9 s; try again in 1 s.");
    assert_eq!(asks(&mut flood, 110), None);
    assert!(asks(&mut flood, 110).is_some());
    assert!(asks(&mut flood, 119).is_some());
    assert_eq!(asks(&mut flood, 120), None);
}

#[test]
fn an_answer_gives_the_token_back_and_nothing_else_does() {
    for (outcome, is_back) in [
        (Outcome::Accepted, true),
        (Outcome::Declined, true),
        (Outcome::Dismissed, false),
        (Outcome::HandedBack, false),
        (Outcome::Expired, false),
        (Outcome::Withdrawn, false),
        (Outcome::NotShown, false),
        (Outcome::Refused, false),
    ] {
        let mut flood = flood();
        for _ in 0..5 {
            assert_eq!(asks(&mut flood, 0), None);
        }
        ends(&mut flood, outcome, 0);
        assert_eq!(asks(&mut flood, 0).is_none(), is_back, "{outcome:?}");
    }
}

#[test]
fn a_question_without_room_on_the_board_costs_nothing() {
    let mut flood = flood();
    for _ in 0..20 {
        assert_eq!(asks(&mut flood, 0), None);
        flood.give_back(&who(1, "acme"), at(0));
    }
}

#[test]
fn declines_in_a_row_make_it_wait_each_time_longer() {
    let mut flood = flood();
    let mut now = 0;
    for _ in 0..2 {
        assert_eq!(asks(&mut flood, now), None);
        ends(&mut flood, Outcome::Declined, now);
    }
    for (declined, wait, words) in [
        (3, 30, "30 s"),
        (4, 120, "120 s"),
        (5, 600, "10 min"),
        (6, 600, "10 min"),
    ] {
        assert_eq!(asks(&mut flood, now), None);
        ends(&mut flood, Outcome::Declined, now);
        assert_eq!(
            asks(&mut flood, now).unwrap(),
            format!(
                "The person declined {declined} questions of acme in a row; try again in {words}."
            )
        );
        assert!(asks(&mut flood, now + wait - 1).is_some());
        now += wait;
    }
    assert_eq!(asks(&mut flood, now), None);
}

#[test]
fn an_accept_ends_the_row_of_declines() {
    let mut flood = flood();
    for outcome in [
        Outcome::Declined,
        Outcome::Declined,
        Outcome::Accepted,
        Outcome::Declined,
        Outcome::Declined,
    ] {
        assert_eq!(asks(&mut flood, 0), None);
        ends(&mut flood, outcome, 0);
    }
    assert_eq!(asks(&mut flood, 0), None);
    assert_eq!(asks(&mut flood, 0), None);
    ends(&mut flood, Outcome::Declined, 0);
    assert!(asks(&mut flood, 0).is_some());
    ends(&mut flood, Outcome::Accepted, 0);
    assert_eq!(asks(&mut flood, 0), None, "another one was accepted");
}

#[test]
fn old_declines_are_forgiven() {
    let forgiven = FloodRules::STANDARD.forgiven.as_secs();
    for (later, is_refused) in [(forgiven - 1, true), (forgiven, false)] {
        let mut flood = flood();
        for _ in 0..2 {
            asks(&mut flood, 0);
            ends(&mut flood, Outcome::Declined, 0);
        }
        asks(&mut flood, later);
        ends(&mut flood, Outcome::Declined, later);
        assert_eq!(asks(&mut flood, later).is_some(), is_refused);
    }
}

#[test]
fn it_counts_what_was_asked_and_refused() {
    let mut flood = flood();
    let acme = who(1, "acme");
    for _ in 0..5 {
        flood.ask(&acme, at(0)).unwrap();
    }
    let refuse = |flood: &mut Flood, seconds| {
        flood.ask(&acme, at(seconds)).unwrap_err();
        flood.refused(&acme, at(seconds))
    };
    let asking = |asked, refused, seconds| Asking {
        asked,
        refused,
        within: at(seconds),
    };
    assert_eq!(refuse(&mut flood, 0), asking(6, 1, 0));
    assert_eq!(refuse(&mut flood, 9), asking(7, 2, 9));
    for seconds in [10, 20, 30, 40] {
        flood.ask(&acme, at(seconds)).unwrap();
    }
    assert_eq!(refuse(&mut flood, 49), asking(12, 3, 49));
}

#[test]
fn history_hears_of_refusals_once_a_minute() {
    let mut flood = flood();
    let acme = who(1, "acme");
    assert!(flood.is_news(&acme, at(0)));
    assert!(flood.is_news(&who(1, "other"), at(0)));
    assert!(flood.is_news(&who(2, "acme"), at(0)));
    assert!(!flood.is_news(&acme, at(59)));
    assert!(flood.is_news(&acme, at(60)));
    assert!(!flood.is_news(&acme, at(61)));
}

#[test]
fn after_a_minute_of_silence_it_counts_anew() {
    let mut flood = flood();
    for _ in 0..7 {
        asks(&mut flood, 0);
    }
    for _ in 0..5 {
        assert_eq!(asks(&mut flood, 60), None);
    }
    let refusal = asks(&mut flood, 60).unwrap();
    assert_eq!(refusal, "acme asked 6 times in 1 s; try again in 10 s.");
}

#[test]
fn whoever_is_silent_is_forgotten() {
    let mut flood = flood();
    for number in 0..20 {
        flood.ask(&who(number, "acme"), at(0)).unwrap();
    }
    assert_eq!(flood.len(), 20);
    flood.ask(&who(99, "acme"), at(60)).unwrap();
    assert_eq!(flood.len(), 1);
}

#[test]
fn one_agent_has_so_many_servers_and_no_more() {
    let mut flood = flood();
    for number in 0..32 {
        flood
            .ask(&who(1, &format!("server {number}")), at(0))
            .unwrap();
    }
    let refusal = flood.ask(&who(1, "one more"), at(0)).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "This agent session asks for more than 32 servers at once; try again in 10 s."
    );
    assert!(!flood.is_news(&who(1, "one more"), at(0)));
    assert_eq!(flood.len(), 32);
    flood.ask(&who(2, "one more"), at(0)).unwrap();
}

#[test]
fn however_many_ask_it_remembers_so_many_and_those_who_must_be_quiet_longest() {
    let mut flood = Flood::new(FloodRules {
        pairs: 4,
        ..FloodRules::STANDARD
    });
    for _ in 0..3 {
        asks(&mut flood, 0);
        ends(&mut flood, Outcome::Declined, 0);
    }
    for number in 2..50 {
        flood.ask(&who(number, "acme"), at(1)).unwrap();
        assert!(flood.len() <= 4);
    }
    assert!(asks(&mut flood, 1).is_some());
}
