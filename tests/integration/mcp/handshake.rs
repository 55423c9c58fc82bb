//! How agents connect in each era.

use serde_json::{Value, json};

use super::{agent, command};
use crate::support::{Doorbell, Era, Host};

#[test]
fn both_eras_can_connect() {
    let doorbell = Doorbell::start();
    let mut host =
        Host::start_without_handshake(command(&doorbell.socket()), Era::Legacy, json!({}));
    let reply = host.handshake();
    assert_eq!(reply["result"]["protocolVersion"], "2025-11-25");
    assert_describes_itself(&reply);
    assert_eq!(reply["result"]["serverInfo"]["name"], "doorbell");

    let mut host = agent(&doorbell, Era::Modern);
    let probe = host.send_request("server/discover", json!({}));
    let reply = host.wait_for_reply(probe);
    let versions = reply["result"]["supportedVersions"].to_string();
    assert!(versions.contains("2026-07-28"), "{versions}");
    assert_describes_itself(&reply);
    let list = host.send_request("tools/list", json!({}));
    let reply = host.wait_for_reply(list);
    assert_eq!(reply["result"]["resultType"], "complete");
    assert_eq!(reply["result"]["tools"].as_array().unwrap().len(), 5);
}

/// Agents try the newer era first.
#[test]
fn agent_may_use_the_older_era_after_probing() {
    let doorbell = Doorbell::start();
    let mut host =
        Host::start_without_handshake(command(&doorbell.socket()), Era::Legacy, json!({}));
    let probe = host.send_request_as(Era::Modern, "server/discover", json!({}));
    host.wait_for_reply(probe);
    host.handshake();
    let call = host.call_tool("confirm", json!({"message": "Well?"}));
    doorbell.wait_for_question("Well?").send();
    let reply = host.wait_for_reply(call);
    assert_eq!(reply["result"].get("resultType"), None);
    super::assert_outcome(&reply, "accepted", false);
}

fn assert_describes_itself(reply: &Value) {
    let instructions = reply["result"]["instructions"].as_str().unwrap();
    assert!(instructions.contains("do not invent"), "{instructions}");
    assert!(reply["result"]["capabilities"]["tools"].is_object());
}
