//! Whether the agents' servers that are paired still lead to this Doorbell.

use std::path::Path;

use doorbell_pairing::{Leave, Pairing, State, Surroundings, command_path};

use super::report::Finding;

/// One finding for each agent that has paired servers, and for each file that cannot be read.
pub fn look() -> Vec<Finding> {
    let own = std::env::current_exe()
        .ok()
        .and_then(|own| command_path(&own));
    let (Some(around), Some(doorbell)) = (Surroundings::of_process(), own) else {
        return vec![Finding::warns("there is no home to look for agents in").of("Agents")];
    };
    let found = match Pairing::new(around, doorbell, Leave::default()).look() {
        Ok(found) => found,
        Err(error) => return vec![Finding::warns(format!("{error}")).of("Agents")],
    };
    let mut findings: Vec<Finding> = found
        .agents
        .iter()
        .map(|agent| {
            let servers = agent.servers.iter();
            let paired = servers.filter(|server| matches!(server.state, State::Paired { .. }));
            let (paired, all) = (paired.count(), agent.servers.len());
            let words = format!("{paired} of {all} servers paired");
            let finding = Finding::holds(words).of(agent.name);
            if paired == 0 && all > 0 {
                finding.fix("`doorbell setup`")
            } else {
                finding
            }
        })
        .collect();
    if findings.is_empty() {
        findings.push(Finding::holds("no agent with MCP servers was found").of("Agents"));
    }
    findings.extend(found.troubles.iter().map(|trouble| {
        let file = Path::new(&trouble.file).display();
        let words = format!("{file} was left alone: {}", trouble.said);
        Finding::warns(words)
            .of("Agents")
            .fix("mend the file, then `doorbell setup`")
    }));
    findings
}
