//! Asks for consent before the user's files are changed.

use std::fs::OpenOptions;
use std::io::{IsTerminal, Read, Write};

use anyhow::Result;

use super::diff;
use crate::Streams;
use crate::exit::UsageError;

const MAX_ANSWER_BYTES: usize = 64;

#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    ShowDiff,
}

/// Asks on the terminal, where standard output may not go. Fails without a terminal. Shows `diff` and
/// asks again if the user wants to see it.
pub fn ask(question: &str, diff: Option<&str>, streams: &mut Streams<'_>) -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        let message = "not a terminal: use --yes to apply, or --dry-run to preview";
        return Err(UsageError(message.to_owned()).into());
    }
    streams.out.flush()?;
    let terminal = OpenOptions::new().write(true).open("/dev/tty");
    match terminal {
        Ok(mut terminal) => ask_on(question, diff, streams.input, &mut terminal),
        Err(_) => ask_on(question, diff, streams.input, streams.err),
    }
}

fn ask_on(
    question: &str,
    mut diff: Option<&str>,
    input: &mut dyn Read,
    terminal: &mut dyn Write,
) -> Result<bool> {
    loop {
        let choices = match diff {
            Some(_) => "[y/N, d shows the diff]",
            None => "[y/N]",
        };
        write!(terminal, "{question} {choices} ")?;
        terminal.flush()?;
        match (parse(&read_line(input)?), diff) {
            (Answer::Yes, _) => return Ok(true),
            (Answer::ShowDiff, Some(text)) => {
                diff::print(text, diff::wants_colour(true), terminal)?;
                diff = None;
            }
            _ => return Ok(false),
        }
    }
}

fn parse(answer: &[u8]) -> Answer {
    match answer.trim_ascii().to_ascii_lowercase().as_slice() {
        b"y" | b"yes" => Answer::Yes,
        b"d" | b"diff" => Answer::ShowDiff,
        _ => Answer::No,
    }
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
        let answer = |text: &str| parse(&read_line(&mut text.as_bytes()).unwrap());
        for yes in ["y\n", "Y", " yes \r\nno", "YES\n"] {
            assert_eq!(answer(yes), Answer::Yes, "{yes}");
        }
        for no in ["", "\n", "n\n", "yy\n", "\ny\n", "yes please\n"] {
            assert_eq!(answer(no), Answer::No, "{no}");
        }
    }

    #[test]
    fn answer_is_cut_at_limit() {
        let text = |spaces: usize| format!("{}y", " ".repeat(spaces));
        let read = |text: String| parse(&read_line(&mut text.as_bytes()).unwrap());
        assert_eq!(read(text(MAX_ANSWER_BYTES - 1)), Answer::Yes);
        assert_eq!(read(text(MAX_ANSWER_BYTES)), Answer::No);
    }

    #[test]
    fn diff_is_shown_on_request_and_asked_again() {
        let ask = |typed: &str| {
            let mut shown = Vec::new();
            let agreed =
                ask_on("Connect?", Some("+a\n"), &mut typed.as_bytes(), &mut shown).unwrap();
            (agreed, String::from_utf8(shown).unwrap())
        };
        assert_eq!(
            ask("n\n"),
            (false, "Connect? [y/N, d shows the diff] ".to_owned())
        );
        let (agreed, shown) = ask("d\ny\n");
        assert!(agreed);
        assert!(shown.contains("+a"), "{shown}");
        assert!(shown.ends_with("Connect? [y/N] "), "{shown}");
        // A second request is no consent.
        assert!(!ask("d\nd\n").0);
    }
}
