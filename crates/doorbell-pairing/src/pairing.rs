//! Pairs servers with Doorbell and unpairs them: what would be changed, and changing it.

use std::io;
use std::path::{Path, PathBuf};

use crate::change::{self, Task};
use crate::diff::diff;
use crate::disk;
use crate::finding::{self, Found};
use crate::journal::{Journal, JournalError};
use crate::server::{How, ServerId, State, Why};
use crate::surroundings::Surroundings;

/// How often a file that others write at the same time is read anew before Doorbell gives up.
const MOST_TRIES: usize = 5;

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
    around: Surroundings,
    doorbell: String,
    leave: Leave,
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
    tasks: Vec<Task>,
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
    #[error("{path} is being written by another program; try again, or end the agent first")]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

/// What came of changing a file.
#[derive(Debug)]
pub struct Done {
    /// The file.
    pub file: PathBuf,
    /// The servers that were paired or unpaired.
    pub servers: Vec<ServerId>,
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
            let state = found
                .servers()
                .find(|server| server.id == *id)
                .map(|server| server.state.clone());
            match state {
                Some(State::CanBePaired { how }) => {
                    tasks.push((self.file(id, how), Task::Pair(id.clone(), how)))
                }
                Some(State::Paired { .. }) => {}
                Some(State::CannotBePaired { why }) => plan.refuse(id, why),
                None => plan.refuse(id, Why::Gone),
            }
        }
        self.plan(tasks, &journal, plan)
    }

    /// What unpairing these servers would change. Those that are not paired stay as they are.
    ///
    /// # Errors
    /// If it cannot be told what Doorbell paired.
    pub fn plan_unpairing(&self, servers: &[ServerId]) -> Result<Plan, JournalError> {
        let journal = Journal::read(&self.around.state())?;
        let mut tasks = Vec::new();
        for id in servers {
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
        self.plan(tasks.collect(), &journal, Plan::default())
    }

    /// Every server that is paired, also those that are not in their files any more.
    ///
    /// # Errors
    /// If it cannot be told what Doorbell paired.
    pub fn paired(&self) -> Result<Vec<ServerId>, JournalError> {
        let journal = Journal::read(&self.around.state())?;
        let found = finding::find(&self.around, &journal, self.leave);
        let mut paired: Vec<ServerId> = found
            .servers()
            .filter(|server| matches!(server.state, State::Paired { .. }))
            .map(|server| server.id.clone())
            .collect();
        for record in &journal.records {
            if !paired.contains(&record.server) {
                paired.push(record.server.clone());
            }
        }
        Ok(paired)
    }

    fn file(&self, server: &ServerId, how: How) -> PathBuf {
        match how {
            How::Wrap => server.file.clone(),
            How::Hook => crate::agents::hooks(&self.around),
        }
    }

    fn plan(
        &self,
        tasks: Vec<(PathBuf, Task)>,
        journal: &Journal,
        mut plan: Plan,
    ) -> Result<Plan, JournalError> {
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
            let made = change::make(
                &tasks,
                before.as_deref(),
                journal,
                &self.doorbell,
                self.leave,
            );
            plan.refused.extend(made.refused.iter().cloned());
            if made.done.is_empty() {
                continue;
            }
            let name = self.around.written(&file);
            let text = |bytes: Option<&[u8]>| {
                let bytes = bytes.unwrap_or_default();
                finding::text(bytes).unwrap_or_default().to_owned()
            };
            let dialect = tasks[0].server().agent.dialect();
            plan.changes.push(FileChange {
                diff: diff(
                    dialect,
                    &name,
                    &text(before.as_deref()),
                    &text(made.after.as_deref()),
                ),
                servers: made.done,
                file,
                tasks,
            });
        }
        Ok(plan)
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

    /// Changes a file as planned. If somebody else changed it meanwhile, the same is done to what
    /// is there now.
    ///
    /// # Errors
    /// [`PairError`]; the file is as it was then.
    pub fn carry_out(&self, change: &FileChange) -> Result<Done, PairError> {
        let mut journal = Journal::open(&self.around.state())?;
        let path = &change.file;
        let io = |source| PairError::Io {
            path: path.clone(),
            source,
        };
        for _ in 0..MOST_TRIES {
            disk::may_replace(path).map_err(PairError::Refused)?;
            let before = disk::read(path).map_err(io)?;
            let made = change::make(
                &change.tasks,
                before.as_deref(),
                &journal,
                &self.doorbell,
                self.leave,
            );
            if made.done.is_empty()
                && let Some(refused) = made.refused.into_iter().next()
            {
                return Err(PairError::Refused(refused.why));
            }
            let now = jiff::Timestamp::now();
            let backup = match (&before, made.after != before) {
                (Some(bytes), true) => Some(journal.keep(path, bytes, now)?),
                _ => None,
            };
            // What is written down and not done does no harm; the other way round it would.
            let known = journal.records.len();
            for mut record in made.records {
                record.file.clone_from(path);
                record.backup.clone_from(&backup);
                record.when = now.strftime("%FT%TZ").to_string();
                journal.records.push(record);
            }
            if journal.records.len() > known {
                journal.write()?;
            }
            let written = match replace(path, before.as_deref(), made.after.as_deref()) {
                Ok(true) => Ok(()),
                Ok(false) => Err(None),
                Err(error) => Err(Some(error)),
            };
            if let Err(error) = written {
                journal.records.truncate(known);
                journal.write()?;
                journal.forget(backup);
                match error {
                    Some(error) => return Err(io(error)),
                    None => continue,
                }
            }
            let copies = change::drop_records(&mut journal.records, path, &made.dropped);
            if !made.dropped.is_empty() {
                journal.write()?;
                journal.forget(copies);
            }
            return Ok(Done {
                file: path.clone(),
                servers: made.done,
                backup,
            });
        }
        Err(PairError::Busy { path: path.clone() })
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

/// Puts a file in the place of what was read; `false` if that is not there any more.
fn replace(path: &Path, before: Option<&[u8]>, after: Option<&[u8]>) -> io::Result<bool> {
    if disk::read(path)?.as_deref() != before {
        return Ok(false);
    }
    match after {
        _ if after == before => {}
        Some(bytes) => disk::replace(path, bytes)?,
        None => std::fs::remove_file(path)?,
    }
    Ok(true)
}
