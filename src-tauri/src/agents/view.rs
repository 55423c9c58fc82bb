//! The agents as Home's page sees them. The contents of configuration entries are left out.

use std::fmt::Display;
use std::path::Path;

use doorbell_pairing::{
    Agent, AgentSession, ConfiguredServer, Pairing, PairingMethod, PairingState, Plan, Refusal,
    ScanResult, ServerId,
};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AgentsView {
    agents: Vec<AgentView>,
}

/// An agent that has a configuration.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct AgentView {
    /// The agent's name on the command line.
    id: String,
    name: String,
    /// Its permission prompts, which are paired like a server. Only of Claude Code.
    permissions: Option<PairableView>,
    /// Files with servers or a problem.
    files: Vec<ConfigurationView>,
    /// Running processes of this agent.
    sessions: Vec<SessionView>,
}

/// One configuration file of an agent.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ConfigurationView {
    /// The path, with `~` for the home directory.
    file: String,
    /// In file order.
    servers: Vec<PairableView>,
    trouble: Option<TroubleView>,
}

/// Why a file cannot be parsed, without quoting it.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct TroubleView {
    /// "Line 3, column 5". Absent if the file could not be read.
    place: Option<String>,
    message: String,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PairableView {
    key: ServerKey,
    name: String,
    /// Set if a file shared by all projects limits the server to this one.
    project: Option<String>,
    state: PairingView,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum PairingView {
    Paired {
        /// RFC 3339; absent if Doorbell did not pair it.
        since: Option<String>,
        /// The file that holds the hook, for pairing by hook.
        hook: Option<String>,
    },
    CanBePaired {
        /// The file a hook would be written to, for pairing by hook.
        hook: Option<String>,
    },
    CannotBePaired {
        why: String,
        /// The command that pairs it anyway.
        command: Option<String>,
    },
}

/// Servers to pair or unpair.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PairingChange {
    pub servers: Vec<ServerKey>,
    /// True to pair them.
    pub on: bool,
}

/// What a [`PairingChange`] does to each file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct PlanView {
    changes: Vec<FileChangeView>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct FileChangeView {
    /// The path, with `~` for the home directory.
    file: String,
    /// A unified diff in which possible secrets are masked.
    diff: String,
}

/// A running agent process. Agents read their configuration at start.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct SessionView {
    process: u32,
    /// The working directory.
    folder: Option<String>,
}

/// Identifies a server in commands from the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct ServerKey {
    agent: String,
    file: String,
    at: Vec<String>,
}

impl ServerKey {
    fn of(server: &ServerId) -> Self {
        Self {
            agent: server.agent.cli_name().to_owned(),
            file: server.file.to_string_lossy().into_owned(),
            at: server.key_path.clone(),
        }
    }

    pub fn names(&self, server: &ServerId) -> bool {
        *self == Self::of(server)
    }
}

pub fn agents(pairing: &Pairing, found: &ScanResult, sessions: &[AgentSession]) -> AgentsView {
    let builder = ViewBuilder {
        pairing,
        found,
        sessions,
    };
    let agents = Agent::ALL
        .into_iter()
        .filter_map(|agent| builder.agent(agent));
    AgentsView {
        agents: agents.collect(),
    }
}

pub fn plan(pairing: &Pairing, plan: &Plan) -> PlanView {
    let changes = plan.changes.iter().map(|change| FileChangeView {
        file: pairing.paths().display(&change.file),
        diff: change.diff.clone(),
    });
    PlanView {
        changes: changes.collect(),
    }
}

/// Capitalises the first letter and adds a full stop.
pub fn sentence(text: &impl Display) -> String {
    let text = text.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let end = if text.ends_with('.') { "" } else { "." };
    first
        .into_iter()
        .chain(letters.chain(end.chars()))
        .collect()
}

struct ViewBuilder<'a> {
    pairing: &'a Pairing,
    found: &'a ScanResult,
    sessions: &'a [AgentSession],
}

impl ViewBuilder<'_> {
    fn agent(&self, agent: Agent) -> Option<AgentView> {
        let found = self.found.agents.iter().find(|found| found.agent == agent);
        let mut files: Vec<ConfigurationView> = Vec::new();
        for server in found.into_iter().flat_map(|found| &found.servers) {
            let file = self.written(&server.id.file);
            let view = self.server(server);
            match files.iter_mut().find(|known| known.file == file) {
                Some(known) => known.servers.push(view),
                None => files.push(ConfigurationView {
                    file,
                    servers: vec![view],
                    trouble: None,
                }),
            }
        }
        let troubles = self.found.unreadable_files.iter();
        let troubles = troubles.filter(|trouble| trouble.agent == agent);
        files.extend(troubles.map(|trouble| ConfigurationView {
            file: self.written(&trouble.file),
            servers: Vec::new(),
            trouble:
                Some(
                    TroubleView {
                        place:
                            trouble.position.map(|place| {
                                format!("Line {}, column {}", place.line, place.column)
                            }),
                        message: sentence(&trouble.message),
                    },
                ),
        }));
        let sessions = self.sessions.iter();
        let sessions = sessions.filter(|session| session.agent == agent);
        (found.is_some() || !files.is_empty()).then(|| AgentView {
            id: agent.cli_name().to_owned(),
            name: agent.name().to_owned(),
            permissions: self
                .found
                .permissions
                .as_ref()
                .filter(|permissions| permissions.id.agent == agent)
                .map(|permissions| self.server(permissions)),
            files,
            sessions: sessions
                .map(|session| SessionView {
                    process: session.pid,
                    folder: session.folder.as_deref().map(|folder| self.written(folder)),
                })
                .collect(),
        })
    }

    fn server(&self, server: &ConfiguredServer) -> PairableView {
        let hook = |how: PairingMethod| match how {
            PairingMethod::Wrap => None,
            PairingMethod::Hook => Some(self.written(&self.pairing.changed_file(&server.id, how))),
        };
        PairableView {
            key: ServerKey::of(&server.id),
            name: server.id.shown_name(),
            project: server
                .project
                .as_deref()
                .map(|project| self.written(project.as_ref())),
            state: match &server.state {
                PairingState::Paired {
                    method: how, since, ..
                } => PairingView::Paired {
                    since: since.clone(),
                    hook: hook(*how),
                },
                PairingState::CanBePaired { method: how } => {
                    PairingView::CanBePaired { hook: hook(*how) }
                }
                PairingState::CannotBePaired { reason: why } => PairingView::CannotBePaired {
                    why: sentence(why),
                    command: override_command(why),
                },
            },
        }
    }

    fn written(&self, path: &Path) -> String {
        self.pairing.paths().display(path)
    }
}

/// The command line can pair some servers that Home cannot.
fn override_command(why: &Refusal) -> Option<String> {
    let flag = match why {
        Refusal::SharedFile => "--project",
        Refusal::MaySignIn => "--no-sign-in",
        _ => return None,
    };
    Some(format!("doorbell setup {flag}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use doorbell_pairing::{PairingOptions, UserPaths};

    use super::*;

    #[test]
    fn view_lists_every_agent_and_quotes_no_entry() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        for (file, text) in [
            (
                ".cursor/mcp.json",
                r#"{"mcpServers": {"shop": {"command": "never", "args": ["never"], "env": {"A": "never"}},
                "site": {"url": "https://never.example", "headers": {"A": "never"}},
                "a\nb": {"url": "https://never.example"}}}"#,
            ),
            (".codex/config.toml", "[mcp_servers.a]\ncommand = never\n"),
            (".claude.json", "{}"),
        ] {
            let file = home.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let pairing = Pairing::new(
            UserPaths::with_home(&home),
            "/doorbell",
            PairingOptions::default(),
        );
        let sessions = [AgentSession {
            agent: Agent::Cursor,
            pid: 7,
            folder: Some(home.join("src")),
        }];
        let view = agents(&pairing, &pairing.scan().unwrap(), &sessions);
        assert!(!format!("{view:?}").contains("never"), "{view:?}");

        let [claude, codex, cursor] = view.agents.as_slice() else {
            panic!("{view:?}");
        };
        assert_eq!(
            (claude.name.as_str(), claude.files.len()),
            ("Claude Code", 0)
        );
        let permissions = claude.permissions.as_ref().unwrap();
        let by_hook = PairingView::CanBePaired {
            hook: Some("~/.claude/settings.json".to_owned()),
        };
        assert_eq!(permissions.state, by_hook);
        assert_eq!(cursor.permissions, None);
        let [file] = codex.files.as_slice() else {
            panic!("{codex:?}");
        };
        assert_eq!(file.file, "~/.codex/config.toml");
        let trouble = file.trouble.as_ref().unwrap();
        assert_eq!(trouble.place.as_deref(), Some("Line 2, column 11"));
        let [session] = cursor.sessions.as_slice() else {
            panic!("{cursor:?}");
        };
        assert_eq!(session.folder.as_deref(), Some("~/src"));
        let [file] = cursor.files.as_slice() else {
            panic!("{cursor:?}");
        };
        let names: Vec<&str> = file
            .servers
            .iter()
            .map(|server| server.name.as_str())
            .collect();
        assert_eq!(names, ["shop", "site", "a b"]);
        let shop = &file.servers[0];
        assert_eq!(shop.state, PairingView::CanBePaired { hook: None });
        let cannot = PairingView::CannotBePaired {
            why: "The agent may handle its login, which a proxy would break.".to_owned(),
            command: Some("doorbell setup --no-sign-in".to_owned()),
        };
        assert_eq!(file.servers[2].state, cannot);
    }

    #[test]
    fn key_names_one_server() {
        let server = |file: &str, name: &str| ServerId {
            agent: Agent::Cursor,
            file: file.into(),
            key_path: vec!["mcpServers".into(), name.into()],
        };
        let key = ServerKey::of(&server("/a", "shop"));
        assert!(key.names(&server("/a", "shop")));
        assert!(!key.names(&server("/b", "shop")) && !key.names(&server("/a", "site")));
    }

    #[test]
    fn sentence_is_capitalised_and_ends_with_full_stop() {
        for (text, expected) in [
            ("its file is read-only", "Its file is read-only."),
            ("~/.x: no.", "~/.x: no."),
            ("", "."),
        ] {
            assert_eq!(sentence(&text), expected);
        }
    }
}
