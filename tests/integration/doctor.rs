//! `doorbell doctor` on a machine where much is missing.

use std::process::Command;

use serde_json::Value;

use crate::support::{RunningCommand, doorbell_binary};

#[test]
fn doctor_names_each_cause_once_with_a_fix_and_continues() {
    let home = tempfile::tempdir().unwrap();
    let broken_config = home.path().join(".codex/config.toml");
    std::fs::create_dir(broken_config.parent().unwrap()).unwrap();
    std::fs::write(&broken_config, "[mcp_servers.a\n").unwrap();
    let mut command = Command::new(doorbell_binary());
    command.env_clear().env("HOME", home.path());
    let socket = home.path().join("run/doorbell.sock");
    let finished = RunningCommand::start(command, &socket, ["doctor", "--json"]).finish();
    assert_eq!(finished.code, Some(69), "{finished:?}");
    let report: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(report["works"], false);
    let steps = report["steps"].as_array().unwrap();
    for (name, how) in [
        ("Programs", "fails"),
        ("Display", "fails"),
        ("Socket", "holds"),
        ("Doorbell", "skipped"),
        ("A question", "skipped"),
        ("Agents", "warns"),
    ] {
        let matches = |step: &&Value| step["step"] == name && step["how"] == how;
        let step = steps.iter().find(matches);
        let step = step.unwrap_or_else(|| panic!("{name} {how}: {report:#}"));
        let is_problem = ["fails", "warns"].contains(&how);
        assert_eq!(step["fix"].is_string(), is_problem, "{step}");
    }
}
