//! Pairs servers with Doorbell and unpairs them: what would be changed, and changing it.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::change::{self, Task};
use crate::diff::diff;
use crate::disk;
use crate::finding::{self, Found};
use crate::journal::{Journal, JournalError};
use crate::server::{How, ServerId, State, Why};
use crate::surroundings::Surroundings;

/// What the person leaves to Doorbell beyond the usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leave {
    /// Also change files of projects, and others that may be under version control.
    pub project: bool,
    /// Also pair servers at an address that show no key: they need no sign-in.
    pub no_sign_in: bool,
}

/// Pairs the servers of one person's agents.
#[derive(Clone, Debug)]
pub struct Pairing {
    pub(crate) around: Surroundings,
    pub(crate) doorbell: String,
    pub(crate) leave: Leave,
}

/// A server that is paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PairedServer {
    /// Which.
    pub server: ServerId,
    /// Whether somebody else than Doorbell paired it.
    pub by_hand: bool,
}

/// What would be changed.
#[derive(Default)]
pub struct Plan {
    /// File by file.
    pub changes: Vec<FileChange>,
    /// What cannot be done.
    pub refused: Vec<Refused>,
}

/// A server that stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which.
    pub server: ServerId,
    /// Why.
    pub why: Why,
}

/// A file that would be changed.
pub struct FileChange {
    /// The file.
    pub file: PathBuf,
    /// The servers it is about.
    pub servers: Vec<ServerId>,
    /// The lines that differ, with everything masked that may be secret.
    pub diff: String,
    pub(crate) tasks: Vec<Task>,
}

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum PairError {
    /// It cannot be done.
    #[error("{0}")]
    Refused(Why),
    /// What is changed could not be undone.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system does not let it be done.
    #[error("{path} cannot be changed: {source}; it is as it was")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Somebody else writes it all the time.
    #[error("{0} is being written by another program; try again, or end the agent first")]
    Busy(PathBuf),
}

/// What came of changing a file.
#[derive(Debug)]
pub struct Done {
    /// The file.
    pub file: PathBuf,
    /// The servers that were paired or unpaired.
    pub servers: Vec<ServerId>,
    /// Those that could be when it was planned and no more.
    pub refused: Vec<Refused>,
    /// The copy of the file from before.
    pub backup: Option<PathBuf>,
}

impl Pairing {
    /// Pairs with the `doorbell` command at this absolute path.
    pub fn new(around: Surroundings, doorbell: impl Into<String>, leave: Leave) -> Self {
        Self {
            around,
            doorbell: doorbell.into(),
            leave,
        }
    }

    /// Where the person's files are.
    pub fn surroundings(&self) -> &Surroundings {
        &self.around
    }

    /// The agents, their servers, and whether each is paired.
    ///
    /// # Errors
    /// If it cannot be told what Doorbell paired.
    pub fn look(&self) -> Result<Found, JournalError> {
        let journal = Journal::read(&self.around.state())?;
        Ok(finding::find(&self.around, &journal, self.leave))
    }

    /// Pairs one server.
    ///
    /// # Errors
    /// [`PairError`]; nothing was changed then.
    pub fn pair(&self, server: &ServerId) -> Result<Option<Done>, PairError> {
        let plan = self.plan_pairing(std::slice::from_ref(server))?;
        self.only(plan)
    }

    /// Unpairs one server.
    ///
    /// # Errors
    /// [`PairError`]; nothing was changed then.
    pub fn unpair(&self, server: &ServerId) -> Result<Option<Done>, PairError> {
        let plan = self.plan_unpairing(std::slice::from_ref(server))?;
        self.only(plan)
    }

    fn only(&self, plan: Plan) -> Result<Option<Done>, PairError> {
        if let Some(refused) = plan.refused.into_iter().next() {
            return Err(PairError::Refused(refused.why));
        }
        let change = plan.changes.into_iter().next();
        change.map(|change| self.carry_out(&change)).transpose()
    }

    /// What pairing these servers would change. Those that are paired stay as they are.
    ///
    /// # Errors
    /// If it cannot be told what Doorbell paired.
    pub fn plan_pairing(&self, servers: &[ServerId]) -> Result<Plan, JournalError> {
        let journal = Journal::read(&self.around.state())?;
        let found = finding::find(&self.around, &journal, self.leave);
        let mut plan = Plan::default();
        let mut tasks = Vec::new();
        for id in servers {
            let server = found.all().find(|server| server.id == *id);
            match server.map(|server| server.state.clone()) {
                Some(State::CanBePaired { how }) => {
                    tasks.push((self.changed_file(id, how), Task::Pair(id.clone(), how)))
                }
                Some(State::Paired { .. }) => {}
                Some(State::CannotBePaired { why }) => plan.refuse(id, why),
                None => plan.refuse(id, Why::Gone),
            }
        }
        Ok(self.plan(tasks, &journal, plan))
    }

    /// What unpairing these servers would change. Those that are not paired stay as they are.
    ///
    /// # Errors
    /// If it cannot be told what Doorbell paired.
    pub fn plan_unpairing(&self, servers: &[ServerId]) -> Result<Plan, JournalError> {
        let journal = Journal::read(&self.around.state())?;
        let found = finding::find(&self.around, &journal, self.leave);
        let mut plan = Plan::default();
        let mut tasks = Vec::new();
        for id in servers {
            let is_hooked = found.all().any(|server| {
                server.id == *id && matches!(server.state, State::Paired { how: How::Hook, .. })
            });
            if is_hooked && journal.of(id).is_none() {
                // It may be for other servers too.
                plan.refuse(id, Why::ByHand);
                continue;
            }
            let mut records = journal.records.iter().enumerate();
            let last = records.rfind(|(_, record)| record.server == *id);
            let (order, file) = match last {
                Some((order, record)) => (order, record.file.clone()),
                None => (usize::MAX, id.file.clone()),
            };
            tasks.push((order, file, Task::Unpair(id.clone())));
        }
        // The last change is undone first, so that each finds what it left.
        tasks.sort_by_key(|(order, ..)| std::cmp::Reverse(*order));
        let tasks = tasks.into_iter().map(|(_, file, task)| (file, task));
        Ok(self.plan(tasks.collect(), &journal, plan))
    }

    /// Every server that is paired, also those that Doorbell paired and that are not in their files
    /// any more.
    ///
    /// # Errors
    /// If it cannot be told what Doorbell paired.
    pub fn paired(&self) -> Result<Vec<PairedServer>, JournalError> {
        let journal = Journal::read(&self.around.state())?;
        let found = finding::find(&self.around, &journal, self.leave);
        let mut paired: Vec<PairedServer> = found
            .all()
            .filter(|server| matches!(server.state, State::Paired { .. }))
            .map(|server| PairedServer {
                by_hand: journal.of(&server.id).is_none(),
                server: server.id.clone(),
            })
            .collect();
        for record in &journal.records {
            if !paired.iter().any(|paired| paired.server == record.server) {
                paired.push(PairedServer {
                    server: record.server.clone(),
                    by_hand: false,
                });
            }
        }
        Ok(paired)
    }

    /// The file that pairing a server changes.
    pub fn changed_file(&self, server: &ServerId, how: How) -> PathBuf {
        match how {
            How::Wrap => server.file.clone(),
            How::Hook => crate::agents::hooks(&self.around),
        }
    }

    fn plan(&self, tasks: Vec<(PathBuf, Task)>, journal: &Journal, mut plan: Plan) -> Plan {
        let mut files: Vec<(PathBuf, Vec<Task>)> = Vec::new();
        for (file, task) in tasks {
            match files.iter_mut().find(|(known, _)| *known == file) {
                Some((_, tasks)) => tasks.push(task),
                None => files.push((file, vec![task])),
            }
        }
        for (file, tasks) in files {
            let before = match self.read(&file, &tasks) {
                Ok(before) => before,
                Err(why) => {
                    for task in &tasks {
                        plan.refuse(task.server(), why.clone());
                    }
                    continue;
                }
            };
            let bytes = before.as_deref();
            let made = change::make(&tasks, bytes, journal, &self.doorbell, self.leave);
            plan.refused.extend(made.refused.iter().cloned());
            if made.done.is_empty() {
                continue;
            }
            let name = self.around.written(&file);
            let [before, after] = [bytes, made.after.as_deref()]
                .map(|bytes| finding::text(bytes.unwrap_or_default()).unwrap_or_default());
            let dialect = tasks[0].server().agent.dialect();
            plan.changes.push(FileChange {
                diff: diff(dialect, &name, before, after),
                servers: made.done,
                file,
                tasks,
            });
        }
        plan
    }

    fn read(&self, file: &Path, tasks: &[Task]) -> Result<Option<Vec<u8>>, Why> {
        let is_pairing = matches!(tasks.first(), Some(Task::Pair(..)));
        let is_shared = disk::work_tree(file).is_some() && is_pairing && !self.leave.project;
        if is_shared {
            return Err(Why::Shared);
        }
        disk::may_replace(file)?;
        disk::read(file).map_err(|error| Why::Trouble {
            said: error.to_string(),
        })
    }
}

impl Plan {
    fn refuse(&mut self, server: &ServerId, why: Why) {
        self.refused.push(Refused {
            server: server.clone(),
            why,
        });
    }

    /// Whether nothing would be changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}
