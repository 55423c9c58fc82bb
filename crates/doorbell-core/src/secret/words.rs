//! How a question betrays that it asks for a secret.

use std::collections::HashSet;

use super::kinds::{Asked, KINDS};
use super::word::{Word, split};

/// A title longer than this many words is read as a sentence.
const LABEL_WORDS: usize = 5;
/// How far a request reaches: "enter the very long and secret password".
const REACH: usize = 7;
/// How many words before a name are read. No sentence is longer, and a text may be.
const SENTENCE: usize = 32;
/// A name this near the beginning of a sentence is what the sentence is about.
const BEGINNING: usize = 3;

/// "password policy", "name of the API key": what stands behind a secret that is not meant itself.
const ABOUT_IT: &str = "\
    policy policies manager length limit limits count budget type name id ids expiry expiration \
    expires lifetime ttl rotation symbol address contract amount usage url endpoint file path \
    reset strength rules requirements protected hint label provider scope scopes version format \
    algorithm prefix store vault arn";
/// "reset password", "email your token": what stands before one.
const DONE_TO_IT: &str = "\
    reset resetting forgot forgotten change changing generate receive whose hashed encrypted \
    rotate rotating revoke delete store stored storing hide show send sends sent sending public \
    email";
const ARTICLES: &str = "a an the your my their new";
const NEGATORS: &str = "\
    not dont never no without nor avoid cannot cant isnt doesnt non neither instead except";
/// What asks for what follows it.
const REQUESTS: &str = "\
    enter type paste provide supply input give need needs needed require requires share confirm \
    submit fill tell insert specify what whats please choose create set";
/// What a request does not reach beyond.
const BREAKERS: &str = "to for of with from via by whose which that where so if using";
/// "next page token", "max token": a place in a list, or a unit.
const UNITS: &str = "\
    max min maximum minimum num number per page next previous continuation sync stop start end \
    pad padding eos bos special design progress total prompt completion cancellation nft crypto \
    governance reward native";
/// "card PIN": what stands before a number to be kept.
const PIN_OWNERS: &str = "\
    your my user card account security bank sim device unlock login atm debit digit secret \
    access current new";
/// "GPIO pin": what has other pins.
const BOARDS: &str = "gpio board header led io output interrupt";

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
    let may_be = |name: &&str| is_possible(&there, name);
    let is_asked_for = |(start, end): (usize, usize)| is_asked(words, start, end, reading);
    let kind = KINDS.iter().find(|kind| {
        let mut names = kind.names().filter(may_be);
        let mut labels = kind.labels().filter(may_be);
        names.any(|name| found(words, name).any(is_asked_for))
            || reading == Reading::Label
                && labels.any(|name| {
                    let mut at_end = found(words, name).filter(|(_, end)| *end == words.len());
                    at_end.any(is_asked_for)
                })
    });
    kind.map(|kind| kind.asked)
}

/// Whether the words of a name are there at all, in whatever order. Most names are not, and a long
/// text is not searched for those.
fn is_possible(there: &HashSet<&str>, name: &str) -> bool {
    let (before, last) = name.rsplit_once(' ').unwrap_or(("", name));
    before.split_whitespace().all(|part| there.contains(part))
        && (there.contains(last) || there.iter().any(|word| is_form_of(word, last, name)))
}

/// Every place where the words of a name follow one another in one clause.
fn found<'a>(words: &'a [Word], name: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let parts: Vec<&str> = name.split(' ').collect();
    let last = parts.len() - 1;
    let runs = words.windows(parts.len()).enumerate();
    runs.filter_map(move |(start, run)| {
        let is_same = |(place, (word, part)): (usize, (&Word, &&str))| {
            word.clause == run[0].clause
                && (word.text == *part || (place == last && is_form_of(&word.text, part, name)))
        };
        let is_found = run.iter().zip(&parts).enumerate().all(is_same);
        is_found.then_some((start, start + run.len()))
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
    let is_meant = match words[start].text.as_str() {
        "pin" => is_pin(before, &words[start], after, reading),
        "token" => !before.last().is_some_and(|word| word.is_one_of(UNITS)),
        _ => true,
    };
    is_meant && is_requested(before, reading)
}

/// "password policy", "name of the API key", "reset password": about a secret, not one.
fn is_about_it(before: &[Word], after: Option<&Word>) -> bool {
    let mut backwards = before.iter().rev();
    let nearest = backwards.clone().find(|word| !word.is_one_of(ARTICLES));
    let of = backwards.clone().take(3).position(|word| word.text == "of");
    let part = of.and_then(|place| backwards.nth(place + 1));
    after.is_some_and(|word| word.is_one_of(ABOUT_IT))
        || nearest.is_some_and(|word| word.is_one_of(DONE_TO_IT))
        || part.is_some_and(|word| word.is_one_of(ABOUT_IT) || word.text == "number")
}

/// "do not give us your password", but not "if you do not have a key, enter your password".
fn is_negated(before: &[Word]) -> bool {
    let negator = before.iter().rposition(|word| word.is_one_of(NEGATORS));
    negator.is_some_and(|negator| {
        let mut after = before[negator..].iter();
        !after.any(|word| word.after_comma && word.is_one_of(REQUESTS))
    })
}

/// In a label everything is asked for. In a sentence it is asked for if a request reaches it, if
/// it is said to be the person's, or if the sentence begins with it.
fn is_requested(before: &[Word], reading: Reading) -> bool {
    let breaker = before.iter().rposition(|word| word.is_one_of(BREAKERS));
    let reached = &before[breaker.map_or(0, |place| place + 1)..];
    let mut reached = reached.iter().rev().take(REACH);
    reading == Reading::Label
        || reached.any(|word| word.is_one_of(REQUESTS) || word.is_one_of("your my"))
        || (breaker.is_none() && before.len() <= BEGINNING)
}

/// A PIN, not a pin on a board and not something to pin.
fn is_pin(before: &[Word], pin: &Word, after: Option<&Word>, reading: Reading) -> bool {
    let owner = before.last().is_some_and(|word| word.is_one_of(PIN_OWNERS));
    let board = before.iter().any(|word| word.is_one_of(BOARDS));
    let named = after.is_none_or(|word| word.is_one_of("code number of for"));
    !board
        && match reading {
            Reading::Label => named && (before.is_empty() || owner),
            Reading::Prose => pin.capitals || (owner && named),
        }
}
