//! The person's yes, before anything of theirs is changed.

use std::io::{IsTerminal, Read};

use anyhow::Result;

use crate::Streams;
use crate::exit::UsageError;

/// How much of an answer is read.
const MOST_BYTES: usize = 64;

/// Asks on the terminal. Where there is none, nobody can say yes.
pub fn given(question: &str, streams: &mut Streams<'_>) -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        let what =
            "there is no terminal to ask on; say --yes to change this, or --dry-run to only look";
        return Err(UsageError(what.to_owned()).into());
    }
    write!(streams.out, "{question} [y/N] ")?;
    streams.out.flush()?;
    Ok(is_yes(&line(streams.input)?))
}

fn is_yes(answer: &[u8]) -> bool {
    let answer = answer.trim_ascii().to_ascii_lowercase();
    matches!(answer.as_slice(), b"y" | b"yes")
}

/// One line, or its beginning.
fn line(input: &mut dyn Read) -> std::io::Result<Vec<u8>> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() < MOST_BYTES && input.read(&mut byte)? == 1 && byte != *b"\n" {
        line.push(byte[0]);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_yes_is_yes() {
        let answer = |text: &str| is_yes(&line(&mut text.as_bytes()).unwrap());
        for yes in ["y\n", "Y", " yes \r\nno", "YES\n"] {
            assert!(answer(yes), "{yes}");
        }
        for no in ["", "\n", "n\n", "yy\n", "\ny\n", "yes please\n"] {
            assert!(!answer(no), "{no}");
        }
    }

    #[test]
    fn an_answer_is_read_so_far_and_no_further() {
        let text = |spaces: usize| format!("{}y", " ".repeat(spaces));
        let read = |text: String| is_yes(&line(&mut text.as_bytes()).unwrap());
        assert!(read(text(MOST_BYTES - 1)));
        assert!(!read(text(MOST_BYTES)));
    }
}
