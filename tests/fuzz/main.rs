//! Property tests of the outermost parsers with real messages that are mutated at random.
//!
//! These tests use the same inputs every time. `cargo xtask fuzz --minutes N` runs the same checks
//! with cargo-fuzz.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and prints the input"
)]

#[path = "checks/lib.rs"]
mod checks;
mod corpus;
mod mutations;

use std::fs;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestError, TestRunner};
use serde_json::Value;

use corpus::{CAPTURED, MESSAGES, QUESTIONS};
use mutations::{mutated, mutated_json, spliced};

const CASES: u32 = 1_500;

const LINKS: &[&str] = &[
    "https://a.example.com/p?q=https://evil.io#f",
    "http://localhost:8080/callback?state=x",
    "https://user:pass@example.com:8443/",
    "https://xn--80ak6aa92e.com/",
    "https://[::1]/",
    "http://2130706433/",
    "https://example.co.uk./%2e%2e/",
    "https://accounts.google.com/o/oauth2/auth?redirect_uri=https%3A%2F%2Fevil.io%2F",
];

#[test]
fn frames() {
    let line_endings = select(vec!["\n", "\r\n", "\n\n", "\r", ""]);
    let line =
        (select(MESSAGES.as_slice()), line_endings).prop_map(|(line, end)| format!("{line}{end}"));
    let lines = vec(line, 1..6).prop_map(|lines| lines.concat().into_bytes());
    let inputs = prop_oneof![spliced(lines), mutated(&MESSAGES)];
    run("frames", 2 * CASES, inputs, checks::frames::check);
}

#[test]
fn forms() {
    let forms = QUESTIONS
        .iter()
        .filter(|params| params["requestedSchema"].is_object());
    let forms: &'static [Value] = forms.cloned().collect::<Vec<_>>().leak();
    run("forms", CASES, mutated(forms), checks::forms::check);
}

#[test]
fn links() {
    let captured = QUESTIONS.iter().filter_map(|params| params["url"].as_str());
    let links: Vec<_> = captured.chain(LINKS.iter().copied()).collect();
    let links = spliced(select(links).prop_map(|link| link.as_bytes().to_vec()));
    run("links", CASES, links, checks::links::check);
}

#[test]
fn proxy() {
    let conversations: Vec<&[Value]> = CAPTURED
        .chunk_by(|one, next| one["scenario"] == next["scenario"])
        .collect();
    assert!(conversations.len() > 10);
    let messages = CAPTURED.iter().map(|line| line["message"].clone());
    let messages: &'static [Value] = messages.collect::<Vec<_>>().leak();
    let conversation = select(conversations).prop_flat_map(move |lines| {
        let line = |line: &'static Value| {
            let message = &line["message"];
            let text = message.to_string();
            let message = prop_oneof![
                1 => spliced(Just(text.clone().into_bytes())).prop_map(Some),
                1 => mutated_json(Just(message.clone()), messages).prop_map(to_bytes),
                1 => select(messages).prop_map(to_bytes),
                1 => Just(None),
                8 => Just(Some(text.into_bytes())),
            ];
            (any::<u16>(), Just(&line["from"]), message)
        };
        lines.iter().map(line).collect::<Vec<_>>()
    });
    let conversation = conversation.prop_map(|lines| {
        let lines = lines.into_iter().filter_map(|(scenario, from, message)| {
            // The scenario name seeds what the person does.
            let head = format!(r#"{{"scenario":"{scenario}","from":{from},"message":"#);
            Some([head.as_bytes(), &message?, b"}"].concat())
        });
        lines.collect::<Vec<_>>().join(&b'\n')
    });
    run("proxy", CASES, conversation, checks::proxy::check);
}

fn to_bytes(value: Value) -> Option<Vec<u8>> {
    Some(value.to_string().into_bytes())
}

/// Checks the inputs that once failed, then `cases` generated inputs.
fn run(name: &str, cases: u32, inputs: impl Strategy<Value = Vec<u8>>, check: fn(&[u8])) {
    for file in corpus::once_failed(name) {
        println!("{}", file.display());
        check(&fs::read(file).unwrap());
    }
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let checked = TestRunner::new(config).run(&inputs, |input| {
        check(&input);
        Ok(())
    });
    if let Err(TestError::Fail(reason, input)) = &checked {
        let folder = doorbell_tests::app::output_directory().join("fuzz");
        let file = folder.join(format!("{name}-shrunk"));
        fs::create_dir_all(folder).unwrap();
        fs::write(&file, input).unwrap();
        panic!("{name}: {reason}; the input is {}", file.display());
    }
    checked.unwrap();
}
