//! How agents begin.

use serde_json::{Value, json};

use super::{agent, command};
use crate::support::{Doorbell, Era, Host};

#[test]
fn both_eras_begin_as_they_want() {
    let doorbell = Doorbell::start();
    let mut host = Host::start_silent(command(&doorbell.socket()), Era::Legacy, json!({}));
    let reply = host.shakes_hands();
    assert_eq!(reply["result"]["protocolVersion"], "2025-11-25");
    says_who_it_is(&reply);
    assert_eq!(reply["result"]["serverInfo"]["name"], "doorbell");

    let mut host = agent(&doorbell, Era::Modern);
    let probe = host.requests("server/discover", json!({}));
    let reply = host.hears_reply(probe);
    let versions = reply["result"]["supportedVersions"].to_string();
    assert!(versions.contains("2026-07-28"), "{versions}");
    says_who_it_is(&reply);
    let list = host.requests("tools/list", json!({}));
    let reply = host.hears_reply(list);
    assert_eq!(reply["result"]["resultType"], "complete");
    assert_eq!(reply["result"]["tools"].as_array().unwrap().len(), 4);
}

/// The order in which agents try the two eras.
#[test]
fn an_agent_that_only_probes_goes_on_in_the_older_era() {
    let doorbell = Doorbell::start();
    let mut host = Host::start_silent(command(&doorbell.socket()), Era::Legacy, json!({}));
    let probe = host.requests_as(Era::Modern, "server/discover", json!({}));
    host.hears_reply(probe);
    host.shakes_hands();
    let call = host.calls("confirm", json!({"message": "Well?"}));
    doorbell.person().sees("Well?").sends();
    let reply = host.hears_reply(call);
    assert_eq!(reply["result"].get("resultType"), None);
    super::check(&reply, "accepted", false);
}

fn says_who_it_is(reply: &Value) {
    let instructions = reply["result"]["instructions"].as_str().unwrap();
    assert!(instructions.contains("do not invent"), "{instructions}");
    assert!(reply["result"]["capabilities"]["tools"].is_object());
}
