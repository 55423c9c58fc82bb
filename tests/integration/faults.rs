//! Faults on purpose, with a count of what came of every question: a daemon that the system kills
//! at random moments while several askers ask and a person types and sends; a file that is damaged.
//!
//! `cargo test -p doorbell-tests --test integration faults -- --nocapture` prints the figures.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::{Action, ClientInfo, ElicitParams, ElicitResult};
use serde_json::json;

use crate::support::{Doorbell, Killable, name_form, wait_until};

/// How often the daemon is killed.
const KILLS: u32 = 50;
const ASKERS: u32 = 4;
/// The most that a person does in one life of the daemon.
const ACTS: u64 = 6;
/// The longest time between the last thing they do and the kill.
const DELAY_US: u64 = 4_000;

#[test]
#[allow(clippy::print_stdout, reason = "the figures are what it is for")]
fn fifty_kills_at_random_moments_lose_no_answer_and_give_none_twice() {
    let place = tempfile::tempdir().unwrap();
    let asks = AtomicBool::new(true);
    let answers = Mutex::new(Vec::new());
    let mut chance = Chance(0x00D0_0BE1);
    let mut person = Person::default();
    thread::scope(|scope| {
        let askers: Vec<_> = (0..ASKERS)
            .map(|number| {
                let (place, asks, answers) = (place.path(), &asks, &answers);
                scope.spawn(move || ask_on(place, number, asks, answers))
            })
            .collect();
        for _ in 0..KILLS {
            let mut daemon = Killable::start(place.path());
            person.is_typing = false;
            for _ in 0..chance.below(ACTS) {
                person.acts(&mut daemon, &mut chance);
            }
            // Not waiting for anything: the moment is what is tried.
            thread::park_timeout(Duration::from_micros(chance.below(DELAY_US)));
            daemon.kill();
        }
        asks.store(false, Ordering::Relaxed);
        let mut daemon = Killable::start(place.path());
        wait_until("everyone has their answer", || {
            while daemon.shows_something() {
                person.answers(&mut daemon);
            }
            askers.iter().all(thread::ScopedJoinHandle::is_finished)
        });
    });
    let answers = answers.into_inner().unwrap();
    let texts: HashSet<_> = answers.iter().collect();
    let (asked, doubled) = (answers.len(), answers.len() - texts.len());
    let lost = answers.iter().filter(|text| text.is_none()).count();
    println!(
        "killed {KILLS} times: {asked} questions asked, {lost} answers lost, {doubled} given twice"
    );
    assert_eq!((lost, doubled), (0, 0));
    assert!(asked > 50, "only {asked} questions were asked");
}

#[test]
fn a_damaged_file_is_told_and_questions_go_on() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("doorbell.db");
    std::fs::write(&path, "no database at all").unwrap();
    let doorbell = Doorbell::start_with(|config| config.data = Some(path));
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    let question = doorbell.person().sees("Who?");
    question.types("Name", "Ada");
    question.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"name": "Ada"}));
    assert_eq!(doorbell.person().looks_up("").kept, 1, "a new file is kept");
    let told = doorbell.screen.lock().told.clone();
    assert!(told[0].contains("was damaged and put aside"), "{told:?}");
}

/// Asks one question after another and notes the answers; `None` for one that never came.
fn ask_on(place: &Path, number: u32, asks: &AtomicBool, answers: &Mutex<Vec<Option<String>>>) {
    let mut turn = 0;
    while asks.load(Ordering::Relaxed) {
        turn += 1;
        let mut client = None;
        wait_until("a daemon to ask", || {
            client = connect(place).ok();
            client.is_some()
        });
        let params = ElicitParams::form(format!("Question {number}-{turn}?"), name_form());
        let answer = client.unwrap().ask_again(params, |_| connect(place).ok());
        answers.lock().unwrap().push(text_of(answer));
    }
}

fn text_of(answer: Result<ElicitResult, ClientError>) -> Option<String> {
    let answer = answer
        .ok()
        .filter(|answer| answer.action == Action::Accept)?;
    answer.content?["name"].as_str().map(str::to_owned)
}

fn connect(place: &Path) -> Result<Client, ClientError> {
    let client = ClientInfo {
        name: "faults".into(),
        version: "1".into(),
        title: None,
    };
    Client::connect(&place.join("run/doorbell.sock"), client)
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
