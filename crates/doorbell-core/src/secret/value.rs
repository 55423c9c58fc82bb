//! Recognises values that look like secrets.

const MIN_RANDOM_CHARACTERS: usize = 16;

/// Prefixes of secrets; random characters follow.
const PREFIXES: [(&str, &str); 20] = [
    ("sk-ant-", "an Anthropic API key"),
    ("sk-", "an API key"),
    ("ghp_", "a GitHub token"),
    ("gho_", "a GitHub token"),
    ("ghu_", "a GitHub token"),
    ("ghs_", "a GitHub token"),
    ("ghr_", "a GitHub token"),
    ("github_pat_", "a GitHub token"),
    ("glpat-", "a GitLab token"),
    ("xoxb-", "a Slack token"),
    ("xoxp-", "a Slack token"),
    ("xoxa-", "a Slack token"),
    ("xoxs-", "a Slack token"),
    ("xapp-", "a Slack token"),
    ("sk_live_", "a Stripe key"),
    ("rk_live_", "a Stripe key"),
    ("sk_test_", "a Stripe key"),
    ("AIza", "a Google API key"),
    ("npm_", "an npm token"),
    ("hf_", "a Hugging Face token"),
];

/// Returns what the value looks like: "a GitHub token". Never contains part of the value.
pub fn looks_like(text: &str) -> Option<&'static str> {
    if is_private_key(text) {
        return Some("a private key");
    }
    let is_separator = |character: char| {
        character.is_whitespace()
            || matches!(
                character,
                '"' | '\'' | ',' | ';' | '=' | '<' | '>' | '(' | ')' | ':' | '@' | '/'
            )
    };
    text.split(is_separator)
        .find_map(word_looks_like)
        .or_else(|| has_card_number(text).then_some("a card number"))
}

fn word_looks_like(word: &str) -> Option<&'static str> {
    if is_aws_key(word) {
        return Some("an AWS access key");
    }
    if is_jwt(word) {
        return Some("an access token (JWT)");
    }
    PREFIXES
        .into_iter()
        .find(|(prefix, _)| word.strip_prefix(prefix).is_some_and(is_random))
        .map(|(_, noun)| noun)
}

fn is_random(rest: &str) -> bool {
    rest.len() >= MIN_RANDOM_CHARACTERS
        && rest
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        && rest.bytes().any(|byte| byte.is_ascii_digit())
        && rest.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// AKIA or ASIA, and 16 uppercase letters or digits.
fn is_aws_key(word: &str) -> bool {
    word.strip_prefix("AKIA")
        .or_else(|| word.strip_prefix("ASIA"))
        .is_some_and(|rest| {
            rest.len() == 16
                && rest
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        })
}

/// Three parts in base64; the first two are JSON objects.
fn is_jwt(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let [header, claims, signature] = parts.as_slice() else {
        return false;
    };
    let is_base64 = |part: &str| {
        part.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    header.starts_with("eyJ")
        && claims.starts_with("eyJ")
        && signature.len() >= MIN_RANDOM_CHARACTERS
        && parts.iter().all(|part| is_base64(part))
}

/// Ignores public keys and certificates.
fn is_private_key(text: &str) -> bool {
    text.split("-----BEGIN ")
        .skip(1)
        .filter_map(|block| block.split_once("-----"))
        .any(|(label, _)| label.ends_with("PRIVATE KEY") || label.ends_with("PRIVATE KEY BLOCK"))
}

/// Searches for digits, optionally in groups, with the length, prefix and check digit of a card.
fn has_card_number(text: &str) -> bool {
    text.split(|character: char| !character.is_ascii_digit() && !matches!(character, ' ' | '-'))
        .any(|run| {
            let run = run.trim_matches([' ', '-']);
            let groups: Vec<&str> = run.split([' ', '-']).collect();
            let is_plausible = groups.len() == 1 || has_card_groups(&groups);
            let digits: Vec<u32> = run
                .chars()
                .filter_map(|character| character.to_digit(10))
                .collect();
            is_plausible && is_card(&digits)
        })
}

/// Accepts 4-4-4-4, 4-6-5 and the like.
fn has_card_groups(groups: &[&str]) -> bool {
    groups.first().is_some_and(|first| first.len() == 4)
        && groups.iter().all(|group| (2..=6).contains(&group.len()))
}

fn is_card(digits: &[u32]) -> bool {
    let has_issuer_prefix = match digits {
        [3..=6, ..] => true,
        [2, a, b, c, ..] => (2221..=2720).contains(&(2000 + a * 100 + b * 10 + c)),
        _ => false,
    };
    has_issuer_prefix && (13..=19).contains(&digits.len()) && has_valid_check_digit(digits)
}

/// The Luhn algorithm.
fn has_valid_check_digit(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(position, digit)| match (position % 2, digit * 2) {
            (0, _) => *digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        })
        .sum();
    sum.is_multiple_of(10)
}
