//! The reference server, which supports only 2025-11-25.

use serde_json::{Value, json};

use super::{SampleServer, accept, forms_and_links, text};
use crate::support::{Era, Host};

const FORM: &str = "trigger-elicitation-request";
const LINK: &str = "trigger-url-elicitation";

#[test]
fn pushed_form_has_no_mode() {
    let mut host = start_with_tools(forms_and_links());
    let call = host.call_tool(FORM, json!({}));
    let question = host.wait_for_question();
    assert_eq!(question["id"], 0);
    assert_eq!(question["params"].get("mode"), None);
    let fields = question["params"]["requestedSchema"]["properties"].as_object();
    assert_eq!(fields.unwrap().len(), 13);
    host.respond(&question, accept(json!({"name": "Zoë"})));
    let reply = host.wait_for_reply(call);
    assert!(reply.to_string().contains("Zoë"), "{reply}");
}

#[test]
fn pushed_link_is_never_completed() {
    let mut host = start_with_tools(forms_and_links());
    let arguments = json!({"url": "https://example.com/connect", "elicitationId": "one"});
    let call = host.call_tool(LINK, arguments);
    let question = host.wait_for_question();
    assert_eq!(question["params"]["mode"], "url");
    assert_eq!(question["params"]["url"], "https://example.com/connect");
    host.respond(&question, json!({"action": "accept"}));
    host.wait_for_reply(call);
    assert!(
        !host.has_unclaimed(|message| message["method"] == "notifications/elicitation/complete")
    );
}

#[test]
fn link_is_required_once() {
    let mut host = start_with_tools(forms_and_links());
    let arguments = json!({"url": "https://example.com/connect", "errorPath": true});
    let reply = host.call_tool_and_wait(LINK, arguments.clone());
    assert_eq!(reply["error"]["code"], -32042);
    let links = reply["error"]["data"]["elicitations"].as_array().unwrap();
    assert_eq!(links.len(), 1);
    assert_eq!(links[0]["mode"], "url");

    let again = host.call_tool(LINK, arguments);
    let question = host.wait_for_question();
    host.respond(&question, json!({"action": "accept"}));
    assert!(!text(&host.wait_for_reply(again)).is_empty());
}

#[test]
fn tools_depend_on_agent_capabilities() {
    for (capabilities, expected) in [
        (json!({}), vec![]),
        (json!({"elicitation": {}}), vec![FORM]),
        (forms_and_links(), vec![FORM, LINK]),
    ] {
        let mut host = Host::start(
            SampleServer::Everything.command(),
            Era::Legacy,
            capabilities,
        );
        // The server registers these tools after the handshake and always sends this notification.
        host.wait_for_notification("notifications/tools/list_changed");
        let list = host.send_request("tools/list", json!({}));
        let reply = host.wait_for_reply(list);
        let tools = reply["result"]["tools"].as_array().unwrap();
        let found: Vec<&str> = tools
            .iter()
            .filter_map(|tool| tool["name"].as_str())
            .filter(|name| name.contains("elicitation"))
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn newer_era_is_not_supported() {
    let mut host = SampleServer::Everything.start(Era::Modern);
    let probe = host.send_request("server/discover", json!({}));
    assert_eq!(host.wait_for_reply(probe)["error"]["code"], -32601);
}

#[test]
fn server_exits_when_the_agent_disconnects() {
    let mut host = SampleServer::Everything.start(Era::Legacy);
    host.close_stdin();
    assert!(host.wait_for_exit().success());
}

/// Starts the server and waits until it has registered the tools that need elicitation.
fn start_with_tools(capabilities: Value) -> Host {
    let mut host = Host::start(
        SampleServer::Everything.command(),
        Era::Legacy,
        capabilities,
    );
    host.wait_for_notification("notifications/tools/list_changed");
    host
}
