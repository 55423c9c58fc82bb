//! The reference server: 2025-11-25 only.

use serde_json::{Value, json};

use super::{Server, accept, forms_and_links, text};
use crate::support::{Era, Host};

const FORM: &str = "trigger-elicitation-request";
const LINK: &str = "trigger-url-elicitation";

#[test]
fn it_pushes_a_form_without_a_mode() {
    let mut host = with_tools(forms_and_links());
    let call = host.calls(FORM, json!({}));
    let question = host.hears_question();
    assert_eq!(question["id"], 0);
    assert_eq!(question["params"].get("mode"), None);
    let fields = question["params"]["requestedSchema"]["properties"].as_object();
    assert_eq!(fields.unwrap().len(), 13);
    host.answers(&question, accept(json!({"name": "Zoë"})));
    let reply = host.hears_reply(call);
    assert!(reply.to_string().contains("Zoë"), "{reply}");
}

#[test]
fn it_pushes_a_link_and_never_says_that_it_is_completed() {
    let mut host = with_tools(forms_and_links());
    let arguments = json!({"url": "https://example.com/connect", "elicitationId": "one"});
    let call = host.calls(LINK, arguments);
    let question = host.hears_question();
    assert_eq!(question["params"]["mode"], "url");
    assert_eq!(question["params"]["url"], "https://example.com/connect");
    host.answers(&question, json!({"action": "accept"}));
    host.hears_reply(call);
    assert!(!host.kept(|message| message["method"] == "notifications/elicitation/complete"));
}

#[test]
fn it_requires_a_link_once() {
    let mut host = with_tools(forms_and_links());
    let arguments = json!({"url": "https://example.com/connect", "errorPath": true});
    let reply = host.calls_to_the_end(LINK, arguments.clone());
    assert_eq!(reply["error"]["code"], -32042);
    let links = reply["error"]["data"]["elicitations"].as_array().unwrap();
    assert_eq!(links.len(), 1);
    assert_eq!(links[0]["mode"], "url");

    let again = host.calls(LINK, arguments);
    let question = host.hears_question();
    host.answers(&question, json!({"action": "accept"}));
    assert!(!text(&host.hears_reply(again)).is_empty());
}

#[test]
fn its_tools_are_those_the_agent_can_answer() {
    for (capabilities, asking) in [
        (json!({}), vec![]),
        (json!({"elicitation": {}}), vec![FORM]),
        (forms_and_links(), vec![FORM, LINK]),
    ] {
        let mut host = Host::start(Server::Everything.command(), Era::Legacy, capabilities);
        // It sorts its tools out after the handshake and says so, also where nothing is added.
        host.hears_notice("notifications/tools/list_changed");
        let list = host.requests("tools/list", json!({}));
        let reply = host.hears_reply(list);
        let tools = reply["result"]["tools"].as_array().unwrap();
        let found: Vec<&str> = tools
            .iter()
            .filter_map(|tool| tool["name"].as_str())
            .filter(|name| name.contains("elicitation"))
            .collect();
        assert_eq!(found, asking);
    }
}

#[test]
fn it_does_not_know_the_newer_era() {
    let mut host = Server::Everything.start(Era::Modern);
    let probe = host.requests("server/discover", json!({}));
    assert_eq!(host.hears_reply(probe)["error"]["code"], -32601);
}

#[test]
fn it_ends_when_the_agent_leaves() {
    let mut host = Server::Everything.start(Era::Legacy);
    host.closes();
    assert!(host.sees_end().success());
}

/// With the tools that come once it knows what the agent can do.
fn with_tools(capabilities: Value) -> Host {
    let mut host = Host::start(Server::Everything.command(), Era::Legacy, capabilities);
    host.hears_notice("notifications/tools/list_changed");
    host
}
