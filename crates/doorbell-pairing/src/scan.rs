//! Finds the agents' files and the servers in them.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::agents::{self, Agent};
use crate::disk;
use crate::document::{DuplicateKey, FileFormat, Node};
use crate::entry::{self, Transport};
use crate::entry_format::ANY_KEY;
use crate::hook;
use crate::journal::Journal;
use crate::pairing::PairingOptions;
use crate::parse_error::{ParseError, Position};
use crate::server::{ConfiguredServer, PairingMethod, PairingState, Refusal, ServerId};
use crate::user_paths::UserPaths;
use crate::wrap;

/// All agents and servers of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScanResult {
    /// The agents that have a configuration, and their servers.
    pub agents: Vec<FoundAgent>,
    /// The permission requests of Claude Code, if it is installed. They are paired like a server.
    pub permissions: Option<ConfiguredServer>,
    /// Files that cannot be read or parsed. They are never changed.
    #[serde(rename = "troubles")]
    pub unreadable_files: Vec<UnreadableFile>,
}

/// An agent that has a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundAgent {
    /// The agent.
    pub agent: Agent,
    /// The name people know it by.
    pub name: &'static str,
    /// Its servers, in the order of its files.
    pub servers: Vec<ConfiguredServer>,
}

/// A file that cannot be read or parsed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnreadableFile {
    /// The agent whose file it is.
    pub agent: Agent,
    /// The file.
    pub file: PathBuf,
    /// Where the parse error is; `None` if the file cannot be read.
    #[serde(rename = "place")]
    pub position: Option<Position>,
    /// What is wrong, in words for people.
    #[serde(rename = "said")]
    pub message: String,
}

impl ScanResult {
    /// Returns the servers of all agents.
    pub fn servers(&self) -> impl Iterator<Item = &ConfiguredServer> {
        self.agents.iter().flat_map(|agent| &agent.servers)
    }

    /// Returns the servers and the permission requests.
    pub(crate) fn servers_and_permissions(&self) -> impl Iterator<Item = &ConfiguredServer> {
        self.servers().chain(&self.permissions)
    }
}

pub(crate) fn scan(paths: &UserPaths, journal: &Journal, options: PairingOptions) -> ScanResult {
    let scanner = Scanner {
        paths,
        journal,
        options,
    };
    let mut result = ScanResult::default();
    for agent in Agent::ALL {
        let mut servers = Vec::new();
        let mut has_file = false;
        for (file, is_project_file) in scanner.files(agent) {
            match scanner.scan_file(agent, &file, is_project_file) {
                Ok(None) => {}
                Ok(Some(more)) => {
                    has_file = true;
                    servers.extend(more);
                }
                Err(unreadable) => result.unreadable_files.push(unreadable),
            }
        }
        if has_file {
            result.agents.push(FoundAgent {
                agent,
                name: agent.name(),
                servers,
            });
        }
    }
    result.permissions = scanner.permissions(&result.agents);
    result
}

struct Scanner<'a> {
    paths: &'a UserPaths,
    journal: &'a Journal,
    options: PairingOptions,
}

impl Scanner<'_> {
    /// Claude Code may have settings before it has any server.
    fn permissions(&self, agents: &[FoundAgent]) -> Option<ConfiguredServer> {
        let id = ServerId::permissions(agents::claude_code_settings(self.paths));
        let has_agent = agents.iter().any(|found| found.agent == Agent::ClaudeCode);
        (has_agent || id.file.exists()).then(|| ConfiguredServer {
            name: id.shown_name(),
            project: None,
            state: self.hook_state(&id),
            id,
        })
    }

    /// Returns the files that may name servers, and for each true if it is in a project.
    fn files(&self, agent: Agent) -> Vec<(PathBuf, bool)> {
        let description = agent.description();
        let user_files = (description.user_files)(self.paths).into_iter();
        let user_files = user_files.map(|file| (file, false));
        let project_files = project_folders(self.paths)
            .into_iter()
            .flat_map(|folder| {
                let names = description.project_files.iter();
                names.map(move |name| folder.join(name))
            })
            .map(|file| (file, true));
        // Servers that were paired in other projects.
        let records = self.journal.records.iter();
        let recorded_files = records
            .filter(|record| record.server.agent == agent)
            .map(|record| (record.server.file.clone(), true));
        let mut files: Vec<(PathBuf, bool)> = Vec::new();
        for (file, is_project_file) in user_files.chain(project_files).chain(recorded_files) {
            if !files.iter().any(|(known, _)| *known == file) {
                files.push((file, is_project_file));
            }
        }
        files
    }

    /// Returns the servers in a file; `None` if it does not exist.
    fn scan_file(
        &self,
        agent: Agent,
        file: &Path,
        is_project_file: bool,
    ) -> Result<Option<Vec<ConfiguredServer>>, UnreadableFile> {
        let unreadable = |position, message| UnreadableFile {
            agent,
            file: file.to_owned(),
            position,
            message,
        };
        let bytes = disk::read(file).map_err(|error| unreadable(None, error.to_string()))?;
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let unparsable = |error: ParseError| unreadable(Some(error.position), error.message);
        let text = text(&bytes).map_err(unparsable)?;
        let entry_format = agent.entry_format();
        let root = entry_format.file_format.parse(text).map_err(unparsable)?;
        let may_change = self.check_changeable(file, is_project_file);
        let mut servers = Vec::new();
        for map_path in entry_format.server_maps {
            let key_paths = entry_paths(&root, map_path)
                .map_err(|duplicate| unparsable(duplicate.into_parse_error(text)))?;
            for key_path in key_paths {
                let id = ServerId {
                    agent,
                    file: file.to_owned(),
                    key_path,
                };
                servers.push(ConfiguredServer {
                    name: id.name().to_owned(),
                    project: (map_path.contains(&ANY_KEY)).then(|| id.key_path[1].clone()),
                    state: self.state(&root, text, &id, &may_change),
                    id,
                });
            }
        }
        Ok(Some(servers))
    }

    fn check_changeable(&self, file: &Path, is_project_file: bool) -> Result<(), Refusal> {
        let is_shared = is_project_file || disk::git_work_tree(file).is_some();
        if is_shared && !self.options.project_files {
            return Err(Refusal::SharedFile);
        }
        disk::check_replaceable(file)
    }

    fn state(
        &self,
        root: &Node,
        text: &str,
        id: &ServerId,
        may_change: &Result<(), Refusal>,
    ) -> PairingState {
        let entry_format = id.agent.entry_format();
        let cannot = |reason| PairingState::CannotBePaired { reason };
        let Ok(Some(node)) = root.get_path(&id.key_path) else {
            return cannot(Refusal::NotFound);
        };
        let entry = match entry::read(entry_format, text, node) {
            Ok(entry) => entry,
            Err(reason) => return cannot(reason),
        };
        match &entry.transport {
            Transport::Wrapped(_) => self.paired(id, PairingMethod::Wrap, false),
            Transport::Url(_) if entry_format.hook_for_urls => self.hook_state(id),
            Transport::Command(_) | Transport::Url(_) => {
                let method = PairingMethod::Wrap;
                may_change
                    .clone()
                    .and_then(|()| wrap::check(&entry, self.options.no_sign_in))
                    .map_or_else(cannot, |()| PairingState::CanBePaired { method })
            }
        }
    }

    fn hook_state(&self, id: &ServerId) -> PairingState {
        let method = PairingMethod::Hook;
        match self.is_hooked(id) {
            Ok(Some(outdated)) => self.paired(id, method, outdated),
            Ok(None) => PairingState::CanBePaired { method },
            Err(reason) => PairingState::CannotBePaired { reason },
        }
    }

    fn paired(&self, id: &ServerId, method: PairingMethod, outdated: bool) -> PairingState {
        let record = self.journal.latest_record(id);
        let record = record.filter(|record| record.method() == method);
        let since = record.map(|record| record.paired_at.clone());
        PairingState::Paired {
            method,
            outdated: outdated && since.is_some(),
            since,
        }
    }

    /// Returns `None` if the settings have no hook for the server, else whether Doorbell's hooks there
    /// are outdated. Fails if there is none and none can be added.
    fn is_hooked(&self, server: &ServerId) -> Result<Option<bool>, Refusal> {
        let file = agents::claude_code_settings(self.paths);
        let unreadable = |error: &dyn fmt::Display| Refusal::Unreadable {
            message: format!("{}: {error}", self.paths.display(&file)),
        };
        let bytes = disk::read(&file).map_err(|error| unreadable(&error))?;
        let bytes = bytes.unwrap_or_default();
        let text = text(&bytes).map_err(|error| unreadable(&error))?;
        let root = FileFormat::Json
            .parse(text)
            .map_err(|error| unreadable(&error))?;
        if hook::covers(&root, server) {
            let records = self.journal.records.iter();
            let records = records.filter(|record| record.file == file);
            return Ok(Some(hook::are_outdated(&root, records)));
        }
        self.check_changeable(&file, false)?;
        let hooks = hook::required_hooks("", server);
        hook::add(text, &hooks).map_err(|error| unreadable(&error))?;
        Ok(None)
    }
}

/// Returns the folders from the current one up to the top of its work tree, without the user's home,
/// which is no project.
fn project_folders(paths: &UserPaths) -> Vec<PathBuf> {
    let Some(current) = paths.current_dir() else {
        return Vec::new();
    };
    let top = current
        .ancestors()
        .find(|folder| folder.join(".git").symlink_metadata().is_ok())
        .unwrap_or(current);
    current
        .ancestors()
        .take_while(|folder| folder.starts_with(top))
        .filter(|folder| *folder != paths.home())
        .map(Path::to_owned)
        .collect()
}

/// Returns a file's text without its byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, ParseError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        ParseError::at_byte(&valid, valid.len(), "this is not UTF-8 text")
    })?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))
}

pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the key path of each entry in a map of servers.
pub(crate) fn entry_paths(
    root: &Node,
    map_path: &[&str],
) -> Result<Vec<Vec<String>>, DuplicateKey> {
    let mut nodes: Vec<(Vec<String>, &Node)> = vec![(Vec::new(), root)];
    for &step in map_path.iter().chain(&[ANY_KEY]) {
        let mut next = Vec::new();
        for (key_path, node) in nodes {
            for member in node.members().unwrap_or_default() {
                if step == ANY_KEY || member.key == step {
                    node.unique_member(&member.key)?;
                    let key = std::slice::from_ref(&member.key);
                    next.push(([key_path.as_slice(), key].concat(), &member.value));
                }
            }
        }
        nodes = next;
    }
    Ok(nodes.into_iter().map(|(key_path, _)| key_path).collect())
}
