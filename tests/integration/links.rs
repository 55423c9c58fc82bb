//! Links: the browser is started only after consent.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_core::form::Input;
use doorbell_daemon::view::{
    EditRequest, LinkStep, Press, PressReply, QuestionStateView, Severity,
};
use serde_json::{Value, json};

use crate::support::{
    Browser, DesktopCall, Doorbell, ONE_MS, SEND, ShownLink, ShownQuestion, workspace_root,
};

const URL: &str = "https://example.com/connect?x=1";
const SEVERE: &str = "https://github.com@evil.io/";
const GUARD: Duration = Duration::from_millis(500);

#[test]
fn consent_opens_the_shown_url_once_and_then_answers() {
    let doorbell = Doorbell::start();
    doorbell.desktop.lock().browser = Browser::Pending;
    let mut asker = doorbell.asker();
    // The URL is normalised before it is shown and opened.
    asker.ask_with(1, link("Sign in", "HTTPS://Example.COM/a/../connect"));
    let question = doorbell.wait_for_question("Sign in");
    let shown = question.link();
    assert_eq!(shown.link.url, "https://example.com/connect");
    assert_eq!(shown.link.domain, "example.com");
    assert_eq!(shown.step, LinkStep::Looking);
    assert_eq!(opened_links(&doorbell), []);
    question.press(Press::Open);
    let opening = wait_for_step(&doorbell, "Sign in", LinkStep::Opening);
    let once = [("q1".to_owned(), shown.link.url)];
    asker.assert_nothing_unread();
    assert_eq!(opened_links(&doorbell), once);
    assert_eq!(question.try_press(Press::Open), PressReply::Stale);
    assert_eq!(opening.try_press(Press::Open), PressReply::Stale);
    asker.assert_nothing_unread();

    doorbell.handle.link_opened("q1".into(), None);
    let result = asker.read_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result.get("content"), None);
    let outcome = outcome(&result);
    assert_eq!(outcome["outcome"], "accepted");
    assert_eq!(outcome["question"], "q1");
    assert!(outcome["shownAt"].is_string() && outcome["answeredAt"].is_string());
    doorbell.person().wait_for_cards_only();
    // Repeated and unknown reports are ignored.
    doorbell.handle.link_opened("q1".into(), None);
    doorbell.handle.link_opened("q7".into(), None);
    doorbell.handle.link_opened("nonsense".into(), None);
    asker.assert_nothing_unread();
    assert_eq!(opened_links(&doorbell), once);
}

#[test]
fn browser_failure_is_shown_and_can_be_retried() {
    let doorbell = Doorbell::start();
    doorbell.desktop.lock().browser = Browser::Fails("There is no browser.".into());
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Sign in", URL));
    doorbell.wait_for_question("Sign in").press(Press::Open);
    let troubled = wait_for_trouble(&doorbell);
    assert_eq!(troubled.step, LinkStep::Looking);
    assert_eq!(troubled.trouble.as_deref(), Some("There is no browser."));
    asker.assert_nothing_unread();
    doorbell.desktop.lock().browser = Browser::Starts;
    doorbell.wait_for_question("Sign in").press(Press::Open);
    assert_eq!(asker.read_result(1)["action"], "accept");
    let twice = ["q1", "q1"].map(|question| (question.to_owned(), URL.to_owned()));
    assert_eq!(opened_links(&doorbell), twice);
}

#[test]
fn giving_up_after_browser_failure_cancels() {
    let doorbell = Doorbell::start();
    doorbell.desktop.lock().browser = Browser::Fails("There is no browser.".into());
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Sign in", URL));
    let person = doorbell.person();
    person.wait_for_question("Sign in").press(Press::Open);
    wait_for_trouble(&doorbell);
    person.wait_for_question("Sign in").press(Press::Dismiss);
    person
        .wait_for_question_where("Sign in", |question| {
            question.state == QuestionStateView::Stopping
        })
        .press(Press::Stop);
    let result = asker.read_result(1);
    assert_eq!(result["action"], "cancel");
    assert_eq!(outcome(&result)["outcome"], "dismissed");
    assert_eq!(outcome(&result).get("reason"), None);
    person.wait_for_empty_screen();
}

#[test]
fn severe_warning_needs_two_presses_half_a_second_apart() {
    assert_eq!(BoardRules::STANDARD.press_delay, GUARD);
    let doorbell = Doorbell::start_with(|config| config.rules = BoardRules::STANDARD);
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Sign in", SEVERE));
    let question = doorbell.wait_for_question("Sign in");
    let shown = question.link().link;
    assert!(shown.second_press);
    assert_eq!(shown.domain, "evil.io");
    assert_eq!(shown.warnings[0].severity, Severity::Severe);
    doorbell.advance(GUARD - ONE_MS);
    assert_eq!(question.try_press(Press::Open), PressReply::TooSoon);
    doorbell.advance(ONE_MS);
    question.press(Press::Open);
    let again = wait_for_step(&doorbell, "Sign in", LinkStep::Armed);
    assert_eq!(opened_links(&doorbell), []);
    assert_eq!(question.try_press(Press::Open), PressReply::Stale);
    doorbell.advance(GUARD - ONE_MS);
    assert_eq!(again.try_press(Press::Open), PressReply::TooSoon);
    doorbell.advance(ONE_MS);
    again.press(Press::Open);
    assert_eq!(asker.read_result(1)["action"], "accept");
    assert_eq!(opened_links(&doorbell), [("q1".to_owned(), shown.url)]);
}

#[test]
fn copied_link_is_accepted_without_starting_the_browser() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Sign in", URL));
    let person = doorbell.person();
    let question = person.wait_for_question("Sign in");
    assert_eq!(
        question.try_press(Press::OpenedIt),
        PressReply::Stale,
        "the link was not copied"
    );
    assert_eq!(person.copy_link("q1").as_deref(), Some(URL));
    let copied = wait_for_step(&doorbell, "Sign in", LinkStep::Copied);
    asker.assert_nothing_unread();
    copied.press(Press::OpenedIt);
    let result = asker.read_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result.get("content"), None);
    assert_eq!(opened_links(&doorbell), []);
    assert_eq!(person.copy_link("q1"), None);
}

#[test]
fn declined_or_dismissed_link_is_not_opened() {
    for (press, action, outcome_name) in [
        (Press::Decline, "decline", "declined"),
        (Press::Dismiss, "cancel", "dismissed"),
    ] {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.ask_with(1, link("Sign in", URL));
        doorbell.wait_for_question("Sign in").press(press);
        let result = asker.read_result(1);
        assert_eq!(result["action"], action);
        assert_eq!(outcome(&result)["outcome"], outcome_name);
        doorbell.wait_for_empty_screen();
        assert_eq!(opened_links(&doorbell), []);
    }
}

#[test]
fn send_is_stale_for_links_and_open_is_stale_for_forms() {
    let doorbell = Doorbell::start();
    let bystander = doorbell.bystander();
    let person = doorbell.person();
    let form = person.wait_for_question("Does anything disturb this question?");
    for press in [Press::Open, Press::OpenedIt] {
        assert_eq!(form.try_press(press), PressReply::Stale);
    }
    assert_eq!(person.copy_link("q1"), None);
    bystander.assert_unaffected(&doorbell);
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Sign in", URL));
    let question = person.wait_for_question("Sign in");
    assert_eq!(question.try_press(SEND), PressReply::Stale);
    assert_eq!(person.copy_answer("q2"), None);
    let edit = EditRequest {
        id: "q2".into(),
        field: 0,
        input: Input::Empty,
    };
    assert!(person.edit(edit).is_err());
    asker.assert_nothing_unread();
}

#[test]
fn no_message_opens_a_link() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Sign in", URL));
    doorbell.wait_for_question("Sign in");
    for method in ["openLink", "openUrl", "copyLink", "pressWait", "linkOpened"] {
        asker.send_request(2, &format!("doorbell/{method}"), json!({"question": "q1"}));
        assert_eq!(asker.read_json()["error"]["code"], -32601);
    }
    asker.call("doorbell/open", json!({"question": "q1"}));
    asker.send_line(
        r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e-1"}}"#,
    );
    asker.assert_nothing_unread();
    assert_eq!(opened_links(&doorbell), []);
    doorbell.wait_for_question("Sign in").press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
}

#[test]
fn link_withdrawn_while_the_browser_starts_gets_no_card() {
    let doorbell = Doorbell::start();
    doorbell.desktop.lock().browser = Browser::Pending;
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Sign in", URL));
    doorbell.wait_for_question("Sign in").press(Press::Open);
    asker.withdraw(1);
    let (over, reason) = doorbell.person().wait_for_withdrawn("Sign in");
    assert_eq!(
        reason,
        "tests withdrew the question. It may still open in your browser."
    );
    doorbell.handle.link_opened("q1".into(), None);
    asker.assert_nothing_unread();
    assert!(doorbell.desktop.lock().view.opened_links.is_empty());
    over.press(Press::Close);
    doorbell.wait_for_empty_screen();
}

#[test]
fn unsupported_links_are_refused_and_not_shown() {
    const SCHEME_REASON: &str = "Doorbell opens only http and https links.";
    const CONTROL_REASON: &str = "Doorbell opens no links with control characters in them.";
    const SPACE_REASON: &str = "Doorbell opens no links with white space in them.";
    let rows = [
        ("javascript:alert(1)", SCHEME_REASON),
        ("JavaScript:alert(1)", SCHEME_REASON),
        ("data:text/html,<p>hello", SCHEME_REASON),
        ("file:///etc/passwd", SCHEME_REASON),
        ("vscode://file/etc/passwd", SCHEME_REASON),
        ("ms-settings:privacy", SCHEME_REASON),
        ("mailto:ada@example.com", SCHEME_REASON),
        ("ftp://example.com/", SCHEME_REASON),
        ("view-source:https://example.com/", SCHEME_REASON),
        ("blob:https://example.com/1", SCHEME_REASON),
        ("java\nscript:alert(1)", CONTROL_REASON),
        ("https://example.com/\r\n", CONTROL_REASON),
        ("https://exam\tple.com/", CONTROL_REASON),
        ("https://example.com/\0", CONTROL_REASON),
        ("https://example.com/\u{85}", CONTROL_REASON),
        ("https://example.com/a b", SPACE_REASON),
        (" https://example.com/", SPACE_REASON),
        ("https://example.com/\u{a0}", SPACE_REASON),
        ("https://example.com/\u{3000}", SPACE_REASON),
    ];
    let golden = golden("elicit.result.refused-link.json");
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for (url, reason) in rows {
        asker.ask_with(9, link("Sign in", url));
        assert_eq!(
            asker.read_line(),
            golden.replace(SCHEME_REASON, reason),
            "{url:?}"
        );
    }
    assert_eq!(doorbell.desktop.lock().calls, [DesktopCall::WarmUp]);
}

#[test]
fn invalid_url_is_an_error() {
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
        asker.ask_with(9, link("Sign in", url));
        assert_eq!(asker.read_line(), golden("error.url.json"), "{url:?}");
    }
    assert_eq!(doorbell.desktop.lock().calls, [DesktopCall::WarmUp]);
}

#[test]
fn link_longer_than_64_kibibytes_is_refused() {
    let long = |bytes: usize| format!("{URL}{}", "x".repeat(bytes - URL.len()));
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Long", &long(64 * 1024 + 1)));
    let result = asker.read_result(1);
    assert_eq!(
        outcome(&result)["reason"],
        "The link is longer than the 64 KiB that Doorbell opens."
    );
    asker.ask_with(1, link("Long", &long(64 * 1024)));
    let question = doorbell.wait_for_question("Long");
    assert_eq!(question.link().link.url, long(64 * 1024));
    question.press(Press::Open);
    assert_eq!(asker.read_result(1)["action"], "accept");
    assert_eq!(
        opened_links(&doorbell),
        [(question.view.id.clone(), long(64 * 1024))]
    );
}

#[test]
fn loopback_link_is_marked_as_this_computer() {
    for url in [
        "http://127.0.0.1:8080/callback",
        "http://localhost:3000/",
        "http://[::1]:9/",
    ] {
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.ask_with(1, link("Local", url));
        let question = doorbell.wait_for_question("Local");
        let shown = question.link().link;
        assert!(shown.this_computer, "{url}");
        assert!(!shown.second_press, "{url}");
        assert_eq!(shown.url, url);
        question.press(Press::Open);
        assert_eq!(asker.read_result(1)["action"], "accept");
    }
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask_with(1, link("Elsewhere", "http://example.com/"));
    let shown = doorbell.wait_for_question("Elsewhere").link().link;
    assert!(!shown.this_computer);
}

#[test]
fn captured_links_of_real_servers_are_shown() {
    let mut count = 0;
    for entry in std::fs::read_dir(workspace_root().join("tests/wire")).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_string_lossy().ends_with("-url.json") {
            continue;
        }
        count += 1;
        let params: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let doorbell = Doorbell::start();
        let mut asker = doorbell.asker();
        asker.ask_with(1, params.clone());
        let question = doorbell.wait_for_question(params["message"].as_str().unwrap());
        let sent = params["url"].as_str().unwrap();
        assert_eq!(question.link().link.url.trim_end_matches('/'), sent);
        question.press(Press::Open);
        assert_eq!(asker.read_result(1)["action"], "accept", "{path:?}");
        doorbell.person().wait_for_cards_only();
    }
    assert!(count >= 8, "{count} captured links");
}

fn link(message: &str, url: &str) -> Value {
    json!({"mode": "url", "message": message, "url": url})
}

/// The opened links, as pairs of question id and URL.
fn opened_links(doorbell: &Doorbell) -> Vec<(String, String)> {
    doorbell.desktop.lock().opened_links.clone()
}

fn wait_for_step<'a>(doorbell: &'a Doorbell, message: &str, step: LinkStep) -> ShownQuestion<'a> {
    doorbell.wait_for_question_where(message, |question| {
        ShownLink::of(question).is_some_and(|shown| shown.step == step)
    })
}

fn wait_for_trouble(doorbell: &Doorbell) -> ShownLink {
    doorbell
        .wait_for_question_where("Sign in", |question| {
            ShownLink::of(question).is_some_and(|shown| shown.trouble.is_some())
        })
        .link()
}

/// A documented example message.
fn golden(name: &str) -> String {
    let golden =
        std::fs::read_to_string(workspace_root().join("docs/protocol").join(name)).unwrap();
    golden.trim_end().to_owned()
}

fn outcome(result: &Value) -> &Value {
    &result["_meta"]["dev.doorbell/outcome"]
}
