//! What holds however questions, answers and the clock interleave.

use proptest::prelude::*;

use super::tests::{flood, who};
use super::*;

/// One thing that happens to one of a few agents and servers.
#[derive(Clone, Debug)]
enum Step {
    Ask { who: usize },
    Answer { who: usize },
    End { who: usize },
    Wait { milliseconds: u64 },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0usize..4).prop_map(|who| Step::Ask { who }),
        3 => (0usize..4).prop_map(|who| Step::Answer { who }),
        1 => (0usize..4).prop_map(|who| Step::End { who }),
        2 => (0u64..15_000).prop_map(|milliseconds| Step::Wait { milliseconds }),
        1 => Just(Step::Wait { milliseconds: 90_000 }),
    ]
}

fn people() -> [Who; 4] {
    [
        who(1, "acme"),
        who(1, "other"),
        who(2, "acme"),
        who(2, "other"),
    ]
}

proptest! {
    #[test]
    fn unanswered_questions_never_exceed_the_burst_and_the_time_that_passed(
        steps in prop::collection::vec(step(), 0..300),
    ) {
        let (mut flood, people) = (flood(), people());
        let mut now = Duration::from_secs(1);
        let (begin, mut open, mut unanswered) = (now, [0u32; 4], [0u32; 4]);
        for step in steps {
            match step {
                Step::Ask { who } => if flood.ask(&people[who], now).is_ok() {
                    open[who] += 1;
                    unanswered[who] += 1;
                },
                Step::Answer { who } if open[who] > 0 => {
                    flood.ended(&people[who], Outcome::Accepted, now);
                    open[who] -= 1;
                    unanswered[who] -= 1;
                }
                Step::End { who } if open[who] > 0 => {
                    flood.ended(&people[who], Outcome::Withdrawn, now);
                    open[who] -= 1;
                }
                Step::Answer { .. } | Step::End { .. } => {}
                Step::Wait { milliseconds } => now += Duration::from_millis(milliseconds),
            }
            let rules = FloodRules::STANDARD;
            let more = (now - begin).as_secs() / rules.every.as_secs();
            for count in unanswered {
                prop_assert!(u64::from(count) <= u64::from(rules.burst) + more);
            }
        }
    }

    #[test]
    fn whoever_is_answered_before_the_next_question_is_never_refused(
        waits in prop::collection::vec(0u64..5_000, 1..200),
    ) {
        let (mut flood, acme) = (flood(), who(1, "acme"));
        let mut now = Duration::ZERO;
        for wait in waits {
            prop_assert!(flood.ask(&acme, now).is_ok());
            now += Duration::from_millis(wait);
            flood.ended(&acme, Outcome::Accepted, now);
        }
    }

    #[test]
    fn nobody_pays_for_what_another_server_or_agent_asks(
        steps in prop::collection::vec((0usize..4, any::<bool>(), 0u64..20_000), 0..200),
        own in 0usize..4,
    ) {
        let people = people();
        let (mut together, mut alone) = (flood(), flood());
        let mut now = Duration::ZERO;
        for (place, ask, wait) in steps {
            now += Duration::from_millis(wait);
            let act = |flood: &mut Flood| if ask {
                flood.ask(&people[place], now).err()
            } else {
                flood.ended(&people[place], Outcome::Declined, now);
                None
            };
            let said = act(&mut together);
            if place == own {
                prop_assert_eq!(said, act(&mut alone));
            }
        }
    }

    #[test]
    fn a_clock_that_jumps_anywhere_does_no_harm(
        steps in prop::collection::vec((0usize..4, 0u8..4, any::<u64>()), 0..200),
    ) {
        let (mut flood, people) = (flood(), people());
        for (place, act, now) in steps {
            let (who, now) = (&people[place], Duration::from_nanos(now));
            match act {
                0 => flood.ended(who, Outcome::Accepted, now),
                1 => flood.ended(who, Outcome::Declined, now),
                _ => if let Err(refusal) = flood.ask(who, now) {
                    flood.refused(who, now);
                    prop_assert!(!refusal.to_string().is_empty());
                }
            }
            let _ = flood.ask(who, Duration::MAX);
        }
    }
}
