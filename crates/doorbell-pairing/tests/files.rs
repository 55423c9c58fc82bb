//! What happens to files: links, modes, mistakes, and what others do to them in between.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets what it does not expect has failed"
)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use doorbell_pairing::{
    Agent, JournalError, Leave, PairError, Pairing, Place, Server, ServerId, State, Surroundings,
    Why,
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

/// A person's home.
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

    fn around(&self) -> Surroundings {
        Surroundings::at(self.folder.path()).with_system(self.path("etc"))
    }

    fn pairing(&self) -> Pairing {
        Pairing::new(self.around(), "/usr/bin/doorbell", Leave::default())
    }

    fn server(&self, name: &str) -> Server {
        let found = self.pairing().look().unwrap();
        let server = found.servers().find(|server| server.name == name);
        server.unwrap().clone()
    }

    fn id(&self, name: &str) -> ServerId {
        self.server(name).id
    }

    fn why(&self, name: &str) -> Why {
        match self.server(name).state {
            State::CannotBePaired { why } => why,
            state => panic!("{state:?}"),
        }
    }
}

#[test]
fn a_link_stays_a_link_and_what_it_leads_to_is_changed() {
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
fn a_read_only_file_is_left_alone() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    let path = home.path(".cursor/mcp.json");
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    assert_eq!(home.why("shop"), Why::ReadOnly);
    let error = home.pairing().pair(&id).unwrap_err();
    assert!(
        matches!(error, PairError::Refused(Why::ReadOnly)),
        "{error}"
    );
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);

    // One that became so after it was paired is not changed back either, until it may be.
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    home.pairing().pair(&id).unwrap().unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let error = home.pairing().unpair(&id).unwrap_err();
    assert!(
        matches!(error, PairError::Refused(Why::ReadOnly)),
        "{error}"
    );
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    home.pairing().unpair(&id).unwrap().unwrap();
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
}

#[test]
fn a_file_with_another_name_is_left_alone() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    fs::hard_link(home.path(".cursor/mcp.json"), home.path("other.json")).unwrap();
    assert_eq!(home.why("shop"), Why::SeveralNames);
}

#[test]
fn modes_survive_and_what_is_kept_is_private() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let path = home.path(".cursor/mcp.json");
    for mode in [0o600, 0o644, 0o755] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let id = home.id("shop");
        let done = home.pairing().pair(&id).unwrap().unwrap();
        let of = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        assert_eq!(of(&path), mode);
        let copy = done.backup.unwrap();
        assert_eq!(fs::read_to_string(&copy).unwrap(), CURSOR);
        assert_eq!(of(&copy), 0o600);
        let state = home.path(".local/state/doorbell/pairing");
        assert_eq!(of(&state), 0o700);
        assert_eq!(of(&state.join("paired.json")), 0o600);
        home.pairing().unpair(&id).unwrap().unwrap();
        assert_eq!(of(&path), mode);
    }
}

#[test]
fn a_broken_file_is_left_alone_and_told_with_its_place() {
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
    for (file, text, place) in broken {
        let home = Home::with(file, text);
        let found = home.pairing().look().unwrap();
        assert_eq!(found.agents, []);
        let [trouble] = found.troubles.as_slice() else {
            panic!("{:?}", found.troubles);
        };
        assert_eq!(trouble.file, home.path(file));
        if let Some((line, column)) = place {
            assert_eq!(
                trouble.place,
                Some(Place { line, column }),
                "{file}: {}",
                trouble.said
            );
        }
        assert!(!trouble.said.contains("oops"), "{}", trouble.said);
        assert_eq!(home.text(file), text);
    }
    let home = Home::new();
    fs::create_dir_all(home.path(".cursor/mcp.json")).unwrap();
    home.put(".kiro/settings/mcp.json", "");
    fs::write(home.path(".kiro/settings/mcp.json"), b"{\"a\": \"\xff\"}").unwrap();
    let found = home.pairing().look().unwrap();
    let said: Vec<_> = found
        .troubles
        .iter()
        .map(|trouble| trouble.said.as_str())
        .collect();
    assert_eq!(said, ["it is not a file", "this is not UTF-8 text"]);
}

#[test]
fn an_entry_that_is_not_understood_is_left_alone() {
    for (entry, what) in [
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
            "this name is there twice",
        ),
        (r#"{"url": 7}"#, "this is not an address"),
        (r#""text""#, "this is not a server"),
    ] {
        let text =
            format!("{{\"mcpServers\": {{\"odd\": {entry}, \"good\": {{\"command\": \"x\"}}}}}}");
        let home = Home::with(".cursor/mcp.json", &text);
        match home.why("odd") {
            Why::Unclear { what: found, .. } => assert_eq!(found, what, "{entry}"),
            why => panic!("{why:?}"),
        }
        home.pairing().pair(&home.id("good")).unwrap().unwrap();
        assert!(home.text(".cursor/mcp.json").contains(entry));
    }
}

#[test]
fn what_the_person_changed_after_pairing_stays() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let (shop, mail) = (home.id("shop"), home.id("mail"));
    home.pairing().pair(&shop).unwrap().unwrap();
    home.pairing().pair(&mail).unwrap().unwrap();
    // An argument more, a variable, and another server.
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

/// As Claude Code does all the time.
#[test]
fn a_file_that_the_agent_wrote_anew_comes_back_too() {
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

/// As Goose writes it: every list on lines of its own.
#[test]
fn a_list_that_was_written_anew_comes_back_too() {
    let before = "extensions:\n  a:\n    type: stdio\n    cmd: x\n    args: []\n    timeout: 300\n";
    let home = Home::with(".config/goose/config.yaml", before);
    let id = home.id("a");
    home.pairing().pair(&id).unwrap().unwrap();
    let anew = "extensions:\n  a:\n    type: stdio\n    cmd: /usr/bin/doorbell\n    args:\n    - wrap\n    - --name\n    - a\n    - --\n    - x\n    timeout: 86400\n";
    home.put(".config/goose/config.yaml", anew);
    home.pairing().unpair(&id).unwrap().unwrap();
    assert_eq!(
        home.text(".config/goose/config.yaml"),
        before.replace("args: []", "args:\n     []")
    );
}

#[test]
fn every_kind_of_file_comes_back_part_by_part() {
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
        // A change inside the entry, so that its bytes are not those that Doorbell wrote.
        let edited = home.text(file).replacen("\"wrap\"", "\"wrap\" ", 1);
        assert_ne!(edited, home.text(file), "{case}");
        home.put(file, &edited);
        home.pairing().unpair(&id).unwrap().unwrap();
        assert_eq!(home.text(file), before, "{case}");
    }
}

#[test]
fn what_was_changed_beyond_undoing_is_said_with_the_copy() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    home.pairing().pair(&id).unwrap().unwrap();
    let edited = home.text(".cursor/mcp.json").replace("--name", "--when");
    home.put(".cursor/mcp.json", &edited);
    match home.pairing().unpair(&id).unwrap_err() {
        PairError::Refused(Why::Changed { backup }) => {
            assert_eq!(fs::read_to_string(backup).unwrap(), CURSOR);
        }
        error => panic!("{error}"),
    }
    assert_eq!(home.text(".cursor/mcp.json"), edited);
}

#[test]
fn a_doorbell_that_moved_is_still_unpaired() {
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
fn a_server_that_is_gone_is_forgotten() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let id = home.id("shop");
    home.pairing().pair(&id).unwrap().unwrap();
    home.put(".cursor/mcp.json", "{}");
    assert_eq!(home.pairing().paired().unwrap().len(), 1);
    home.pairing().unpair(&id).unwrap();
    assert_eq!(home.pairing().paired().unwrap(), []);
    assert_eq!(home.text(".cursor/mcp.json"), "{}");

    // So is one whose file is gone.
    home.put(".cursor/mcp.json", CURSOR);
    home.pairing().pair(&id).unwrap().unwrap();
    fs::remove_file(home.path(".cursor/mcp.json")).unwrap();
    home.pairing().unpair(&id).unwrap();
    assert_eq!(home.pairing().paired().unwrap(), []);
    assert!(!home.path(".cursor/mcp.json").exists());
}

#[test]
fn what_somebody_unwrapped_themselves_stays() {
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
fn what_was_wrapped_by_hand_is_known_and_unwrapped_from_what_is_there() {
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
            (Err(PairError::Refused(Why::ByHand)), None) => assert_eq!(home.text(file), text),
            (result, _) => panic!("{text}: {result:?}"),
        }
    }
}

#[test]
fn project_files_wait_for_leave() {
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
    let around = home.around().in_folder(project.join("deep/er"));
    let usual = Pairing::new(around.clone(), "/usr/bin/doorbell", Leave::default());
    let leave = Leave {
        project: true,
        ..Leave::default()
    };
    let allowed = Pairing::new(around, "/usr/bin/doorbell", leave);
    let found = usual.look().unwrap();
    assert_eq!(found.servers().count(), rows.len() + 2);
    for server in found.servers() {
        let why = Why::Shared;
        assert_eq!(server.state, State::CannotBePaired { why });
        assert!(usual.pair(&server.id).is_err());
        allowed.pair(&server.id).unwrap().unwrap();
    }
    // From anywhere it is known, and can be undone without leave.
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
fn a_file_of_the_person_in_a_work_tree_waits_for_leave_too() {
    let home = Home::with("dotfiles/mcp.json", CURSOR);
    fs::create_dir(home.path("dotfiles/.git")).unwrap();
    fs::create_dir(home.path(".cursor")).unwrap();
    symlink(
        home.path("dotfiles/mcp.json"),
        home.path(".cursor/mcp.json"),
    )
    .unwrap();
    assert_eq!(home.why("shop"), Why::Shared);
}

#[test]
fn a_hook_that_covers_everything_is_left_as_it_is() {
    let home = Home::with(
        ".claude.json",
        r#"{"mcpServers": {"shop": {"type": "http", "url": "https://shop.example"}}}"#,
    );
    let hooks = r#"{"hooks": {"Elicitation": [{"hooks": [{"type": "command", "command": "doorbell", "args": ["hook", "claude-code"]}]}]}}"#;
    home.put(".claude/settings.json", hooks);
    let id = home.id("shop");
    assert!(home.pairing().pair(&id).unwrap().is_none());
    let error = home.pairing().unpair(&id).unwrap_err();
    assert!(matches!(error, PairError::Refused(Why::ByHand)), "{error}");
    assert_eq!(home.text(".claude/settings.json"), hooks);
}

#[test]
fn what_several_hooks_need_goes_with_the_last_of_them() {
    let home = Home::with(
        ".claude.json",
        r#"{"mcpServers": {"a": {"type": "http", "url": "https://a.example"},
            "b": {"type": "http", "url": "https://b.example"}}}"#,
    );
    const SETTINGS: &str = ".claude/settings.json";
    let mine = "{\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": []}]\n  }\n}\n";
    home.put(SETTINGS, mine);
    let pairing = home.pairing();
    let permissions = pairing.look().unwrap().permissions.unwrap().id;
    let (a, b) = (home.id("a"), home.id("b"));
    let has = |event: &str| home.text(SETTINGS).contains(event);

    for one in [&a, &b, &permissions] {
        pairing.pair(one).unwrap().unwrap();
        assert!(pairing.pair(one).unwrap().is_none(), "once is enough");
    }
    assert_eq!(home.text(SETTINGS).matches("SessionEnd").count(), 1);
    pairing.unpair(&a).unwrap().unwrap();
    assert!(has("Elicitation") && has("SessionEnd"));
    // The one that was there first is the last now.
    pairing.pair(&a).unwrap().unwrap();
    pairing.unpair(&b).unwrap().unwrap();
    pairing.unpair(&a).unwrap().unwrap();
    assert!(!has("Elicitation") && has("PermissionRequest") && has("SessionEnd"));
    pairing.unpair(&permissions).unwrap().unwrap();
    assert_eq!(home.text(SETTINGS), mine);

    for one in [&a, &b] {
        pairing.pair(one).unwrap().unwrap();
    }
    pairing.unpair(&a).unwrap().unwrap();
    for one in [&a, &permissions] {
        pairing.pair(one).unwrap().unwrap();
    }
    let all = [a, b, permissions];
    let plan = pairing.plan_unpairing(&all).unwrap();
    for change in &plan.changes {
        pairing.carry_out(change).unwrap();
    }
    assert_eq!(home.text(SETTINGS), mine);
}

#[test]
fn a_hook_waits_for_settings_that_can_be_read() {
    let home = Home::with(
        ".claude.json",
        r#"{"mcpServers": {"shop": {"type": "http", "url": "https://shop.example"}}}"#,
    );
    home.put(".claude/settings.json", "{\n  oops");
    match home.why("shop") {
        Why::Trouble { said } => {
            assert!(
                said.starts_with("~/.claude/settings.json: line 2, column 3: "),
                "{said}"
            );
        }
        why => panic!("{why:?}"),
    }
}

#[test]
fn a_journal_that_cannot_be_used_stops_everything() {
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
fn a_plan_is_carried_out_on_what_is_there_then() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let pairing = home.pairing();
    let plan = pairing.plan_pairing(&[home.id("shop")]).unwrap();
    let edited = CURSOR.replace("mail", "post");
    home.put(".cursor/mcp.json", &edited);
    pairing.carry_out(&plan.changes[0]).unwrap();
    assert!(home.text(".cursor/mcp.json").contains("post"));
    pairing.unpair(&home.id("shop")).unwrap().unwrap();
    assert_eq!(home.text(".cursor/mcp.json"), edited);
}

#[test]
fn what_went_away_after_the_plan_is_told() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let pairing = home.pairing();
    let ids = [home.id("shop"), home.id("mail")];
    let plan = pairing.plan_pairing(&ids).unwrap();
    home.put(".cursor/mcp.json", &CURSOR.replace("mail", "post"));
    let done = pairing.carry_out(&plan.changes[0]).unwrap();
    assert_eq!(done.servers, ids[..1]);
    assert_eq!(done.refused[0].server, ids[1]);
    assert_eq!(done.refused[0].why, Why::Gone);
}

#[test]
fn several_who_pair_at_once_come_one_after_the_other() {
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
fn only_so_many_copies_stay() {
    let home = Home::with(".cursor/mcp.json", CURSOR);
    let copies = || {
        fs::read_dir(home.path(".local/state/doorbell/pairing/before"))
            .unwrap()
            .count()
    };
    let id = home.id("shop");
    for _ in 0..10 {
        home.pairing().pair(&id).unwrap().unwrap();
        home.pairing().unpair(&id).unwrap().unwrap();
    }
    assert_eq!(copies(), 5);
    home.pairing().pair(&id).unwrap().unwrap();
    assert_eq!(copies(), 6, "the one that is needed is beside them");
}

fn golden(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(file)
}
