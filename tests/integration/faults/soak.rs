//! Ten thousand questions to one daemon.

use std::collections::HashSet;
use std::thread;

use super::Figures;
use super::asking;
use crate::support::Killable;

const QUESTIONS: usize = 10_000;
/// After so many every cache is full and every table has its size.
const WARM: usize = 4_000;
/// From there on the memory is measured after every so many.
const WINDOW: usize = 1_000;
/// How long each message is. Whoever leaks it leaks ten times what is allowed.
const MESSAGE_BYTES: usize = 640;
/// How many bytes a question may leave behind in most windows. An allocator that takes or gives
/// back some pages does so in one window and not in the next; a leak grows in all of them.
const LEFT_IN_A_WINDOW: i64 = 32;
/// How many it may leave behind on the whole. Tables that grow do so rarely, but by much.
const LEFT_IN_ALL: i64 = 64;

#[test]
#[allow(clippy::print_stdout, reason = "the figures are what it is for")]
fn ten_thousand_questions_leave_the_memory_flat() {
    let place = tempfile::tempdir().unwrap();
    let mut daemon = Killable::start(place.path());
    let folder = place.path().to_owned();
    let asker = thread::spawn(move || asking::ask_many(&folder, QUESTIONS, MESSAGE_BYTES));
    let mut memory = Vec::new();
    for question in 0..QUESTIONS {
        daemon.says_next();
        if question >= WARM && question % WINDOW == 0 {
            memory.push(daemon.memory_kib());
        }
        daemon.is_told(&format!("type words {question}"));
        daemon.is_told("send");
    }
    let heard = asker.join().unwrap();
    let own = (0..QUESTIONS).map(|question| Ok(format!("words {question}")));
    let texts: HashSet<_> = heard.iter().cloned().collect();
    let doubled = heard.len() - texts.len();
    let delivered = heard
        .into_iter()
        .zip(own)
        .filter(|(heard, own)| heard == own)
        .count();
    let figures = Figures::of("10,000 questions to one daemon", QUESTIONS, delivered);
    Figures { doubled, ..figures }.hold();
    memory.push(daemon.memory_kib());
    let (warm, end) = (memory[0], memory[memory.len() - 1]);
    println!("Private memory after {WARM} questions {warm} KiB, after {QUESTIONS} {end} KiB.");
    let mut left: Vec<_> = memory
        .windows(2)
        .map(|window| left_behind(window[0], window[1], WINDOW))
        .collect();
    left.sort_unstable();
    let usual = left[left.len() / 2];
    let in_all = left_behind(warm, end, QUESTIONS - WARM);
    assert!(
        usual <= LEFT_IN_A_WINDOW && in_all <= LEFT_IN_ALL,
        "a question leaves {usual} bytes in most windows and {in_all} on the whole: {memory:?} KiB"
    );
}

/// How many bytes each of so many questions has left behind.
fn left_behind(before_kib: u64, after_kib: u64, questions: usize) -> i64 {
    let kib = i64::try_from(after_kib).unwrap() - i64::try_from(before_kib).unwrap();
    kib * 1024 / i64::try_from(questions).unwrap()
}
