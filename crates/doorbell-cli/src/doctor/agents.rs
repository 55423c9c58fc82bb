//! Counts the paired servers of each agent.

use doorbell_pairing::{
    Agent, FoundAgent, LauncherTarget, Pairing, PairingOptions, PairingState, Refusal, ScanResult,
    UserPaths, command_path,
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
    let pairing = Pairing::new(paths.clone(), doorbell, PairingOptions::default());
    match pairing.scan() {
        Ok(found) => {
            let mut report = summarise(&found, &paths);
            report.findings.extend(check_hooks(&pairing, &found));
            report
        }
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

/// Checks what Claude Code's hooks run. A missing launcher is Doorbell's own file, so it is written again.
fn check_hooks(pairing: &Pairing, found: &ScanResult) -> Vec<Finding> {
    const SETUP: &str = "run `doorbell setup`";
    let mut findings = Vec::new();
    for (launcher, target) in pairing.launchers().unwrap_or_default() {
        let launcher = pairing.paths().display(&launcher);
        match target {
            LauncherTarget::Own => {}
            LauncherTarget::Other(other) => {
                let other = pairing.paths().display(&other);
                let message = format!("hooks run another installation, {other}");
                findings.push(Finding::warning(message).with_fix(SETUP));
            }
            LauncherTarget::Missing => findings.push(match pairing.update_launchers() {
                Ok(_) => Finding::warning(format!(
                    "hooks ran a Doorbell that is gone; repaired {launcher}"
                )),
                Err(error) => Finding::warning(format!("hooks don’t reach Doorbell: {error}")),
            }),
        }
    }
    let is_outdated = found
        .servers()
        .chain(&found.permissions)
        .any(|server| matches!(server.state, PairingState::Paired { outdated: true, .. }));
    let missing = pairing.missing_hook_programs();
    for program in &missing {
        let program = pairing.paths().display(program);
        let finding = Finding::warning(format!("a hook runs {program}, which doesn’t exist"));
        findings.push(match is_outdated {
            true => finding.with_fix(SETUP),
            // Doorbell did not write it.
            false => finding.with_fix("remove the hook from ~/.claude/settings.json"),
        });
    }
    if is_outdated && missing.is_empty() {
        let message = "its hooks were written by an earlier version of Doorbell";
        findings.push(Finding::warning(message).with_fix(SETUP));
    }
    let step = |finding: Finding| finding.for_step(Agent::ClaudeCode.name());
    findings.into_iter().map(step).collect()
}

fn summary(agent: &FoundAgent, is_connected: bool) -> Finding {
    let servers = agent.servers.iter();
    let paired = servers.filter(|server| matches!(server.state, PairingState::Paired { .. }));
    let (paired, all) = (paired.count(), agent.servers.len());
    let none = match all {
        1 => "its server isn’t connected".to_owned(),
        _ => format!("none of its {all} servers is connected"),
    };
    let finding = match (paired, all) {
        (_, 0) => Finding::ok("no MCP servers"),
        (0, _) if is_connected => Finding::warning(none).with_fix("run `doorbell setup`"),
        // The verdict says what to do.
        (0, _) => Finding::warning(none),
        (1, 1) => Finding::ok("its server is connected"),
        _ => Finding::ok(format!("{paired} of {all} servers connected")),
    };
    finding.for_step(agent.name)
}
