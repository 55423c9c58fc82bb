//! Home's page of agents: a switch changes the agent's own file and puts it back byte for byte, by
//! keys alone; what a program presses changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility::{self, Node};
use doorbell_tests::app::{self, Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{PATIENCE, wait_until};
use serde_json::Value;

const CLAUDE: &str = r#"{
  "numStartups": 12,
  "mcpServers": {
    "shop-deploy": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "@acme/shop-deploy"],
      "env": {"TOKEN": "never shown"}
    },
    "issues": {"type": "http", "url": "https://issues.example/mcp", "headers": {"Key": "never shown"}}
  },
  "projects": {
    "/srv/site": {"mcpServers": {"preview": {"command": "./preview"}}}
  }
}
"#;

const CODEX: &str = "model = \"gpt\" # mine\n\n[mcp_servers.postgres]\ncommand = \"pg-mcp\"\n\
                     args = [\"--read-only\"]\n\n[mcp_servers.postgres.env]\nPGPASSWORD = \"never shown\"\n";

const GEMINI: &str = r#"{"mcpServers": {
  "search": {"url": "https://search.example/sse", "type": "sse"},
  "tickets": {"url": "https://tickets.example/mcp", "type": "http"}
}}
"#;

/// The third line has no value.
const CURSOR: &str = "{\n  \"mcpServers\": {\n    \"files\": \n  }\n}\n";

const EXPLAINED: &str = "Doorbell runs the server itself and stands between it and the agent, so its questions come here.";

#[test]
fn a_switch_pairs_a_server_and_puts_its_entry_back() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let desktop = VirtualDesktop::start(theme)?;
        let files = agents(&desktop)?;
        let program = desktop.home().join("codex");
        fs::copy("/usr/bin/tail", &program)?;
        let mut session = desktop.command(&program);
        session.args(["-f", "/dev/null"]);
        let mut session = desktop.start_process("codex", session)?;
        let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
        let (person, reader) = (doorbell.person(), doorbell.at_home());
        let home = doorbell.opens_home("agents")?;
        person.focuses(home)?;
        reader.is_at("heading", "Agents")?;
        let tree = reader.hears("the servers", |tree| {
            tree.find("toggle button", "tickets").is_some()
        })?;
        is_told(&tree)?;
        person.photographs_at_rest(home, &picture("agents", theme)?)?;

        reader.tabs_to("toggle button", "postgres")?;
        person.presses("space")?;
        let paired = changed(&files.codex, CODEX)?;
        let command = Build::Plain.command_line()?.canonicalize()?;
        let command = command.to_str().context("a path")?;
        ensure!(
            paired.contains(&format!("command = {command:?}")),
            "{paired}"
        );
        ensure!(
            paired.contains(r#"args = ["wrap", "--name", "postgres", "--", "pg-mcp""#),
            "{paired}"
        );
        reader.hears_words("Paired since")?;
        let process = format!("process {}", session.id());
        reader.hears_words(&process)?;
        // The list was looked at again, and the focus is where it was.
        reader.is_at("toggle button", "postgres")?;
        person.photographs_at_rest(home, &picture("agents-paired", theme)?)?;
        session.end();
        person.presses("ctrl+1")?;
        person.presses("ctrl+4")?;
        reader.hears("it to be gone", |tree| !tree.says(&process))?;
        reader.tabs_to("toggle button", "postgres")?;
        person.presses("space")?;
        is_back(&files.codex, CODEX)?;
        // Whoever runs the tests may use Codex too.
        reader.hears("what must be started again", |tree| {
            tree.says("It counts when Codex is started the next time.")
                || tree.says("Restart what runs now")
        })?;

        // By a hook, in a file that is made for it and goes with it.
        person.presses("ctrl+1")?;
        person.presses("ctrl+4")?;
        reader.is_at("heading", "Agents")?;
        reader.tabs_to("toggle button", "issues")?;
        person.presses("space")?;
        let hooks = doorbell.desktop.home().join(".claude/settings.json");
        let hooks_text = changed(&hooks, "")?;
        let hook: Value = serde_json::from_str(&hooks_text)?;
        assert_eq!(hook["hooks"]["Elicitation"][0]["matcher"], "issues");
        is_back(&files.claude, CLAUDE)?;
        reader.hears("the hook", |tree| is_on(tree, "issues"))?;
        person.presses("space")?;
        wait_until("no hook", PATIENCE, || !hooks.exists())?;

        person.resizes(home, 320, 700)?;
        person.photographs_at_rest(home, &picture("agents-narrow", theme)?)?;
        person.presses("End")?;
        person.photographs_at_rest(home, &picture("agents-narrow-end", theme)?)?;
    }
    Ok(())
}

#[test]
fn what_changes_elsewhere_is_seen_and_what_fails_is_said_at_its_switch() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let files = agents(&desktop)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (person, reader) = (doorbell.person(), doorbell.at_home());
    let home = doorbell.opens_home("agents")?;
    person.focuses(home)?;
    reader.is_at("heading", "Agents")?;
    reader.finds("toggle button", "postgres")?;
    reader.tabs_to("toggle button", "shop-deploy")?;

    // While the page is up, the entry goes: the press fails, and says so where it was.
    fs::write(&files.claude, "{}")?;
    person.presses("space")?;
    reader.hears_words("There is no such server in the file any more.")?;
    reader.hears("the switch to be off", |tree| !is_on(tree, "shop-deploy"))?;
    reader.is_at("toggle button", "shop-deploy")?;
    person.photographs_at_rest(home, &picture("agents-failed", Theme::Light)?)?;

    // What cannot be written is told, and the file is as it was.
    let journal = doorbell
        .desktop
        .home()
        .join(".local/state/doorbell/pairing");
    fs::create_dir_all(&journal)?;
    fs::write(journal.join("paired.json"), "no journal")?;
    reader.tabs_to("toggle button", "postgres")?;
    person.presses("space")?;
    reader.hears_words("is damaged; move it away")?;
    assert_eq!(fs::read_to_string(&files.codex)?, CODEX);
    person.presses("ctrl+1")?;
    person.presses("ctrl+4")?;
    reader.finds("heading", "The agents cannot be looked at")?;
    Ok(())
}

#[test]
fn what_a_program_presses_changes_no_file() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_settings("[answering]\nfrom_programs = false\n")?;
    let files = agents(&desktop)?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let (desktop, person, reader) = (&doorbell.desktop, doorbell.person(), doorbell.at_home());
    let home = doorbell.opens_home("agents")?;
    person.focuses(home)?;
    reader.finds("toggle button", "postgres")?;
    reader.tabs_to("toggle button", "postgres")?;
    person.presses("space")?;
    reader.hears_words("This press came from another program; nothing was changed.")?;
    doorbell.refuses_programs(1)?;
    accessibility::press(desktop, CLASS, "shop-deploy").context("shop-deploy")?;
    doorbell.refuses_programs(2)?;
    assert_eq!(fs::read_to_string(&files.codex)?, CODEX);
    assert_eq!(fs::read_to_string(&files.claude)?, CLAUDE);
    Ok(())
}

#[test]
fn where_no_agent_is_found_it_is_said() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let home = doorbell.opens_home("agents")?;
    doorbell.at_home().finds("heading", "No agent was found")?;
    doorbell
        .person()
        .photographs_at_rest(home, &picture("agents-none", Theme::Light)?)
}

struct Files {
    claude: PathBuf,
    codex: PathBuf,
}

/// Four agents with their servers.
fn agents(desktop: &VirtualDesktop) -> Result<Files> {
    let put = |name: &str, text: &str| -> Result<PathBuf> {
        let file = desktop.home().join(name);
        fs::create_dir_all(file.parent().context("a folder")?)?;
        fs::write(&file, text)?;
        Ok(file)
    };
    put(".gemini/settings.json", GEMINI)?;
    put(".cursor/mcp.json", CURSOR)?;
    Ok(Files {
        claude: put(".claude.json", CLAUDE)?,
        codex: put(".codex/config.toml", CODEX)?,
    })
}

/// Everything there is to know, and no secret.
fn is_told(tree: &Node) -> Result<()> {
    for words in [
        EXPLAINED,
        "~/.claude.json",
        "Line 4, column 3",
        "Only in /srv/site · Can be paired",
        "Can be paired, by a hook in ~/.claude/settings.json",
        "It is reached over sse, which doorbell wrap does not speak.",
        "To pair it all the same: doorbell setup --no-sign-in",
    ] {
        let said = tree.says(words)
            || tree
                .all()
                .iter()
                .any(|node| node.described_by.contains(words));
        ensure!(said, "{words}\n{}", tree.outline());
    }
    for agent in ["Claude Code", "Codex", "Gemini CLI", "Cursor"] {
        ensure!(tree.find("heading", agent).is_some(), "{}", tree.outline());
    }
    for server in ["search", "tickets"] {
        let switch = tree.find("toggle button", server).context(server)?;
        ensure!(!switch.is("sensitive"), "{switch:?}");
    }
    ensure!(!tree.says("never shown"), "{}", tree.outline());
    Ok(())
}

fn is_on(tree: &Node, switch: &str) -> bool {
    tree.find("toggle button", switch)
        .is_some_and(|switch| switch.is("checked"))
}

/// Waits until a file says something else.
fn changed(file: &Path, before: &str) -> Result<String> {
    wait_until(&format!("{} to change", file.display()), PATIENCE, || {
        let text = fs::read_to_string(file)?;
        ensure!(text != before, "it is as it was");
        Ok(text)
    })
}

fn is_back(file: &Path, before: &str) -> Result<()> {
    wait_until(&format!("{} as it was", file.display()), PATIENCE, || {
        let text = fs::read_to_string(file)?;
        ensure!(text == before, "{text}");
        Ok(())
    })
}

fn picture(name: &str, theme: Theme) -> Result<PathBuf> {
    app::picture("agents", &format!("{name}-{}", theme.name()))
}
