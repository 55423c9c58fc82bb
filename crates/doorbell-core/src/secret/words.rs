//! How a question betrays that it asks for a secret.

use std::collections::HashSet;

use super::kinds::{Asked, KINDS, Kind};
use super::word::{Word, split};

/// A title longer than this many words is read as a sentence.
const LABEL_WORDS: usize = 5;
/// How far a request reaches: "enter the very long and secret password".
const REACH: usize = 7;
/// How many words before a name are read. No sentence is longer, and a text may be.
const SENTENCE: usize = 32;
/// A name this near the beginning of a sentence is what the sentence is about.
const BEGINNING: usize = 3;

/// What a field's name or title asks for: `githubToken`, "API key".
pub fn in_label(label: &str) -> Option<Asked> {
    let words = split(label);
    if words.len() > LABEL_WORDS {
        return in_words(&words, Reading::Prose);
    }
    // The shortest name of a password; in longer names it means other things.
    if let [only] = words.as_slice()
        && only.text == "pass"
    {
        return in_label("password");
    }
    in_words(&words, Reading::Label)
}

/// What a description or a message asks for. A secret that is only mentioned, or that the
/// sentence says not to give, is not asked for.
pub fn in_prose(text: &str) -> Option<Asked> {
    in_words(&split(text), Reading::Prose)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Label,
    Prose,
}

fn in_words(words: &[Word], reading: Reading) -> Option<Asked> {
    let there: HashSet<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let may_be = |name: &&&str| is_possible(&there, name);
    KINDS
        .iter()
        .find(|kind| {
            let anywhere = kind.names.iter().filter(may_be).any(|name| {
                found(words, name).any(|(start, end)| is_asked(words, start, end, reading))
            });
            let at_end = reading == Reading::Label
                && kind.labels.iter().filter(may_be).any(|name| {
                    found(words, name).any(|(start, end)| {
                        end == words.len() && is_asked(words, start, end, reading)
                    })
                });
            anywhere || at_end
        })
        .map(|kind: &Kind| kind.asked)
}

/// Whether the words of a name are there at all, in whatever order. Most names are not, and a long
/// text is not searched for those.
fn is_possible(there: &HashSet<&str>, name: &str) -> bool {
    let (before, last) = name.rsplit_once(' ').unwrap_or(("", name));
    before
        .split(' ')
        .all(|part| part.is_empty() || there.contains(part))
        && (there.contains(last) || there.iter().any(|word| is_form_of(word, last, name)))
}

/// Every place where the words of a name follow one another in one clause.
fn found<'a>(words: &'a [Word], name: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let parts: Vec<&str> = name.split(' ').collect();
    let count = parts.len();
    let runs = words.windows(count).enumerate();
    runs.filter_map(move |(start, run)| {
        let together = run.iter().all(|word| word.clause == run[0].clause);
        let same = run
            .iter()
            .zip(&parts)
            .enumerate()
            .all(|(place, (word, part))| {
                let last = place + 1 == count;
                word.text == *part || (last && is_form_of(&word.text, part, name))
            });
        (together && same).then_some((start, start + count))
    })
}

/// The last word may be a plural, but many tokens are a quantity. Some scripts write without
/// spaces, so there the name is anywhere in the word.
fn is_form_of(word: &str, part: &str, name: &str) -> bool {
    let spaceless = part.chars().all(|letter| letter > '\u{3000}');
    let countable = !matches!(name, "token" | "pin");
    (countable && word.strip_suffix('s') == Some(part)) || (spaceless && word.contains(part))
}

fn is_asked(words: &[Word], start: usize, end: usize, reading: Reading) -> bool {
    let clause = words[start].clause;
    let before = &words[start.saturating_sub(SENTENCE)..start];
    let first = before
        .iter()
        .rposition(|word| word.clause != clause)
        .map_or(0, |place| place + 1);
    let before = &before[first..];
    let after = words.get(end).filter(|word| word.clause == clause);
    if is_about_it(before, after) || is_negated(before) {
        return false;
    }
    match words[start].text.as_str() {
        "pin" => is_pin(before, &words[start], after, reading) && is_requested(before, reading),
        "token" => !is_unit(before) && is_requested(before, reading),
        _ => is_requested(before, reading),
    }
}

/// "password policy", "name of the API key", "reset password": about a secret, not one.
fn is_about_it(before: &[Word], after: Option<&Word>) -> bool {
    const AFTER: [&str; 44] = [
        "policy",
        "policies",
        "manager",
        "length",
        "limit",
        "limits",
        "count",
        "budget",
        "type",
        "name",
        "id",
        "ids",
        "expiry",
        "expiration",
        "expires",
        "lifetime",
        "ttl",
        "rotation",
        "symbol",
        "address",
        "contract",
        "amount",
        "usage",
        "url",
        "endpoint",
        "file",
        "path",
        "reset",
        "strength",
        "rules",
        "requirements",
        "protected",
        "hint",
        "label",
        "provider",
        "scope",
        "scopes",
        "version",
        "format",
        "algorithm",
        "prefix",
        "store",
        "vault",
        "arn",
    ];
    const BEFORE: [&str; 26] = [
        "reset",
        "resetting",
        "forgot",
        "forgotten",
        "change",
        "changing",
        "generate",
        "receive",
        "whose",
        "hashed",
        "encrypted",
        "rotate",
        "rotating",
        "revoke",
        "delete",
        "store",
        "stored",
        "storing",
        "hide",
        "show",
        "send",
        "sends",
        "sent",
        "sending",
        "public",
        "email",
    ];
    let nearest = before.iter().rev().find(|word| !is_article(word));
    let of = before
        .iter()
        .rev()
        .take(3)
        .position(|word| word.text == "of");
    let part = of
        .and_then(|place| before.iter().rev().nth(place + 1))
        .is_some_and(|word| AFTER.contains(&word.text.as_str()) || word.text == "number");
    after.is_some_and(|word| AFTER.contains(&word.text.as_str()))
        || nearest.is_some_and(|word| BEFORE.contains(&word.text.as_str()))
        || part
}

fn is_article(word: &Word) -> bool {
    matches!(
        word.text.as_str(),
        "a" | "an" | "the" | "your" | "my" | "their" | "new"
    )
}

/// "do not give us your password", but not "if you do not have a key, enter your password".
fn is_negated(before: &[Word]) -> bool {
    const NEGATORS: [&str; 15] = [
        "not", "dont", "never", "no", "without", "nor", "avoid", "cannot", "cant", "isnt",
        "doesnt", "non", "neither", "instead", "except",
    ];
    let Some(negator) = before
        .iter()
        .rposition(|word| NEGATORS.contains(&word.text.as_str()))
    else {
        return false;
    };
    !before[negator..]
        .iter()
        .any(|word| word.after_comma && (is_request(word) || word.text == "please"))
}

/// In a label everything is asked for. In a sentence it is asked for if a request reaches it, if
/// it is said to be the person's, or if the sentence begins with it.
fn is_requested(before: &[Word], reading: Reading) -> bool {
    const BREAKERS: [&str; 14] = [
        "to", "for", "of", "with", "from", "via", "by", "whose", "which", "that", "where", "so",
        "if", "using",
    ];
    let breaker = before
        .iter()
        .rposition(|word| BREAKERS.contains(&word.text.as_str()));
    let reached = &before[breaker.map_or(0, |place| place + 1)..];
    let reached = &reached[reached.len().saturating_sub(REACH)..];
    reading == Reading::Label
        || reached
            .iter()
            .any(|word| is_request(word) || matches!(word.text.as_str(), "your" | "my"))
        || (breaker.is_none() && before.len() <= BEGINNING)
}

fn is_request(word: &Word) -> bool {
    matches!(
        word.text.as_str(),
        "enter"
            | "type"
            | "paste"
            | "provide"
            | "supply"
            | "input"
            | "give"
            | "need"
            | "needs"
            | "needed"
            | "require"
            | "requires"
            | "share"
            | "confirm"
            | "submit"
            | "fill"
            | "tell"
            | "insert"
            | "specify"
            | "what"
            | "whats"
            | "please"
            | "choose"
            | "create"
            | "set"
    )
}

/// "next page token", "max token": a place in a list, or a unit.
fn is_unit(before: &[Word]) -> bool {
    before.last().is_some_and(|word| {
        matches!(
            word.text.as_str(),
            "max"
                | "min"
                | "maximum"
                | "minimum"
                | "num"
                | "number"
                | "per"
                | "page"
                | "next"
                | "previous"
                | "continuation"
                | "sync"
                | "stop"
                | "start"
                | "end"
                | "pad"
                | "padding"
                | "eos"
                | "bos"
                | "special"
                | "design"
                | "progress"
                | "total"
                | "prompt"
                | "completion"
                | "cancellation"
                | "nft"
                | "crypto"
                | "governance"
                | "reward"
                | "native"
        )
    })
}

/// A PIN, not a pin on a board and not something to pin.
fn is_pin(before: &[Word], pin: &Word, after: Option<&Word>, reading: Reading) -> bool {
    const OWNERS: [&str; 18] = [
        "your", "my", "user", "card", "account", "security", "bank", "sim", "device", "unlock",
        "login", "atm", "debit", "digit", "secret", "access", "current", "new",
    ];
    const BOARDS: [&str; 7] = [
        "gpio",
        "board",
        "header",
        "led",
        "io",
        "output",
        "interrupt",
    ];
    let owner = before
        .last()
        .is_some_and(|word| OWNERS.contains(&word.text.as_str()));
    let board = before
        .iter()
        .any(|word| BOARDS.contains(&word.text.as_str()));
    let named =
        after.is_none_or(|word| matches!(word.text.as_str(), "code" | "number" | "of" | "for"));
    !board
        && match reading {
            Reading::Label => named && (before.is_empty() || owner),
            Reading::Prose => pin.capitals || (owner && named),
        }
}
