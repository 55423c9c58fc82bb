//! Invariants of the rate limits under random sequences of events.

use proptest::prelude::*;

use super::tests::{flood, source};
use super::*;

/// `index` points into [`sources`].
#[derive(Clone, Debug)]
enum Step {
    Ask { index: usize },
    Answer { index: usize },
    End { index: usize },
    Wait { milliseconds: u64 },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0usize..4).prop_map(|index| Step::Ask { index }),
        3 => (0usize..4).prop_map(|index| Step::Answer { index }),
        1 => (0usize..4).prop_map(|index| Step::End { index }),
        2 => (0u64..15_000).prop_map(|milliseconds| Step::Wait { milliseconds }),
        1 => Just(Step::Wait { milliseconds: 90_000 }),
    ]
}

fn sources() -> [FloodSource; 4] {
    [
        source(1, "acme"),
        source(1, "other"),
        source(2, "acme"),
        source(2, "other"),
    ]
}

proptest! {
    #[test]
    fn unanswered_questions_never_exceed_burst_plus_refill(
        steps in prop::collection::vec(step(), 0..300),
    ) {
        let (mut flood, sources) = (flood(), sources());
        let mut now = Duration::from_secs(1);
        let (begin, mut open, mut unanswered) = (now, [0u32; 4], [0u32; 4]);
        for step in steps {
            match step {
                Step::Ask { index } => if flood.ask(&sources[index], now).is_ok() {
                    open[index] += 1;
                    unanswered[index] += 1;
                },
                Step::Answer { index } if open[index] > 0 => {
                    flood.ended(&sources[index], Outcome::Accepted, now);
                    open[index] -= 1;
                    unanswered[index] -= 1;
                }
                Step::End { index } if open[index] > 0 => {
                    flood.ended(&sources[index], Outcome::Withdrawn, now);
                    open[index] -= 1;
                }
                Step::Answer { .. } | Step::End { .. } => {}
                Step::Wait { milliseconds } => now += Duration::from_millis(milliseconds),
            }
            let rules = FloodRules::STANDARD;
            let refilled = (now - begin).as_secs() / rules.refill_interval.as_secs();
            for count in unanswered {
                prop_assert!(u64::from(count) <= u64::from(rules.burst) + refilled);
            }
        }
    }

    #[test]
    fn promptly_answered_source_is_never_refused(
        waits in prop::collection::vec(0u64..5_000, 1..200),
    ) {
        let (mut flood, acme) = (flood(), source(1, "acme"));
        let mut now = Duration::ZERO;
        for wait in waits {
            prop_assert!(flood.ask(&acme, now).is_ok());
            now += Duration::from_millis(wait);
            flood.ended(&acme, Outcome::Accepted, now);
        }
    }

    #[test]
    fn sources_do_not_affect_each_other(
        steps in prop::collection::vec((0usize..4, any::<bool>(), 0u64..20_000), 0..200),
        own in 0usize..4,
    ) {
        let sources = sources();
        let (mut together, mut alone) = (flood(), flood());
        let mut now = Duration::ZERO;
        for (index, ask, wait) in steps {
            now += Duration::from_millis(wait);
            let act = |flood: &mut FloodControl| if ask {
                flood.ask(&sources[index], now).err()
            } else {
                flood.ended(&sources[index], Outcome::Declined, now);
                None
            };
            let result = act(&mut together);
            if index == own {
                prop_assert_eq!(result, act(&mut alone));
            }
        }
    }

    #[test]
    fn clock_jumps_cause_no_panic(
        steps in prop::collection::vec((0usize..4, 0u8..4, any::<u64>()), 0..200),
    ) {
        let (mut flood, sources) = (flood(), sources());
        for (index, act, now) in steps {
            let (source, now) = (&sources[index], Duration::from_nanos(now));
            match act {
                0 => flood.ended(source, Outcome::Accepted, now),
                1 => flood.ended(source, Outcome::Declined, now),
                _ => if let Err(refusal) = flood.ask(source, now) {
                    flood.refused(source, now);
                    prop_assert!(!refusal.to_string().is_empty());
                }
            }
            let _ = flood.ask(source, Duration::MAX);
        }
    }
}
