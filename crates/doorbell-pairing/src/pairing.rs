//! The interface of this crate: scans, plans, pairs and unpairs.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::change::{self, ChangedFile, Programs, Task};
use crate::diff::diff;
use crate::disk;
use crate::document::FileFormat;
use crate::hook;
use crate::journal::{Journal, JournalError};
use crate::launcher;
use crate::record::PairingRecord;
use crate::scan::{self, ScanResult};
use crate::server::{PairingMethod, PairingState, Refusal, ServerId};
use crate::user_paths::UserPaths;

/// What the user allows beyond the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairingOptions {
    /// Also change files of projects, and others that may be under version control.
    pub project_files: bool,
    /// Also pair servers with a URL whose entry has no credentials: they need no sign-in.
    pub no_sign_in: bool,
}

/// Pairs the servers of one user's agents.
#[derive(Clone, Debug)]
pub struct Pairing {
    pub(crate) paths: UserPaths,
    pub(crate) doorbell: String,
    pub(crate) options: PairingOptions,
}

/// A server that is paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PairedServer {
    /// The server.
    pub server: ServerId,
    /// True if Doorbell has no record of pairing it.
    pub by_hand: bool,
}

/// The changes that pairing or unpairing would make.
#[derive(Default)]
pub struct Plan {
    /// One change for each file.
    pub changes: Vec<FileChange>,
    /// The servers that cannot be paired or unpaired.
    pub refused: Vec<RefusedServer>,
}

/// A server that cannot be paired or unpaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedServer {
    /// The server.
    pub server: ServerId,
    /// Why.
    pub reason: Refusal,
}

/// A planned change of one file.
pub struct FileChange {
    /// The file.
    pub file: PathBuf,
    /// The servers to be paired or unpaired.
    pub servers: Vec<ServerId>,
    /// Those of them that are paired and get a new hook.
    pub renewed: Vec<ServerId>,
    /// A unified diff in which possible secrets are masked.
    pub diff: String,
    pub(crate) tasks: Vec<Task>,
}

/// Why a file was not changed.
#[derive(Debug, thiserror::Error)]
pub enum PairError {
    /// The server cannot be paired or unpaired.
    #[error("{0}")]
    Refused(Refusal),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file cannot be read or replaced.
    #[error("cannot change {path}: {source}; the file is unchanged")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another program keeps writing the file.
    #[error("{0} keeps being changed by another program; try again, or quit the agent first")]
    Busy(PathBuf),
}

/// The result of changing a file.
#[derive(Debug)]
pub struct AppliedChange {
    /// The file.
    pub file: PathBuf,
    /// The servers that were paired or unpaired.
    pub servers: Vec<ServerId>,
    /// Servers that became impossible to change after the plan was made.
    pub refused: Vec<RefusedServer>,
    /// The copy of the file before the change.
    pub backup: Option<PathBuf>,
}

impl Pairing {
    /// Pairs with the `doorbell` command at this absolute path.
    pub fn new(paths: UserPaths, doorbell: impl Into<String>, options: PairingOptions) -> Self {
        Self {
            paths,
            doorbell: doorbell.into(),
            options,
        }
    }

    /// Returns where the user's files are.
    pub fn paths(&self) -> &UserPaths {
        &self.paths
    }

    /// Finds the agents, their servers, and whether each is paired.
    ///
    /// # Errors
    /// Fails if the journal cannot be read.
    pub fn scan(&self) -> Result<ScanResult, JournalError> {
        let journal = Journal::load(&self.paths.state_dir())?;
        Ok(scan::scan(&self.paths, &journal, self.options))
    }

    /// Pairs one server. Returns `None` if it is already paired.
    ///
    /// # Errors
    /// Returns a [`PairError`] and changes nothing.
    pub fn pair(&self, server: &ServerId) -> Result<Option<AppliedChange>, PairError> {
        let plan = self.plan_pairing(std::slice::from_ref(server))?;
        self.apply_only(plan)
    }

    /// Unpairs one server. Returns `None` if it is not paired.
    ///
    /// # Errors
    /// Returns a [`PairError`] and changes nothing.
    pub fn unpair(&self, server: &ServerId) -> Result<Option<AppliedChange>, PairError> {
        let plan = self.plan_unpairing(std::slice::from_ref(server))?;
        self.apply_only(plan)
    }

    fn apply_only(&self, plan: Plan) -> Result<Option<AppliedChange>, PairError> {
        if let Some(refused) = plan.refused.into_iter().next() {
            return Err(PairError::Refused(refused.reason));
        }
        let change = plan.changes.into_iter().next();
        change.map(|change| self.apply(&change)).transpose()
    }

    /// Plans to pair these servers. Skips those that are already paired. If one of them uses a hook, all
    /// outdated hooks in its file are renewed, because servers share hooks.
    ///
    /// # Errors
    /// Fails if the journal cannot be read.
    pub fn plan_pairing(&self, servers: &[ServerId]) -> Result<Plan, JournalError> {
        let journal = Journal::load(&self.paths.state_dir())?;
        let found = scan::scan(&self.paths, &journal, self.options);
        let mut plan = Plan::default();
        let mut tasks = Vec::new();
        let mut renew = false;
        for id in servers {
            let server = found
                .servers_and_permissions()
                .find(|server| server.id == *id);
            match server.map(|server| server.state.clone()) {
                Some(PairingState::CanBePaired { method }) => tasks.push((
                    self.changed_file(id, method),
                    Task::Pair(id.clone(), method),
                )),
                Some(PairingState::Paired { outdated, .. }) => renew |= outdated,
                Some(PairingState::CannotBePaired { reason }) => plan.refuse(id, reason),
                None => plan.refuse(id, Refusal::NotFound),
            }
        }
        let is_hook = |(_, task): &(_, Task)| matches!(task, Task::Pair(_, PairingMethod::Hook));
        if renew || tasks.iter().any(is_hook) {
            tasks.splice(0..0, renewal(&found, &journal));
        }
        Ok(self.plan_files(tasks, &journal, plan))
    }

    /// Plans to unpair these servers. Skips those that are not paired.
    ///
    /// # Errors
    /// Fails if the journal cannot be read.
    pub fn plan_unpairing(&self, servers: &[ServerId]) -> Result<Plan, JournalError> {
        let journal = Journal::load(&self.paths.state_dir())?;
        let found = scan::scan(&self.paths, &journal, self.options);
        let mut plan = Plan::default();
        let mut tasks = Vec::new();
        for id in servers {
            let is_hooked = found.servers_and_permissions().any(|server| {
                let is_hook = |method| method == PairingMethod::Hook;
                server.id == *id
                    && matches!(server.state, PairingState::Paired { method, .. } if is_hook(method))
            });
            if is_hooked && journal.latest_record(id).is_none() {
                // The hook may also serve other servers.
                plan.refuse(id, Refusal::PairedByHand);
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
        // Undoing the latest change first restores the bytes that the previous one wrote.
        tasks.sort_by_key(|(order, ..)| std::cmp::Reverse(*order));
        let tasks = tasks.into_iter().map(|(_, file, task)| (file, task));
        Ok(self.plan_files(tasks.collect(), &journal, plan))
    }

    /// Returns the paired servers, including those that Doorbell paired and that are no longer in
    /// their files.
    ///
    /// # Errors
    /// Fails if the journal cannot be read.
    pub fn paired(&self) -> Result<Vec<PairedServer>, JournalError> {
        let journal = Journal::load(&self.paths.state_dir())?;
        let found = scan::scan(&self.paths, &journal, self.options);
        let mut paired: Vec<PairedServer> = found
            .servers_and_permissions()
            .filter(|server| matches!(server.state, PairingState::Paired { .. }))
            .map(|server| PairedServer {
                by_hand: journal.latest_record(&server.id).is_none(),
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

    /// Returns the programs that run for hooks of Claude Code and do not exist.
    pub fn missing_hook_programs(&self) -> Vec<PathBuf> {
        let programs = self.hook_programs().into_iter().map(PathBuf::from);
        programs
            .filter(|program| program.is_absolute() && !program.is_file())
            .collect()
    }

    /// Settings that cannot be read have no hooks.
    pub(crate) fn hook_programs(&self) -> BTreeSet<String> {
        let file = crate::agents::claude_code_settings(&self.paths);
        let bytes = disk::read(&file).ok().flatten().unwrap_or_default();
        let root = scan::text(&bytes).and_then(|text| FileFormat::Json.parse(text));
        root.map_or_else(|_| BTreeSet::new(), |root| hook::programs(&root))
    }

    /// Returns the file that pairing a server changes.
    pub fn changed_file(&self, server: &ServerId, method: PairingMethod) -> PathBuf {
        match method {
            PairingMethod::Wrap => server.file.clone(),
            PairingMethod::Hook => crate::agents::claude_code_settings(&self.paths),
        }
    }

    fn plan_files(&self, tasks: Vec<(PathBuf, Task)>, journal: &Journal, mut plan: Plan) -> Plan {
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
                Err(reason) => {
                    for task in &tasks {
                        plan.refuse(task.server(), reason.clone());
                    }
                    plan.refused.dedup();
                    continue;
                }
            };
            let bytes = before.as_deref();
            let changed = self.apply_tasks(&tasks, bytes, journal);
            plan.refused.extend(changed.refused.iter().cloned());
            if changed.done.is_empty() {
                continue;
            }
            let name = self.paths.display(&file);
            let [before, after] = [bytes, changed.after.as_deref()]
                .map(|bytes| scan::text(bytes.unwrap_or_default()).unwrap_or_default());
            let entry_format = tasks[0].server().agent.entry_format();
            plan.changes.push(FileChange {
                diff: diff(entry_format, &name, before, after),
                renewed: renewed(&tasks, &changed.done),
                servers: changed.done,
                file,
                tasks,
            });
        }
        plan
    }

    pub(crate) fn apply_tasks(
        &self,
        tasks: &[Task],
        before: Option<&[u8]>,
        journal: &Journal,
    ) -> ChangedFile {
        let programs = Programs {
            doorbell: &self.doorbell,
            launcher: &launcher::path(&self.paths),
        };
        change::apply_tasks(tasks, before, journal, programs, self.options)
    }

    fn read(&self, file: &Path, tasks: &[Task]) -> Result<Option<Vec<u8>>, Refusal> {
        let is_pairing = tasks.iter().any(|task| matches!(task, Task::Pair(..)));
        let is_shared = disk::git_work_tree(file).is_some();
        if is_shared && is_pairing && !self.options.project_files {
            return Err(Refusal::SharedFile);
        }
        disk::check_replaceable(file)?;
        disk::read(file).map_err(|error| Refusal::Unreadable {
            message: error.to_string(),
        })
    }
}

/// Returns the tasks that replace outdated hooks. The latest one is undone first, which restores the
/// bytes before it.
fn renewal(found: &ScanResult, journal: &Journal) -> Vec<(PathBuf, Task)> {
    let is_outdated = |record: &&PairingRecord| {
        found.servers_and_permissions().any(|server| {
            let is_outdated = matches!(server.state, PairingState::Paired { outdated: true, .. });
            is_outdated && server.id == record.server
        })
    };
    let is_hook = |record: &&PairingRecord| record.method() == PairingMethod::Hook;
    let records = journal.records.iter().filter(is_hook);
    let outdated: Vec<_> = records.filter(is_outdated).collect();
    let undo = outdated.iter().rev();
    let undo = undo.map(|record| (record.file.clone(), Task::Unpair(record.server.clone())));
    let redo = outdated.iter().map(|record| {
        let task = Task::Pair(record.server.clone(), PairingMethod::Hook);
        (record.file.clone(), task)
    });
    undo.chain(redo).collect()
}

fn renewed(tasks: &[Task], done: &[ServerId]) -> Vec<ServerId> {
    let is_unpaired = |server: &ServerId| {
        tasks
            .iter()
            .any(|task| matches!(task, Task::Unpair(it) if it == server))
    };
    let paired = tasks.iter().filter_map(|task| match task {
        Task::Pair(server, _) => Some(server),
        Task::Unpair(_) => None,
    });
    let renewed = paired.filter(|server| is_unpaired(server) && done.contains(server));
    renewed.cloned().collect()
}

impl Plan {
    fn refuse(&mut self, server: &ServerId, reason: Refusal) {
        self.refused.push(RefusedServer {
            server: server.clone(),
            reason,
        });
    }

    /// Returns true if no file would change.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}
