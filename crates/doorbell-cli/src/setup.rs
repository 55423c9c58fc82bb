//! `doorbell setup`.

mod consent;
mod diff;
mod report;
mod summary;

use std::io::IsTerminal;

use anyhow::{Context, Result};
use doorbell_pairing::{
    Agent, ConfiguredServer, Pairing, PairingOptions, PairingState, Plan, ScanResult, ServerId,
    UserPaths, command_path, running_sessions,
};
use serde_json::json;

use crate::Streams;
use crate::arguments::Setup;
use crate::exit::{Exit, UsageError};
use report::Report;

/// Pairs, unpairs or lists servers.
pub fn run(setup: &Setup, streams: &mut Streams<'_>) -> Result<Exit> {
    let paths = UserPaths::from_env().context("HOME is not set; set it to your home folder")?;
    let options = PairingOptions {
        project_files: setup.project,
        no_sign_in: setup.no_sign_in,
    };
    let own = std::env::current_exe().context("cannot find the path of this program")?;
    let doorbell = command_path(&own)
        .context("the path of this program is not valid UTF-8; install it in another folder")?;
    let pairing = Pairing::new(paths, doorbell, options);
    if setup.check {
        return check(setup, &pairing, streams);
    }
    let found = pairing.scan()?;
    let report = Report::new(&pairing);
    if setup.json {
        writeln!(streams.out, "{}", json!(found))?;
        return Ok(Exit::Accepted);
    }
    if setup.undo {
        return undo(setup, &pairing, streams);
    }
    check_names(setup, found.servers().map(|server| &server.id))?;
    let is_shown = |server: &ConfiguredServer| is_selected(setup, &server.id);
    if setup.list {
        report.servers(&found, is_shown, streams)?;
    }
    let is_in_scope = |agent| is_selected_agent(setup, agent);
    let has_unreadable = report.unreadable_files(&found, is_in_scope, streams)?;
    if setup.list {
        return Ok(Exit::Accepted);
    }
    if found.agents.is_empty() && found.permissions.is_none() && !has_unreadable {
        report.no_agents(streams)?;
        return Ok(Exit::Accepted);
    }
    report.unchanged(&found, is_shown, streams)?;
    let mut servers = servers_to_pair(setup, &found);
    if setup.permissions {
        servers.push(permissions_id(setup, &found)?);
    } else {
        servers.extend(outdated_permissions(setup, &found));
    }
    let plan = pairing.plan_pairing(&servers)?;
    let exit = apply_plan(setup, &pairing, &plan, "Connect", streams)?;
    if !setup.dry_run && exit != Exit::Declined {
        let launchers = pairing.update_launchers()?;
        report.launchers(&launchers, streams)?;
    }
    if setup.server.is_empty() {
        let has_permissions = setup.permissions;
        report.alternatives(&found, is_in_scope, has_permissions, streams)?;
    }
    // A preview fails only for the agents that were named.
    let is_preview = setup.dry_run && setup.agent.is_empty();
    Ok(match exit {
        Exit::Accepted if has_unreadable && !is_preview => Exit::Unavailable,
        exit => exit,
    })
}

/// Returns the id of Claude Code's permission requests.
fn permissions_id(setup: &Setup, found: &ScanResult) -> Result<ServerId> {
    if !is_selected_agent(setup, Agent::ClaudeCode) {
        let message =
            "--permissions is for Claude Code; add --agent claude-code or leave --agent out";
        return Err(UsageError(message.to_owned()).into());
    }
    let found = found.permissions.as_ref();
    let found = found.context("Claude Code's configuration was not found")?;
    Ok(found.id.clone())
}

fn outdated_permissions(setup: &Setup, found: &ScanResult) -> Option<ServerId> {
    let permissions = found.permissions.as_ref()?;
    let is_outdated = matches!(
        permissions.state,
        PairingState::Paired { outdated: true, .. }
    );
    (is_outdated && is_selected(setup, &permissions.id)).then(|| permissions.id.clone())
}

fn is_selected(setup: &Setup, server: &ServerId) -> bool {
    let is_named = setup.server.iter().any(|name| name == server.name());
    is_selected_agent(setup, server.agent) && (setup.server.is_empty() || is_named)
}

fn is_selected_agent(setup: &Setup, agent: Agent) -> bool {
    setup.agent.is_empty() || setup.agent.contains(&agent)
}

/// Returns the selected servers that can be paired. Includes those that cannot be paired only if
/// servers were named, so that the reason is printed.
fn servers_to_pair(setup: &Setup, found: &ScanResult) -> Vec<ServerId> {
    found
        .servers()
        .filter(|server| is_selected(setup, &server.id))
        .filter(|server| match server.state {
            PairingState::CanBePaired { .. } => true,
            PairingState::Paired { outdated, .. } => outdated,
            PairingState::CannotBePaired { .. } => !setup.server.is_empty(),
        })
        .map(|server| server.id.clone())
        .collect()
}

/// Fails on a name that no server has.
fn check_names<'a>(setup: &Setup, servers: impl Iterator<Item = &'a ServerId>) -> Result<()> {
    let known: Vec<&str> = servers
        .filter(|server| is_selected_agent(setup, server.agent))
        .map(ServerId::name)
        .collect();
    for name in &setup.server {
        if !known.contains(&name.as_str()) {
            let message = format!("no server is called {name:?}; see `doorbell setup --list`");
            return Err(UsageError(message).into());
        }
    }
    Ok(())
}

/// `doorbell setup --check`
fn check(setup: &Setup, pairing: &Pairing, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut paired = pairing.paired()?;
    paired.retain(|paired| is_selected(setup, &paired.server));
    if setup.json {
        writeln!(streams.out, "{}", json!(paired))?;
    } else {
        Report::new(pairing).paired(&paired, streams)?;
    }
    Ok(if paired.is_empty() {
        Exit::Accepted
    } else {
        Exit::Declined
    })
}

/// `doorbell setup --undo`. Servers paired by hand are only unpaired if they are named.
fn undo(setup: &Setup, pairing: &Pairing, streams: &mut Streams<'_>) -> Result<Exit> {
    let paired = pairing.paired()?;
    check_names(setup, paired.iter().map(|paired| &paired.server))?;
    let servers: Vec<ServerId> = paired
        .into_iter()
        .filter(|paired| match setup.permissions {
            true => paired.server.is_permissions(),
            false => is_selected(setup, &paired.server),
        })
        .filter(|paired| !paired.by_hand || !setup.server.is_empty())
        .map(|paired| paired.server)
        .collect();
    let plan = pairing.plan_unpairing(&servers)?;
    apply_plan(setup, pairing, &plan, "Disconnect", streams)
}

/// Shows a plan, asks for consent, and applies it.
fn apply_plan(
    setup: &Setup,
    pairing: &Pairing,
    plan: &Plan,
    verb: &str,
    streams: &mut Streams<'_>,
) -> Result<Exit> {
    let report = Report::new(pairing);
    for refused in &plan.refused {
        report.refused(&refused.server, &refused.reason, streams)?;
    }
    let mut exit = if plan.refused.is_empty() {
        Exit::Accepted
    } else {
        Exit::Unavailable
    };
    if plan.is_empty() {
        writeln!(streams.out, "Nothing to change.")?;
        return Ok(exit);
    }
    report.plan(verb, plan, streams)?;
    let diffs = plan
        .changes
        .iter()
        .map(|change| format!("\n{}", change.diff));
    let diffs = diffs.collect::<String>() + "\n";
    if setup.diff {
        let in_colour = diff::wants_colour(std::io::stdout().is_terminal());
        diff::print(&diffs, in_colour, streams.out)?;
    }
    if setup.dry_run {
        let hint = if setup.diff {
            ""
        } else {
            " To see every line: --dry-run --diff"
        };
        writeln!(streams.out, "Nothing was changed.{hint}")?;
        return Ok(exit);
    }
    let question = report.question(verb, plan);
    let diffs = Some(diffs.as_str()).filter(|_| !setup.diff);
    if !setup.yes && !consent::ask(&question, diffs, streams)? {
        writeln!(streams.out, "Nothing was changed.")?;
        return Ok(Exit::Declined);
    }
    let mut changed_agents: Vec<Agent> = Vec::new();
    let mut has_hooks = false;
    for change in &plan.changes {
        match pairing.apply(change) {
            Ok(applied) => {
                report.applied(verb, &applied, &change.renewed, streams)?;
                for refused in &applied.refused {
                    report.refused(&refused.server, &refused.reason, streams)?;
                    exit = Exit::Unavailable;
                }
                let is_hook = |server: &&ServerId| report::is_hook(server, &applied.file);
                let (hooks, wrapped): (Vec<_>, Vec<_>) = applied.servers.iter().partition(is_hook);
                has_hooks |= !hooks.is_empty();
                changed_agents.extend(wrapped.iter().map(|server| server.agent));
            }
            Err(error) => {
                writeln!(streams.err, "doorbell: {error:#}")?;
                exit = Exit::Unavailable;
            }
        }
    }
    changed_agents.sort();
    changed_agents.dedup();
    report.restart(&changed_agents, &running_sessions(&changed_agents), streams)?;
    if has_hooks {
        report.hooks_take_effect(streams)?;
    }
    Ok(exit)
}
