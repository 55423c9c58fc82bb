//! Lines out of bytes, and messages out of lines.

use doorbell_protocol::{FromAsker, FromDoorbell, LineTooLong, LineBuffer};

/// Short, so that its edge is often met.
const LIMIT: usize = 300;
/// The longest answer to a line that was not understood.
const ANSWER: usize = 4_096;

/// `input` is what a peer sends.
pub fn check(input: &[u8]) {
    lines(input);
    input.split(|byte| *byte == b'\n').for_each(message);
}

fn lines(input: &[u8]) {
    let whole = read(&[input]);
    for size in [1, 7, 64] {
        assert_eq!(read(&input.chunks(size).collect::<Vec<_>>()), whole);
    }
    let (lines, end) = whole;
    let mut left = input.split(|byte| *byte == b'\n');
    for line in lines {
        assert!(line.len() <= LIMIT);
        let sent = left.next().unwrap();
        assert_eq!(sent.strip_suffix(b"\r").unwrap_or(sent), line);
    }
    let too_long = left.next().is_some_and(|line| line.len() > LIMIT);
    assert_eq!(end.is_err(), too_long);
}

fn message(line: &[u8]) {
    let Err(malformed) = FromAsker::decode(line) else {
        return;
    };
    // An id that could be read goes back; nothing else of what was sent does.
    assert!(!malformed.error.message.contains("planted"));
    let error = malformed.error;
    let answer = FromDoorbell::Error { id: None, error }.encode();
    assert!(answer.len() < ANSWER, "{} bytes", answer.len());
    assert!(!answer.trim_end_matches('\n').contains('\n'), "one line");
}

type Read = (Vec<Vec<u8>>, Result<(), LineTooLong>);

fn read(pieces: &[&[u8]]) -> Read {
    let mut lines = LineBuffer::new(LIMIT);
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
