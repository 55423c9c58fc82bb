//! Finds the agents' files and the servers in them.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::agents::Agent;
use crate::dialect::ANY;
use crate::disk;
use crate::document::{Node, Twice};
use crate::entry::{self, Reach};
use crate::hook;
use crate::journal::Journal;
use crate::pairing::Leave;
use crate::place::{Mistake, Place};
use crate::server::{How, Server, ServerId, State, Why};
use crate::surroundings::Surroundings;
use crate::{agents, wrapping};

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The agents that have a configuration, and their servers.
    pub agents: Vec<FoundAgent>,
    /// Claude Code's own questions, for leave to use a tool, if there is a Claude Code.
    pub permissions: Option<Server>,
    /// The files that cannot be understood. Nothing of them is changed.
    pub troubles: Vec<Trouble>,
}

/// An agent that has a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundAgent {
    /// Which.
    pub agent: Agent,
    /// The name people know it by.
    pub name: &'static str,
    /// Its servers, in the order of its files.
    pub servers: Vec<Server>,
}

/// A file that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// The agent whose file it is.
    pub agent: Agent,
    /// The file.
    pub file: PathBuf,
    /// Where in it, if it could be read.
    pub place: Option<Place>,
    /// What is wrong, in words for people.
    pub said: String,
}

impl Found {
    /// All servers of all agents.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.agents.iter().flat_map(|agent| &agent.servers)
    }

    /// Everything that can be paired: the servers, and what is none.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Server> {
        self.servers().chain(&self.permissions)
    }
}

/// Looks at everything there is.
pub(crate) fn find(around: &Surroundings, journal: &Journal, leave: Leave) -> Found {
    let mut found = Found::default();
    for agent in Agent::ALL {
        let mut servers = Vec::new();
        let mut is_there = false;
        for source in sources(around, journal, agent) {
            match look_into(around, journal, leave, &source) {
                Ok(None) => {}
                Ok(Some(more)) => {
                    is_there = true;
                    servers.extend(more);
                }
                Err(trouble) => found.troubles.push(trouble),
            }
        }
        if is_there {
            found.agents.push(FoundAgent {
                agent,
                name: agent.name(),
                servers,
            });
        }
    }
    found.permissions = permissions(around, journal, leave, &found.agents);
    found
}

/// Claude Code's own questions. Its settings may be there before it has any server.
fn permissions(
    around: &Surroundings,
    journal: &Journal,
    leave: Leave,
    agents: &[FoundAgent],
) -> Option<Server> {
    let id = ServerId::permissions(agents::hooks(around));
    let has_agent = agents.iter().any(|found| found.agent == Agent::ClaudeCode);
    (has_agent || id.file.exists()).then(|| Server {
        name: id.shown_name(),
        project: None,
        state: by_hook(around, journal, leave, &id),
        id,
    })
}

/// A file that may name servers.
struct Source {
    agent: Agent,
    file: PathBuf,
    /// Whether it is in a project's folder.
    of_project: bool,
}

fn sources(around: &Surroundings, journal: &Journal, agent: Agent) -> Vec<Source> {
    let description = agent.description();
    let own = (description.files)(around)
        .into_iter()
        .map(|file| (file, false));
    let of_project = project_folders(around)
        .into_iter()
        .flat_map(|folder| {
            description
                .project
                .iter()
                .map(move |name| folder.join(name))
        })
        .map(|file| (file, true));
    // What was paired in another project is told wherever somebody asks.
    let paired = journal
        .records
        .iter()
        .filter(|record| record.server.agent == agent)
        .map(|record| (record.server.file.clone(), true));
    let mut sources: Vec<Source> = Vec::new();
    for (file, of_project) in own.chain(of_project).chain(paired) {
        if !sources.iter().any(|source| source.file == file) {
            sources.push(Source {
                agent,
                file,
                of_project,
            });
        }
    }
    sources
}

/// From the folder up to the top of its work tree. Above the person's home nothing is theirs, and
/// the home itself is no project.
fn project_folders(around: &Surroundings) -> Vec<PathBuf> {
    let Some(folder) = around.folder() else {
        return Vec::new();
    };
    let top = folder
        .ancestors()
        .find(|folder| folder.join(".git").symlink_metadata().is_ok())
        .unwrap_or(folder);
    folder
        .ancestors()
        .take_while(|folder| folder.starts_with(top))
        .filter(|folder| *folder != around.home())
        .map(Path::to_owned)
        .collect()
}

fn look_into(
    around: &Surroundings,
    journal: &Journal,
    leave: Leave,
    source: &Source,
) -> Result<Option<Vec<Server>>, Trouble> {
    let trouble = |place, said| Trouble {
        agent: source.agent,
        file: source.file.clone(),
        place,
        said,
    };
    let bytes = disk::read(&source.file).map_err(|error| trouble(None, error.to_string()))?;
    let Some(bytes) = bytes else {
        return Ok(None);
    };
    let wrong = |mistake: Mistake| trouble(Some(mistake.place), mistake.what);
    let text = text(&bytes).map_err(wrong)?;
    let root = source.agent.dialect().format.read(text).map_err(wrong)?;
    let file = may_change(source, leave);
    let mut servers = Vec::new();
    for path in source.agent.dialect().servers {
        for at in entries(&root, path).map_err(|twice| wrong(twice.in_text(text)))? {
            let id = ServerId {
                agent: source.agent,
                file: source.file.clone(),
                at,
            };
            let state = state(around, journal, leave, &root, text, &id, &file);
            servers.push(Server {
                name: id.name().to_owned(),
                project: (path.contains(&ANY)).then(|| id.at[1].clone()),
                state,
                id,
            });
        }
    }
    Ok(Some(servers))
}

/// The text of a file without the mark that some editors put before it.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Mistake> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        Mistake::at(&good, good.len(), "this is not UTF-8 text")
    })?;
    Ok(text.strip_prefix(MARK).unwrap_or(text))
}

/// What some editors put before a text.
pub(crate) const MARK: char = '\u{feff}';

/// Whether the file may be changed, as the person left it to Doorbell.
fn may_change(source: &Source, leave: Leave) -> Result<(), Why> {
    let is_shared = source.of_project || disk::work_tree(&source.file).is_some();
    if is_shared && !leave.project {
        return Err(Why::Shared);
    }
    disk::may_replace(&source.file)
}

/// The names that lead to each entry of a map of servers.
pub(crate) fn entries(root: &Node, path: &[&str]) -> Result<Vec<Vec<String>>, Twice> {
    let mut nodes = vec![(Vec::new(), root)];
    for &step in path {
        let mut next = Vec::new();
        for (at, node) in nodes {
            let members = node.members().unwrap_or_default();
            for member in members {
                if step == ANY || member.key == step {
                    // Refuses a name that is there twice.
                    node.member(&member.key)?;
                    let mut at: Vec<String> = Clone::clone(&at);
                    at.push(member.key.clone());
                    next.push((at, &member.value));
                }
            }
        }
        nodes = next;
    }
    let mut entries = Vec::new();
    for (at, node) in nodes {
        for member in node.members().unwrap_or_default() {
            node.member(&member.key)?;
            let mut at = at.clone();
            at.push(member.key.clone());
            entries.push(at);
        }
    }
    Ok(entries)
}

fn state(
    around: &Surroundings,
    journal: &Journal,
    leave: Leave,
    root: &Node,
    text: &str,
    id: &ServerId,
    file: &Result<(), Why>,
) -> State {
    let dialect = id.agent.dialect();
    let cannot = |why| State::CannotBePaired { why };
    let Ok(Some(node)) = root.down(id.at.iter().map(String::as_str)) else {
        return cannot(Why::Gone);
    };
    let entry = match entry::read(dialect, node) {
        Ok(entry) => entry,
        Err(unread) => return cannot(unread.why(text)),
    };
    match &entry.reach {
        Reach::Wrapped(_) => State::Paired {
            how: How::Wrap,
            since: since(journal, id, How::Wrap),
        },
        Reach::Address(_) if dialect.hook => by_hook(around, journal, leave, id),
        Reach::Command(_) | Reach::Address(_) => {
            let may = file
                .clone()
                .and_then(|()| wrapping::check(dialect, &entry, leave.no_sign_in));
            match may {
                Ok(()) => State::CanBePaired { how: How::Wrap },
                Err(why) => cannot(why),
            }
        }
    }
}

/// Whether what is paired by a hook is.
fn by_hook(around: &Surroundings, journal: &Journal, leave: Leave, id: &ServerId) -> State {
    match hooked(around, id, leave) {
        Ok(true) => State::Paired {
            how: How::Hook,
            since: since(journal, id, How::Hook),
        },
        Ok(false) => State::CanBePaired { how: How::Hook },
        Err(why) => State::CannotBePaired { why },
    }
}

/// When Doorbell paired a server in this way, if it did.
fn since(journal: &Journal, id: &ServerId, how: How) -> Option<String> {
    let record = journal.of(id).filter(|record| record.how() == how);
    record.map(|record| record.when.clone())
}

/// Whether hooks ask Doorbell; why none can be added, if none does.
fn hooked(around: &Surroundings, server: &ServerId, leave: Leave) -> Result<bool, Why> {
    let file = agents::hooks(around);
    let said = |what: String| Why::Trouble {
        said: format!("{}: {what}", around.written(&file)),
    };
    let bytes = disk::read(&file).map_err(|error| said(error.to_string()))?;
    let bytes = bytes.unwrap_or_default();
    let text = text(&bytes).map_err(|mistake| said(mistake.to_string()))?;
    let root = Agent::ClaudeCode
        .dialect()
        .format
        .read(text)
        .map_err(|mistake| said(mistake.to_string()))?;
    if hook::covers(&root, server) {
        return Ok(true);
    }
    let source = Source {
        agent: Agent::ClaudeCode,
        file: file.clone(),
        of_project: false,
    };
    may_change(&source, leave)?;
    let probe = hook::wanted("doorbell", server);
    hook::add(text, &probe).map_err(|mistake| said(mistake.to_string()))?;
    Ok(false)
}
