//! What `doorbell setup` says.

use std::io::Result;

use doorbell_pairing::{
    Agent, Done, Found, How, PairedServer, Pairing, Plan, Server, ServerId, Session, State,
    Surroundings, Trouble, Why,
};

use crate::Streams;

/// Writes for one person.
pub struct Telling<'a> {
    around: &'a Surroundings,
}

impl<'a> Telling<'a> {
    pub fn new(pairing: &'a Pairing) -> Self {
        Self {
            around: pairing.surroundings(),
        }
    }

    /// The agents and their servers.
    pub fn found(
        &self,
        found: &Found,
        is_chosen: impl Fn(&Server) -> bool,
        streams: &mut Streams<'_>,
    ) -> Result<()> {
        if found.agents.is_empty() && found.troubles.is_empty() {
            return writeln!(streams.out, "No agent's configuration was found.");
        }
        for agent in Agent::ALL {
            let servers: Vec<_> = found
                .servers()
                .chain(&found.permissions)
                .filter(|server| server.id.agent == agent && is_chosen(server))
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
                let mut state = state(&server.state);
                if server.id.is_permissions() && matches!(server.state, State::CanBePaired { .. }) {
                    state.push_str(", with --permissions");
                }
                writeln!(streams.out, "  {name:width$}  {state}")?;
            }
        }
        Ok(())
    }

    /// The files that are left alone. Whether there are any.
    pub fn troubles(
        &self,
        found: &Found,
        is_agent: impl Fn(Agent) -> bool,
        streams: &mut Streams<'_>,
    ) -> Result<bool> {
        let mut troubles = found.troubles.clone();
        troubles.retain(|trouble| is_agent(trouble.agent));
        for Trouble {
            file, place, said, ..
        } in &troubles
        {
            let file = self.around.written(file);
            let place = place.map_or(String::new(), |place| format!(", {place}"));
            writeln!(
                streams.err,
                "doorbell: {file}{place}: {said}; it is left alone"
            )?;
        }
        Ok(!troubles.is_empty())
    }

    /// The servers that need Doorbell, and how to undo that.
    pub fn paired(&self, paired: &[PairedServer], streams: &mut Streams<'_>) -> Result<()> {
        if paired.is_empty() {
            return writeln!(streams.out, "No server is paired.");
        }
        writeln!(streams.out, "These servers are paired and need Doorbell:")?;
        for PairedServer { server, by_hand } in paired {
            let file = self.around.written(&server.file);
            let name = self.name(server);
            let by_hand = if *by_hand { ", by hand" } else { "" };
            writeln!(streams.out, "  {}: {name} ({file}{by_hand})", server.agent)?;
        }
        if paired.iter().any(|paired| !paired.by_hand) {
            writeln!(streams.out, "To unpair them: doorbell setup --undo")?;
        }
        if paired.iter().any(|paired| paired.by_hand) {
            writeln!(
                streams.out,
                "To unpair one that was paired by hand: doorbell setup --undo --server NAME"
            )?;
        }
        Ok(())
    }

    /// A server that stays as it is.
    pub fn refused(&self, server: &ServerId, why: &Why, streams: &mut Streams<'_>) -> Result<()> {
        let file = self.around.written(&server.file);
        let (name, agent, why) = (self.name(server), server.agent, said(why));
        writeln!(streams.err, "doorbell: {name} of {agent} ({file}): {why}")
    }

    /// What is asked before anything is changed.
    pub fn question(&self, verb: &str, plan: &Plan) -> String {
        let servers = plan.changes.iter().map(|change| change.servers.len()).sum();
        let servers = count(servers, "server");
        format!("{verb} {servers} in {}?", count(plan.changes.len(), "file"))
    }

    /// What was done to a file.
    pub fn done(&self, verb: &str, done: &Done, streams: &mut Streams<'_>) -> Result<()> {
        for server in &done.servers {
            let name = self.name(server);
            writeln!(streams.out, "{verb}ed {name} ({}).", server.agent)?;
        }
        if let (Some(backup), "Pair") = (&done.backup, verb) {
            let file = self.around.written(&done.file);
            let backup = self.around.written(backup);
            writeln!(streams.out, "{file} as it was is kept in {backup}.")?;
        }
        Ok(())
    }

    /// Who must be started again to take notice.
    pub fn restart(
        &self,
        changed: &[Agent],
        sessions: &[Session],
        streams: &mut Streams<'_>,
    ) -> Result<()> {
        if changed.is_empty() {
            return Ok(());
        }
        if sessions.is_empty() {
            let when = "when the agent is started the next time";
            return writeln!(streams.out, "It counts {when}.");
        }
        writeln!(streams.out, "It counts after a restart of what runs now:")?;
        for session in sessions {
            let Session { agent, pid, folder } = session;
            let folder = folder.as_ref().map(|folder| self.around.written(folder));
            let folder = folder.map_or(String::new(), |folder| format!(" in {folder}"));
            writeln!(streams.out, "  {agent}, process {pid}{folder}")?;
        }
        Ok(())
    }

    /// A server's name, on one line, with the project it is for.
    fn name(&self, server: &ServerId) -> String {
        let name = server.shown_name();
        match server.at.as_slice() {
            [_, project, _, _] => {
                let project = self.around.written(project.as_ref());
                format!("{name} (in {project})")
            }
            _ => name,
        }
    }
}

fn state(state: &State) -> String {
    match state {
        State::Paired { how, since } => match since {
            Some(_) => format!("paired, {}", by(*how)),
            None => format!("paired by hand, {}", by(*how)),
        },
        State::CanBePaired { how } => format!("can be paired, {}", by(*how)),
        State::CannotBePaired { why } => format!("stays as it is: {}", said(why)),
    }
}

/// Why, and what to say on the command line to have it done all the same.
fn said(why: &Why) -> String {
    match why {
        Why::Shared => format!("{why}; --project pairs it all the same"),
        Why::MaySignIn => format!("{why}; if it needs no sign-in, --no-sign-in pairs it"),
        _ => why.to_string(),
    }
}

fn by(how: How) -> &'static str {
    match how {
        How::Wrap => "run through doorbell wrap",
        How::Hook => "by a hook of the agent",
    }
}

fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
