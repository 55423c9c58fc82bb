//! Recognises text that asks for a secret.

use std::collections::HashSet;

use super::kind::{KINDS, SecretKind};
use super::tokenise::{Word, tokenise};

/// A longer label is treated as a sentence.
const MAX_LABEL_WORDS: usize = 5;
/// The words between a request and its object: "enter the very long and secret password".
const MAX_REQUEST_DISTANCE: usize = 7;
/// Limits the words before a name that are examined, because a text may be very long.
const MAX_CONTEXT_WORDS: usize = 32;
/// A name this close to the start of a sentence is its subject.
const MAX_SUBJECT_POSITION: usize = 3;

/// Words after a name that only mention a secret: "password policy", "name of the API key".
const ATTRIBUTES: &str = "\
    policy policies manager length limit limits count budget type name id ids expiry expiration \
    expires lifetime ttl rotation symbol address contract amount usage url endpoint file path \
    reset strength rules requirements protected hint label provider scope scopes version format \
    algorithm prefix store vault arn";
/// Words before a name that do not ask for it: "reset password", "email your token".
const ACTIONS: &str = "\
    reset resetting forgot forgotten change changing generate receive whose hashed encrypted \
    rotate rotating revoke delete store stored storing hide show send sends sent sending public \
    email";
const ARTICLES: &str = "a an the your my their new";
const NEGATORS: &str = "\
    not dont never no without nor avoid cannot cant isnt doesnt non neither instead except";
const REQUESTS: &str = "\
    enter type paste provide supply input give need needs needed require requires share confirm \
    submit fill tell insert specify what whats please choose create set";
/// Words that end the object of a request.
const BREAKERS: &str = "to for of with from via by whose which that where so if using";
/// Words before a "token" that is a position in a list or a unit: "next page token", "max token".
const TOKEN_QUALIFIERS: &str = "\
    max min maximum minimum num number per page next previous continuation sync stop start end \
    pad padding eos bos special design progress total prompt completion cancellation nft crypto \
    governance reward native";
/// Words before a secret "pin": "card PIN".
const PIN_QUALIFIERS: &str = "\
    your my user card account security bank sim device unlock login atm debit digit secret \
    access current new";
/// Words before an electronic "pin": "GPIO pin".
const PIN_HARDWARE: &str = "gpio board header led io output interrupt";

/// Returns what a field's name or title asks for: `githubToken`, "API key".
pub fn asked_in_label(label: &str) -> Option<SecretKind> {
    let words = tokenise(label);
    if words.len() > MAX_LABEL_WORDS {
        return asked_in_words(&words, Context::Prose);
    }
    // Alone, "pass" means a password; in longer names it has other meanings.
    if let [word] = words.as_slice()
        && word.text == "pass"
    {
        return asked_in_label("password");
    }
    asked_in_words(&words, Context::Label)
}

/// Returns what a description or a message asks for, unless it only mentions the secret or forbids to
/// give it.
pub fn asked_in_prose(text: &str) -> Option<SecretKind> {
    asked_in_words(&tokenise(text), Context::Prose)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Label,
    Prose,
}

fn asked_in_words(words: &[Word], context: Context) -> Option<SecretKind> {
    let vocabulary: HashSet<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let may_occur = |name: &&str| may_occur(&vocabulary, name);
    let is_asked_for = |(start, end): (usize, usize)| is_asked(words, start, end, context);
    let kind = KINDS.iter().find(|kind_names| {
        let mut names = kind_names.everywhere().filter(may_occur);
        let mut label_names = kind_names.in_labels().filter(may_occur);
        names.any(|name| occurrences(words, name).any(is_asked_for))
            || context == Context::Label
                && label_names.any(|name| {
                    let mut at_end =
                        occurrences(words, name).filter(|(_, end)| *end == words.len());
                    at_end.any(is_asked_for)
                })
    });
    kind.map(|names| names.kind)
}

/// Returns true if the text has all words of the name in any order. This avoids searching a long text
/// for most names.
fn may_occur(vocabulary: &HashSet<&str>, name: &str) -> bool {
    let (before, last) = name.rsplit_once(' ').unwrap_or(("", name));
    before
        .split_whitespace()
        .all(|part| vocabulary.contains(part))
        && (vocabulary.contains(last) || vocabulary.iter().any(|word| is_form_of(word, last, name)))
}

/// Returns the ranges where the words of a name follow one another in one clause.
fn occurrences<'a>(words: &'a [Word], name: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let parts: Vec<&str> = name.split(' ').collect();
    let last = parts.len() - 1;
    let windows = words.windows(parts.len()).enumerate();
    windows.filter_map(move |(start, window)| {
        let matches = |(index, (word, part)): (usize, (&Word, &&str))| {
            word.clause == window[0].clause
                && (word.text == *part || (index == last && is_form_of(&word.text, part, name)))
        };
        let is_match = window.iter().zip(&parts).enumerate().all(matches);
        is_match.then_some((start, start + window.len()))
    })
}

/// Accepts a plural, except where it is a quantity ("tokens"). Some scripts have no spaces, so there
/// the name may be anywhere in the word.
fn is_form_of(word: &str, part: &str, name: &str) -> bool {
    let has_no_spaces = part.chars().all(|letter| letter > '\u{3000}');
    let may_be_plural = !matches!(name, "token" | "pin");
    (may_be_plural && word.strip_suffix('s') == Some(part))
        || (has_no_spaces && word.contains(part))
}

fn is_asked(words: &[Word], start: usize, end: usize, context: Context) -> bool {
    let clause = words[start].clause;
    let before = &words[start.saturating_sub(MAX_CONTEXT_WORDS)..start];
    let first = before
        .iter()
        .rposition(|word| word.clause != clause)
        .map_or(0, |index| index + 1);
    let before = &before[first..];
    let after = words.get(end).filter(|word| word.clause == clause);
    if is_only_mentioned(before, after) || is_negated(before) {
        return false;
    }
    let is_secret = match words[start].text.as_str() {
        "pin" => is_pin(before, &words[start], after, context),
        "token" => !before
            .last()
            .is_some_and(|word| word.is_one_of(TOKEN_QUALIFIERS)),
        _ => true,
    };
    is_secret && is_requested(before, context)
}

/// Returns true for "password policy", "name of the API key" and "reset password".
fn is_only_mentioned(before: &[Word], after: Option<&Word>) -> bool {
    let mut backwards = before.iter().rev();
    let nearest = backwards.clone().find(|word| !word.is_one_of(ARTICLES));
    let of = backwards.clone().take(3).position(|word| word.text == "of");
    let owner = of.and_then(|index| backwards.nth(index + 1));
    after.is_some_and(|word| word.is_one_of(ATTRIBUTES))
        || nearest.is_some_and(|word| word.is_one_of(ACTIONS))
        || owner.is_some_and(|word| word.is_one_of(ATTRIBUTES) || word.text == "number")
}

/// Returns true for "do not give us your password", but not for "if you do not have a key, enter your
/// password".
fn is_negated(before: &[Word]) -> bool {
    let negator = before.iter().rposition(|word| word.is_one_of(NEGATORS));
    negator.is_some_and(|negator| {
        let mut after = before[negator..].iter();
        !after.any(|word| word.after_comma && word.is_one_of(REQUESTS))
    })
}

/// A label always asks for its secret. A sentence does if a request precedes the name, if the secret
/// is the person's, or if the sentence begins with the name.
fn is_requested(before: &[Word], context: Context) -> bool {
    let breaker = before.iter().rposition(|word| word.is_one_of(BREAKERS));
    let near = &before[breaker.map_or(0, |index| index + 1)..];
    let mut near = near.iter().rev().take(MAX_REQUEST_DISTANCE);
    context == Context::Label
        || near.any(|word| word.is_one_of(REQUESTS) || word.is_one_of("your my"))
        || (breaker.is_none() && before.len() <= MAX_SUBJECT_POSITION)
}

/// Returns false for a pin of a circuit board and for the verb "to pin".
fn is_pin(before: &[Word], pin: &Word, after: Option<&Word>, context: Context) -> bool {
    let is_qualified = before
        .last()
        .is_some_and(|word| word.is_one_of(PIN_QUALIFIERS));
    let is_hardware = before.iter().any(|word| word.is_one_of(PIN_HARDWARE));
    let is_noun = after.is_none_or(|word| word.is_one_of("code number of for"));
    !is_hardware
        && match context {
            Context::Label => is_noun && (before.is_empty() || is_qualified),
            Context::Prose => pin.is_uppercase || (is_qualified && is_noun),
        }
}
