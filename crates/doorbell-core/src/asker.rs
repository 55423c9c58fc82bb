//! Who asks. What the system vouches for and what a program says of itself never mix.

use jiff::Timestamp;

use crate::acquaintance::{Meeting, ProgramFile};
use crate::agent::{self, Agent};
use crate::text::{clamp, one_line, visible};
use crate::view::{AskerView, ClaimedView, ProgramView, ServerView, VerifiedView};

/// The longest name in a sentence or on the card's first lines. "Who is this?" has it whole.
const NAME: usize = 80;

/// One connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AskerId(pub u64);

/// One agent session: the topmost process below the shell that the asker descends from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionId {
    /// Its process.
    pub pid: u32,
    /// When that process started, in the system's own ticks: a reused pid is another session.
    pub started: u64,
}

/// The process at the other end of the socket.
#[derive(Clone, Debug, PartialEq)]
pub struct Asker {
    /// The connection.
    pub id: AskerId,
    /// The session it belongs to.
    pub session: SessionId,
    /// The agent it was recognised as.
    pub agent: Option<Agent>,
    /// What the system vouches for.
    pub verified: Verified,
    /// What the process chose.
    pub claimed: Claimed,
}

/// Facts from the system.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The connected process.
    pub program: Program,
    /// When it started, in the system's own ticks: with the pid it names one process.
    pub ticks: u64,
    /// When it started.
    pub started: Option<Timestamp>,
    /// The file it runs, if the system tells it.
    pub file: Option<ProgramFile>,
    /// Its parents, nearest first.
    pub parents: Vec<Program>,
}

/// One process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its process id.
    pub pid: u32,
    /// The path of its executable, if the system tells it.
    pub path: Option<String>,
}

/// What the process chose freely.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claimed {
    /// Its name from the hello.
    pub client: String,
    /// Its version from the hello.
    pub version: String,
    /// Its working directory.
    pub folder: Option<String>,
    /// Its arguments.
    pub arguments: Option<String>,
}

/// What an asker says about one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The MCP server it asks for.
    pub server: Option<Server>,
    /// The agent it works for. What the system shows wins.
    pub agent: Option<String>,
    /// The tool that led to the question.
    pub tool: Option<String>,
    /// The session it belongs to.
    pub session: Option<String>,
    /// The project folder.
    pub project: Option<String>,
}

/// An MCP server, in the asker's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name for people, else its name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// The command that runs it, or its address.
    pub place: Option<String>,
}

impl Program {
    /// The path of its executable, also if that was replaced while it ran: an update gives nobody
    /// another name.
    pub fn file(&self) -> Option<&str> {
        self.path.as_deref().map(agent::file)
    }

    /// The executable's file name, or the pid if the system does not tell it.
    pub fn name(&self) -> String {
        self.file()
            .and_then(|path| path.rsplit('/').next())
            .map_or_else(|| format!("process {}", self.pid), one_line)
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
    /// The agent's name, or the program's, where nothing but words can tell how it is known. One
    /// that only the asker names stands in quotation marks.
    pub fn agent_name(&self, claims: &Claims) -> String {
        match self.claimed_agent(claims) {
            Some(claimed) => format!("“{}”", short(claimed)),
            None => self.known_name(),
        }
    }

    /// "Claude Code · shop": how the asker is called in sentences about sessions.
    pub fn headline(&self, claims: &Claims) -> String {
        let agent = self.agent_name(claims);
        match self.project_name(claims) {
            Some(project) => format!("{agent} · {project}"),
            None => agent,
        }
    }

    /// The server's name, or the client's.
    pub fn name(&self, claims: &Claims) -> String {
        let server = claims.server.as_ref();
        short(server.map_or(&self.claimed.client, |server| &server.name))
    }

    /// The tool that led to the question, if the asker names one.
    pub fn tool_name(&self, claims: &Claims) -> Option<String> {
        claims.tool.as_deref().map(short)
    }

    /// The agent that the asker says it works for, if the system shows none.
    fn claimed_agent<'a>(&self, claims: &'a Claims) -> Option<&'a str> {
        let claimed = claims.agent.as_deref().filter(|_| self.agent.is_none());
        claimed.filter(|name| !name.trim().is_empty())
    }

    fn known_name(&self) -> String {
        match &self.agent {
            Some(agent) => agent.name.to_owned(),
            None => short(&self.verified.program.name()),
        }
    }

    /// The name of the project folder, or of the folder the asker runs in.
    pub fn project_name(&self, claims: &Claims) -> Option<String> {
        claims
            .project
            .as_deref()
            .or(self.claimed.folder.as_deref())
            .and_then(|path| path.rsplit('/').find(|part| !part.is_empty()))
            .map(short)
    }

    /// The card for one question, with how its asker was met, if that is known.
    pub fn view(&self, claims: &Claims, meeting: Option<&Meeting>) -> AskerView {
        let said = |text: &Option<String>| text.as_deref().map(visible);
        let claimed_agent = self.claimed_agent(claims);
        let said_agent = claimed_agent.or_else(|| {
            let agent = self.agent.as_ref().filter(|agent| agent.said);
            agent.map(|agent| agent.name)
        });
        AskerView {
            agent: claimed_agent.map_or_else(|| self.known_name(), short),
            agent_said: said_agent.is_some(),
            project: self.project_name(claims),
            name: self.name(claims),
            acquaintance: meeting.map(Meeting::view),
            verified: VerifiedView {
                program: self.verified.program.view(),
                started: self.verified.started.map(Timestamp::as_millisecond),
                parents: self.verified.parents.iter().map(Program::view).collect(),
                changed: meeting.is_some_and(Meeting::is_changed),
            },
            claimed: ClaimedView {
                client: visible(
                    format!("{} {}", self.claimed.client, self.claimed.version).trim_end(),
                ),
                server: claims.server.as_ref().map(|server| ServerView {
                    name: visible(&server.name),
                    version: said(&server.version),
                    place: said(&server.place),
                }),
                agent: said_agent.map(visible),
                tool: said(&claims.tool),
                session: said(&claims.session),
                project: said(&claims.project),
                folder: said(&self.claimed.folder),
                arguments: said(&self.claimed.arguments),
            },
        }
    }
}

fn short(name: &str) -> String {
    clamp(&one_line(name), NAME)
}

#[cfg(test)]
mod tests;
