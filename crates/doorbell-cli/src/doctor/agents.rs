//! Counts the paired servers of each agent.

use doorbell_pairing::{
    FoundAgent, Pairing, PairingOptions, PairingState, Refusal, ScanResult, UserPaths, command_path,
};

use super::report::Finding;

pub struct AgentReport {
    pub findings: Vec<Finding>,
    /// True if a question of at least one agent reaches Doorbell; `None` if that cannot be known.
    pub is_connected: Option<bool>,
}

pub fn check() -> AgentReport {
    let unknown = |finding: Finding| AgentReport {
        findings: vec![finding.for_step("Agents")],
        is_connected: None,
    };
    let own = std::env::current_exe()
        .ok()
        .and_then(|own| command_path(&own));
    let (Some(paths), Some(doorbell)) = (UserPaths::from_env(), own) else {
        let finding = Finding::warning("your home folder is unknown").with_fix("set HOME");
        return unknown(finding);
    };
    match Pairing::new(paths.clone(), doorbell, PairingOptions::default()).scan() {
        Ok(found) => summarise(&found, &paths),
        Err(error) => unknown(Finding::warning(format!("{error}"))),
    }
}

fn summarise(found: &ScanResult, paths: &UserPaths) -> AgentReport {
    let is_connected = found.servers().chain(&found.permissions).any(|server| {
        matches!(
            server.state,
            PairingState::Paired { .. }
                | PairingState::CannotBePaired {
                    reason: Refusal::DoorbellItself
                }
        )
    });
    let agents = found.agents.iter();
    let mut findings: Vec<Finding> = agents.map(|agent| summary(agent, is_connected)).collect();
    findings.extend(found.unreadable_files.iter().map(|unreadable| {
        let file = paths.display(&unreadable.file);
        let position = unreadable.position.map(|position| format!(", {position}"));
        let position = position.unwrap_or_default();
        Finding::warning(format!("{file}{position}: {}", unreadable.message))
            .for_step("Agents")
            .with_fix("fix the file, then run `doorbell setup`")
    }));
    if findings.is_empty() {
        findings.push(Finding::warning("none found").for_step("Agents"));
    }
    AgentReport {
        findings,
        is_connected: Some(is_connected),
    }
}

fn summary(agent: &FoundAgent, is_connected: bool) -> Finding {
    let servers = agent.servers.iter();
    let paired = servers.filter(|server| matches!(server.state, PairingState::Paired { .. }));
    let (paired, all) = (paired.count(), agent.servers.len());
    let finding = match (paired, all) {
        (_, 0) => Finding::ok("no MCP servers"),
        (0, _) if is_connected => Finding::warning(format!("none of its {all} servers is connected"))
            .with_fix("run `doorbell setup`"),
        // The verdict says what to do.
        (0, _) => Finding::warning(format!("none of its {all} servers is connected")),
        _ => Finding::ok(format!("{paired} of {all} servers connected")),
    };
    finding.for_step(agent.name)
}
