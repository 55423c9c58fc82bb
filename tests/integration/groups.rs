//! Several links that one call needs.

use doorbell_daemon::view::{Press, PressReply, QuestionStateView, OpenedLinkPress, OpenedLinkStateView};
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, name_form, project};

const REASON: &str =
    "Another link of the same request was not opened; the call will not be repeated.";
const DOMAINS: [&str; 3] = ["alpha.com", "bravo.com", "charlie.com"];

#[test]
fn each_link_is_asked_for_and_the_list_tells_how_far_it_is() {
    let doorbell = Doorbell::start();
    let mut asker = asks_three(&doorbell);
    for (place, domain) in DOMAINS.iter().enumerate() {
        let question = doorbell.person().sees(domain);
        let members: Vec<_> = question
            .link()
            .group
            .iter()
            .map(|member| (member.domain.clone(), member.current, member.opened))
            .collect();
        let wanted: Vec<_> = DOMAINS
            .iter()
            .enumerate()
            .map(|(other, domain)| ((*domain).to_owned(), other == place, other < place))
            .collect();
        assert_eq!(members, wanted);
        question.does(Press::Open);
        assert_eq!(asker.hears_result(id(place))["action"], "accept");
    }
    doorbell.person().sees_only_cards();
    let opened: Vec<_> = {
        let state = doorbell.screen.lock();
        state.opened.iter().map(|(_, url)| url.clone()).collect()
    };
    assert_eq!(opened, DOMAINS.map(|domain| format!("https://{domain}/")));
}

#[test]
fn one_declined_ends_the_rest_and_the_window_says_so() {
    let doorbell = Doorbell::start();
    let mut asker = asks_three(&doorbell);
    let person = doorbell.person();
    person.sees(DOMAINS[0]).does(Press::Open);
    assert_eq!(asker.hears_result(1)["action"], "accept");
    asker.requests("wait", "doorbell/awaitDone", json!({"question": "q1"}));
    asker.requests("rest", "doorbell/awaitDone", json!({"question": "q3"}));
    asker.has_heard_everything();
    let second = person.sees(DOMAINS[1]);
    let headline = headline(&second.view.asker);
    second.does(Press::Decline);
    let mut heard: Vec<_> = (0..4).map(|_| asker.hears_json()).collect();
    let mut take = |id: Value| {
        let place = heard.iter().position(|reply| reply["id"] == id);
        heard.swap_remove(place.unwrap_or_else(|| panic!("no reply {id}")))["result"].take()
    };
    assert_eq!(take(json!(2))["action"], "decline");
    assert_ended_with_the_rest(&take(json!(3)));
    assert_eq!(
        take(json!("wait")),
        json!({"state": "cancelled", "by": "person"})
    );
    assert_eq!(take(json!("rest")), json!({"state": "cancelled"}));
    let announcement = person.sees_announcement();
    assert_eq!(
        announcement.done,
        format!(
            "Declined {headline}. The other link of this request is withdrawn; the call will not be repeated."
        )
    );
    assert_eq!((announcement.next, announcement.id.as_str()), (None, ""));
    assert_eq!(
        person.presses("", announcement.generation, Press::Close),
        PressReply::Done
    );
    person.sees_nothing();
    assert_eq!(doorbell.screen.lock().opened.len(), 1);
    asker.has_heard_everything();
}

#[test]
fn the_golden_end_of_a_group_is_what_is_sent() {
    let doorbell = Doorbell::start_patient();
    let mut asker = doorbell.asker();
    for number in 1..=9 {
        asker.asks(number, "Before", name_form());
        doorbell.person().sees("Before").does(Press::Decline);
        asker.hears_result(number);
    }
    // The golden question waits behind the one that is declined.
    asker.asks_with(9, link(DOMAINS[0], Some("r")));
    asker.asks_with(10, link(DOMAINS[1], Some("r")));
    asker.has_heard_everything();
    doorbell.person().sees(DOMAINS[0]).does(Press::Decline);
    assert_eq!(asker.hears_result(9)["action"], "decline");
    let file = project().join("docs/protocol/elicit.result.group-ended.json");
    let golden = std::fs::read_to_string(file).unwrap();
    let sent = asker.hears().replace("q11", "q10");
    assert_eq!(sent, golden.trim_end());
    let announcement = doorbell.person().sees_announcement();
    assert!(
        announcement
            .done
            .contains("The other link of this request is withdrawn;"),
        "{}",
        announcement.done
    );
}

#[test]
fn one_closed_ends_the_rest() {
    let close: [&dyn Fn(&Doorbell); 3] = [
        &|doorbell| doorbell.person().sees(DOMAINS[1]).does(Press::Dismiss),
        &|doorbell| {
            doorbell.person().sees(DOMAINS[1]);
            doorbell.handle.window_closed();
        },
        &|doorbell| {
            let person = doorbell.person();
            let second = person.sees(DOMAINS[1]);
            person.copies_link(&second.view.id).unwrap();
            doorbell.handle.window_closed();
            person
                .sees_where(DOMAINS[1], |question| question.state == QuestionStateView::Stopping)
                .does(Press::Stop);
        },
    ];
    for close in close {
        let doorbell = Doorbell::start();
        let mut asker = asks_three(&doorbell);
        doorbell.person().sees(DOMAINS[0]).does(Press::Open);
        assert_eq!(asker.hears_result(1)["action"], "accept");
        close(&doorbell);
        let result = asker.hears_result(2);
        assert_eq!(result["action"], "cancel");
        assert_eq!(outcome(&result)["outcome"], "dismissed");
        assert_eq!(outcome(&result).get("reason"), None);
        assert_ended_with_the_rest(&asker.hears_result(3));
        assert_eq!(
            asker.calls("doorbell/awaitDone", json!({"question": "q1"})),
            json!({"state": "cancelled", "by": "person"})
        );
        doorbell.person().sees_nothing();
    }
}

#[test]
fn a_cancelled_card_ends_the_rest() {
    let doorbell = Doorbell::start();
    let mut asker = asks_three(&doorbell);
    let person = doorbell.person();
    person.sees(DOMAINS[0]).does(Press::Open);
    assert_eq!(asker.hears_result(1)["action"], "accept");
    person.sees(DOMAINS[1]);
    person.sees_card(DOMAINS[0], OpenedLinkStateView::Waiting);
    let reply = person.presses_card("q1", OpenedLinkPress::Cancel);
    assert_eq!(reply, PressReply::Done);
    for id in [2, 3] {
        assert_ended_with_the_rest(&asker.hears_result(id));
    }
    let announcement = person.sees_announcement();
    assert_eq!(
        announcement.done,
        "Cancelled. The call will not be repeated."
    );
}

#[test]
fn other_groups_and_other_askers_go_on() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    asker.asks_with(1, link(DOMAINS[0], Some("r")));
    doorbell.person().sees(DOMAINS[0]);
    asker.asks_with(2, link("of-another-group.com", Some("s")));
    asker.asks_with(3, link("of-no-group.com", None));
    asker.asks(4, "A form", name_form());
    asker.has_heard_everything();
    other.asks_with(1, link("of-another-asker.com", Some("r")));
    other.has_heard_everything();
    let first = doorbell.person().sees(DOMAINS[0]);
    assert_eq!(first.link().group, [], "it is alone in its group");
    first.does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
    asker.has_heard_everything();
    other.has_heard_everything();
    assert_eq!(asker.calls("doorbell/status", json!({}))["open"], 4);
}

/// Asks for three links of one call; their messages are their domains.
fn asks_three(doorbell: &Doorbell) -> Asker {
    let mut asker = doorbell.asker();
    for (place, domain) in DOMAINS.iter().enumerate() {
        asker.asks_with(id(place), link(domain, Some("r")));
    }
    asker.has_heard_everything();
    asker
}

fn id(place: usize) -> i64 {
    i64::try_from(place + 1).unwrap()
}

fn link(domain: &str, group: Option<&str>) -> Value {
    let mut params = json!({"mode": "url", "message": domain, "url": format!("https://{domain}/")});
    if let Some(group) = group {
        params["_meta"] = json!({"dev.doorbell/asker": {"group": group}});
    }
    params
}

fn assert_ended_with_the_rest(result: &Value) {
    assert_eq!(result["action"], "cancel");
    assert_eq!(outcome(result)["outcome"], "dismissed");
    assert_eq!(outcome(result)["reason"], REASON);
    assert_eq!(outcome(result).get("answeredAt"), None);
}

fn headline(asker: &doorbell_daemon::view::AskerView) -> String {
    match &asker.project {
        Some(project) => format!("{} · {project}", asker.agent),
        None => asker.agent.clone(),
    }
}

fn outcome(result: &Value) -> &Value {
    &result["_meta"]["dev.doorbell/outcome"]
}
