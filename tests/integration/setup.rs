//! `doorbell setup` in a temporary home directory.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use doorbell_tests::process::copy_program;
use doorbell_wrap::http::Headers;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{CommandOutput, RunningCommand, doorbell_binary};

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

const LAUNCHER: &str = ".local/share/doorbell/doorbell-hook";

/// A home directory outside of any Git work tree.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        home.write(".cursor/mcp.json", CURSOR);
        home.write(".claude.json", CLAUDE);
        home
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        fs::create_dir_all(self.path(file).parent().unwrap()).unwrap();
        fs::write(self.path(file), text).unwrap();
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    fn run_setup(&self, arguments: &[&str]) -> CommandOutput {
        self.run_setup_in(self.0.path(), arguments)
    }

    fn run_setup_in(&self, folder: &Path, arguments: &[&str]) -> CommandOutput {
        let mut command = Command::new(doorbell_binary());
        command
            .env_clear()
            .env("HOME", self.0.path())
            .current_dir(folder)
            .arg("setup");
        RunningCommand::start(command, &self.path("no.sock"), arguments).finish()
    }
}

#[test]
fn setup_previews_applies_and_undoes_changes() {
    let home = Home::new();
    let doorbell = doorbell_binary().canonicalize().unwrap();
    let doorbell = doorbell.to_str().unwrap();

    let summary = "\
To connect 2 servers, Doorbell changes 2 files:
  ~/.claude/settings.json  Claude Code: hook for site
  ~/.cursor/mcp.json       Cursor: shop
`doorbell setup --undo` restores the files.
";
    let permissions =
        "To answer Claude Code's permission prompts in Doorbell: doorbell setup --permissions\n";
    let dry_run = home.run_setup(&["--dry-run"]);
    let end = "Nothing was changed. To see every line: --dry-run --diff\n";
    assert_eq!(
        dry_run,
        CommandOutput::new(0, &format!("{summary}{end}{permissions}"), "")
    );
    let dry_run = home.run_setup(&["--dry-run", "--diff"]);
    assert_eq!((dry_run.code, dry_run.stderr.as_str()), (Some(0), ""));
    for expected in [
        summary,
        "-      \"command\": \"/bin/echo\",\n",
        &format!("+      \"command\": \"{doorbell}\",\n"),
        "+      \"args\": [\"wrap\", \"--name\", \"shop\", \"--\", \"/bin/echo\", \"{}\"], // says so\n",
        "\"SECRET\": \"•••\"",
        "--- ~/.claude/settings.json\n",
        "\nNothing was changed.\n",
    ] {
        assert!(
            dry_run.stdout.contains(expected),
            "{expected}\n{}",
            dry_run.stdout
        );
    }
    assert!(!dry_run.stdout.contains("never"), "{}", dry_run.stdout);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    assert!(!home.path(".claude").exists() && !home.path(".local").exists());

    let unconfirmed = home.run_setup(&[]);
    assert_eq!(unconfirmed.code, Some(64));
    assert!(
        unconfirmed.stderr.contains("use --yes to apply"),
        "{}",
        unconfirmed.stderr
    );
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);

    let done = home.run_setup(&["--yes"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert!(
        done.stdout.contains("Connected shop (Cursor).\n"),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout.contains("Connected site (Claude Code).\n"),
        "{}",
        done.stdout
    );
    let hooks: Value = serde_json::from_str(&home.read(".claude/settings.json")).unwrap();
    let hook = &hooks["hooks"]["Elicitation"][0];
    assert_eq!(hook["matcher"], "site");
    let launcher = home.path(LAUNCHER);
    assert_eq!(hook["hooks"][0]["command"], launcher.to_str().unwrap());
    let at_once = "Claude Code’s hooks take effect at once, in running sessions too.\n";
    assert!(done.stdout.contains(at_once), "{}", done.stdout);

    let again = home.run_setup(&["--yes"]);
    assert_eq!(again.code, Some(0));
    assert!(
        again
            .stdout
            .starts_with("Already connected: 2 servers.\nNothing to change.\n"),
        "{}",
        again.stdout
    );

    let undone = home.run_setup(&["--undo", "--yes"]);
    assert_eq!((undone.code, undone.stderr.as_str()), (Some(0), ""));
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    assert_eq!(home.read(".claude.json"), CLAUDE);
    assert!(!home.path(".claude/settings.json").exists());
    assert!(!launcher.exists());
}

/// Doorbell is removed, then installed elsewhere. The entries stay the same.
#[test]
fn hooks_outlive_the_installation() {
    let home = Home::new();
    let install = |folder: &str| {
        let program = home.path(folder).join("doorbell");
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        copy_program(doorbell_binary(), &program).unwrap();
        program
    };
    let run = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("HOME", home.0.path())
            .current_dir(home.0.path());
        RunningCommand::start(command, &home.path("no.sock"), arguments)
    };
    let ask = || {
        let event = json!({
            "hook_event_name": "Elicitation",
            "message": "Your name?",
            "requested_schema": {"type": "object", "properties": {}},
        });
        let hook = run(&home.path(LAUNCHER), &["claude-code"]);
        let answer = hook.with_stdin(&event.to_string()).finish();
        assert_eq!(answer.code, Some(0), "{answer:?}");
        answer.stdout
    };
    let first = install("it's first");
    run(&first, &["setup", "--yes"]).finish();
    let settings = home.read(".claude/settings.json");
    // It reaches no Doorbell, and says so.
    assert_eq!(ask(), "{}\n");
    fs::remove_file(&first).unwrap();
    assert_eq!(ask(), "");

    let second = install("second");
    let found = run(&second, &["doctor", "-v"]).finish();
    let repaired = "hooks ran a Doorbell that is gone; repaired ~/.local/share";
    assert!(found.stdout.contains(repaired), "{}", found.stdout);
    assert_eq!(ask(), "{}\n");
    let third = install("third");
    let found = run(&third, &["doctor", "-v"]).finish();
    let other = "hooks run another installation, ~/second/doorbell";
    assert!(found.stdout.contains(other), "{}", found.stdout);
    let updated = run(&third, &["setup", "--yes"]).finish();
    let runs =
        "~/.local/share/doorbell/doorbell-hook, which agents’ hooks run, now runs this Doorbell.";
    assert!(updated.stdout.contains(runs), "{}", updated.stdout);
    assert_eq!(home.read(".claude/settings.json"), settings);
}

#[test]
fn permission_hook_is_added_only_with_its_option() {
    let home = Home::new();
    let settings = r#"{"hooks": {"PostToolUse": [{"hooks": [{"command": "mine"}]}]}}"#;
    home.write(".claude/settings.json", settings);
    let hooks = || {
        let text = home.read(".claude/settings.json");
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

    let listed = home.run_setup(&["--list"]).stdout;
    let line = "  permissions  can be connected, through a hook with --permissions\n";
    assert!(listed.contains(line), "{listed}");
    let done = home.run_setup(&["--yes"]);
    assert_eq!((done.code, hooks()), (Some(0), [1, 0, 1, 2, 1]));

    let done = home.run_setup(&["--permissions", "--yes"]);
    assert_eq!((done.code, hooks()), (Some(0), [1, 1, 2, 2, 1]));
    assert!(
        done.stdout
            .contains("Connected permissions (Claude Code).\n"),
        "{}",
        done.stdout
    );
    let again = home.run_setup(&["--permissions", "--yes"]);
    assert!(
        again
            .stdout
            .contains("Nothing to change.\nTo be asked by `claude -p` as well:\n"),
        "{}",
        again.stdout
    );
    let listed = home.run_setup(&["--list"]).stdout;
    let line = "  permissions  connected, through a hook\n";
    assert!(listed.contains(line), "{listed}");
    let checked = home.run_setup(&["--check"]);
    assert!(
        checked.stdout.contains("Claude Code: permissions ("),
        "{}",
        checked.stdout
    );

    let other = home.run_setup(&["--permissions", "--agent", "cursor", "--yes"]);
    assert_eq!(other.code, Some(64), "{}", other.stderr);

    let undone = home.run_setup(&["--undo", "--permissions", "--yes"]);
    assert_eq!((undone.code, hooks()), (Some(0), [1, 0, 1, 2, 1]));
    home.run_setup(&["--permissions", "--yes"]);
    let undone = home.run_setup(&["--undo", "--yes"]);
    assert_eq!((undone.code, undone.stderr.as_str()), (Some(0), ""));
    assert_eq!(home.read(".claude/settings.json"), settings);
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn written_entry_runs_the_server() {
    let home = Home::new();
    home.run_setup(&["--agent", "cursor", "--yes"]);
    let text = home.read(".cursor/mcp.json");
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
fn check_lists_servers_that_need_doorbell() {
    let home = Home::new();
    let unpaired = home.run_setup(&["--check"]);
    assert_eq!(
        unpaired,
        CommandOutput::new(0, "No server is connected.\n", "")
    );
    home.run_setup(&["--yes"]);
    let wrapped =
        r#"{"mcpServers": {"own": {"command": "doorbell", "args": ["wrap", "--", "x", "y"]}}}"#;
    home.write(".kiro/settings/mcp.json", wrapped);
    let paired = home.run_setup(&["--check"]);
    let expected = "These servers are connected and need Doorbell:
  Claude Code: site (~/.claude.json)
  Cursor: shop (~/.cursor/mcp.json)
  Kiro: own (~/.kiro/settings/mcp.json, by hand)
To disconnect them: doorbell setup --undo
To disconnect one that was connected by hand: doorbell setup --undo --server NAME
";
    assert_eq!(paired, CommandOutput::new(1, expected, ""));
    let listed = home.run_setup(&["--check", "--json"]);
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    assert_eq!(listed[2]["byHand"], true);

    // An entry wrapped by hand is changed only when it is named.
    assert_eq!(home.run_setup(&["--undo", "--yes"]).code, Some(0));
    assert_eq!(home.read(".kiro/settings/mcp.json"), wrapped);
    assert_eq!(
        home.run_setup(&["--undo", "--server", "own", "--yes"]).code,
        Some(0)
    );
    assert_eq!(
        home.read(".kiro/settings/mcp.json"),
        r#"{"mcpServers": {"own": {"command": "x", "args": ["y"]}}}"#
    );
    assert_eq!(home.run_setup(&["--check"]).code, Some(0));
}

#[test]
fn only_selected_servers_are_changed() {
    let home = Home::new();
    assert_eq!(home.run_setup(&["--server", "site", "--yes"]).code, Some(0));
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
    assert!(home.path(".claude/settings.json").exists());
    for wrong in [
        &["--server", "none"][..],
        &["--agent", "kiro", "--server", "shop"],
    ] {
        let finished = home.run_setup(wrong);
        assert_eq!(finished.code, Some(64));
        assert!(
            finished.stderr.contains("no server is called"),
            "{}",
            finished.stderr
        );
    }
    let unknown = home.run_setup(&["--agent", "none"]);
    assert_eq!(unknown.code, Some(64));
    assert!(
        unknown.stderr.contains("claude-code, "),
        "{}",
        unknown.stderr
    );
}

#[test]
fn unparsable_file_is_reported_and_the_rest_is_paired() {
    let home = Home::new();
    let broken = "{\n  \"mcpServers\": {\n";
    home.write(".kiro/settings/mcp.json", broken);
    let finished = home.run_setup(&["--yes"]);
    assert_eq!(finished.code, Some(69));
    let expected = "doorbell: ~/.kiro/settings/mcp.json, line 2, column 17: unterminated object (file skipped)\n";
    assert_eq!(finished.stderr, expected);
    assert_eq!(home.read(".kiro/settings/mcp.json"), broken);
    assert!(home.read(".cursor/mcp.json").contains("wrap"));
    // A preview changes nothing, so the file of another agent is no failure.
    let finished = home.run_setup(&["--dry-run"]);
    assert_eq!(
        (finished.code, finished.stderr.as_str()),
        (Some(0), expected)
    );
    let finished = home.run_setup(&["--dry-run", "--agent", "kiro"]);
    assert_eq!(finished.code, Some(69), "{finished:?}");
}

#[test]
fn agents_without_servers_are_offered_doorbell_mcp() {
    let home = Home(TempDir::new().unwrap());
    home.write(".claude.json", "{}");
    home.write(".cursor/mcp.json", r#"{"mcpServers": {}}"#);
    let expected = "\
Nothing to change.
Claude Code and Cursor have no MCP servers. To let the model ask you, add Doorbell's own:
  claude mcp add -s user doorbell -- doorbell mcp
  Cursor: add the command `doorbell mcp` to ~/.cursor/mcp.json
To answer Claude Code's permission prompts in Doorbell: doorbell setup --permissions
";
    assert_eq!(home.run_setup(&[]), CommandOutput::new(0, expected, ""));
}

#[test]
fn named_server_that_cannot_be_paired_is_reported() {
    let home = Home::new();
    let path = home.path(".cursor/mcp.json");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    let finished = home.run_setup(&["--server", "shop", "--yes"]);
    assert_eq!(finished.code, Some(69));
    let expected = "doorbell: skipped shop of Cursor (~/.cursor/mcp.json): its file is read-only; make it writable (chmod u+w) and try again\n";
    assert_eq!(finished.stderr, expected);
    // Without `--server` the server is only listed.
    let finished = home.run_setup(&["--agent", "cursor", "--yes"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
    assert_eq!(home.read(".cursor/mcp.json"), CURSOR);
}

#[test]
fn project_files_are_changed_only_with_the_project_option() {
    let home = Home::new();
    let text = r#"{"mcpServers": {"tool": {"command": "x"}}}"#;
    home.write("work/.mcp.json", text);
    fs::create_dir(home.path("work/.git")).unwrap();
    let folder = home.path("work");
    let finished = home.run_setup_in(&folder, &["--yes"]);
    assert_eq!(finished.code, Some(0));
    assert!(
        finished
            .stdout
            .contains("Skipped: 1 server (`doorbell setup --list` shows why).\n"),
        "{}",
        finished.stdout
    );
    let listed = home.run_setup_in(&folder, &["--list"]).stdout;
    assert!(
        listed.contains("tool         skipped: its file may be under version control"),
        "{listed}"
    );
    assert_eq!(home.read("work/.mcp.json"), text);
    assert_eq!(
        home.run_setup_in(&folder, &["--project", "--yes"]).code,
        Some(0)
    );
    assert!(home.read("work/.mcp.json").contains("wrap"));
    // Undo works from any folder.
    assert_eq!(home.run_setup(&["--undo", "--yes"]).code, Some(0));
    assert_eq!(home.read("work/.mcp.json"), text);
}

#[test]
fn servers_with_headers_that_wrap_refuses_are_not_paired() {
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
    home.write(
        ".cursor/mcp.json",
        &json!({"mcpServers": servers}).to_string(),
    );
    let listed = home.run_setup(&["--list", "--json", "--agent", "cursor"]);
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    let listed = listed["agents"][1]["servers"].as_array().unwrap().clone();
    assert_eq!(listed.len(), names.len());
    for server in listed {
        let name = server["name"].as_str().unwrap();
        let mut headers = Headers::default();
        let added = headers.add_env(&format!("{name}=V"), |_| Some("x".into()));
        let can_be_paired = server["state"]["is"] == "canBePaired";
        assert_eq!(can_be_paired, added.is_ok(), "{name}: {}", server["state"]);
    }
}

#[test]
fn running_agents_are_listed_for_restart() {
    let home = Home::new();
    home.write(".codex/config.toml", "[mcp_servers.a]\ncommand = \"x\"\n");
    let codex = home.path("codex");
    copy_program("/bin/cat", &codex).unwrap();
    let folder = home.path("work");
    fs::create_dir(&folder).unwrap();
    let mut child = Command::new(&codex)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let finished = home.run_setup(&["--agent", "codex", "--yes"]);
    let pid = child.id();
    drop(child.stdin.take());
    child.wait().unwrap();
    let expected =
        format!("Restart these sessions to apply the change:\n  Codex, process {pid} in ~/work\n");
    // Other agents may run on this machine too.
    assert!(
        finished
            .stdout
            .contains("Restart these sessions to apply the change:\n"),
        "{}",
        finished.stdout
    );
    assert!(
        finished.stdout.contains(expected.lines().nth(1).unwrap()),
        "{}",
        finished.stdout
    );
}

#[test]
fn list_is_available_as_json() {
    let home = Home::new();
    let listed = home.run_setup(&["--list", "--json"]);
    assert_eq!(listed.code, Some(0));
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    let server = &listed["agents"][1]["servers"][0];
    assert_eq!(server["name"], "shop");
    assert_eq!(server["state"], json!({"is": "canBePaired", "how": "wrap"}));
    assert_eq!(server["id"]["agent"], "cursor");
    let empty_home = Home(TempDir::new().unwrap());
    let listed = empty_home.run_setup(&["--list"]);
    assert_eq!(listed, CommandOutput::new(0, "No agents found.\n", ""));
}
