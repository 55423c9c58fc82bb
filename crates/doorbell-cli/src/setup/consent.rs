//! Asks for consent before the user's files are changed.

use std::io::{IsTerminal, Read};

use anyhow::Result;

use crate::Streams;
use crate::exit::UsageError;

const MAX_ANSWER_BYTES: usize = 64;

/// Asks on the terminal. Fails without one.
pub fn ask(question: &str, streams: &mut Streams<'_>) -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        let message =
            "there is no terminal to ask on; say --yes to change this, or --dry-run to only look";
        return Err(UsageError(message.to_owned()).into());
    }
    write!(streams.out, "{question} [y/N] ")?;
    streams.out.flush()?;
    Ok(is_yes(&read_line(streams.input)?))
}

fn is_yes(answer: &[u8]) -> bool {
    let answer = answer.trim_ascii().to_ascii_lowercase();
    matches!(answer.as_slice(), b"y" | b"yes")
}

/// Reads a line up to the limit.
fn read_line(input: &mut dyn Read) -> std::io::Result<Vec<u8>> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() < MAX_ANSWER_BYTES && input.read(&mut byte)? == 1 && byte != *b"\n" {
        line.push(byte[0]);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_y_and_yes_are_consent() {
        let answer = |text: &str| is_yes(&read_line(&mut text.as_bytes()).unwrap());
        for yes in ["y\n", "Y", " yes \r\nno", "YES\n"] {
            assert!(answer(yes), "{yes}");
        }
        for no in ["", "\n", "n\n", "yy\n", "\ny\n", "yes please\n"] {
            assert!(!answer(no), "{no}");
        }
    }

    #[test]
    fn answer_is_cut_at_limit() {
        let text = |spaces: usize| format!("{}y", " ".repeat(spaces));
        let read = |text: String| is_yes(&read_line(&mut text.as_bytes()).unwrap());
        assert!(read(text(MAX_ANSWER_BYTES - 1)));
        assert!(!read(text(MAX_ANSWER_BYTES)));
    }
}
