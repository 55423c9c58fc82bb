//! Counts the paired servers of each agent.

use std::path::Path;

use doorbell_pairing::{Pairing, PairingOptions, PairingState, UserPaths, command_path};

use super::report::Finding;

/// Returns a finding for each agent and for each file that cannot be read.
pub fn check() -> Vec<Finding> {
    let own = std::env::current_exe()
        .ok()
        .and_then(|own| command_path(&own));
    let (Some(paths), Some(doorbell)) = (UserPaths::from_env(), own) else {
        return vec![Finding::warning("there is no home to look for agents in").for_step("Agents")];
    };
    let found = match Pairing::new(paths, doorbell, PairingOptions::default()).scan() {
        Ok(found) => found,
        Err(error) => return vec![Finding::warning(format!("{error}")).for_step("Agents")],
    };
    let mut findings: Vec<Finding> = found
        .agents
        .iter()
        .map(|agent| {
            let servers = agent.servers.iter();
            let paired =
                servers.filter(|server| matches!(server.state, PairingState::Paired { .. }));
            let (paired, all) = (paired.count(), agent.servers.len());
            let message = format!("{paired} of {all} servers paired");
            let finding = Finding::ok(message).for_step(agent.name);
            if paired == 0 && all > 0 {
                finding.with_fix("`doorbell setup`")
            } else {
                finding
            }
        })
        .collect();
    if findings.is_empty() {
        findings.push(Finding::ok("no agent with MCP servers was found").for_step("Agents"));
    }
    findings.extend(found.unreadable_files.iter().map(|unreadable| {
        let file = Path::new(&unreadable.file).display();
        let message = format!("{file} was left alone: {}", unreadable.message);
        Finding::warning(message)
            .for_step("Agents")
            .with_fix("mend the file, then `doorbell setup`")
    }));
    findings
}
