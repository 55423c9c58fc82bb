//! Shows a person what a change does to a file, with possible secrets masked.

use std::ops::Range;

use doorbell_core::{secret, text::visible};
use similar::TextDiff;

use crate::document::{Node, Shape};
use crate::entry_format::{ANY_KEY, EntryFormat};

const CONTEXT_LINES: usize = 3;
const MASK: &str = "\"•••\"";
const MASKED_MAPS: [&str; 5] = ["env", "envs", "environment", "headers", "http_headers"];

/// Returns a unified diff.
pub(crate) fn diff(entry_format: &EntryFormat, name: &str, before: &str, after: &str) -> String {
    let before = mask_secrets(entry_format, before);
    let after = mask_secrets(entry_format, after);
    let lines = TextDiff::from_lines(&before, &after)
        .unified_diff()
        .context_radius(CONTEXT_LINES)
        .missing_newline_hint(false)
        .header(name, name)
        .to_string();
    lines
        .lines()
        .map(|line| visible(line.trim_end_matches('\r')) + "\n")
        .collect()
}

/// Masks everything that may be secret. Returns an empty string if the text cannot be parsed.
fn mask_secrets(entry_format: &EntryFormat, text: &str) -> String {
    let Ok(root) = entry_format.file_format.parse(text) else {
        return String::new();
    };
    let mut collector = MaskCollector {
        entry_format,
        path: Vec::new(),
        spans: Vec::new(),
    };
    collector.collect(&root, false);
    collector.spans.sort_by_key(|span| span.start);
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    for span in collector.spans {
        shown.push_str(&text[at..span.start]);
        shown.push_str(MASK);
        at = span.end;
    }
    shown.push_str(&text[at..]);
    shown
}

struct MaskCollector<'a> {
    entry_format: &'a EntryFormat,
    /// The keys that lead to the current node.
    path: Vec<&'a str>,
    spans: Vec<Range<usize>>,
}

impl<'a> MaskCollector<'a> {
    fn collect(&mut self, node: &'a Node, is_masked: bool) {
        match &node.shape {
            Shape::Map(_, members) => {
                // A server may be called "env" or "headers".
                let is_server_map = self.is_server_map();
                for member in members {
                    let is_masked_map =
                        MASKED_MAPS.contains(&member.key.as_str()) && !is_server_map;
                    let is_text = matches!(member.value.shape, Shape::Text(_));
                    let is_secret = is_text && secret::asked_in_label(&member.key).is_some();
                    self.path.push(&member.key);
                    self.collect(&member.value, is_masked || is_masked_map || is_secret);
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

    fn is_server_map(&self) -> bool {
        self.entry_format.server_maps.iter().any(|map_path| {
            map_path.len() == self.path.len()
                && map_path
                    .iter()
                    .zip(&self.path)
                    .all(|(step, key)| step == key || *step == ANY_KEY)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Agent;

    #[test]
    fn possible_secrets_are_masked() {
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
            let shown = mask_secrets(agent.entry_format(), text);
            for secret in ["hidden", "7341", "ghp_"] {
                assert!(!shown.contains(secret), "{shown}");
            }
            assert!(shown.contains("\"•••\"") && shown.contains('A'), "{shown}");
        }
    }

    #[test]
    fn diff_shows_change_with_context() {
        let shown = diff(
            Agent::Cursor.entry_format(),
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
    fn diff_context_is_limited() {
        let lines = |number: usize| {
            let words = (0..9).map(|at| if at == 4 { number } else { at });
            let words: Vec<_> = words.map(|word| word.to_string()).collect();
            format!("[\n{}\n]", words.join(",\n"))
        };
        let shown = diff(Agent::Cursor.entry_format(), "f", &lines(100), &lines(200));
        let context = shown.lines().filter(|line| line.starts_with(' ')).count();
        assert_eq!(context, 2 * CONTEXT_LINES);
    }
}
