//! `doorbell doctor` where something is missing: it names it, says what to do, and goes on.

use std::process::Command;

use serde_json::Value;

use crate::support::{Running, program};

#[test]
fn what_is_missing_is_named_with_a_fix_and_the_rest_is_looked_at() {
    let home = tempfile::tempdir().unwrap();
    let broken = home.path().join(".codex/config.toml");
    std::fs::create_dir(broken.parent().unwrap()).unwrap();
    std::fs::write(&broken, "[mcp_servers.a\n").unwrap();
    let mut command = Command::new(program());
    command.env_clear().env("HOME", home.path());
    let socket = home.path().join("run/doorbell.sock");
    let finished = Running::start(command, &socket, ["doctor", "--json"]).finishes();
    assert_eq!(finished.code, Some(69), "{finished:?}");
    let said: Value = serde_json::from_str(&finished.out).unwrap();
    assert_eq!(said["works"], false);
    let steps = said["steps"].as_array().unwrap();
    for (name, how) in [
        ("Programs", "fails"),
        ("Display", "fails"),
        ("Socket", "holds"),
        ("Doorbell", "fails"),
        ("A question", "fails"),
        ("Agents", "warns"),
    ] {
        let of_name = |step: &&Value| step["step"] == name && step["how"] == how;
        let step = steps.iter().find(of_name);
        let step = step.unwrap_or_else(|| panic!("{name} {how}: {said:#}"));
        assert!(how == "holds" || step["fix"].is_string(), "{step}");
    }
}
