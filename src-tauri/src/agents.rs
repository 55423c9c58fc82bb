//! The agents' servers for Home: what there is, and pairing one of them or unpairing it.

mod view;

use doorbell_pairing::{
    Agent, JournalError, Leave, PairError, Pairing, ServerId, Surroundings, Why, command_path,
    running,
};

pub use view::{AgentsView, ServerKey};

/// The command that agents are to run, beside this program.
const COMMAND: &str = "doorbell";

/// Why nothing was changed, in a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum NotPaired {
    /// There are no files of the person.
    #[error("There is no home directory to look for agents in.")]
    Homeless,
    /// There is nothing that an agent could run.
    #[error("The command doorbell is not beside doorbell-desktop. Install both together.")]
    NoCommand,
    /// It cannot be told what was paired.
    #[error("{}", view::sentence(.0))]
    Journal(#[from] JournalError),
    /// It cannot be done.
    #[error("{}", view::sentence(.0))]
    Pairing(#[from] PairError),
}

/// Looks at every agent. It reads files and waits for them.
///
/// # Errors
/// [`NotPaired`], if it cannot be told.
pub fn look() -> Result<AgentsView, NotPaired> {
    let pairing = pairing(command().unwrap_or_default())?;
    let found = pairing.look()?;
    let agents: Vec<Agent> = found.agents.iter().map(|found| found.agent).collect();
    Ok(view::agents(&pairing, &found, &running(&agents)))
}

/// Pairs the server that the page means.
///
/// # Errors
/// [`NotPaired`]; nothing was changed then.
pub fn pair(key: &ServerKey) -> Result<(), NotPaired> {
    let pairing = pairing(command().ok_or(NotPaired::NoCommand)?)?;
    pairing.pair(&meant(&pairing, key)?)?;
    Ok(())
}

/// Unpairs the server that the page means.
///
/// # Errors
/// [`NotPaired`]; nothing was changed then.
pub fn unpair(key: &ServerKey) -> Result<(), NotPaired> {
    let pairing = pairing(command().unwrap_or_default())?;
    pairing.unpair(&meant(&pairing, key)?)?;
    Ok(())
}

/// In no folder: a desktop works in no project.
fn pairing(doorbell: String) -> Result<Pairing, NotPaired> {
    let around = Surroundings::of_process().ok_or(NotPaired::Homeless)?;
    Ok(Pairing::new(
        around.in_no_folder(),
        doorbell,
        Leave::default(),
    ))
}

/// The path of the command, as it is written into files that are read long after.
fn command() -> Option<String> {
    let own = std::env::current_exe().ok()?;
    let command = own.parent()?.join(COMMAND);
    command.is_file().then(|| command_path(&command)).flatten()
}

/// The one of the servers that are there. What the page says is compared with them and never used as
/// a path.
fn meant(pairing: &Pairing, key: &ServerKey) -> Result<ServerId, NotPaired> {
    let found = pairing.look()?;
    let meant = found.servers().find(|server| key.names(&server.id));
    let meant = meant.ok_or(PairError::Refused(Why::Gone))?;
    Ok(meant.id.clone())
}
