//! Groups of links that one call needs.

use doorbell_core::asker::AgentName;
use doorbell_daemon::view::{
    OpenedLinkPress, OpenedLinkStateView, Press, PressReply, QuestionStateView,
};
use serde_json::{Value, json};

use crate::support::{Asker, Doorbell, name_form, workspace_root};

const REASON: &str =
    "Another link of the same request was not opened; the call will not be repeated.";
const DOMAINS: [&str; 3] = ["alpha.com", "bravo.com", "charlie.com"];

#[test]
fn each_link_of_a_group_is_asked_and_the_list_shows_progress() {
    let doorbell = Doorbell::start();
    let mut asker = ask_three_links(&doorbell);
    for (index, domain) in DOMAINS.iter().enumerate() {
        let question = doorbell.wait_for_question(domain);
        let members: Vec<_> = question
            .link()
            .group
            .iter()
            .map(|member| (member.domain.clone(), member.current, member.opened))
            .collect();
        let expected: Vec<_> = DOMAINS
            .iter()
            .enumerate()
            .map(|(other, domain)| ((*domain).to_owned(), other == index, other < index))
            .collect();
        assert_eq!(members, expected);
        question.press(Press::Open);
        assert_eq!(asker.read_result(id(index))["action"], "accept");
    }
    doorbell.person().wait_for_cards_only();
    let opened: Vec<_> = {
        let state = doorbell.desktop.lock();
        state
            .opened_links
            .iter()
            .map(|(_, url)| url.clone())
            .collect()
    };
    assert_eq!(opened, DOMAINS.map(|domain| format!("https://{domain}/")));
}

#[test]
fn declining_one_link_ends_the_group_and_announces_it() {
    let doorbell = Doorbell::start();
    let mut asker = ask_three_links(&doorbell);
    let person = doorbell.person();
    person.wait_for_question(DOMAINS[0]).press(Press::Open);
    assert_eq!(asker.read_result(1)["action"], "accept");
    asker.send_request("wait", "doorbell/awaitDone", json!({"question": "q1"}));
    asker.send_request("rest", "doorbell/awaitDone", json!({"question": "q3"}));
    asker.assert_nothing_unread();
    let second = person.wait_for_question(DOMAINS[1]);
    let headline = headline(&second.view.asker);
    second.press(Press::Decline);
    let mut replies: Vec<_> = (0..4).map(|_| asker.read_json()).collect();
    let mut take = |id: Value| {
        let index = replies.iter().position(|reply| reply["id"] == id);
        replies.swap_remove(index.unwrap_or_else(|| panic!("no reply {id}")))["result"].take()
    };
    assert_eq!(take(json!(2))["action"], "decline");
    assert_ended_with_group(&take(json!(3)));
    assert_eq!(
        take(json!("wait")),
        json!({"state": "cancelled", "by": "person"})
    );
    assert_eq!(take(json!("rest")), json!({"state": "cancelled"}));
    let announcement = person.wait_for_announcement();
    assert_eq!(
        announcement.done,
        format!(
            "Declined {headline}. The other link was cancelled too, and the tool call won’t be retried."
        )
    );
    assert_eq!((announcement.next, announcement.id.as_str()), (None, ""));
    assert_eq!(
        person.try_press("", announcement.generation, Press::Close),
        PressReply::Done
    );
    person.wait_for_empty_screen();
    assert_eq!(doorbell.desktop.lock().opened_links.len(), 1);
    asker.assert_nothing_unread();
}

#[test]
fn group_end_matches_documented_example() {
    let doorbell = Doorbell::start_without_flood_limits();
    let mut asker = doorbell.asker();
    for number in 1..=9 {
        asker.ask(number, "Before", name_form());
        doorbell.wait_for_question("Before").press(Press::Decline);
        asker.read_result(number);
    }
    // The documented result is that of the link queued behind the declined one.
    asker.ask_with(9, link(DOMAINS[0], Some("r")));
    asker.ask_with(10, link(DOMAINS[1], Some("r")));
    asker.assert_nothing_unread();
    doorbell.wait_for_question(DOMAINS[0]).press(Press::Decline);
    assert_eq!(asker.read_result(9)["action"], "decline");
    let file = workspace_root().join("docs/protocol/elicit.result.group-ended.json");
    let golden = std::fs::read_to_string(file).unwrap();
    let sent = asker.read_line().replace("q11", "q10");
    assert_eq!(sent, golden.trim_end());
    let announcement = doorbell.person().wait_for_announcement();
    assert!(
        announcement
            .done
            .contains("The other link was cancelled too,"),
        "{}",
        announcement.done
    );
}

#[test]
fn dismissing_one_link_ends_the_group() {
    let close_steps: [&dyn Fn(&Doorbell); 3] = [
        &|doorbell| doorbell.wait_for_question(DOMAINS[1]).press(Press::Dismiss),
        &|doorbell| {
            doorbell.wait_for_question(DOMAINS[1]);
            doorbell.handle.window_closed();
        },
        &|doorbell| {
            let person = doorbell.person();
            let second = person.wait_for_question(DOMAINS[1]);
            person.copy_link(&second.view.id).unwrap();
            doorbell.handle.window_closed();
            person
                .wait_for_question_where(DOMAINS[1], |question| {
                    question.state == QuestionStateView::Stopping
                })
                .press(Press::Stop);
        },
    ];
    for close in close_steps {
        let doorbell = Doorbell::start();
        let mut asker = ask_three_links(&doorbell);
        doorbell.wait_for_question(DOMAINS[0]).press(Press::Open);
        assert_eq!(asker.read_result(1)["action"], "accept");
        close(&doorbell);
        let result = asker.read_result(2);
        assert_eq!(result["action"], "cancel");
        assert_eq!(outcome(&result)["outcome"], "dismissed");
        assert_eq!(outcome(&result).get("reason"), None);
        assert_ended_with_group(&asker.read_result(3));
        assert_eq!(
            asker.call("doorbell/awaitDone", json!({"question": "q1"})),
            json!({"state": "cancelled", "by": "person"})
        );
        doorbell.wait_for_empty_screen();
    }
}

#[test]
fn cancelling_a_card_ends_the_group() {
    let doorbell = Doorbell::start();
    let mut asker = ask_three_links(&doorbell);
    let person = doorbell.person();
    person.wait_for_question(DOMAINS[0]).press(Press::Open);
    assert_eq!(asker.read_result(1)["action"], "accept");
    person.wait_for_question(DOMAINS[1]);
    person.wait_for_card(DOMAINS[0], OpenedLinkStateView::Waiting);
    let reply = person.press_card("q1", OpenedLinkPress::Cancel);
    assert_eq!(reply, PressReply::Done);
    for id in [2, 3] {
        assert_ended_with_group(&asker.read_result(id));
    }
    let announcement = person.wait_for_announcement();
    assert_eq!(
        announcement.done,
        "Cancelled. The tool call won’t be retried."
    );
}

#[test]
fn ending_a_group_leaves_other_groups_and_askers_alone() {
    let doorbell = Doorbell::start();
    let (mut asker, mut other) = (doorbell.asker(), doorbell.asker());
    asker.ask_with(1, link(DOMAINS[0], Some("r")));
    doorbell.wait_for_question(DOMAINS[0]);
    asker.ask_with(2, link("of-another-group.com", Some("s")));
    asker.ask_with(3, link("of-no-group.com", None));
    asker.ask(4, "A form", name_form());
    asker.assert_nothing_unread();
    other.ask_with(1, link("of-another-asker.com", Some("r")));
    other.assert_nothing_unread();
    let first = doorbell.wait_for_question(DOMAINS[0]);
    assert_eq!(first.link().group, [], "its group has no other link");
    first.press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
    asker.assert_nothing_unread();
    other.assert_nothing_unread();
    assert_eq!(asker.call("doorbell/status", json!({}))["open"], 4);
}

/// Asks for three links of one group. Their messages are their domains.
fn ask_three_links(doorbell: &Doorbell) -> Asker {
    let mut asker = doorbell.asker();
    for (index, domain) in DOMAINS.iter().enumerate() {
        asker.ask_with(id(index), link(domain, Some("r")));
    }
    asker.assert_nothing_unread();
    asker
}

fn id(index: usize) -> i64 {
    i64::try_from(index + 1).unwrap()
}

fn link(domain: &str, group: Option<&str>) -> Value {
    let mut params = json!({"mode": "url", "message": domain, "url": format!("https://{domain}/")});
    if let Some(group) = group {
        params["_meta"] = json!({"dev.doorbell/asker": {"group": group}});
    }
    params
}

fn assert_ended_with_group(result: &Value) {
    assert_eq!(result["action"], "cancel");
    assert_eq!(outcome(result)["outcome"], "dismissed");
    assert_eq!(outcome(result)["reason"], REASON);
    assert_eq!(outcome(result).get("answeredAt"), None);
}

fn headline(asker: &doorbell_daemon::view::AskerView) -> String {
    let (name, source) = (asker.agent.clone(), asker.agent_source.clone());
    let agent = AgentName { name, source };
    match &asker.project {
        Some(project) => format!("{agent} · {project}"),
        None => agent.to_string(),
    }
}

fn outcome(result: &Value) -> &Value {
    &result["_meta"]["dev.doorbell/outcome"]
}
