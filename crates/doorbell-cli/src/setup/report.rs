//! Prints what `doorbell setup` found and did.

use std::io::Result;
use std::path::{Path, PathBuf};

use doorbell_pairing::{
    Agent, AgentSession, AppliedChange, ConfiguredServer, PairedServer, Pairing, PairingMethod,
    PairingState, Plan, Refusal, ScanResult, ServerId, UnreadableFile, UserPaths,
};

use super::summary::purpose;
use crate::Streams;

pub struct Report<'a> {
    pub(super) paths: &'a UserPaths,
}

impl<'a> Report<'a> {
    pub fn new(pairing: &'a Pairing) -> Self {
        Self {
            paths: pairing.paths(),
        }
    }

    /// Prints the agents and their servers.
    pub fn servers(
        &self,
        found: &ScanResult,
        is_selected: impl Fn(&ConfiguredServer) -> bool,
        streams: &mut Streams<'_>,
    ) -> Result<()> {
        if found.agents.is_empty() && found.unreadable_files.is_empty() {
            return writeln!(streams.out, "No agents found.");
        }
        for agent in Agent::ALL {
            let servers: Vec<_> = found
                .servers()
                .chain(&found.permissions)
                .filter(|server| server.id.agent == agent && is_selected(server))
                .collect();
            if servers.is_empty() {
                continue;
            }
            writeln!(streams.out, "{agent}")?;
            let names = servers.iter().map(|server| self.name(&server.id));
            let names: Vec<String> = names.collect();
            let width = names.iter().map(|name| name.chars().count()).max();
            let width = width.unwrap_or(0);
            for (server, name) in servers.into_iter().zip(names) {
                let mut state = describe_state(&server.state);
                if server.id.is_permissions()
                    && matches!(server.state, PairingState::CanBePaired { .. })
                {
                    state.push_str(" with --permissions");
                }
                writeln!(streams.out, "  {name:width$}  {state}")?;
            }
        }
        Ok(())
    }

    /// Prints the files that are left alone. Returns true if there are any.
    pub fn unreadable_files(
        &self,
        found: &ScanResult,
        is_selected: impl Fn(Agent) -> bool,
        streams: &mut Streams<'_>,
    ) -> Result<bool> {
        let mut files = found.unreadable_files.clone();
        files.retain(|file| is_selected(file.agent));
        for UnreadableFile {
            file,
            position,
            message,
            ..
        } in &files
        {
            let file = self.paths.display(file);
            let position = position.map_or(String::new(), |position| format!(", {position}"));
            writeln!(
                streams.err,
                "doorbell: {file}{position}: {message} (file skipped)"
            )?;
        }
        Ok(!files.is_empty())
    }

    /// Prints the paired servers, and how to unpair them.
    pub fn paired(&self, paired: &[PairedServer], streams: &mut Streams<'_>) -> Result<()> {
        if paired.is_empty() {
            return writeln!(streams.out, "No server is connected.");
        }
        writeln!(
            streams.out,
            "These servers are connected and need Doorbell:"
        )?;
        for PairedServer { server, by_hand } in paired {
            let file = self.paths.display(&server.file);
            let name = self.name(server);
            let by_hand = if *by_hand { ", by hand" } else { "" };
            writeln!(streams.out, "  {}: {name} ({file}{by_hand})", server.agent)?;
        }
        if paired.iter().any(|paired| !paired.by_hand) {
            writeln!(streams.out, "To disconnect them: doorbell setup --undo")?;
        }
        if paired.iter().any(|paired| paired.by_hand) {
            writeln!(
                streams.out,
                "To disconnect one that was connected by hand: doorbell setup --undo --server NAME"
            )?;
        }
        Ok(())
    }

    /// Prints why a server cannot be paired or unpaired.
    pub fn refused(
        &self,
        server: &ServerId,
        reason: &Refusal,
        streams: &mut Streams<'_>,
    ) -> Result<()> {
        let file = self.paths.display(&server.file);
        let (name, agent, reason) = (self.name(server), server.agent, with_override(reason));
        writeln!(
            streams.err,
            "doorbell: skipped {name} of {agent} ({file}): {reason}"
        )
    }

    /// Returns the question that asks for consent.
    pub fn question(&self, verb: &str, plan: &Plan) -> String {
        let files = count(plan.changes.len(), "file");
        let purpose = purpose(&verb.to_lowercase(), plan);
        let mut letters = purpose.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let purpose: String = first.into_iter().chain(letters).collect();
        format!("{purpose} in {files}?")
    }

    /// Prints what was done to a file.
    pub fn applied(
        &self,
        verb: &str,
        applied: &AppliedChange,
        renewed: &[ServerId],
        streams: &mut Streams<'_>,
    ) -> Result<()> {
        for server in &applied.servers {
            let (name, agent) = (self.name(server), server.agent);
            match renewed.contains(server) {
                true => writeln!(streams.out, "Updated the hook for {name} ({agent}).")?,
                false => writeln!(streams.out, "{verb}ed {name} ({agent}).")?,
            }
        }
        if let (Some(backup), "Connect") = (&applied.backup, verb) {
            let file = self.paths.display(&applied.file);
            let backup = self.paths.display(backup);
            writeln!(streams.out, "Backup of {file}: {backup}")?;
        }
        Ok(())
    }

    /// Prints which sessions must be restarted for the change to take effect.
    pub fn restart(
        &self,
        changed: &[Agent],
        sessions: &[AgentSession],
        streams: &mut Streams<'_>,
    ) -> Result<()> {
        if changed.is_empty() {
            return Ok(());
        }
        if sessions.is_empty() {
            return writeln!(streams.out, "Restart the agent to apply the change.");
        }
        writeln!(streams.out, "Restart these sessions to apply the change:")?;
        for session in sessions {
            let AgentSession { agent, pid, folder } = session;
            let folder = folder.as_ref().map(|folder| self.paths.display(folder));
            let folder = folder.map_or(String::new(), |folder| format!(" in {folder}"));
            writeln!(streams.out, "  {agent}, process {pid}{folder}")?;
        }
        Ok(())
    }

    /// Claude Code reads its hooks whenever it needs them.
    pub fn hooks_take_effect(&self, streams: &mut Streams<'_>) -> Result<()> {
        let agent = Agent::ClaudeCode;
        writeln!(
            streams.out,
            "{agent}’s hooks take effect at once, in running sessions too."
        )
    }

    /// Prints the launchers that now run this Doorbell.
    pub fn launchers(&self, changed: &[PathBuf], streams: &mut Streams<'_>) -> Result<()> {
        for launcher in changed {
            let launcher = self.paths.display(launcher);
            writeln!(
                streams.out,
                "{launcher}, which agents’ hooks run, now runs this Doorbell."
            )?;
        }
        Ok(())
    }

    /// Returns a server's name, with the project it is for.
    pub(super) fn name(&self, server: &ServerId) -> String {
        let name = server.shown_name();
        match server.key_path.as_slice() {
            [_, project, _, _] => {
                let project = self.paths.display(project.as_ref());
                format!("{name} (in {project})")
            }
            _ => name,
        }
    }
}

fn describe_state(state: &PairingState) -> String {
    match state {
        PairingState::Paired {
            method,
            since,
            outdated,
        } => match since {
            Some(_) if *outdated => {
                let method = describe_method(*method);
                format!("connected, {method} that `doorbell setup` updates")
            }
            Some(_) => format!("connected, {}", describe_method(*method)),
            None => format!("connected by hand, {}", describe_method(*method)),
        },
        PairingState::CanBePaired { method } => {
            format!("can be connected, {}", describe_method(*method))
        }
        PairingState::CannotBePaired { reason } => {
            format!("skipped: {}", with_override(reason))
        }
    }
}

/// Adds the option that pairs the server despite this reason.
fn with_override(reason: &Refusal) -> String {
    match reason {
        Refusal::SharedFile => format!("{reason}; use --project to connect it anyway"),
        Refusal::MaySignIn => format!("{reason}; if it needs no login, use --no-sign-in"),
        _ => reason.to_string(),
    }
}

fn describe_method(method: PairingMethod) -> &'static str {
    match method {
        PairingMethod::Wrap => "through a proxy",
        PairingMethod::Hook => "through a hook",
    }
}

/// Returns true if pairing the server changes a hook in this file, not the server's own entry.
pub(super) fn is_hook(server: &ServerId, changed_file: &Path) -> bool {
    server.is_permissions() || server.file != changed_file
}

pub(super) fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
