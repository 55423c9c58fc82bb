//! Lists the agents' MCP servers for Home, and pairs and unpairs them.

mod view;

use doorbell_pairing::{
    Agent, JournalError, PairError, Pairing, PairingOptions, Refusal, ServerId, UserPaths,
    command_path, running_sessions,
};

pub use view::{AgentsView, ServerKey};

/// The command written into agents' files; installed beside this program.
const COMMAND: &str = "doorbell";

/// The messages are shown to the person.
#[derive(Debug, thiserror::Error)]
pub enum AgentsError {
    #[error("Doorbell can’t look for agents: your account has no home directory.")]
    NoHome,
    #[error("The command `doorbell` is missing beside doorbell-desktop. Reinstall Doorbell.")]
    NoCommand,
    #[error("{}", view::sentence(.0))]
    Journal(#[from] JournalError),
    #[error("{}", view::sentence(.0))]
    Pairing(#[from] PairError),
}

/// Lists every agent with its servers. Blocks on file access.
pub fn list() -> Result<AgentsView, AgentsError> {
    let pairing = pairing(doorbell_command().unwrap_or_default())?;
    let found = pairing.scan()?;
    let agents: Vec<Agent> = found.agents.iter().map(|found| found.agent).collect();
    Ok(view::agents(&pairing, &found, &running_sessions(&agents)))
}

/// # Errors
/// [`AgentsError`]; no file was changed.
pub fn pair(key: &ServerKey) -> Result<(), AgentsError> {
    let pairing = pairing(doorbell_command().ok_or(AgentsError::NoCommand)?)?;
    pairing.pair(&find_server(&pairing, key)?)?;
    Ok(())
}

/// # Errors
/// [`AgentsError`]; no file was changed.
pub fn unpair(key: &ServerKey) -> Result<(), AgentsError> {
    let pairing = pairing(doorbell_command().unwrap_or_default())?;
    pairing.unpair(&find_server(&pairing, key)?)?;
    Ok(())
}

/// Looks in no project folder: the desktop process has none.
fn pairing(doorbell: String) -> Result<Pairing, AgentsError> {
    let surroundings = UserPaths::from_env().ok_or(AgentsError::NoHome)?;
    Ok(Pairing::new(
        surroundings.without_project(),
        doorbell,
        PairingOptions::default(),
    ))
}

/// The command's path in the form written into agents' files.
fn doorbell_command() -> Option<String> {
    let own = std::env::current_exe().ok()?;
    let command = own.parent()?.join(COMMAND);
    command.is_file().then(|| command_path(&command)).flatten()
}

/// Finds the server a page named. The key is only compared with known servers, never used as a path.
fn find_server(pairing: &Pairing, key: &ServerKey) -> Result<ServerId, AgentsError> {
    let found = pairing.scan()?;
    let server = found.servers().find(|server| key.names(&server.id));
    let server = server.ok_or(PairError::Refused(Refusal::NotFound))?;
    Ok(server.id.clone())
}
