//! A daemon that the system kills at random moments, while several askers ask, one changes its mind,
//! and a person types and sends.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::Figures;
use super::asking::{Heard, ask, ask_and_withdraw};
use crate::support::{Killable, wait_until};

/// How often the daemon is killed.
const KILLS: u32 = 50;
const ASKERS: u32 = 4;
/// The most that a person does in one life of the daemon.
const ACTS: u64 = 8;
/// The most often the folder is read between the last thing they do and the kill.
const LOOKS: u64 = 1_000;
/// How many questions are answered at least.
const ANSWERED: usize = 51;

#[test]
fn fifty_kills_at_random_moments_lose_no_answer_and_give_none_twice() {
    let place = tempfile::tempdir().unwrap();
    let asks = AtomicBool::new(true);
    let heard = Mutex::new(Vec::new());
    let mut stored = HashSet::new();
    let mut chance = Chance(0x00D0_0BE1);
    let mut person = Person::default();
    thread::scope(|scope| {
        let (folder, asks, heard) = (place.path(), &asks, &heard);
        let askers: Vec<_> = (0..ASKERS)
            .map(|number| scope.spawn(move || ask_on(folder, number, asks, heard)))
            .collect();
        let (act, acts) = channel();
        scope.spawn(move || change_its_mind(folder, &acts));
        for _ in 0..KILLS {
            let mut daemon = Killable::start(folder);
            person.is_typing = false;
            for _ in 0..chance.below(ACTS) {
                person.acts(&mut daemon, &mut chance);
                act.send(()).unwrap();
            }
            // Some work and no waiting: the moment is what is tried.
            for _ in 0..chance.below(LOOKS) {
                let _ = std::fs::read_dir(folder).map(Iterator::count);
            }
            for answer in daemon.killed_with() {
                let text = answer["content"]["name"].as_str();
                stored.insert(text.unwrap().to_owned());
            }
        }
        drop(act);
        let mut daemon = Killable::start(folder);
        wait_until("everyone has their answer", || {
            while daemon.shows_something() {
                person.answers(&mut daemon);
            }
            if heard.lock().unwrap().len() >= ANSWERED {
                asks.store(false, Ordering::Relaxed);
            }
            askers.iter().all(thread::ScopedJoinHandle::is_finished)
        });
    });
    let heard = heard.into_inner().unwrap();
    let never: Vec<_> = heard
        .iter()
        .filter_map(|heard| heard.as_ref().err())
        .collect();
    assert!(never.is_empty(), "{never:?}");
    let delivered: HashSet<_> = heard.iter().flatten().cloned().collect();
    Figures {
        fault: "50 kills (`kill -9`) at random moments",
        asked: heard.len(),
        accepted: stored.union(&delivered).count(),
        delivered: delivered.len(),
        lost: stored.difference(&delivered).count(),
        doubled: heard.len() - delivered.len(),
    }
    .hold();
}

/// Asks one question after another and notes what came of each.
fn ask_on(place: &Path, number: u32, asks: &AtomicBool, heard: &Mutex<Vec<Heard>>) {
    let mut turn = 0;
    while asks.load(Ordering::Relaxed) {
        turn += 1;
        let answer = ask(place, format!("Question {number}-{turn}?"));
        heard.lock().unwrap().push(answer);
    }
}

/// Asks and withdraws as often as the person acts, whether or not there is a daemon.
fn change_its_mind(place: &Path, acts: &Receiver<()>) {
    for () in acts {
        let _ = ask_and_withdraw(place, "Never mind?".to_owned());
    }
}

/// What a person does, each time with words they never used before.
#[derive(Default)]
struct Person {
    words: u32,
    /// Whether they have typed into what is on the screen and not sent it.
    is_typing: bool,
}

impl Person {
    /// Types, or types and sends.
    fn acts(&mut self, daemon: &mut Killable, chance: &mut Chance) {
        if !self.is_typing {
            daemon.says_next();
        }
        self.is_typing = chance.below(4) == 0;
        if self.is_typing {
            self.types(daemon);
        } else {
            self.answers(daemon);
        }
    }

    fn answers(&mut self, daemon: &mut Killable) {
        self.types(daemon);
        daemon.is_told("send");
    }

    fn types(&mut self, daemon: &mut Killable) {
        self.words += 1;
        daemon.is_told(&format!("type words-{}", self.words));
    }
}

/// The same numbers in every run (xorshift): a failure can be seen again.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}
