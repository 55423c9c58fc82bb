//! Ten thousand questions to one daemon.

use std::collections::HashSet;
use std::thread;

use super::Figures;
use super::asking;
use crate::support::Killable;

const QUESTIONS: usize = 10_000;
/// After so many every cache is full and every table has its size.
const WARM: usize = 4_000;
/// How long each message is. Whoever leaks it leaks ten times what is allowed.
const MESSAGE_BYTES: usize = 640;
/// How many bytes a question may leave behind. What is on its way to the disk is not yet freed when
/// the last one is measured.
const LEFT_BEHIND: i64 = 64;

#[test]
#[allow(clippy::print_stdout, reason = "the figures are what it is for")]
fn ten_thousand_questions_leave_the_memory_flat() {
    let place = tempfile::tempdir().unwrap();
    let mut daemon = Killable::start(place.path());
    let folder = place.path().to_owned();
    let asker = thread::spawn(move || asking::ask_many(&folder, QUESTIONS, MESSAGE_BYTES));
    let mut warm = 0;
    for question in 0..QUESTIONS {
        daemon.says_next();
        if question == WARM {
            warm = daemon.heap_bytes();
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
    let end = daemon.heap_bytes();
    println!("Heap after {WARM} questions {warm} bytes, after {QUESTIONS} {end} bytes.");
    let left = (end - warm) / i64::try_from(QUESTIONS - WARM).unwrap();
    assert!(left <= LEFT_BEHIND, "each question leaves {left} bytes");
}
