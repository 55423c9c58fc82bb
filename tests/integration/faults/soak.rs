//! Ten thousand questions to one daemon.

use std::collections::HashSet;
use std::thread;

use super::Figures;
use super::asking;
use crate::support::Killable;

const QUESTIONS: usize = 10_000;
/// After so many every cache is full and every table has its size.
const WARM: usize = 6_000;
/// What the memory may have grown by from there to the end, in KiB: less than 20 bytes for each
/// question, where its message alone has more.
const GROWTH_KIB: u64 = 64;

#[test]
#[allow(clippy::print_stdout, reason = "the figures are what it is for")]
fn ten_thousand_questions_leave_the_memory_flat() {
    let place = tempfile::tempdir().unwrap();
    let mut daemon = Killable::start(place.path());
    let folder = place.path().to_owned();
    let asker = thread::spawn(move || asking::ask_many(&folder, QUESTIONS));
    let mut warm = 0;
    for question in 0..QUESTIONS {
        daemon.says_next();
        if question == WARM {
            warm = daemon.memory_kib();
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
    let end = daemon.memory_kib();
    println!("Private memory after {WARM} questions {warm} KiB, after {QUESTIONS} {end} KiB.");
    assert!(end <= warm + GROWTH_KIB, "{warm} KiB became {end} KiB");
}
