//! What a change would do to a file, for a person to read. Whatever may be secret is masked.

use std::ops::Range;

use doorbell_core::{secret, text::visible};
use similar::TextDiff;

use crate::dialect::{ANY, Dialect};
use crate::document::{Node, Shape};

/// How many lines around a change are shown.
const AROUND: usize = 3;
/// Stands for a value that is not shown.
const MASK: &str = "\"•••\"";
/// Maps whose values are not shown.
const MASKED: [&str; 5] = ["env", "envs", "environment", "headers", "http_headers"];

/// The lines that differ between two texts of a file.
pub(crate) fn diff(dialect: &Dialect, name: &str, before: &str, after: &str) -> String {
    let before = masked(dialect, before);
    let after = masked(dialect, after);
    let lines = TextDiff::from_lines(&before, &after)
        .unified_diff()
        .context_radius(AROUND)
        .missing_newline_hint(false)
        .header(name, name)
        .to_string();
    lines
        .lines()
        .map(|line| visible(line.trim_end_matches('\r')) + "\n")
        .collect()
}

/// A text with everything masked that may be secret. Of one that cannot be read nothing is shown.
fn masked(dialect: &Dialect, text: &str) -> String {
    let Ok(root) = dialect.format.read(text) else {
        return String::new();
    };
    let mut masks = Masks {
        dialect,
        path: Vec::new(),
        spans: Vec::new(),
    };
    masks.collect(&root, false);
    masks.spans.sort_by_key(|span| span.start);
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    for span in masks.spans {
        shown.push_str(&text[at..span.start]);
        shown.push_str(MASK);
        at = span.end;
    }
    shown.push_str(&text[at..]);
    shown
}

/// What is masked of a tree.
struct Masks<'a> {
    dialect: &'a Dialect,
    /// The names that lead to where it is looked.
    path: Vec<&'a str>,
    spans: Vec<Range<usize>>,
}

impl<'a> Masks<'a> {
    fn collect(&mut self, node: &'a Node, is_masked: bool) {
        match &node.shape {
            Shape::Map(_, members) => {
                // A server may be called as variables are.
                let names_servers = self.names_servers();
                for member in members {
                    let is_map = MASKED.contains(&member.key.as_str()) && !names_servers;
                    let is_word = matches!(member.value.shape, Shape::Text(_));
                    let is_secret = is_word && secret::asked_in_label(&member.key).is_some();
                    self.path.push(&member.key);
                    self.collect(&member.value, is_masked || is_map || is_secret);
                    self.path.pop();
                }
            }
            Shape::List(_, items) => {
                for item in items {
                    self.collect(item, is_masked);
                }
            }
            Shape::Text(text) => {
                if is_masked || secret::looks_like(text).is_some() {
                    self.spans.push(node.span.clone());
                }
            }
            Shape::Other(_) => {
                if is_masked {
                    self.spans.push(node.span.clone());
                }
            }
        }
    }

    /// Whether the names of this map are servers' names.
    fn names_servers(&self) -> bool {
        self.dialect.servers.iter().any(|servers| {
            servers.len() == self.path.len()
                && servers
                    .iter()
                    .zip(&self.path)
                    .all(|(step, name)| step == name || *step == ANY)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Agent;

    #[test]
    fn values_that_may_be_secret_are_not_shown() {
        for (agent, text) in [
            (
                Agent::Cursor,
                "{\"a\": {\"env\": {\"A\": \"hidden\", \"N\": 7341}, \"headers\": {\"X\": \"hidden\"}, \"args\": [\"ghp_0123456789abcdefghij0123456789abcdef\"]}, \"apiKey\": \"hidden\"}",
            ),
            (
                Agent::Codex,
                "[a]\nhttp_headers = {X = \"hidden\"}\n[a.env]\nA = 'hidden'\nN = 7341\n",
            ),
            (
                Agent::Goose,
                "a:\n  envs:\n    A: hidden # c\n    N: 7341\n  headers: {X: 'hidden'}\n",
            ),
        ] {
            let shown = masked(agent.dialect(), text);
            for secret in ["hidden", "7341", "ghp_"] {
                assert!(!shown.contains(secret), "{shown}");
            }
            assert!(shown.contains("\"•••\"") && shown.contains('A'), "{shown}");
        }
    }

    #[test]
    fn a_change_is_shown_with_the_lines_around_it() {
        let shown = diff(
            Agent::Cursor.dialect(),
            "f",
            "{\r\n  \"a\": 1\r\n}",
            "{\r\n  \"a\": 2\r\n}",
        );
        assert_eq!(
            shown,
            "--- f\n+++ f\n@@ -1,3 +1,3 @@\n {\n-  \"a\": 1\n+  \"a\": 2\n }\n"
        );
    }

    #[test]
    fn so_many_lines_around_a_change_are_shown_and_no_more() {
        let lines = |number: usize| {
            let words = (0..9).map(|at| if at == 4 { number } else { at });
            let words: Vec<_> = words.map(|word| word.to_string()).collect();
            format!("[\n{}\n]", words.join(",\n"))
        };
        let shown = diff(Agent::Cursor.dialect(), "f", &lines(100), &lines(200));
        let around = shown.lines().filter(|line| line.starts_with(' ')).count();
        assert_eq!(around, 2 * AROUND);
    }
}
