//! Finds the agents' files and the servers in them.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::agents::Agent;
use crate::dialect::ANY;
use crate::disk;
use crate::document::{Format, Node, Twice};
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
    let finder = Finder {
        around,
        journal,
        leave,
    };
    let mut found = Found::default();
    for agent in Agent::ALL {
        let mut servers = Vec::new();
        let mut is_there = false;
        for (file, of_project) in finder.files(agent) {
            match finder.look_into(agent, &file, of_project) {
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
    found.permissions = finder.permissions(&found.agents);
    found
}

struct Finder<'a> {
    around: &'a Surroundings,
    journal: &'a Journal,
    leave: Leave,
}

impl Finder<'_> {
    /// Claude Code's own questions. Its settings may be there before it has any server.
    fn permissions(&self, agents: &[FoundAgent]) -> Option<Server> {
        let id = ServerId::permissions(agents::hooks(self.around));
        let has_agent = agents.iter().any(|found| found.agent == Agent::ClaudeCode);
        (has_agent || id.file.exists()).then(|| Server {
            name: id.shown_name(),
            project: None,
            state: self.by_hook(&id),
            id,
        })
    }

    /// The files that may name servers, and whether each is in a project's folder.
    fn files(&self, agent: Agent) -> Vec<(PathBuf, bool)> {
        let description = agent.description();
        let own = (description.files)(self.around).into_iter();
        let own = own.map(|file| (file, false));
        let of_project = project_folders(self.around)
            .into_iter()
            .flat_map(|folder| {
                description
                    .project
                    .iter()
                    .map(move |name| folder.join(name))
            })
            .map(|file| (file, true));
        // What was paired in another project is told wherever somebody asks.
        let records = self.journal.records.iter();
        let paired = records
            .filter(|record| record.server.agent == agent)
            .map(|record| (record.server.file.clone(), true));
        let mut files: Vec<(PathBuf, bool)> = Vec::new();
        for (file, of_project) in own.chain(of_project).chain(paired) {
            if !files.iter().any(|(known, _)| *known == file) {
                files.push((file, of_project));
            }
        }
        files
    }

    fn look_into(
        &self,
        agent: Agent,
        file: &Path,
        of_project: bool,
    ) -> Result<Option<Vec<Server>>, Trouble> {
        let trouble = |place, said| Trouble {
            agent,
            file: file.to_owned(),
            place,
            said,
        };
        let bytes = disk::read(file).map_err(|error| trouble(None, error.to_string()))?;
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let wrong = |mistake: Mistake| trouble(Some(mistake.place), mistake.what);
        let text = text(&bytes).map_err(wrong)?;
        let root = agent.dialect().format.read(text).map_err(wrong)?;
        let may_change = self.may_change(file, of_project);
        let mut servers = Vec::new();
        for path in agent.dialect().servers {
            for at in entries(&root, path).map_err(|twice| wrong(twice.in_text(text)))? {
                let id = ServerId {
                    agent,
                    file: file.to_owned(),
                    at,
                };
                servers.push(Server {
                    name: id.name().to_owned(),
                    project: (path.contains(&ANY)).then(|| id.at[1].clone()),
                    state: self.state(&root, text, &id, &may_change),
                    id,
                });
            }
        }
        Ok(Some(servers))
    }

    /// Whether the file may be changed, as the person left it to Doorbell.
    fn may_change(&self, file: &Path, of_project: bool) -> Result<(), Why> {
        let is_shared = of_project || disk::work_tree(file).is_some();
        if is_shared && !self.leave.project {
            return Err(Why::Shared);
        }
        disk::may_replace(file)
    }

    fn state(&self, root: &Node, text: &str, id: &ServerId, file: &Result<(), Why>) -> State {
        let dialect = id.agent.dialect();
        let cannot = |why| State::CannotBePaired { why };
        let Ok(Some(node)) = root.down(&id.at) else {
            return cannot(Why::Gone);
        };
        let entry = match entry::read(dialect, text, node) {
            Ok(entry) => entry,
            Err(why) => return cannot(why),
        };
        match &entry.reach {
            Reach::Wrapped(_) => self.paired(id, How::Wrap),
            Reach::Address(_) if dialect.hook => self.by_hook(id),
            Reach::Command(_) | Reach::Address(_) => {
                let may = file.clone();
                may.and_then(|()| wrapping::check(&entry, self.leave.no_sign_in))
                    .map_or_else(cannot, |()| State::CanBePaired { how: How::Wrap })
            }
        }
    }

    /// Whether what is paired by a hook is.
    fn by_hook(&self, id: &ServerId) -> State {
        match self.is_hooked(id) {
            Ok(true) => self.paired(id, How::Hook),
            Ok(false) => State::CanBePaired { how: How::Hook },
            Err(why) => State::CannotBePaired { why },
        }
    }

    /// Paired in this way, with the time if Doorbell did it.
    fn paired(&self, id: &ServerId, how: How) -> State {
        let record = self.journal.of(id).filter(|record| record.how() == how);
        let since = record.map(|record| record.when.clone());
        State::Paired { how, since }
    }

    /// Whether hooks ask Doorbell; why none can be added, if none does.
    fn is_hooked(&self, server: &ServerId) -> Result<bool, Why> {
        let file = agents::hooks(self.around);
        let said = |what: &dyn fmt::Display| Why::Trouble {
            said: format!("{}: {what}", self.around.written(&file)),
        };
        let bytes = disk::read(&file).map_err(|error| said(&error))?;
        let bytes = bytes.unwrap_or_default();
        let text = text(&bytes).map_err(|mistake| said(&mistake))?;
        let root = Format::Json.read(text).map_err(|mistake| said(&mistake))?;
        if hook::covers(&root, server) {
            return Ok(true);
        }
        self.may_change(&file, false)?;
        let probe = hook::wanted("doorbell", server);
        hook::add(text, &probe).map_err(|mistake| said(&mistake))?;
        Ok(false)
    }
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

/// The names that lead to each entry of a map of servers.
pub(crate) fn entries(root: &Node, path: &[&str]) -> Result<Vec<Vec<String>>, Twice> {
    let mut nodes: Vec<(Vec<String>, &Node)> = vec![(Vec::new(), root)];
    for &step in path.iter().chain(&[ANY]) {
        let mut next = Vec::new();
        for (at, node) in nodes {
            for member in node.members().unwrap_or_default() {
                if step == ANY || member.key == step {
                    // Refuses a name that is there twice.
                    node.member(&member.key)?;
                    let at = [at.as_slice(), std::slice::from_ref(&member.key)].concat();
                    next.push((at, &member.value));
                }
            }
        }
        nodes = next;
    }
    Ok(nodes.into_iter().map(|(at, _)| at).collect())
}
