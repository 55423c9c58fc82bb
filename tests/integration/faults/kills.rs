//! Kills the daemon at random moments while several askers ask, one withdraws, and a person types
//! and sends.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::Figures;
use super::client::{Answer, ask, ask_and_withdraw};
use crate::support::{KillableDaemon, wait_until};

const KILLS: u32 = 50;
const ASKERS: u32 = 4;
/// Maximum number of actions of the person in one run of the daemon.
const MAX_ACTIONS: u64 = 8;
/// Maximum number of directory reads between the last action and the kill.
const MAX_READS: u64 = 1_000;
const MIN_ANSWERS: usize = 51;

#[test]
fn fifty_random_kills_lose_or_duplicate_no_answer() {
    let directory = tempfile::tempdir().unwrap();
    let keep_asking = AtomicBool::new(true);
    let answers = Mutex::new(Vec::new());
    let mut stored = HashSet::new();
    let mut random = Xorshift(0x00D0_0BE1);
    let mut person = Person::default();
    thread::scope(|scope| {
        let (folder, keep_asking, answers) = (directory.path(), &keep_asking, &answers);
        let askers: Vec<_> = (0..ASKERS)
            .map(|number| scope.spawn(move || ask_repeatedly(folder, number, keep_asking, answers)))
            .collect();
        let (action, actions) = channel();
        scope.spawn(move || withdraw_repeatedly(folder, &actions));
        for _ in 0..KILLS {
            let mut daemon = KillableDaemon::start(folder);
            person.is_typing = false;
            for _ in 0..random.below(MAX_ACTIONS) {
                person.act(&mut daemon, &mut random);
                action.send(()).unwrap();
            }
            // Work instead of a pause makes the moment of the kill vary.
            for _ in 0..random.below(MAX_READS) {
                let _ = std::fs::read_dir(folder).map(Iterator::count);
            }
            for answer in daemon.kill_and_read_answers() {
                let text = answer["content"]["name"].as_str();
                stored.insert(text.unwrap().to_owned());
            }
        }
        drop(action);
        let mut daemon = KillableDaemon::start(folder);
        wait_until("every asker has its answer", || {
            while daemon.has_new_output() {
                person.answer(&mut daemon);
            }
            if answers.lock().unwrap().len() >= MIN_ANSWERS {
                keep_asking.store(false, Ordering::Relaxed);
            }
            askers.iter().all(thread::ScopedJoinHandle::is_finished)
        });
    });
    let answers = answers.into_inner().unwrap();
    let failures: Vec<_> = answers
        .iter()
        .filter_map(|answer| answer.as_ref().err())
        .collect();
    assert!(failures.is_empty(), "{failures:?}");
    let delivered: HashSet<_> = answers.iter().flatten().cloned().collect();
    Figures {
        fault: "50 kills (`kill -9`) at random moments",
        asked: answers.len(),
        accepted: stored.union(&delivered).count(),
        delivered: delivered.len(),
        lost: stored.difference(&delivered).count(),
        duplicated: answers.len() - delivered.len(),
    }
    .print_and_check();
}

/// Asks one question after another and records every answer.
fn ask_repeatedly(
    directory: &Path,
    number: u32,
    keep_asking: &AtomicBool,
    answers: &Mutex<Vec<Answer>>,
) {
    let mut turn = 0;
    while keep_asking.load(Ordering::Relaxed) {
        turn += 1;
        let answer = ask(directory, format!("Question {number}-{turn}?"));
        answers.lock().unwrap().push(answer);
    }
}

/// Asks and withdraws once for each action of the person, whether or not a daemon runs.
fn withdraw_repeatedly(directory: &Path, actions: &Receiver<()>) {
    for () in actions {
        let _ = ask_and_withdraw(directory, "Never mind?".to_owned());
    }
}

/// A person who types a different text every time.
#[derive(Default)]
struct Person {
    texts: u32,
    /// Whether the shown question has typed text that was not sent.
    is_typing: bool,
}

impl Person {
    /// Types, or types and sends.
    fn act(&mut self, daemon: &mut KillableDaemon, random: &mut Xorshift) {
        if !self.is_typing {
            daemon.next_line();
        }
        self.is_typing = random.below(4) == 0;
        if self.is_typing {
            self.type_new_text(daemon);
        } else {
            self.answer(daemon);
        }
    }

    fn answer(&mut self, daemon: &mut KillableDaemon) {
        self.type_new_text(daemon);
        daemon.send_command("send");
    }

    fn type_new_text(&mut self, daemon: &mut KillableDaemon) {
        self.texts += 1;
        daemon.send_command(&format!("type words-{}", self.texts));
    }
}

/// Produces the same numbers in every run, so that a failure can be reproduced.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
