//! Every agent's file before pairing, after pairing and after unpairing, byte for byte.
//!
//! A folder in `golden` is a case: the file `before`, the file `after`, and the states and diffs that
//! a person sees (`told.txt`). `DOORBELL_RENEW=1 cargo test -p doorbell-pairing` rewrites the last
//! two; review the difference.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets what it does not expect has failed"
)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use doorbell_pairing::{Agent, Pairing, PairingOptions, PairingState, ServerId, UserPaths};

const DOORBELL: &str = "/usr/bin/doorbell";
/// No default mode.
const MODE: u32 = 0o640;

#[cfg(not(target_os = "macos"))]
const FILES: [(Agent, &str); 15] = [
    (Agent::ClaudeCode, ".claude.json"),
    (
        Agent::ClaudeDesktop,
        ".config/Claude/claude_desktop_config.json",
    ),
    (Agent::Codex, ".codex/config.toml"),
    (Agent::Gemini, ".gemini/settings.json"),
    (Agent::Copilot, ".copilot/mcp-config.json"),
    (Agent::VsCode, ".config/Code/User/mcp.json"),
    (Agent::Cursor, ".cursor/mcp.json"),
    (Agent::Windsurf, ".codeium/windsurf/mcp_config.json"),
    (Agent::Opencode, ".config/opencode/opencode.json"),
    (Agent::Goose, ".config/goose/config.yaml"),
    (Agent::Zed, ".config/zed/settings.json"),
    (Agent::Cline, ".cline/data/settings/cline_mcp_settings.json"),
    (
        Agent::ClineVsCode,
        ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    ),
    (
        Agent::Roo,
        ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
    ),
    (Agent::Kiro, ".kiro/settings/mcp.json"),
];

const SETTINGS: &str = ".claude/settings.json";

/// The case that also pairs permissions.
const PERMISSIONS_CASE: &str = "claude-code+permissions";

#[test]
fn every_file_is_paired_and_restored() {
    let mut agents: Vec<Agent> = Vec::new();
    for case in cases() {
        let name = case.file_name().unwrap().to_str().unwrap();
        let agent = Agent::from_cli_name(name.split('+').next().unwrap()).unwrap();
        agents.push(agent);
        check(&case, agent);
    }
    for agent in Agent::ALL {
        assert!(agents.contains(&agent), "{agent} has no case");
    }
}

fn check(case: &Path, agent: Agent) {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let (_, file) = FILES.iter().find(|(known, _)| *known == agent).unwrap();
    let extension = Path::new(file).extension().unwrap().to_str().unwrap();
    let file = home.join(file);
    let settings = home.join(SETTINGS);
    let before = fs::read(case.join(format!("before.{extension}"))).unwrap();
    put(&file, &before);
    let settings_before = fs::read(case.join("settings.before.json")).ok();
    if let Some(bytes) = &settings_before {
        put(&settings, bytes);
    }
    let pairing = pairing(home);

    let mut servers = pairable(&pairing);
    assert!(!servers.is_empty(), "{case:?}");
    let found = pairing.scan().unwrap();
    assert_eq!(found.permissions.is_some(), agent == Agent::ClaudeCode);
    if case.ends_with(PERMISSIONS_CASE) {
        servers.extend(found.permissions.map(|permissions| permissions.id));
    }
    let plan = pairing.plan_pairing(&servers).unwrap();
    let mut shown = states(&pairing);
    for change in &plan.changes {
        shown.push('\n');
        shown.push_str(&change.diff);
        assert!(!change.diff.contains("nobody"), "{}", change.diff);
    }
    assert_eq!(fs::read(&file).unwrap(), before, "a plan changes nothing");

    for change in &plan.changes {
        pairing.apply(change).unwrap();
    }
    compare(
        &case.join(format!("after.{extension}")),
        &fs::read(&file).unwrap(),
    );
    let with_fixed_home = |text: &str| text.replace(home.to_str().unwrap(), "/home/ada");
    compare(&case.join("told.txt"), with_fixed_home(&shown).as_bytes());
    let settings_after = fs::read_to_string(&settings).ok();
    if let Some(text) = &settings_after {
        let text = with_fixed_home(text);
        compare(&case.join("settings.after.json"), text.as_bytes());
    }
    let launcher = home.join(".local/share/doorbell/doorbell-hook");
    assert_eq!(launcher.exists(), settings_after.is_some());
    assert_eq!(mode(&file), MODE);
    assert!(pairable(&pairing).is_empty(), "{case:?}");
    assert!(pairing.plan_pairing(&servers).unwrap().is_empty());

    let plan = pairing.plan_unpairing(&servers).unwrap();
    assert_eq!(plan.refused, []);
    for change in &plan.changes {
        pairing.apply(change).unwrap();
    }
    assert_same(case, &fs::read(&file).unwrap(), &before);
    assert_eq!(fs::read(&settings).ok(), settings_before, "{case:?}");
    assert!(!launcher.exists(), "the last hook is gone");
    assert_eq!(mode(&file), MODE);
    let repeated = pairing.plan_unpairing(&servers).unwrap();
    assert!(repeated.is_empty(), "{case:?}");

    // Pairing and unpairing the servers one by one also restores the file.
    for server in &servers {
        pairing.pair(server).unwrap().unwrap();
    }
    for server in &servers {
        pairing.unpair(server).unwrap().unwrap();
    }
    assert_same(case, &fs::read(&file).unwrap(), &before);
    let settings_after = fs::read(&settings).ok();
    let (found, expected) = (settings_after.as_deref(), settings_before.as_deref());
    assert_eq!(found.is_some(), expected.is_some(), "{case:?}");
    assert_same(
        case,
        found.unwrap_or_default(),
        expected.unwrap_or_default(),
    );
}

fn pairing(home: &Path) -> Pairing {
    let paths = UserPaths::with_home(home).with_system_config_dir(home.join("etc"));
    Pairing::new(paths, DOORBELL, PairingOptions::default())
}

fn pairable(pairing: &Pairing) -> Vec<ServerId> {
    let found = pairing.scan().unwrap();
    assert_eq!(found.unreadable_files, []);
    found
        .servers()
        .filter(|server| matches!(server.state, PairingState::CanBePaired { .. }))
        .map(|server| server.id.clone())
        .collect()
}

fn states(pairing: &Pairing) -> String {
    let found = pairing.scan().unwrap();
    found
        .servers()
        .map(|server| {
            let state = match &server.state {
                PairingState::Paired { method, .. } => format!("paired, {method:?}"),
                PairingState::CanBePaired { method } => format!("can be paired, {method:?}"),
                PairingState::CannotBePaired { reason } => format!("cannot be paired: {reason}"),
            };
            format!("{}: {state}\n", server.name)
        })
        .collect()
}

fn put(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
    fs::set_permissions(path, Permissions::from_mode(MODE)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn compare(golden: &Path, found: &[u8]) {
    if std::env::var_os("DOORBELL_RENEW").is_some() {
        fs::write(golden, found).unwrap();
    }
    let expected = fs::read(golden).unwrap_or_default();
    assert_same(golden, found, &expected);
}

fn assert_same(case: &Path, found: &[u8], expected: &[u8]) {
    assert!(
        found == expected,
        "{}\n{}\n--- expected\n{}",
        case.display(),
        String::from_utf8_lossy(found),
        String::from_utf8_lossy(expected)
    );
}

fn cases() -> Vec<PathBuf> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut cases: Vec<_> = fs::read_dir(golden)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    cases.sort();
    cases
}
