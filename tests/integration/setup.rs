//! `doorbell setup`, the real command in a home of its own.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use doorbell_wrap::http::Headers;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Finished, Running, program};

const CURSOR: &str = r#"{
  // Mine.
  "mcpServers": {
    "shop": {
      "command": "/bin/echo",
      "args": ["{}"], // says so
      "env": {"SECRET": "never shown"}
    }
  }
}
"#;

const CLAUDE: &str =
    r#"{"mcpServers": {"site": {"type": "http", "url": "https://shop.example/mcp"}}}"#;

/// A person's home, outside of every work tree.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        home.put(".cursor/mcp.json", CURSOR);
        home.put(".claude.json", CLAUDE);
        home
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn put(&self, file: &str, text: &str) {
        fs::create_dir_all(self.path(file).parent().unwrap()).unwrap();
        fs::write(self.path(file), text).unwrap();
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    fn sets_up(&self, arguments: &[&str]) -> Finished {
        self.sets_up_in(self.0.path(), arguments)
    }

    fn sets_up_in(&self, folder: &Path, arguments: &[&str]) -> Finished {
        let mut command = Command::new(program());
        command
            .env_clear()
            .env("HOME", self.0.path())
            .current_dir(folder)
            .arg("setup");
        Running::start(command, &self.path("no.sock"), arguments).finishes()
    }
}

#[test]
fn it_shows_changes_and_undoes_what_it_says() {
    let home = Home::new();
    let doorbell = program().canonicalize().unwrap();
    let doorbell = doorbell.to_str().unwrap();

    let looked = home.sets_up(&["--dry-run"]);
    assert_eq!((looked.code, looked.err.as_str()), (Some(0), ""));
    for said in [
        "Claude Code\n  site         can be paired, by a hook of the agent\n",
        "Cursor\n  shop  can be paired, run through doorbell wrap\n",
        "-      \"command\": \"/bin/echo\",\n",
        &format!("+      \"command\": \"{doorbell}\",\n"),
        "+      \"args\": [\"wrap\", \"--name\", \"shop\", \"--\", \"/bin/echo\", \"{}\"], // says so\n",
        "\"SECRET\": \"•••\"",
        "--- ~/.claude/settings.json\n",
        "\nNothing was changed.\n",
    ] {
        assert!(looked.out.contains(said), "{said}\n{}", looked.out);
    }
    assert!(!looked.out.contains("never"), "{}", looked.out);
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
    assert!(!home.path(".claude").exists() && !home.path(".local").exists());

    let unasked = home.sets_up(&[]);
    assert_eq!(unasked.code, Some(64));
    assert!(unasked.err.contains("say --yes"), "{}", unasked.err);
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);

    let done = home.sets_up(&["--yes"]);
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    assert!(done.out.contains("Paired shop (Cursor).\n"), "{}", done.out);
    assert!(
        done.out.contains("Paired site (Claude Code).\n"),
        "{}",
        done.out
    );
    let hooks: Value = serde_json::from_str(&home.text(".claude/settings.json")).unwrap();
    let hook = &hooks["hooks"]["Elicitation"][0];
    assert_eq!(hook["matcher"], "site");
    assert_eq!(hook["hooks"][0]["command"], doorbell);

    let again = home.sets_up(&["--yes"]);
    assert_eq!(again.code, Some(0));
    assert!(
        again.out.ends_with("There is nothing to change.\n"),
        "{}",
        again.out
    );

    let undone = home.sets_up(&["--undo", "--yes"]);
    assert_eq!((undone.code, undone.err.as_str()), (Some(0), ""));
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
    assert_eq!(home.text(".claude.json"), CLAUDE);
    assert!(!home.path(".claude/settings.json").exists());
}

#[test]
fn permissions_are_asked_for_only_if_it_is_said() {
    let home = Home::new();
    let settings = r#"{"hooks": {"PostToolUse": [{"hooks": [{"command": "mine"}]}]}}"#;
    home.put(".claude/settings.json", settings);
    let hooks = || {
        let text = home.text(".claude/settings.json");
        let hooks: Value = serde_json::from_str(&text).unwrap();
        let count = |event: &str| hooks["hooks"][event].as_array().map_or(0, Vec::len);
        [
            "Elicitation",
            "PermissionRequest",
            "PostToolUse",
            "Stop",
            "SessionEnd",
        ]
        .map(count)
    };

    let listed = home.sets_up(&["--list"]).out;
    let line = "  permissions  can be paired, by a hook of the agent, with --permissions\n";
    assert!(listed.contains(line), "{listed}");
    let done = home.sets_up(&["--yes"]);
    assert_eq!((done.code, hooks()), (Some(0), [1, 0, 1, 1, 1]));

    let done = home.sets_up(&["--permissions", "--yes"]);
    assert_eq!((done.code, hooks()), (Some(0), [1, 1, 2, 1, 1]));
    assert!(
        done.out.contains("Paired permissions (Claude Code).\n"),
        "{}",
        done.out
    );
    let again = home.sets_up(&["--permissions", "--yes"]);
    assert!(
        again.out.ends_with("There is nothing to change.\n"),
        "{}",
        again.out
    );
    let listed = home.sets_up(&["--list"]).out;
    let line = "  permissions  paired, by a hook of the agent\n";
    assert!(listed.contains(line), "{listed}");
    let checked = home.sets_up(&["--check"]);
    assert!(
        checked.out.contains("Claude Code: permissions ("),
        "{}",
        checked.out
    );

    let other = home.sets_up(&["--permissions", "--agent", "cursor", "--yes"]);
    assert_eq!(other.code, Some(64), "{}", other.err);

    let undone = home.sets_up(&["--undo", "--permissions", "--yes"]);
    assert_eq!((undone.code, hooks()), (Some(0), [1, 0, 1, 1, 1]));
    home.sets_up(&["--permissions", "--yes"]);
    let undone = home.sets_up(&["--undo", "--yes"]);
    assert_eq!((undone.code, undone.err.as_str()), (Some(0), ""));
    assert_eq!(home.text(".claude/settings.json"), settings);
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
}

#[test]
fn what_it_wrote_runs_the_server() {
    let home = Home::new();
    home.sets_up(&["--agent", "cursor", "--yes"]);
    let text = home.text(".cursor/mcp.json");
    let without_comments: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap())
        .collect();
    let entry: Value = serde_json::from_str(&without_comments).unwrap();
    let entry = &entry["mcpServers"]["shop"];
    let arguments = entry["args"].as_array().unwrap();
    let output = Command::new(entry["command"].as_str().unwrap())
        .args(arguments.iter().map(|argument| argument.as_str().unwrap()))
        .env_clear()
        .env("DOORBELL_SOCKET", home.path("no.sock"))
        .stdin(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "{}\n");
    assert!(output.status.success());
}

#[test]
fn those_who_remove_doorbell_are_told_what_needs_it() {
    let home = Home::new();
    let free = home.sets_up(&["--check"]);
    assert_eq!(free, Finished::new(0, "No server is paired.\n", ""));
    home.sets_up(&["--yes"]);
    let wrapped =
        r#"{"mcpServers": {"own": {"command": "doorbell", "args": ["wrap", "--", "x", "y"]}}}"#;
    home.put(".kiro/settings/mcp.json", wrapped);
    let paired = home.sets_up(&["--check"]);
    let said = "These servers are paired and need Doorbell:
  Claude Code: site (~/.claude.json)
  Cursor: shop (~/.cursor/mcp.json)
  Kiro: own (~/.kiro/settings/mcp.json, by hand)
To unpair them: doorbell setup --undo
To unpair one that was paired by hand: doorbell setup --undo --server NAME
";
    assert_eq!(paired, Finished::new(1, said, ""));
    let listed = home.sets_up(&["--check", "--json"]);
    let listed: Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!(listed[2]["byHand"], true);

    // What somebody wrapped by hand is theirs, until they name it.
    assert_eq!(home.sets_up(&["--undo", "--yes"]).code, Some(0));
    assert_eq!(home.text(".kiro/settings/mcp.json"), wrapped);
    assert_eq!(
        home.sets_up(&["--undo", "--server", "own", "--yes"]).code,
        Some(0)
    );
    assert_eq!(
        home.text(".kiro/settings/mcp.json"),
        r#"{"mcpServers": {"own": {"command": "x", "args": ["y"]}}}"#
    );
    assert_eq!(home.sets_up(&["--check"]).code, Some(0));
}

#[test]
fn only_what_is_chosen_is_changed() {
    let home = Home::new();
    assert_eq!(home.sets_up(&["--server", "site", "--yes"]).code, Some(0));
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
    assert!(home.path(".claude/settings.json").exists());
    for wrong in [
        &["--server", "none"][..],
        &["--agent", "kiro", "--server", "shop"],
    ] {
        let finished = home.sets_up(wrong);
        assert_eq!(finished.code, Some(64));
        assert!(
            finished.err.contains("no server is called"),
            "{}",
            finished.err
        );
    }
    let unknown = home.sets_up(&["--agent", "none"]);
    assert_eq!(unknown.code, Some(64));
    assert!(unknown.err.contains("claude-code, "), "{}", unknown.err);
}

#[test]
fn a_file_that_cannot_be_understood_is_told_and_the_rest_is_done() {
    let home = Home::new();
    let broken = "{\n  \"mcpServers\": {\n";
    home.put(".kiro/settings/mcp.json", broken);
    let finished = home.sets_up(&["--yes"]);
    assert_eq!(finished.code, Some(69));
    let said = "doorbell: ~/.kiro/settings/mcp.json, line 2, column 17: unterminated object; it is left alone\n";
    assert_eq!(finished.err, said);
    assert_eq!(home.text(".kiro/settings/mcp.json"), broken);
    assert!(home.text(".cursor/mcp.json").contains("wrap"));
}

#[test]
fn what_is_named_and_cannot_be_paired_is_told() {
    let home = Home::new();
    let path = home.path(".cursor/mcp.json");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    let finished = home.sets_up(&["--server", "shop", "--yes"]);
    assert_eq!(finished.code, Some(69));
    let said = "doorbell: shop of Cursor (~/.cursor/mcp.json): its file is read-only; make it writable (chmod u+w) and try again\n";
    assert_eq!(finished.err, said);
    // Without a name it is only listed.
    let finished = home.sets_up(&["--agent", "cursor", "--yes"]);
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
    assert_eq!(home.text(".cursor/mcp.json"), CURSOR);
}

#[test]
fn files_of_a_project_wait_for_leave() {
    let home = Home::new();
    let text = r#"{"mcpServers": {"tool": {"command": "x"}}}"#;
    home.put("work/.mcp.json", text);
    fs::create_dir(home.path("work/.git")).unwrap();
    let folder = home.path("work");
    let finished = home.sets_up_in(&folder, &["--yes"]);
    assert_eq!(finished.code, Some(0));
    assert!(
        finished
            .out
            .contains("tool         stays as it is: its file may be under version control")
    );
    assert_eq!(home.text("work/.mcp.json"), text);
    assert_eq!(
        home.sets_up_in(&folder, &["--project", "--yes"]).code,
        Some(0)
    );
    assert!(home.text("work/.mcp.json").contains("wrap"));
    // From anywhere.
    assert_eq!(home.sets_up(&["--undo", "--yes"]).code, Some(0));
    assert_eq!(home.text("work/.mcp.json"), text);
}

/// What `doorbell wrap` would refuse to send is not written into an entry, and nothing else is held
/// back.
#[test]
fn headers_that_wrap_sets_itself_are_known() {
    let names = [
        "Accept",
        "Accept-Charset",
        "Accept-Encoding",
        "Accept-Language",
        "Api-Key",
        "Authorization",
        "Cache-Control",
        "Connection",
        "Content-Encoding",
        "Content-Language",
        "Content-Length",
        "Content-Type",
        "Cookie",
        "Date",
        "Expect",
        "Forwarded",
        "From",
        "Host",
        "If-Match",
        "Keep-Alive",
        "Last-Event-ID",
        "Mcp-Method",
        "Mcp-Protocol-Version",
        "Mcp-Session-Id",
        "Origin",
        "Pragma",
        "Proxy-Authorization",
        "Proxy-Connection",
        "Range",
        "Referer",
        "TE",
        "Trailer",
        "Transfer-Encoding",
        "Upgrade",
        "User-Agent",
        "Via",
        "X-Api-Key",
        "X-Team",
    ];
    let servers: serde_json::Map<String, Value> = names
        .iter()
        .map(|name| {
            let entry = json!({"url": "http://localhost:3000", "headers": {*name: "x"}});
            ((*name).to_owned(), entry)
        })
        .collect();
    let home = Home::new();
    home.put(
        ".cursor/mcp.json",
        &json!({"mcpServers": servers}).to_string(),
    );
    let listed = home.sets_up(&["--list", "--json", "--agent", "cursor"]);
    let listed: Value = serde_json::from_str(&listed.out).unwrap();
    let listed = listed["agents"][1]["servers"].as_array().unwrap().clone();
    assert_eq!(listed.len(), names.len());
    for server in listed {
        let name = server["name"].as_str().unwrap();
        let mut headers = Headers::default();
        let added = headers.add_env(&format!("{name}=V"), |_| Some("x".into()));
        let is_paired = server["state"]["is"] == "canBePaired";
        assert_eq!(is_paired, added.is_ok(), "{name}: {}", server["state"]);
    }
}

#[test]
fn agents_that_run_are_named() {
    let home = Home::new();
    home.put(".codex/config.toml", "[mcp_servers.a]\ncommand = \"x\"\n");
    let codex = home.path("codex");
    fs::copy("/bin/cat", &codex).unwrap();
    let folder = home.path("work");
    fs::create_dir(&folder).unwrap();
    let mut child = Command::new(&codex)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let finished = home.sets_up(&["--agent", "codex", "--yes"]);
    let pid = child.id();
    drop(child.stdin.take());
    child.wait().unwrap();
    let said =
        format!("It counts after a restart of what runs now:\n  Codex, process {pid} in ~/work\n");
    // Others may run on this machine too.
    assert!(
        finished
            .out
            .contains("It counts after a restart of what runs now:\n"),
        "{}",
        finished.out
    );
    assert!(
        finished.out.contains(said.lines().nth(1).unwrap()),
        "{}",
        finished.out
    );
}

#[test]
fn the_list_is_there_for_programs_too() {
    let home = Home::new();
    let listed = home.sets_up(&["--list", "--json"]);
    assert_eq!(listed.code, Some(0));
    let listed: Value = serde_json::from_str(&listed.out).unwrap();
    let server = &listed["agents"][1]["servers"][0];
    assert_eq!(server["name"], "shop");
    assert_eq!(server["state"], json!({"is": "canBePaired", "how": "wrap"}));
    assert_eq!(server["id"]["agent"], "cursor");
    let nobody = TempDir::new().unwrap();
    let nothing = Home(nobody).sets_up(&["--list"]);
    assert_eq!(
        nothing,
        Finished::new(0, "No agent's configuration was found.\n", "")
    );
}
