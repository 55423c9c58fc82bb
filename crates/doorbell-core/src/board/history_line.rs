//! The first line of a question, as history keeps it.

use super::question::{BodyState, Question};
use crate::outcome::Outcome;
use crate::secret;

/// Characters that end a link in a sentence, besides spaces.
const LINK_ENDS: [char; 10] = ['"', '\'', '<', '>', '(', ')', '[', ']', '”', '’'];

impl Question {
    /// Returns the first line without the rest of links, or `None` if the question has to do with a
    /// secret.
    pub(super) fn history_line(&self, outcome: Outcome) -> Option<String> {
        let words = &self.labels.words;
        let asks_for_secret = self.form().is_some_and(|(form, _)| form.asks_for_secret())
            || [&self.message, words]
                .into_iter()
                .any(|text| secret::asked_in_prose(text).is_some());
        if words.is_empty() || asks_for_secret || self.holds_secret() {
            return None;
        }
        let own_domain = match &self.body {
            BodyState::Link(body) => Some(body.link.domain()),
            BodyState::Form { .. } | BodyState::Permission(_) | BodyState::Agent(_) => None,
        };
        let line = without_links(words, own_domain);
        if secret::looks_like(&line).is_some() {
            return None;
        }
        let is_changed = matches!(&self.body, BodyState::Permission(body) if body.change.is_some());
        Some(match is_changed && outcome == Outcome::Accepted {
            true => format!("{line} (changed by you)"),
            false => line,
        })
    }
}

/// Replaces each link by its domain, and each word with `own_domain` in it by that domain.
fn without_links(line: &str, own_domain: Option<&str>) -> String {
    let words = line.split_whitespace().map(|word| {
        let own = own_domain.filter(|domain| word.contains(domain));
        own.map_or_else(|| without_link(word), ToOwned::to_owned)
    });
    words.collect::<Vec<_>>().join(" ")
}

fn without_link(word: &str) -> String {
    let Some((before, address)) = word.split_once("://") else {
        return word.to_owned();
    };
    let is_scheme =
        |character: char| character.is_ascii_alphanumeric() || "+-.".contains(character);
    let before = before.trim_end_matches(is_scheme);
    let end =
        address.find(|character| "/?#\\".contains(character) || LINK_ENDS.contains(&character));
    let authority = &address[..end.unwrap_or(address.len())];
    let host = authority.rsplit('@').next().unwrap_or_default();
    format!("{before}{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_reduced_to_their_domains() {
        for (line, kept) in [
            ("Which branch?", "Which branch?"),
            (
                "Open https://shop.example/connect?session=8f1c now",
                "Open shop.example now",
            ),
            (
                "(see https://ada:secret@shop.example:8443/x)",
                "(see shop.example:8443",
            ),
            ("<HTTPS://shop.example?token=8f1c>", "<shop.example"),
            ("git+ssh://shop.example#8f1c", "shop.example"),
        ] {
            assert_eq!(without_links(line, None), kept);
        }
        let line = "Sign in at shop.example/connect?session=8f1c.";
        assert_eq!(
            without_links(line, Some("shop.example")),
            "Sign in at shop.example"
        );
    }
}
