//! Lists the agents' MCP servers for Home, and pairs and unpairs them and Claude Code's permission
//! prompts.

mod view;

use doorbell_pairing::{
    Agent, JournalError, PairError, Pairing, PairingOptions, Plan, Refusal, ScanResult, ServerId,
    UserPaths, command_path, running_sessions,
};

use view::ServerKey;
pub use view::{AgentsView, PairingChange, PlanView};

/// The command written into agents' files; installed beside this program.
const COMMAND: &str = "doorbell";

/// The messages are shown to the person.
#[derive(Debug, thiserror::Error)]
pub enum AgentsError {
    #[error("Doorbell can’t look for agents: your account has no home directory.")]
    NoHome,
    #[error("The command `doorbell` is missing beside doorbell-desktop. Reinstall Doorbell.")]
    NoCommand,
    #[error("The files have changed in the meantime. Nothing was changed; try again.")]
    Changed,
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

/// Plans a change and changes nothing.
pub fn plan(change: &PairingChange) -> Result<PlanView, AgentsError> {
    let pairing = pairing_for(change)?;
    Ok(view::plan(&pairing, &make_plan(&pairing, change)?))
}

/// Changes the files, if that does what the person saw in a plan.
///
/// # Errors
/// [`AgentsError`]; no file was changed, or the files before the failed one.
pub fn apply(change: &PairingChange, seen: Option<&PlanView>) -> Result<(), AgentsError> {
    let pairing = pairing_for(change)?;
    let plan = make_plan(&pairing, change)?;
    if seen.is_some_and(|seen| *seen != view::plan(&pairing, &plan)) {
        return Err(AgentsError::Changed);
    }
    for change in &plan.changes {
        let applied = pairing.apply(change)?;
        if let Some(refused) = applied.refused.into_iter().next() {
            return Err(PairError::Refused(refused.reason).into());
        }
    }
    Ok(())
}

/// Unpairing needs no command.
fn pairing_for(change: &PairingChange) -> Result<Pairing, AgentsError> {
    match doorbell_command() {
        None if change.on => Err(AgentsError::NoCommand),
        command => pairing(command.unwrap_or_default()),
    }
}

fn make_plan(pairing: &Pairing, change: &PairingChange) -> Result<Plan, AgentsError> {
    let found = pairing.scan()?;
    let servers: Vec<ServerId> = change
        .servers
        .iter()
        .map(|key| find_server(&found, key))
        .collect::<Result<_, _>>()?;
    let plan = match change.on {
        true => pairing.plan_pairing(&servers)?,
        false => pairing.plan_unpairing(&servers)?,
    };
    match plan.refused.first() {
        Some(refused) => Err(PairError::Refused(refused.reason.clone()).into()),
        None => Ok(plan),
    }
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

/// Finds the server, or the permission prompts, that a page named. The key is only compared with known
/// servers, never used as a path.
fn find_server(found: &ScanResult, key: &ServerKey) -> Result<ServerId, AgentsError> {
    let mut servers = found.servers().chain(&found.permissions);
    let server = servers.find(|server| key.names(&server.id));
    let server = server.ok_or(PairError::Refused(Refusal::NotFound))?;
    Ok(server.id.clone())
}
