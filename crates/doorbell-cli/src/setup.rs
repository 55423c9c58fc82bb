//! `doorbell setup`.

mod consent;
mod telling;

use anyhow::{Context, Result};
use doorbell_pairing::{
    Agent, Found, Leave, Pairing, Plan, ServerId, State, Surroundings, command_path, running,
};
use serde_json::json;

use crate::Streams;
use crate::arguments::Setup;
use crate::exit::{Exit, UsageError};
use telling::Telling;

/// Pairs, unpairs or tells.
pub fn run(setup: &Setup, streams: &mut Streams<'_>) -> Result<Exit> {
    let around = Surroundings::of_process()
        .context("you have no home directory; set HOME to where your files are")?;
    let leave = Leave {
        project: setup.project,
        no_sign_in: setup.no_sign_in,
    };
    let own = std::env::current_exe().context("cannot tell where doorbell is")?;
    let doorbell = command_path(&own)
        .context("the path of doorbell is no text; install it where no other letters are")?;
    let pairing = Pairing::new(around, doorbell, leave);
    if setup.check {
        return check(setup, &pairing, streams);
    }
    let found = pairing.look()?;
    let telling = Telling::new(&pairing);
    if setup.json {
        writeln!(streams.out, "{}", json!(found))?;
        return Ok(Exit::Accepted);
    }
    if setup.undo {
        return undo(setup, &pairing, streams);
    }
    know_names(setup, found.servers().map(|server| &server.id))?;
    telling.found(&found, |server| is_chosen(setup, &server.id), streams)?;
    let is_left = telling.troubles(&found, |agent| is_agent(setup, agent), streams)?;
    if setup.list {
        return Ok(Exit::Accepted);
    }
    let mut servers = chosen(setup, &found);
    if setup.permissions {
        servers.push(permissions(setup, &found)?);
    }
    let plan = pairing.plan_pairing(&servers)?;
    let exit = change(setup, &pairing, &plan, "Pair", streams)?;
    Ok(match exit {
        Exit::Accepted if is_left => Exit::Unavailable,
        exit => exit,
    })
}

/// What stands for Claude Code's own questions.
fn permissions(setup: &Setup, found: &Found) -> Result<ServerId> {
    if !is_agent(setup, Agent::ClaudeCode) {
        let what = "--permissions is about Claude Code, which --agent leaves out";
        return Err(UsageError(what.to_owned()).into());
    }
    let found = found.permissions.as_ref();
    let found = found.context("no configuration of Claude Code was found")?;
    Ok(found.id.clone())
}

/// Whether the person means this server.
fn is_chosen(setup: &Setup, server: &ServerId) -> bool {
    let is_named = setup.server.iter().any(|name| name == server.name());
    is_agent(setup, server.agent) && (setup.server.is_empty() || is_named)
}

fn is_agent(setup: &Setup, agent: Agent) -> bool {
    setup.agent.is_empty() || setup.agent.contains(&agent)
}

/// What is to be paired: all that can be. What cannot be is only asked for if it was named.
fn chosen(setup: &Setup, found: &Found) -> Vec<ServerId> {
    found
        .servers()
        .filter(|server| is_chosen(setup, &server.id))
        .filter(|server| match server.state {
            State::CanBePaired { .. } => true,
            State::Paired { .. } => false,
            State::CannotBePaired { .. } => !setup.server.is_empty(),
        })
        .map(|server| server.id.clone())
        .collect()
}

/// Refuses names that no server has.
fn know_names<'a>(setup: &Setup, servers: impl Iterator<Item = &'a ServerId>) -> Result<()> {
    let known: Vec<&str> = servers
        .filter(|server| is_agent(setup, server.agent))
        .map(ServerId::name)
        .collect();
    for name in &setup.server {
        if !known.contains(&name.as_str()) {
            let what =
                format!("no server is called {name:?}; `doorbell setup --list` names them all");
            return Err(UsageError(what).into());
        }
    }
    Ok(())
}

/// `doorbell setup --check`
fn check(setup: &Setup, pairing: &Pairing, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut paired = pairing.paired()?;
    paired.retain(|paired| is_chosen(setup, &paired.server));
    if setup.json {
        writeln!(streams.out, "{}", json!(paired))?;
    } else {
        Telling::new(pairing).paired(&paired, streams)?;
    }
    Ok(if paired.is_empty() {
        Exit::Accepted
    } else {
        Exit::Declined
    })
}

/// `doorbell setup --undo`. What somebody paired by hand is only unpaired if it is named.
fn undo(setup: &Setup, pairing: &Pairing, streams: &mut Streams<'_>) -> Result<Exit> {
    let paired = pairing.paired()?;
    know_names(setup, paired.iter().map(|paired| &paired.server))?;
    let servers: Vec<ServerId> = paired
        .into_iter()
        .filter(|paired| match setup.permissions {
            true => paired.server.is_permissions(),
            false => is_chosen(setup, &paired.server),
        })
        .filter(|paired| !paired.by_hand || !setup.server.is_empty())
        .map(|paired| paired.server)
        .collect();
    let plan = pairing.plan_unpairing(&servers)?;
    change(setup, pairing, &plan, "Unpair", streams)
}

/// Shows a plan, asks, and carries it out.
fn change(
    setup: &Setup,
    pairing: &Pairing,
    plan: &Plan,
    verb: &str,
    streams: &mut Streams<'_>,
) -> Result<Exit> {
    let telling = Telling::new(pairing);
    for refused in &plan.refused {
        telling.refused(&refused.server, &refused.why, streams)?;
    }
    let mut exit = if plan.refused.is_empty() {
        Exit::Accepted
    } else {
        Exit::Unavailable
    };
    if plan.is_empty() {
        writeln!(streams.out, "There is nothing to change.")?;
        return Ok(exit);
    }
    for change in &plan.changes {
        write!(streams.out, "\n{}", change.diff)?;
    }
    writeln!(streams.out)?;
    if setup.dry_run {
        writeln!(streams.out, "Nothing was changed.")?;
        return Ok(exit);
    }
    let question = telling.question(verb, plan);
    if !setup.yes && !consent::given(&question, streams)? {
        writeln!(streams.out, "Nothing was changed.")?;
        return Ok(Exit::Declined);
    }
    let mut changed: Vec<Agent> = Vec::new();
    for change in &plan.changes {
        match pairing.carry_out(change) {
            Ok(done) => {
                telling.done(verb, &done, streams)?;
                for refused in &done.refused {
                    telling.refused(&refused.server, &refused.why, streams)?;
                    exit = Exit::Unavailable;
                }
                changed.extend(done.servers.iter().map(|server| server.agent));
            }
            Err(error) => {
                writeln!(streams.err, "doorbell: {error:#}")?;
                exit = Exit::Unavailable;
            }
        }
    }
    changed.sort();
    changed.dedup();
    telling.restart(&changed, &running(&changed), streams)?;
    Ok(exit)
}
