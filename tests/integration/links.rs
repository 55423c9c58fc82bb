//! Links: the person consents, and only then the browser is started.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_core::form::Input;
use doorbell_daemon::view::{EditRequest, LinkStep, Press, PressReply, Severity, QuestionStateView};
use serde_json::{Value, json};

use crate::support::{Browser, Called, Doorbell, MOMENT, SEND, Seen, ShownLink, project};

const URL: &str = "https://example.com/connect?x=1";
const SEVERE: &str = "https://github.com@evil.io/";
const GUARD: Duration = Duration::from_millis(500);

#[test]
fn consent_starts_the_browser_once_with_what_was_shown_and_then_answers() {
    let doorbell = Doorbell::start();
    doorbell.screen.lock().browser = Browser::TakesItsTime;
    let mut asker = doorbell.asker();
    // Shown and opened as browsers read it, not as it was sent.
    asker.asks_with(1, link("Sign in", "HTTPS://Example.COM/a/../connect"));
    let question = doorbell.person().sees("Sign in");
    let shown = question.link();
    assert_eq!(shown.link.url, "https://example.com/connect");
    assert_eq!(shown.link.domain, "example.com");
    assert_eq!(shown.step, LinkStep::Looking);
    assert_eq!(opened(&doorbell), []);
    question.does(Press::Open);
    let opening = at_step(&doorbell, "Sign in", LinkStep::Opening);
    let once = [("q1".to_owned(), shown.link.url)];
    asker.has_heard_everything();
    assert_eq!(opened(&doorbell), once);
    assert_eq!(question.presses(Press::Open), PressReply::Stale);
    assert_eq!(opening.presses(Press::Open), PressReply::Stale);
    asker.has_heard_everything();

    doorbell.handle.link_opened("q1".into(), None);
    let result = asker.hears_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result.get("content"), None);
    let outcome = outcome(&result);
    assert_eq!(outcome["outcome"], "accepted");
    assert_eq!(outcome["question"], "q1");
    assert!(outcome["shownAt"].is_string() && outcome["answeredAt"].is_string());
    doorbell.person().sees_only_cards();
    // What the desktop says twice changes nothing.
    doorbell.handle.link_opened("q1".into(), None);
    doorbell.handle.link_opened("q7".into(), None);
    doorbell.handle.link_opened("nonsense".into(), None);
    asker.has_heard_everything();
    assert_eq!(opened(&doorbell), once);
}

#[test]
fn a_browser_that_does_not_start_is_told_and_tried_again() {
    let doorbell = Doorbell::start();
    doorbell.screen.lock().browser = Browser::Fails("There is no browser.".into());
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Sign in", URL));
    doorbell.person().sees("Sign in").does(Press::Open);
    let troubled = with_trouble(&doorbell);
    assert_eq!(troubled.step, LinkStep::Looking);
    assert_eq!(troubled.trouble.as_deref(), Some("There is no browser."));
    asker.has_heard_everything();
    doorbell.screen.lock().browser = Browser::Starts;
    doorbell.person().sees("Sign in").does(Press::Open);
    assert_eq!(asker.hears_result(1)["action"], "accept");
    let twice = ["q1", "q1"].map(|question| (question.to_owned(), URL.to_owned()));
    assert_eq!(opened(&doorbell), twice);
}

#[test]
fn giving_up_after_trouble_cancels_and_does_not_decline() {
    let doorbell = Doorbell::start();
    doorbell.screen.lock().browser = Browser::Fails("There is no browser.".into());
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Sign in", URL));
    let person = doorbell.person();
    person.sees("Sign in").does(Press::Open);
    with_trouble(&doorbell);
    person.sees("Sign in").does(Press::Dismiss);
    person
        .sees_where("Sign in", |question| question.state == QuestionStateView::Stopping)
        .does(Press::Stop);
    let result = asker.hears_result(1);
    assert_eq!(result["action"], "cancel");
    assert_eq!(outcome(&result)["outcome"], "dismissed");
    assert_eq!(outcome(&result).get("reason"), None);
    person.sees_nothing();
}

#[test]
fn a_severe_warning_takes_two_presses_half_a_second_apart() {
    assert_eq!(BoardRules::STANDARD.press_delay, GUARD);
    let doorbell = Doorbell::start_with(|config| config.rules = BoardRules::STANDARD);
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Sign in", SEVERE));
    let question = doorbell.person().sees("Sign in");
    let shown = question.link().link;
    assert!(shown.second_press);
    assert_eq!(shown.domain, "evil.io");
    assert_eq!(shown.warnings[0].severity, Severity::Severe);
    doorbell.lets_pass(GUARD - MOMENT);
    assert_eq!(question.presses(Press::Open), PressReply::TooSoon);
    doorbell.lets_pass(MOMENT);
    question.does(Press::Open);
    let again = at_step(&doorbell, "Sign in", LinkStep::Armed);
    assert_eq!(opened(&doorbell), []);
    assert_eq!(question.presses(Press::Open), PressReply::Stale);
    doorbell.lets_pass(GUARD - MOMENT);
    assert_eq!(again.presses(Press::Open), PressReply::TooSoon);
    doorbell.lets_pass(MOMENT);
    again.does(Press::Open);
    assert_eq!(asker.hears_result(1)["action"], "accept");
    assert_eq!(opened(&doorbell), [("q1".to_owned(), shown.url)]);
}

#[test]
fn a_copied_link_that_the_person_opened_is_accepted_and_nothing_is_opened() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Sign in", URL));
    let person = doorbell.person();
    let question = person.sees("Sign in");
    assert_eq!(
        question.presses(Press::OpenedIt),
        PressReply::Stale,
        "it was not copied"
    );
    assert_eq!(person.copies_link("q1").as_deref(), Some(URL));
    let copied = at_step(&doorbell, "Sign in", LinkStep::Copied);
    asker.has_heard_everything();
    copied.does(Press::OpenedIt);
    let result = asker.hears_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result.get("content"), None);
    assert_eq!(opened(&doorbell), []);
    assert_eq!(person.copies_link("q1"), None);
}

#[test]
fn what_is_not_agreed_to_is_not_opened() {
    for (press, action, word) in [
        (Press::Decline, "decline", "declined"),
        (Press::Dismiss, "cancel", "dismissed"),
    ] {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.asks_with(1, link("Sign in", URL));
        doorbell.person().sees("Sign in").does(press);
        let result = asker.hears_result(1);
        assert_eq!(result["action"], action);
        assert_eq!(outcome(&result)["outcome"], word);
        doorbell.person().sees_nothing();
        assert_eq!(opened(&doorbell), []);
    }
}

#[test]
fn a_link_has_nothing_to_send_and_a_form_nothing_to_open() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let person = doorbell.person();
    let form = person.sees("Does anything disturb this question?");
    for press in [Press::Open, Press::OpenedIt] {
        assert_eq!(form.presses(press), PressReply::Stale);
    }
    assert_eq!(person.copies_link("q1"), None);
    bystander.gets_its_answer(&doorbell);
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Sign in", URL));
    let question = person.sees("Sign in");
    assert_eq!(question.presses(SEND), PressReply::Stale);
    assert_eq!(person.copies("q2"), None);
    let edit = EditRequest {
        id: "q2".into(),
        field: 0,
        input: Input::Empty,
    };
    assert!(person.edits(edit).is_err());
    asker.has_heard_everything();
}

#[test]
fn no_message_opens_a_link() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Sign in", URL));
    doorbell.person().sees("Sign in");
    for method in ["openLink", "openUrl", "copyLink", "pressWait", "linkOpened"] {
        asker.requests(2, &format!("doorbell/{method}"), json!({"question": "q1"}));
        assert_eq!(asker.hears_json()["error"]["code"], -32601);
    }
    asker.calls("doorbell/open", json!({"question": "q1"}));
    asker.says(
        r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e-1"}}"#,
    );
    asker.has_heard_everything();
    assert_eq!(opened(&doorbell), []);
    doorbell.person().sees("Sign in").does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
}

#[test]
fn a_link_whose_asker_leaves_while_the_browser_starts_has_no_card() {
    let doorbell = Doorbell::start();
    doorbell.screen.lock().browser = Browser::TakesItsTime;
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Sign in", URL));
    doorbell.person().sees("Sign in").does(Press::Open);
    asker.withdraws(1);
    let (over, reason) = doorbell.person().sees_withdrawn("Sign in");
    assert_eq!(
        reason,
        "tests withdrew the question. It may still open in your browser."
    );
    doorbell.handle.link_opened("q1".into(), None);
    asker.has_heard_everything();
    assert!(doorbell.screen.lock().view.opened_links.is_empty());
    over.does(Press::Close);
    doorbell.person().sees_nothing();
}

#[test]
fn links_that_doorbell_does_not_open_are_refused_and_not_shown() {
    const SCHEME: &str = "Doorbell opens only http and https links.";
    const CONTROL: &str = "Doorbell opens no links with control characters in them.";
    const WHITE: &str = "Doorbell opens no links with white space in them.";
    let rows = [
        ("javascript:alert(1)", SCHEME),
        ("JavaScript:alert(1)", SCHEME),
        ("data:text/html,<p>hello", SCHEME),
        ("file:///etc/passwd", SCHEME),
        ("vscode://file/etc/passwd", SCHEME),
        ("ms-settings:privacy", SCHEME),
        ("mailto:ada@example.com", SCHEME),
        ("ftp://example.com/", SCHEME),
        ("view-source:https://example.com/", SCHEME),
        ("blob:https://example.com/1", SCHEME),
        ("java\nscript:alert(1)", CONTROL),
        ("https://example.com/\r\n", CONTROL),
        ("https://exam\tple.com/", CONTROL),
        ("https://example.com/\0", CONTROL),
        ("https://example.com/\u{85}", CONTROL),
        ("https://example.com/a b", WHITE),
        (" https://example.com/", WHITE),
        ("https://example.com/\u{a0}", WHITE),
        ("https://example.com/\u{3000}", WHITE),
    ];
    let golden = golden("elicit.result.refused-link.json");
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for (url, reason) in rows {
        asker.asks_with(9, link("Sign in", url));
        assert_eq!(asker.hears(), golden.replace(SCHEME, reason), "{url:?}");
    }
    assert_eq!(doorbell.screen.lock().calls, [Called::WarmUp]);
}

#[test]
fn what_is_no_url_is_malformed() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for url in [
        "",
        "example.com",
        "example.com/connect",
        "//example.com/",
        "/connect",
        "not a link",
        "https:",
        "https://",
        "https:///",
        "https://[::1",
        "https://example.com:99999/",
        "https://exa%00mple.com/",
    ] {
        asker.asks_with(9, link("Sign in", url));
        assert_eq!(asker.hears(), golden("error.url.json"), "{url:?}");
    }
    assert_eq!(doorbell.screen.lock().calls, [Called::WarmUp]);
}

#[test]
fn a_link_of_64_kibibytes_is_shown_whole_and_one_byte_more_is_refused() {
    let long = |bytes: usize| format!("{URL}{}", "x".repeat(bytes - URL.len()));
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Long", &long(64 * 1024 + 1)));
    let result = asker.hears_result(1);
    assert_eq!(
        outcome(&result)["reason"],
        "The link is longer than the 64 KiB that Doorbell opens."
    );
    asker.asks_with(1, link("Long", &long(64 * 1024)));
    let question = doorbell.person().sees("Long");
    assert_eq!(question.link().link.url, long(64 * 1024));
    question.does(Press::Open);
    assert_eq!(asker.hears_result(1)["action"], "accept");
    assert_eq!(
        opened(&doorbell),
        [(question.view.id.clone(), long(64 * 1024))]
    );
}

#[test]
fn a_loopback_link_is_shown_as_this_computer() {
    for url in [
        "http://127.0.0.1:8080/callback",
        "http://localhost:3000/",
        "http://[::1]:9/",
    ] {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.asks_with(1, link("Local", url));
        let question = doorbell.person().sees("Local");
        let shown = question.link().link;
        assert!(shown.this_computer, "{url}");
        assert!(!shown.second_press, "{url}");
        assert_eq!(shown.url, url);
        question.does(Press::Open);
        assert_eq!(asker.hears_result(1)["action"], "accept");
    }
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks_with(1, link("Elsewhere", "http://example.com/"));
    let shown = doorbell.person().sees("Elsewhere").link().link;
    assert!(!shown.this_computer);
}

#[test]
fn links_as_real_servers_send_them_become_questions() {
    let mut count = 0;
    for entry in std::fs::read_dir(project().join("tests/wire")).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_string_lossy().ends_with("-url.json") {
            continue;
        }
        count += 1;
        let params: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.asks_with(1, params.clone());
        let question = doorbell.person().sees(params["message"].as_str().unwrap());
        let sent = params["url"].as_str().unwrap();
        assert_eq!(question.link().link.url.trim_end_matches('/'), sent);
        question.does(Press::Open);
        assert_eq!(asker.hears_result(1)["action"], "accept", "{path:?}");
        doorbell.person().sees_only_cards();
    }
    assert!(count >= 8, "{count} captured links");
}

fn link(message: &str, url: &str) -> Value {
    json!({"mode": "url", "message": message, "url": url})
}

/// The links that were opened, each with its question.
fn opened(doorbell: &Doorbell) -> Vec<(String, String)> {
    doorbell.screen.lock().opened.clone()
}

fn at_step<'a>(doorbell: &'a Doorbell, message: &str, step: LinkStep) -> Seen<'a> {
    doorbell.person().sees_where(message, |question| {
        ShownLink::of(question).is_some_and(|shown| shown.step == step)
    })
}

fn with_trouble(doorbell: &Doorbell) -> ShownLink {
    doorbell
        .person()
        .sees_where("Sign in", |question| {
            ShownLink::of(question).is_some_and(|shown| shown.trouble.is_some())
        })
        .link()
}

/// The bytes that the documentation shows.
fn golden(name: &str) -> String {
    let golden = std::fs::read_to_string(project().join("docs/protocol").join(name)).unwrap();
    golden.trim_end().to_owned()
}

fn outcome(result: &Value) -> &Value {
    &result["_meta"]["dev.doorbell/outcome"]
}
