//! Links, modes, broken files, and changes by other programs between scan and change.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets what it does not expect has failed"
)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use doorbell_pairing::{
    Agent, ConfiguredServer, JournalError, LauncherTarget, PairError, Pairing, PairingOptions,
    PairingState, Position, Refusal, ServerId, UserPaths,
};
use tempfile::TempDir;

const CURSOR: &str = r#"{
  "mcpServers": {
    "shop": {
      "command": "npx",
      "args": ["-y", "shop"]
    },
    "mail": {
      "command": "mail"
    }
  }
}
"#;

struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn with(file: &str, text: &str) -> Self {
        let home = Self::new();
        home.put(file, text);
        home
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn put(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    fn paths(&self) -> UserPaths {
        UserPaths::with_home(self.folder.path()).with_system_config_dir(self.path("etc"))
    }

    fn pairing(&self) -> Pairing {
        Pairing::new(self.paths(), "/usr/bin/doorbell", PairingOptions::default())
    }

    fn server(&self, name: &str) -> ConfiguredServer {
        let found = self.pairing().scan().unwrap();
        let server = found.servers().find(|server| server.name == name);
        server.unwrap().clone()
    }

    fn id(&self, name: &str) -> ServerId {
        self.server(name).id
    }

    fn refusal(&self, name: &str) -> Refusal {
        match self.server(name).state {
            PairingState::CannotBePaired { reason } => reason,
            state => panic!("{state:?}"),
        }
    }
}

#[test]
fn link_stays_and_its_target_is_changed() {
    let home = Home::with("elsewhere/real.json", CURSOR);
    fs::create_dir(home.path(".cursor")).unwrap();
    symlink("../elsewhere/real.json", home.path(".cursor/mcp.json")).unwrap();
    let id = home.id("shop");
    home.pairing().pair(&id).unwrap().unwrap();
    assert!(home.path(".cursor/mcp.json").is_symlink());
    assert!(home.text("elsewhere/real.json").contains("\"wrap\""));
    home.pairing().unpair(&id).unwrap().unwrap();
    assert!(home.path(".cursor/mcp.json").is_symlink());
    assert_eq!(home.text("elsewhere/real.json"), CURSOR);
}

#[test]
fn read_only_file_is_left_alone() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    let path = home.path(".cursor/mcp.json");
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    assert_eq!(home.refusal("shop"), Refusal::ReadOnly);
    let error = home.pairing().pair(&id).unwrap_err();
    assert!(
        matches!(error, PairError::Refused(Refusal::ReadOnly)),
        "{error}"
    );
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);

    // A file that becomes read-only after pairing cannot be unpaired until it is writable.
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    home.pairing().pair(&id).unwrap().unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let error = home.pairing().unpair(&id).unwrap_err();
    assert!(
        matches!(error, PairError::Refused(Refusal::ReadOnly)),
        "{error}"
    );
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    home.pairing().unpair(&id).unwrap().unwrap();
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
}

#[test]
fn hard_linked_file_is_left_alone() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    fs::hard_link(home.path(".cursor/mcp.json"), home.path("other.json")).unwrap();
    assert_eq!(home.refusal("shop"), Refusal::HardLink);
}

#[test]
fn modes_survive_and_backups_are_private() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let path = home.path(".cursor/mcp.json");
    for mode in [0o600, 0o644, 0o755] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let id = home.id("shop");
        let applied = home.pairing().pair(&id).unwrap().unwrap();
        let mode_of = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode_of(&path), mode);
        let backup = applied.backup.unwrap();
        assert_eq!(fs::read_to_string(&backup).unwrap(), CURSOR);
        assert_eq!(mode_of(&backup), 0o600);
        let state = home.path(".local/state/doorbell/pairing");
        assert_eq!(mode_of(&state), 0o700);
        assert_eq!(mode_of(&state.join("paired.json")), 0o600);
        home.pairing().unpair(&id).unwrap().unwrap();
        assert_eq!(mode_of(&path), mode);
    }
}

#[test]
fn broken_file_is_left_alone_and_reported_with_position() {
    let broken = [
        (
            ".cursor/mcp.json",
            "{\"mcpServers\": {\n  oops\n}}",
            Some((2, 3)),
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\ncommand = \"x\n",
            Some((2, 13)),
        ),
        (".config/goose/config.yaml", "extensions: [\n", Some((2, 1))),
        (".gemini/settings.json", "{\"a\": \"\u{0}\"}\n\n{}", None),
    ];
    for (file, text, position) in broken {
        let home = Home::with(file, text);
        let found = home.pairing().scan().unwrap();
        assert_eq!(found.agents, []);
        let [unreadable] = found.unreadable_files.as_slice() else {
            panic!("{:?}", found.unreadable_files);
        };
        assert_eq!(unreadable.file, home.path(file));
        if let Some((line, column)) = position {
            assert_eq!(
                unreadable.position,
                Some(Position { line, column }),
                "{file}: {}",
                unreadable.message
            );
        }
        assert!(
            !unreadable.message.contains("oops"),
            "{}",
            unreadable.message
        );
        assert_eq!(home.text(file), text);
    }
    let home = Home::new();
    fs::create_dir_all(home.path(".cursor/mcp.json")).unwrap();
    home.put(".kiro/settings/mcp.json", "");
    fs::write(home.path(".kiro/settings/mcp.json"), b"{\"a\": \"\xff\"}").unwrap();
    let found = home.pairing().scan().unwrap();
    let messages: Vec<_> = found
        .unreadable_files
        .iter()
        .map(|unreadable| unreadable.message.as_str())
        .collect();
    assert_eq!(messages, ["it is not a file", "this is not UTF-8 text"]);
}

#[test]
fn unexpected_entry_is_left_alone() {
    for (entry, expected) in [
        (r#"{"command": 7}"#, "this is not a command"),
        (
            r#"{"command": "x", "args": "y"}"#,
            "this is not a list of arguments",
        ),
        (
            r#"{"command": "x", "args": [1]}"#,
            "this is not a list of arguments",
        ),
        (
            r#"{"command": "x", "command": "y"}"#,
            "this key appears twice",
        ),
        (r#"{"url": 7}"#, "this is not an address"),
        (r#""text""#, "this is not a server"),
    ] {
        let text =
            format!("{{\"mcpServers\": {{\"odd\": {entry}, \"good\": {{\"command\": \"x\"}}}}}}");
        let home = Home::with(".cursor/mcp.json", &text);
        match home.refusal("odd") {
            Refusal::UnexpectedContent { message, .. } => assert_eq!(message, expected, "{entry}"),
            refusal => panic!("{refusal:?}"),
        }
        home.pairing().pair(&home.id("good")).unwrap().unwrap();
        assert!(home.text(".cursor/mcp.json").contains(entry));
    }
}

#[test]
fn edits_after_pairing_survive_unpairing() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let (shop, mail) = (home.id("shop"), home.id("mail"));
    home.pairing().pair(&shop).unwrap().unwrap();
    home.pairing().pair(&mail).unwrap().unwrap();
    // Adds an argument, a variable and a server.
    let edited = home
        .text(".cursor/mcp.json")
        .replace(
            "\"shop\"]",
            "\"shop\", \"--fast\"], \"env\": {\"A\": \"b\"}",
        )
        .replace("{\n  \"mcp", "{\n  // Mine.\n  \"mcp")
        .replace(
            "\"mail\": {\n",
            "\"new\": {\"command\": \"new\"},\n    \"mail\": {\n",
        );
    home.put(".cursor/mcp.json", &edited);
    home.pairing().unpair(&shop).unwrap().unwrap();
    home.pairing().unpair(&mail).unwrap().unwrap();
    assert_eq!(
        home.text(".cursor/mcp.json"),
        CURSOR
            .replace(
                "\"shop\"]",
                "\"shop\", \"--fast\"], \"env\": {\"A\": \"b\"}"
            )
            .replace("{\n  \"mcp", "{\n  // Mine.\n  \"mcp")
            .replace(
                "\"mail\": {\n",
                "\"new\": {\"command\": \"new\"},\n    \"mail\": {\n"
            )
    );
}

/// Claude Code rewrites its file often.
#[test]
fn file_rewritten_by_agent_is_restored() {
    let before = fs::read_to_string(golden("claude-code/before.json")).unwrap();
    let home = Home::with(".claude.json", &before);
    let names = ["everything", "bare", "database"];
    for name in names {
        home.pairing().pair(&home.id(name)).unwrap().unwrap();
    }
    let value: serde_json::Value = serde_json::from_str(&home.text(".claude.json")).unwrap();
    home.put(".claude.json", &format!("{value:#}\n"));
    for name in names {
        home.pairing().unpair(&home.id(name)).unwrap().unwrap();
    }
    assert_eq!(home.text(".claude.json"), before);
}

/// Goose writes every list in block layout.
#[test]
fn list_rewritten_by_agent_is_restored() {
    let before = "extensions:\n  a:\n    type: stdio\n    cmd: x\n    args: []\n    timeout: 300\n";
    let home = Home::with(".config/goose/config.yaml", before);
    let id = home.id("a");
    home.pairing().pair(&id).unwrap().unwrap();
    let rewritten = "extensions:\n  a:\n    type: stdio\n    cmd: /usr/bin/doorbell\n    args:\n    - wrap\n    - --name\n    - a\n    - --\n    - x\n    timeout: 86400\n";
    home.put(".config/goose/config.yaml", rewritten);
    home.pairing().unpair(&id).unwrap().unwrap();
    assert_eq!(
        home.text(".config/goose/config.yaml"),
        before.replace("args: []", "args:\n     []")
    );
}

#[test]
fn every_format_is_restored_member_by_member() {
    for (case, file) in [
        ("codex/before.toml", ".codex/config.toml"),
        ("goose/before.yaml", ".config/goose/config.yaml"),
        ("gemini/before.json", ".gemini/settings.json"),
        ("opencode/before.json", ".config/opencode/opencode.json"),
        (
            "cline/before.json",
            ".cline/data/settings/cline_mcp_settings.json",
        ),
    ] {
        let before = fs::read_to_string(golden(case)).unwrap();
        let home = Home::with(file, &before);
        let id = home.id("everything");
        home.pairing().pair(&id).unwrap().unwrap();
        // The entry's bytes must differ from those that Doorbell wrote.
        let edited = home.text(file).replacen("\"wrap\"", "\"wrap\" ", 1);
        assert_ne!(edited, home.text(file), "{case}");
        home.put(file, &edited);
        home.pairing().unpair(&id).unwrap().unwrap();
        assert_eq!(home.text(file), before, "{case}");
    }
}

#[test]
fn edited_command_is_refused_with_backup() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    home.pairing().pair(&id).unwrap().unwrap();
    let edited = home.text(".cursor/mcp.json").replace("--name", "--when");
    home.put(".cursor/mcp.json", &edited);
    match home.pairing().unpair(&id).unwrap_err() {
        PairError::Refused(Refusal::EditedSincePairing { backup }) => {
            assert_eq!(fs::read_to_string(backup).unwrap(), CURSOR);
        }
        error => panic!("{error}"),
    }
    assert_eq!(home.text(".cursor/mcp.json"), edited);
}

#[test]
fn unpairing_works_after_doorbell_moved() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    home.pairing().pair(&id).unwrap().unwrap();
    let moved = home
        .text(".cursor/mcp.json")
        .replace("/usr/bin/doorbell", "/opt/doorbell");
    home.put(".cursor/mcp.json", &moved);
    home.pairing().unpair(&id).unwrap().unwrap();
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
}

#[test]
fn record_of_removed_server_is_dropped() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    home.pairing().pair(&id).unwrap().unwrap();
    home.put(".cursor/mcp.json", "{}");
    assert_eq!(home.pairing().paired().unwrap().len(), 1);
    home.pairing().unpair(&id).unwrap();
    assert_eq!(home.pairing().paired().unwrap(), []);
    assert_eq!(home.text(".cursor/mcp.json"), "{}");

    // The same holds if the whole file is removed.
    home.put(".cursor/mcp.json", CURSOR);
    home.pairing().pair(&id).unwrap().unwrap();
    fs::remove_file(home.path(".cursor/mcp.json")).unwrap();
    home.pairing().unpair(&id).unwrap();
    assert_eq!(home.pairing().paired().unwrap(), []);
    assert!(!home.path(".cursor/mcp.json").exists());
}

#[test]
fn entry_unwrapped_by_hand_stays() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    home.pairing().pair(&id).unwrap().unwrap();
    let own = CURSOR.replace("npx", "bunx");
    home.put(".cursor/mcp.json", &own);
    home.pairing().unpair(&id).unwrap();
    assert_eq!(home.text(".cursor/mcp.json"), own);
    assert_eq!(home.pairing().paired().unwrap(), []);
}

#[test]
fn server_wrapped_by_hand_is_recognised_and_unwrapped() {
    let rows = [
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"shop": {"command": "doorbell", "args": ["wrap", "--name", "shop", "--", "npx", "-y"]}}}"#,
            Some(r#"{"mcpServers": {"shop": {"command": "npx", "args": ["-y"]}}}"#),
        ),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"shop": {"command": "doorbell", "args": ["wrap", "--", "npx"]}}}"#,
            Some(r#"{"mcpServers": {"shop": {"command": "npx", "args": []}}}"#),
        ),
        (
            ".config/opencode/opencode.json",
            r#"{"mcp": {"shop": {"type": "local", "command": ["/x/doorbell", "wrap", "--", "npx", "-y"]}}}"#,
            Some(r#"{"mcp": {"shop": {"type": "local", "command": ["npx", "-y"]}}}"#),
        ),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"shop": {"command": "doorbell", "args": ["wrap", "--url", "https://shop.example"]}}}"#,
            None,
        ),
    ];
    for (file, text, unwrapped) in rows {
        let home = Home::with(file, text);
        let [paired] = <[_; 1]>::try_from(home.pairing().paired().unwrap()).unwrap();
        assert!(paired.by_hand);
        assert!(home.pairing().pair(&paired.server).unwrap().is_none());
        match (home.pairing().unpair(&paired.server), unwrapped) {
            (Ok(_), Some(unwrapped)) => assert_eq!(home.text(file), unwrapped),
            (Err(PairError::Refused(Refusal::PairedByHand)), None) => {
                assert_eq!(home.text(file), text)
            }
            (result, _) => panic!("{text}: {result:?}"),
        }
    }
}

#[test]
fn project_files_need_permission() {
    let home = Home::new();
    let project = home.path("shop");
    fs::create_dir_all(project.join(".git")).unwrap();
    fs::create_dir_all(project.join("deep/er")).unwrap();
    let rows = [
        (".mcp.json", Agent::ClaudeCode, "mcpServers"),
        (".github/mcp.json", Agent::Copilot, "mcpServers"),
        (".vscode/mcp.json", Agent::VsCode, "servers"),
        (".cursor/mcp.json", Agent::Cursor, "mcpServers"),
        (".gemini/settings.json", Agent::Gemini, "mcpServers"),
        (".zed/settings.json", Agent::Zed, "context_servers"),
        (".roo/mcp.json", Agent::Roo, "mcpServers"),
        (".kiro/settings/mcp.json", Agent::Kiro, "mcpServers"),
    ];
    for (file, _, key) in rows {
        let text = format!("{{\"{key}\": {{\"shop\": {{\"command\": \"x\"}}}}}}");
        home.put(&format!("shop/{file}"), &text);
    }
    home.put(
        "shop/opencode.json",
        r#"{"mcp": {"shop": {"type": "local", "command": ["x"]}}}"#,
    );
    home.put(
        "shop/.codex/config.toml",
        "[mcp_servers.shop]\ncommand = \"x\"\n",
    );
    let paths = home.paths().in_directory(project.join("deep/er"));
    let default = Pairing::new(
        paths.clone(),
        "/usr/bin/doorbell",
        PairingOptions::default(),
    );
    let options = PairingOptions {
        project_files: true,
        ..PairingOptions::default()
    };
    let allowed = Pairing::new(paths, "/usr/bin/doorbell", options);
    let found = default.scan().unwrap();
    assert_eq!(found.servers().count(), rows.len() + 2);
    for server in found.servers() {
        let reason = Refusal::SharedFile;
        assert_eq!(server.state, PairingState::CannotBePaired { reason });
        assert!(default.pair(&server.id).is_err());
        allowed.pair(&server.id).unwrap().unwrap();
    }
    // From any folder, the pairing is listed and can be undone without that option.
    let elsewhere = home.pairing();
    let paired = elsewhere.paired().unwrap();
    assert_eq!(paired.len(), rows.len() + 2);
    for paired in paired {
        elsewhere.unpair(&paired.server).unwrap().unwrap();
    }
    for (file, _, key) in rows {
        let text = format!("{{\"{key}\": {{\"shop\": {{\"command\": \"x\"}}}}}}");
        assert_eq!(home.text(&format!("shop/{file}")), text);
    }
}

#[test]
fn user_file_in_work_tree_needs_permission() {
    let home = Home::with("dotfiles/mcp.json", CURSOR);
    fs::create_dir(home.path("dotfiles/.git")).unwrap();
    fs::create_dir(home.path(".cursor")).unwrap();
    symlink(
        home.path("dotfiles/mcp.json"),
        home.path(".cursor/mcp.json"),
    )
    .unwrap();
    assert_eq!(home.refusal("shop"), Refusal::SharedFile);
}

#[test]
fn catch_all_hook_is_left_alone() {
    let home = Home::with(
        ".claude.json",
        r#"{"mcpServers": {"shop": {"type": "http", "url": "https://shop.example"}}}"#,
    );
    let hooks = r#"{"hooks": {"Elicitation": [{"hooks": [{"type": "command", "command": "doorbell", "args": ["hook", "claude-code"]}]}]}}"#;
    home.put(".claude/settings.json", hooks);
    let id = home.id("shop");
    assert!(home.pairing().pair(&id).unwrap().is_none());
    let error = home.pairing().unpair(&id).unwrap_err();
    assert!(
        matches!(error, PairError::Refused(Refusal::PairedByHand)),
        "{error}"
    );
    assert_eq!(home.text(".claude/settings.json"), hooks);
}

#[test]
fn shared_hooks_are_removed_with_last_server() {
    let home = Home::with(
        ".claude.json",
        r#"{"mcpServers": {"a": {"type": "http", "url": "https://a.example"},
            "b": {"type": "http", "url": "https://b.example"}}}"#,
    );
    const SETTINGS: &str = ".claude/settings.json";
    let before = "{\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": []}]\n  }\n}\n";
    home.put(SETTINGS, before);
    let pairing = home.pairing();
    let permissions = pairing.scan().unwrap().permissions.unwrap().id;
    let (a, b) = (home.id("a"), home.id("b"));
    let has = |event: &str| home.text(SETTINGS).contains(event);

    for id in [&a, &b, &permissions] {
        pairing.pair(id).unwrap().unwrap();
        assert!(pairing.pair(id).unwrap().is_none(), "once is enough");
    }
    assert_eq!(home.text(SETTINGS).matches("SessionEnd").count(), 1);
    pairing.unpair(&a).unwrap().unwrap();
    assert!(has("Elicitation") && has("SessionEnd"));
    // The first server is paired again, after the others.
    pairing.pair(&a).unwrap().unwrap();
    pairing.unpair(&b).unwrap().unwrap();
    pairing.unpair(&a).unwrap().unwrap();
    assert!(!has("Elicitation") && has("PermissionRequest") && has("SessionEnd"));
    pairing.unpair(&permissions).unwrap().unwrap();
    assert_eq!(home.text(SETTINGS), before);

    for id in [&a, &b] {
        pairing.pair(id).unwrap().unwrap();
    }
    pairing.unpair(&a).unwrap().unwrap();
    for id in [&a, &permissions] {
        pairing.pair(id).unwrap().unwrap();
    }
    let all = [a, b, permissions];
    let plan = pairing.plan_unpairing(&all).unwrap();
    for change in &plan.changes {
        pairing.apply(change).unwrap();
    }
    assert_eq!(home.text(SETTINGS), before);
}

/// The hooks of a version whose entries ran `doorbell` itself.
#[test]
fn outdated_hooks_are_renewed_and_restored() {
    const SETTINGS: &str = ".claude/settings.json";
    const JOURNAL: &str = ".local/state/doorbell/pairing/paired.json";
    let two = r#"{"mcpServers": {"a": {"type": "http", "url": "https://a.example"},
        "b": {"type": "http", "url": "https://b.example"}}}"#;
    for before in [None, Some("{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n")] {
        let home = Home::with(".claude.json", two);
        if let Some(before) = before {
            home.put(SETTINGS, before);
        }
        let pairing = home.pairing();
        let ids = [home.id("a"), home.id("b")];
        for id in &ids {
            pairing.pair(id).unwrap().unwrap();
        }
        let current = home.text(SETTINGS);
        let launcher = home.path(".local/share/doorbell/doorbell-hook");
        let old = |text: &str| {
            let text = text.replace(launcher.to_str().unwrap(), "/old/doorbell");
            let text = text.replace(
                "[\n              \"claude",
                "[\n              \"hook\", \"claude",
            );
            text.replace(
                r#"[\n              \"claude"#,
                r#"[\n              \"hook\", \"claude"#,
            )
        };
        let mut journal: serde_json::Value =
            serde_json::from_str(&old(&home.text(JOURNAL))).unwrap();
        for record in journal["paired"].as_array_mut().unwrap() {
            for hook in record["change"]["how"]["hooked"]["hooks"]
                .as_array_mut()
                .unwrap()
            {
                hook["group"]["hooks"][0]["args"] = serde_json::json!(["hook", "claude-code"]);
            }
        }
        home.put(JOURNAL, &journal.to_string());
        home.put(SETTINGS, &old(&current));
        fs::remove_file(&launcher).unwrap();
        assert_eq!(pairing.launchers().unwrap(), []);
        let missing = PathBuf::from("/old/doorbell");
        assert_eq!(pairing.missing_hook_programs(), [missing]);
        for name in ["a", "b"] {
            let state = home.server(name).state;
            assert!(
                matches!(state, PairingState::Paired { outdated: true, .. }),
                "{state:?}"
            );
        }

        let plan = pairing.plan_pairing(&ids[..1]).unwrap();
        let [change] = plan.changes.as_slice() else {
            panic!("{:?}", plan.refused);
        };
        assert_eq!((change.servers.len(), change.renewed.len()), (2, 2));
        pairing.apply(change).unwrap();
        assert_eq!(home.text(SETTINGS), current);
        assert!(launcher.exists());
        assert!(pairing.plan_pairing(&ids).unwrap().is_empty());
        assert!(pairing.missing_hook_programs().is_empty());

        let plan = pairing.plan_unpairing(&ids).unwrap();
        for change in &plan.changes {
            pairing.apply(change).unwrap();
        }
        let after = fs::read_to_string(home.path(SETTINGS)).ok();
        assert_eq!(after.as_deref(), before);
        assert!(!launcher.exists());
    }
}

#[test]
fn launcher_follows_the_installation() {
    let home = Home::with(
        ".claude.json",
        r#"{"mcpServers": {"shop": {"type": "http", "url": "https://shop.example"}}}"#,
    );
    let doorbell = home.path("bin/doorbell");
    home.put("bin/doorbell", "");
    let pairing = |doorbell: &Path| {
        let doorbell = doorbell.to_str().unwrap();
        Pairing::new(home.paths(), doorbell, PairingOptions::default())
    };
    pairing(&doorbell).pair(&home.id("shop")).unwrap().unwrap();
    let settings = home.text(".claude/settings.json");
    let launcher = home.path(".local/share/doorbell/doorbell-hook");
    let target = |doorbell: &Path| pairing(doorbell).launchers().unwrap().remove(0).1;
    assert_eq!(target(&doorbell), LauncherTarget::Own);

    let moved = home.path("moved/doorbell");
    home.put("moved/doorbell", "");
    assert_eq!(target(&moved), LauncherTarget::Other(doorbell.clone()));
    fs::remove_file(&doorbell).unwrap();
    assert_eq!(target(&moved), LauncherTarget::Missing);
    let changed = pairing(&moved).update_launchers().unwrap();
    assert_eq!(changed, [launcher]);
    assert_eq!(target(&moved), LauncherTarget::Own);
    assert!(pairing(&moved).update_launchers().unwrap().is_empty());
    assert_eq!(home.text(".claude/settings.json"), settings);

    // The same settings on another computer.
    fs::remove_dir_all(home.path(".local")).unwrap();
    assert_eq!(target(&moved), LauncherTarget::Missing);
    pairing(&moved).update_launchers().unwrap();
    assert_eq!(target(&moved), LauncherTarget::Own);
}

#[test]
fn hook_needs_readable_settings() {
    let home = Home::with(
        ".claude.json",
        r#"{"mcpServers": {"shop": {"type": "http", "url": "https://shop.example"}}}"#,
    );
    home.put(".claude/settings.json", "{\n  oops");
    match home.refusal("shop") {
        Refusal::Unreadable { message } => {
            assert!(
                message.starts_with("~/.claude/settings.json: line 2, column 3: "),
                "{message}"
            );
        }
        refusal => panic!("{refusal:?}"),
    }
}

#[test]
fn unusable_journal_prevents_any_change() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    for (text, is_expected) in [
        (
            "{",
            (|error| matches!(error, JournalError::Damaged(_))) as fn(&JournalError) -> bool,
        ),
        ("{\"version\": 1}", |error| {
            matches!(error, JournalError::Damaged(_))
        }),
        ("{\"version\": 2, \"new\": 1}", |error| {
            matches!(error, JournalError::Newer(_))
        }),
    ] {
        home.put(".local/state/doorbell/pairing/paired.json", text);
        match home.pairing().pair(&id).unwrap_err() {
            PairError::Journal(error) => assert!(is_expected(&error), "{error}"),
            error => panic!("{error}"),
        }
        assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
        assert_eq!(home.text(".local/state/doorbell/pairing/paired.json"), text);
    }
}

#[test]
fn plan_is_applied_to_current_contents() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let pairing = home.pairing();
    let plan = pairing.plan_pairing(&[home.id("shop")]).unwrap();
    let edited = CURSOR.replace("mail", "post");
    home.put(".cursor/mcp.json", &edited);
    pairing.apply(&plan.changes[0]).unwrap();
    assert!(home.text(".cursor/mcp.json").contains("post"));
    pairing.unpair(&home.id("shop")).unwrap().unwrap();
    assert_eq!(home.text(".cursor/mcp.json"), edited);
}

#[test]
fn server_removed_after_planning_is_refused() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let pairing = home.pairing();
    let ids = [home.id("shop"), home.id("mail")];
    let plan = pairing.plan_pairing(&ids).unwrap();
    home.put(".cursor/mcp.json", &CURSOR.replace("mail", "post"));
    let applied = pairing.apply(&plan.changes[0]).unwrap();
    assert_eq!(applied.servers, ids[..1]);
    assert_eq!(applied.refused[0].server, ids[1]);
    assert_eq!(applied.refused[0].reason, Refusal::NotFound);
}

#[test]
fn concurrent_pairings_are_serialised() {
    let names: Vec<String> = (0..8).map(|number| format!("server{number}")).collect();
    let entries: Vec<String> = names
        .iter()
        .map(|name| format!("    \"{name}\": {{\n      \"command\": \"{name}\"\n    }}"))
        .collect();
    let before = format!(
        "{{\n  \"mcpServers\": {{\n{}\n  }}\n}}\n",
        entries.join(",\n")
    );
    let home = Home::with(".cursor/mcp.json", &before);
    let pairing = home.pairing();
    let ids: Vec<ServerId> = names.iter().map(|name| home.id(name)).collect();
    std::thread::scope(|scope| {
        for id in &ids {
            scope.spawn(|| pairing.pair(id).unwrap().unwrap());
        }
    });
    assert_eq!(pairing.paired().unwrap().len(), names.len());
    std::thread::scope(|scope| {
        for id in &ids {
            scope.spawn(|| pairing.unpair(id).unwrap().unwrap());
        }
    });
    assert_eq!(home.text(".cursor/mcp.json"), before);
    assert_eq!(pairing.paired().unwrap(), []);
}

#[test]
fn old_backups_are_pruned() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let backup_count = || {
        fs::read_dir(home.path(".local/state/doorbell/pairing/before"))
            .unwrap()
            .count()
    };
    let id = home.id("shop");
    for _ in 0..10 {
        home.pairing().pair(&id).unwrap().unwrap();
        home.pairing().unpair(&id).unwrap().unwrap();
    }
    assert_eq!(backup_count(), 5);
    home.pairing().pair(&id).unwrap().unwrap();
    assert_eq!(backup_count(), 6, "the backup in use is kept as well");
}

fn golden(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(file)
}
