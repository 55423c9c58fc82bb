//! Memory use over ten thousand questions to one daemon.

use std::collections::HashSet;
use std::thread;

use super::Figures;
use super::client;
use crate::support::KillableDaemon;

const QUESTIONS: usize = 10_000;
/// After this many questions all caches and tables have their final size.
const WARM_UP: usize = 4_000;
/// A leaked message is ten times the allowed growth.
const MESSAGE_BYTES: usize = 640;
/// Allowed growth for each question. Pending writes are not yet freed at the last measurement.
const ALLOWED_GROWTH: i64 = 64;

#[test]
#[allow(
    clippy::print_stdout,
    reason = "`cargo xtask faults` reads the figures"
)]
fn ten_thousand_questions_do_not_leak_memory() {
    let directory = tempfile::tempdir().unwrap();
    let mut daemon = KillableDaemon::start(directory.path());
    let folder = directory.path().to_owned();
    let asker = thread::spawn(move || client::ask_many(&folder, QUESTIONS, MESSAGE_BYTES));
    let mut start = 0;
    for question in 0..QUESTIONS {
        daemon.next_line();
        if question == WARM_UP {
            start = daemon.heap_bytes();
        }
        daemon.send_command(&format!("type words {question}"));
        daemon.send_command("send");
    }
    let answers = asker.join().unwrap();
    let expected = (0..QUESTIONS).map(|question| Ok(format!("words {question}")));
    let texts: HashSet<_> = answers.iter().cloned().collect();
    let duplicated = answers.len() - texts.len();
    let delivered = answers
        .into_iter()
        .zip(expected)
        .filter(|(answer, expected)| answer == expected)
        .count();
    let figures = Figures::new("10,000 questions to one daemon", QUESTIONS, delivered);
    Figures {
        duplicated,
        ..figures
    }
    .print_and_check();
    let end = daemon.heap_bytes();
    println!("Heap after {WARM_UP} questions {start} bytes, after {QUESTIONS} {end} bytes.");
    let growth = (end - start) / i64::try_from(QUESTIONS - WARM_UP).unwrap();
    assert!(
        growth <= ALLOWED_GROWTH,
        "each question leaves {growth} bytes"
    );
}
