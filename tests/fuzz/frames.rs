//! Lines out of bytes, and messages out of lines.

use doorbell_protocol::{FromAsker, FromDoorbell, LineTooLong, Lines};

use crate::campaign::campaign;
use crate::chance::{Chance, changed};
use crate::corpus;
use crate::json::{WORDS, mutated};

/// Short, so that its edge is often met.
const LIMIT: usize = 300;
/// The longest answer to a line that was not understood.
const ANSWER: usize = 4_096;

#[test]
fn lines() {
    let golden = corpus::golden();
    let make = |chance: &mut Chance| {
        let mut bytes = Vec::new();
        for _ in 0..=chance.below(5) {
            bytes.extend(chance.one_of(&golden).to_string().bytes());
            bytes.extend(chance.pick(&["\n", "\r\n", "\n\n", "\r", ""]).bytes());
        }
        changed(&bytes, WORDS, chance)
    };
    campaign("lines", make, |bytes| {
        let whole = read(&[bytes]);
        for size in [1, 7, 64] {
            assert_eq!(read(&bytes.chunks(size).collect::<Vec<_>>()), whole);
        }
        let (lines, end) = whole;
        let mut left = bytes.split(|byte| *byte == b'\n');
        for line in lines {
            assert!(line.len() <= LIMIT);
            let sent = left.next().unwrap();
            assert_eq!(sent.strip_suffix(b"\r").unwrap_or(sent), line);
        }
        let too_long = left.next().is_some_and(|line| line.len() > LIMIT);
        assert_eq!(end.is_err(), too_long);
    });
}

#[test]
fn messages() {
    let mut said = corpus::golden();
    said.extend(corpus::questions().into_iter().map(|params| {
        serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params})
    }));
    let make = |chance: &mut Chance| {
        let line = chance.one_of(&said).clone();
        match chance.below(5) {
            0 => changed(line.to_string().as_bytes(), WORDS, chance),
            _ => mutated(&line, &said, chance).to_string().into_bytes(),
        }
    };
    campaign("messages", make, |line| {
        let Err(malformed) = FromAsker::decode(line) else {
            return;
        };
        // An id that could be read goes back; nothing else of what was sent does.
        assert!(!malformed.error.message.contains("planted"));
        let error = malformed.error;
        let answer = FromDoorbell::Error { id: None, error }.encode();
        assert!(answer.len() < ANSWER, "{} bytes", answer.len());
        assert!(!answer.trim_end_matches('\n').contains('\n'), "one line");
    });
}

type Read = (Vec<Vec<u8>>, Result<(), LineTooLong>);

fn read(pieces: &[&[u8]]) -> Read {
    let mut lines = Lines::new(LIMIT);
    let mut found = Vec::new();
    for piece in pieces {
        lines.push(piece);
        loop {
            match lines.next_line() {
                Ok(Some(line)) => found.push(line.to_vec()),
                Ok(None) => break,
                Err(too_long) => return (found, Err(too_long)),
            }
        }
    }
    (found, Ok(()))
}
