//! The lines with which `doorbell setup` begins: what would change, what would not, what else there is.

use std::io::Result;

use doorbell_pairing::{
    Agent, ConfiguredServer, FileChange, PairingState, Plan, ScanResult, ServerId,
};

use super::report::{Report, count, is_hook};
use crate::Streams;

/// Lets `claude -p` ask in Doorbell, whether or not the agent knows `doorbell mcp`.
const HEADLESS: &str = "claude -p --mcp-config \
    '{\"mcpServers\":{\"doorbell\":{\"command\":\"doorbell\",\"args\":[\"mcp\"]}}}' \
    --permission-prompt-tool mcp__doorbell__permission 'Fix the tests'";
/// How many servers of a file are named.
const MAX_NAMES: usize = 6;

impl Report<'_> {
    /// Prints what to do if no agent was found.
    pub fn no_agents(&self, streams: &mut Streams<'_>) -> Result<()> {
        let names = Agent::ALL.map(Agent::name).join(", ");
        writeln!(streams.out, "No agents found. Doorbell looks for {names}.")?;
        writeln!(
            streams.out,
            "To connect another one, run its MCP servers through `doorbell wrap` (see --help)."
        )
    }

    /// Prints one line for each changed file, or for each hook in it.
    pub fn plan(&self, verb: &str, plan: &Plan, streams: &mut Streams<'_>) -> Result<()> {
        let subject = match verb {
            "Connect" => purpose("connect", plan),
            _ => purpose("disconnect", plan),
        };
        let files = count(plan.changes.len(), "file");
        match verb {
            "Connect" => writeln!(streams.out, "To {subject}, Doorbell changes {files}:")?,
            _ => writeln!(streams.out, "To {subject}, Doorbell restores {files}:")?,
        }
        let rows: Vec<(String, String)> = plan
            .changes
            .iter()
            .flat_map(|change| {
                let file = self.paths.display(&change.file);
                let rows = self.rows(change).into_iter();
                rows.map(move |what| (file.clone(), what))
            })
            .collect();
        let width = rows.iter().map(|(file, _)| file.chars().count()).max();
        let width = width.unwrap_or(0);
        for (file, what) in rows {
            writeln!(streams.out, "  {file:width$}  {what}")?;
        }
        match verb {
            "Connect" => writeln!(streams.out, "`doorbell setup --undo` restores the files."),
            _ => Ok(()),
        }
    }

    fn rows(&self, change: &FileChange) -> Vec<String> {
        let is_hook = |server: &&ServerId| is_hook(server, &change.file);
        let (hooks, wrapped): (Vec<_>, Vec<_>) = change.servers.iter().partition(is_hook);
        let names: Vec<String> = wrapped.iter().map(|server| self.name(server)).collect();
        let more = names.len().saturating_sub(MAX_NAMES);
        let agent = wrapped.first().map(|server| server.agent);
        let mut listed = names[..names.len() - more].join(", ");
        if more > 0 {
            listed.push_str(&format!(" and {more} more"));
        }
        let wrapped = agent.map(|agent| format!("{agent}: {listed}"));
        let hooks = hooks.into_iter().map(|server| {
            let what = match server.is_permissions() {
                true => "permission prompts".to_owned(),
                false => self.name(server),
            };
            let newer = match change.renewed.contains(server) {
                true => "newer ",
                false => "",
            };
            format!("{}: {newer}hook for {what}", server.agent)
        });
        wrapped.into_iter().chain(hooks).collect()
    }

    /// Prints how many of the selected servers stay as they are.
    pub fn unchanged(
        &self,
        found: &ScanResult,
        is_selected: impl Fn(&ConfiguredServer) -> bool,
        streams: &mut Streams<'_>,
    ) -> Result<()> {
        let (mut paired, mut skipped) = (0, 0);
        for server in found.servers().filter(|server| is_selected(server)) {
            match server.state {
                PairingState::Paired { .. } => paired += 1,
                PairingState::CannotBePaired { .. } => skipped += 1,
                PairingState::CanBePaired { .. } => {}
            }
        }
        if paired > 0 {
            writeln!(
                streams.out,
                "Already connected: {}.",
                count(paired, "server")
            )?;
        }
        if skipped > 0 {
            let skipped = count(skipped, "server");
            writeln!(
                streams.out,
                "Skipped: {skipped} (`doorbell setup --list` shows why)."
            )?;
        }
        Ok(())
    }

    /// Prints how else to connect the agents that have no servers, and Claude Code's permissions.
    pub fn alternatives(
        &self,
        found: &ScanResult,
        is_selected: impl Fn(Agent) -> bool,
        has_permissions: bool,
        streams: &mut Streams<'_>,
    ) -> Result<()> {
        let without_servers: Vec<Agent> = found
            .agents
            .iter()
            .filter(|agent| agent.servers.is_empty() && is_selected(agent.agent))
            .map(|agent| agent.agent)
            .collect();
        if let Some((last, others)) = without_servers.split_last() {
            let names: Vec<&str> = others.iter().map(|agent| agent.name()).collect();
            let (names, have) = match names.is_empty() {
                true => (last.name().to_owned(), "has"),
                false => (format!("{} and {last}", names.join(", ")), "have"),
            };
            writeln!(
                streams.out,
                "{names} {have} no MCP servers. To let the model ask you, add Doorbell's own:"
            )?;
            for agent in without_servers {
                let how = self.own_server(agent);
                writeln!(streams.out, "  {how}")?;
            }
        }
        let can_pair = |server: &ConfiguredServer| {
            is_selected(server.id.agent) && matches!(server.state, PairingState::CanBePaired { .. })
        };
        if has_permissions {
            writeln!(
                streams.out,
                "To be asked by `claude -p` as well:\n  {HEADLESS}"
            )?;
        } else if found.permissions.as_ref().is_some_and(can_pair) {
            writeln!(
                streams.out,
                "To answer Claude Code's permission prompts in Doorbell: doorbell setup --permissions"
            )?;
        }
        Ok(())
    }

    /// Returns the command that adds `doorbell mcp` to an agent, or where to write it.
    fn own_server(&self, agent: Agent) -> String {
        match agent {
            Agent::ClaudeCode => "claude mcp add -s user doorbell -- doorbell mcp".to_owned(),
            Agent::Codex => "codex mcp add doorbell -- doorbell mcp".to_owned(),
            _ => {
                let file = agent.user_file(self.paths);
                let file = file.map_or("its settings".to_owned(), |file| self.paths.display(&file));
                format!("{agent}: add the command `doorbell mcp` to {file}")
            }
        }
    }
}

/// Returns what a plan is for: "connect 2 servers and update 1 hook".
pub fn purpose(verb: &str, plan: &Plan) -> String {
    let is_renewed = |server: &&ServerId| {
        let mut changes = plan.changes.iter();
        changes.any(|change| change.renewed.contains(server))
    };
    let servers = plan.changes.iter().flat_map(|change| &change.servers);
    let (renewed, others): (Vec<_>, Vec<_>) = servers.partition(is_renewed);
    let (permissions, servers): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|server| server.is_permissions());
    let subject = match (servers.len(), permissions.is_empty()) {
        (0, true) => None,
        (0, false) => Some("permission prompts".to_owned()),
        (servers, true) => Some(count(servers, "server")),
        (servers, false) => Some(format!(
            "{} and permission prompts",
            count(servers, "server")
        )),
    };
    let parts = [
        subject.map(|subject| format!("{verb} {subject}")),
        (!renewed.is_empty()).then(|| format!("update {}", count(renewed.len(), "hook"))),
    ];
    parts
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" and ")
}
