//! Prints diffs, in colour on a terminal.

use std::io::{Result, Write};

const RESET: &str = "\x1b[0m";
const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const CYAN: &str = "\x1b[36m";

/// Returns true if the user has not turned colours off (<https://no-color.org>).
pub fn wants_colour(is_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    is_terminal && !is_dumb && !is_set("NO_COLOR")
}

pub fn print(diff: &str, in_colour: bool, out: &mut dyn Write) -> Result<()> {
    for line in diff.lines() {
        match colour(line).filter(|_| in_colour) {
            Some(colour) => writeln!(out, "{colour}{line}{RESET}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

fn colour(line: &str) -> Option<&'static str> {
    // The header of a file comes before the lines that begin with the same character.
    let colours = [
        ("--- ", BOLD),
        ("+++ ", BOLD),
        ("@@", CYAN),
        ("-", RED),
        ("+", GREEN),
    ];
    let mut colours = colours.into_iter();
    colours.find_map(|(start, colour)| line.starts_with(start).then_some(colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_coloured_by_their_first_character() {
        let diff = "--- f\n+++ f\n@@ -1 +1 @@\n a\n-b\n+c\n";
        let printed = |in_colour| {
            let mut out = Vec::new();
            print(diff, in_colour, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(printed(false), diff);
        assert_eq!(
            printed(true),
            "\x1b[1m--- f\x1b[0m\n\x1b[1m+++ f\x1b[0m\n\x1b[36m@@ -1 +1 @@\x1b[0m\n a\n\x1b[31m-b\x1b[0m\n\x1b[32m+c\x1b[0m\n"
        );
    }
}
