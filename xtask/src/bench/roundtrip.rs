//! One call and its answer, again and again, everybody in turn.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::contestants::Contestant;
use super::message::text;
use super::session::Session;
use super::statistics::{median, percentile, rounded};
use super::watchdog::Watchdog;

/// Many and short: a processor's speed changes within a second, and those who are compared should
/// have had the same one.
pub const ROUNDS: usize = 100;

/// The sizes of the text in a call.
pub const SIZES: [Size; 2] = [
    Size {
        name: "64 B",
        bytes: 64,
    },
    Size {
        name: "64 KiB",
        bytes: 64 * 1024,
    },
];

/// A size of message.
pub struct Size {
    /// What tables call it.
    pub name: &'static str,
    bytes: usize,
}

/// The times of one contestant with one size, in microseconds.
#[derive(Default)]
pub struct Trips {
    rounds: Vec<Vec<f64>>,
}

impl Trips {
    /// The median of all calls.
    pub fn p50(&self) -> Option<f64> {
        median(&self.rounds.concat())
    }

    /// What 95 of a hundred calls did not exceed.
    pub fn p95(&self) -> Option<f64> {
        percentile(&self.rounds.concat(), 95)
    }

    /// The median of each round.
    pub fn medians(&self) -> Vec<f64> {
        self.rounds
            .iter()
            .filter_map(|round| median(round))
            .collect()
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({
            "p50": self.p50().map(rounded),
            "p95": self.p95().map(rounded),
            "roundMedians": self.medians().into_iter().map(rounded).collect::<Vec<_>>(),
        })
    }
}

/// The trips of each session, one for each size.
pub fn measure(
    sessions: &mut [(&Contestant, Session)],
    watchdog: &Watchdog,
) -> Result<Vec<[Trips; 2]>> {
    let mut trips: Vec<[Trips; 2]> = sessions.iter().map(|_| Default::default()).collect();
    let texts = SIZES.map(|size| text(size.bytes));
    for round in 0..ROUNDS {
        // Everybody follows everybody once in a while.
        for turn in 0..sessions.len() {
            let index = (turn + round) % sessions.len();
            let (contestant, session) = &mut sessions[index];
            watchdog.begins(format!("a round of calls through {}", contestant.name));
            for (text, trips) in texts.iter().zip(&mut trips[index]) {
                let times = calls(contestant, session, text)
                    .with_context(|| format!("calls through {}", contestant.name))?;
                trips.rounds.push(times);
            }
        }
    }
    Ok(trips)
}

fn calls(contestant: &Contestant, session: &mut Session, text: &str) -> Result<Vec<f64>> {
    for _ in 0..contestant.effort.warm_up {
        session.call(text)?;
    }
    (0..contestant.effort.calls)
        .map(|_| Ok(session.call(text)?.as_secs_f64() * 1e6))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Trips;

    #[test]
    fn percentiles_are_of_all_calls_and_medians_of_each_round() {
        let trips = Trips {
            rounds: vec![vec![1.0, 2.0, 3.0], vec![4.0, 50.0, 6.0]],
        };
        assert_eq!(trips.p50(), Some(3.5));
        assert_eq!(trips.p95(), Some(50.0));
        assert_eq!(trips.medians(), [2.0, 6.0]);
    }
}
