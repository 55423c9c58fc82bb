//! The process that asks. What the system reports and what the process claims are separate types, and
//! [`AgentName`] decides the words for both.

use std::fmt;

use jiff::Timestamp;

use crate::agent::{self, Agent, AgentEvidence};
use crate::known_program::{Familiarity, ProgramFile};
use crate::text::{clamp, escape_quotation_marks, looks_like, one_line, visible, visible_name};
use crate::view::{
    AskerView, ClaimedView, NameSource, ProgramCheck, ProgramView, ServerView, VerifiedView,
};

const MAX_NAME_CHARS: usize = 80;
const OWN_NAME: &str = "doorbell";
/// Added to claimed names that look like Doorbell's own.
const IMPOSTOR_NOTE: &str = " (not Doorbell)";

/// One connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AskerId(pub u64);

/// One agent session: the topmost process below the shell that the asker descends from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId {
    pub pid: u32,
    /// In the system's clock ticks: a reused pid is another session.
    pub started: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Asker {
    pub id: AskerId,
    pub session: SessionId,
    pub agent: Option<Agent>,
    pub verified: Verified,
    pub claimed: Claimed,
}

/// What the system reports about the connected process.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    pub program: Program,
    pub check: ProgramCheck,
    /// When it started, in the system's clock ticks: with the pid it identifies one process.
    pub ticks: u64,
    pub started: Option<Timestamp>,
    pub file: Option<ProgramFile>,
    /// Nearest first. Never verified: a process can start another program after its child.
    pub parents: Vec<Program>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub pid: u32,
    pub path: Option<String>,
}

/// What the process chose freely.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claimed {
    pub client: String,
    pub version: String,
    pub folder: Option<String>,
    pub arguments: Option<String>,
}

/// What an asker claims about one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    pub server: Option<Server>,
    /// A recognised agent takes precedence.
    pub agent: Option<String>,
    pub tool: Option<String>,
    pub session: Option<String>,
    pub project: Option<String>,
}

/// The name an asker is shown by. The card, the notification, every list and history use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentName {
    pub name: String,
    pub source: NameSource,
}

/// As in a sentence.
impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.source {
            NameSource::Installed | NameSource::StartedFrom | NameSource::Process => {
                f.write_str(name)
            }
            NameSource::Program { folder } => write!(f, "a program called “{name}” in {folder}"),
            NameSource::Claimed => write!(f, "“{name}”"),
            NameSource::Changed => f.write_str("an unknown program"),
        }
    }
}

/// An MCP server, as the asker describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    pub name: String,
    pub version: Option<String>,
    /// The command that runs it, or its address.
    pub place: Option<String>,
}

impl Program {
    /// The path of its executable, even if the file was replaced while it ran.
    pub fn file(&self) -> Option<&str> {
        self.path.as_deref().map(agent::without_deleted_suffix)
    }

    pub fn name(&self) -> String {
        self.file()
            .and_then(|path| path.rsplit('/').next())
            .map_or_else(|| format!("process {}", self.pid), one_line)
    }

    /// The folder of its executable.
    fn folder(&self) -> Option<String> {
        let (folder, _) = self.file()?.rsplit_once('/')?;
        Some(short(if folder.is_empty() { "/" } else { folder }))
    }

    fn view(&self) -> ProgramView {
        ProgramView {
            name: self.name(),
            path: self.path.as_deref().map(visible),
            pid: self.pid,
        }
    }
}

impl Asker {
    /// The agent if it is recognised or claimed, else the program, with its folder unless only an
    /// administrator can write there.
    pub fn shown_name(&self, claims: &Claims) -> AgentName {
        let verified = &self.verified;
        let is_changed = verified.check == ProgramCheck::Changed;
        if let Some(agent) = self.agent.as_ref().filter(|_| !is_changed) {
            let source = match (agent.evidence, verified.check) {
                (AgentEvidence::Program, ProgramCheck::Verified) => NameSource::Installed,
                (AgentEvidence::Parent, _) => NameSource::StartedFrom,
                (AgentEvidence::Program | AgentEvidence::Claim, _) => NameSource::Claimed,
            };
            let name = agent.name.to_owned();
            return AgentName { name, source };
        }
        let claimed = claims.agent.as_deref();
        if let Some(claimed) = claimed.filter(|name| !name.trim().is_empty()) {
            let (name, source) = (short_claimed(claimed), NameSource::Claimed);
            return AgentName { name, source };
        }
        let is_installed = verified.check == ProgramCheck::Verified
            && verified
                .program
                .file()
                .is_some_and(agent::is_in_system_folder);
        let source = if is_changed {
            NameSource::Changed
        } else if is_installed {
            NameSource::Installed
        } else {
            let folder = verified.program.folder();
            folder.map_or(NameSource::Process, |folder| NameSource::Program { folder })
        };
        let name = short(&verified.program.name());
        AgentName { name, source }
    }

    /// [`Self::shown_name`] as in a sentence.
    pub fn agent_name(&self, claims: &Claims) -> String {
        self.shown_name(claims).to_string()
    }

    /// "Claude Code · shop".
    pub fn headline(&self, claims: &Claims) -> String {
        let agent = self.agent_name(claims);
        match self.project_name(claims) {
            Some(project) => format!("{agent} · {project}"),
            None => agent,
        }
    }

    /// "Claude Code · shop" at the start of a title. A name that is only claimed, or a program's own, is
    /// that of "A program called …".
    pub fn title(&self, claims: &Claims) -> String {
        let AgentName { name, source } = self.shown_name(claims);
        let agent = match source {
            NameSource::Installed | NameSource::StartedFrom | NameSource::Process => name,
            NameSource::Program { .. } | NameSource::Claimed => {
                format!("A program called “{name}”")
            }
            NameSource::Changed => "An unknown program".to_owned(),
        };
        match self.project_name(claims) {
            Some(project) => format!("{agent} · {project}"),
            None => agent,
        }
    }

    /// "in /home/ada · via “acme”": what a title leaves out. May be empty.
    pub fn origin(&self, claims: &Claims) -> String {
        let folder = match self.shown_name(claims).source {
            NameSource::Program { folder } => Some(format!("in {folder}")),
            _ => None,
        };
        let server = self.via(claims).into_iter().next();
        let parts = folder
            .into_iter()
            .chain(server.map(|server| format!("via “{server}”")));
        parts.collect::<Vec<_>>().join(" · ")
    }

    /// The server's name, or the client's.
    pub fn name(&self, claims: &Claims) -> String {
        let server = claims.server.as_ref();
        short_claimed(server.map_or(&self.claimed.client, |server| &server.name))
    }

    /// The names of the server and its tool, as in "via acme · deploy". Empty without a server, or if
    /// it has the agent's name.
    pub fn via(&self, claims: &Claims) -> Vec<String> {
        let server = claims.server.as_ref();
        let Some(server) = server.map(|server| short_claimed(&server.name)) else {
            return Vec::new();
        };
        if server == self.shown_name(claims).name {
            return Vec::new();
        }
        std::iter::once(server)
            .chain(self.tool_name(claims))
            .collect()
    }

    pub fn tool_name(&self, claims: &Claims) -> Option<String> {
        claims.tool.as_deref().map(short)
    }

    /// The name of the project folder, or of the working directory.
    pub fn project_name(&self, claims: &Claims) -> Option<String> {
        claims
            .project
            .as_deref()
            .or(self.claimed.folder.as_deref())
            .and_then(|path| path.rsplit('/').find(|part| !part.is_empty()))
            .map(short)
    }

    pub fn view(&self, claims: &Claims, familiarity: Option<&Familiarity>) -> AskerView {
        let claimed = |text: &Option<String>| text.as_deref().map(visible);
        let agent = self.shown_name(claims);
        let is_claimed = agent.source == NameSource::Claimed;
        let claimed_agent = match &claims.agent {
            Some(name) if self.agent.is_none() => visible_name(name),
            Some(_) | None => agent.name.clone(),
        };
        let is_verified = self.verified.check == ProgramCheck::Verified;
        let familiarity = familiarity.filter(|_| is_verified);
        AskerView {
            agent: agent.name,
            agent_source: agent.source,
            project: self.project_name(claims),
            name: self.name(claims),
            via: self.via(claims),
            familiarity: familiarity.map(Familiarity::view),
            verified: VerifiedView {
                program: self.verified.program.view(),
                check: self.verified.check,
                started: self.verified.started.map(Timestamp::as_millisecond),
                parents: self.verified.parents.iter().map(Program::view).collect(),
                changed: familiarity.is_some_and(Familiarity::is_changed),
            },
            claimed: ClaimedView {
                client: visible(
                    format!("{} {}", self.claimed.client, self.claimed.version).trim_end(),
                ),
                server: claims.server.as_ref().map(|server| ServerView {
                    name: visible_name(&server.name),
                    version: claimed(&server.version),
                    place: claimed(&server.place),
                }),
                agent: is_claimed.then_some(claimed_agent),
                tool: claims.tool.as_deref().map(visible_name),
                session: claimed(&claims.session),
                project: claimed(&claims.project),
                folder: claimed(&self.claimed.folder),
                arguments: claimed(&self.claimed.arguments),
            },
        }
    }
}

fn short(name: &str) -> String {
    clamp(&escape_quotation_marks(one_line(name)), MAX_NAME_CHARS)
}

/// The name of an asker that may pose as Doorbell.
fn short_claimed(name: &str) -> String {
    let shown = short(name);
    if !looks_like(name, OWN_NAME) {
        return shown;
    }
    let room = MAX_NAME_CHARS.saturating_sub(IMPOSTOR_NOTE.chars().count());
    clamp(&shown, room) + IMPOSTOR_NOTE
}

#[cfg(test)]
mod tests;
