//! Splits bytes into lines and decodes lines into messages.

use doorbell_protocol::{FromAsker, FromDoorbell, LineBuffer, LineTooLong};

/// Short, so that inputs often reach it.
const LINE_LIMIT: usize = 300;
/// The maximum length of an error response.
const RESPONSE_LIMIT: usize = 4_096;

/// `input` is the byte stream of a peer.
pub fn check(input: &[u8]) {
    check_lines(input);
    input.split(|byte| *byte == b'\n').for_each(check_message);
}

fn check_lines(input: &[u8]) {
    let whole = split(&[input]);
    for size in [1, 7, 64] {
        assert_eq!(split(&input.chunks(size).collect::<Vec<_>>()), whole);
    }
    let (lines, end) = whole;
    let mut sent_lines = input.split(|byte| *byte == b'\n');
    for line in lines {
        assert!(line.len() <= LINE_LIMIT);
        let sent = sent_lines.next().unwrap();
        assert_eq!(sent.strip_suffix(b"\r").unwrap_or(sent), line);
    }
    let too_long = sent_lines
        .next()
        .is_some_and(|line| line.len() > LINE_LIMIT);
    assert_eq!(end.is_err(), too_long);
}

fn check_message(line: &[u8]) {
    let Err(malformed) = FromAsker::decode(line) else {
        return;
    };
    // The error returns the request id if it is valid, and quotes nothing else.
    assert!(!malformed.error.message.contains("planted"));
    let error = malformed.error;
    let response = FromDoorbell::Error { id: None, error }.encode();
    assert!(response.len() < RESPONSE_LIMIT, "{} bytes", response.len());
    assert!(!response.trim_end_matches('\n').contains('\n'), "one line");
}

type SplitResult = (Vec<Vec<u8>>, Result<(), LineTooLong>);

fn split(chunks: &[&[u8]]) -> SplitResult {
    let mut lines = LineBuffer::new(LINE_LIMIT);
    let mut found = Vec::new();
    for chunk in chunks {
        lines.push(chunk);
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
