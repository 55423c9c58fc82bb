//! Finds the agent session of an asker: the agent that a person or the system started.
//!
//! The process chain goes from the asker up to init. Three steps:
//!
//! 1. Cut the chain below the first known host: a terminal, an editor, a desktop, a service manager.
//!    This is only a shortcut, because no list is complete.
//! 2. If the chain contains known agents, start at the nearest one and consider only agents.
//!    Otherwise start at the asker and consider everything except launchers such as shells.
//! 3. From there up, take the nearest process with a controlling terminal. The session is the topmost
//!    candidate on the same terminal. Terminal emulators and multiplexers are not on the terminals
//!    they provide. A shell that an agent detaches has no terminal, so the agent's terminal is found.
//!    Without any terminal, the session is bounded by the nearest POSIX session leader that is not a
//!    launcher: services and programs started by a desktop are such leaders.
//!
//! An unknown agent may give its commands a terminal of their own. If the asker is the only candidate
//! on its terminal, and the process that opened the terminal has one too, that terminal is used.

use super::{Process, agent_by_name, known};

/// `chain` begins with the asker and goes up. Returns the asker itself if no other process fits.
pub fn session_of(chain: &[Process]) -> Option<&Process> {
    let asker = chain.first()?;
    let boundary = chain.iter().position(is_host);
    let session_chain = &chain[..boundary.unwrap_or(chain.len())];
    let is_agent = |process: &Process| agent_by_name(process).is_some();
    let found = match session_chain.iter().position(is_agent) {
        Some(nearest) => {
            let above = &session_chain[nearest..];
            topmost(&above[..terminal_group_len(above)], is_agent)
        }
        None => unknown_session(session_chain),
    };
    Some(found.unwrap_or(asker))
}

fn unknown_session(chain: &[Process]) -> Option<&Process> {
    let mut above = chain;
    loop {
        let (near, rest) = above.split_at(terminal_group_len(above));
        let found = topmost(near, |process| !is_launcher(process));
        let is_asker_alone = found.is_none_or(|found| Some(found) == chain.first());
        let is_opened_on_terminal = rest.first().is_some_and(|opener| opener.tty.is_some());
        if !is_asker_alone || !is_opened_on_terminal {
            return found;
        }
        above = rest;
    }
}

/// How many processes, from the first one up, share a terminal or, without one, a session leader.
fn terminal_group_len(chain: &[Process]) -> usize {
    if let Some(nearest) = chain.iter().position(|process| process.tty.is_some()) {
        let tty = chain[nearest].tty;
        let on_it = chain[nearest..]
            .iter()
            .take_while(|process| process.tty == tty);
        return nearest + on_it.count();
    }
    chain
        .iter()
        .position(|process| process.leader == process.pid && !is_launcher(process))
        .map_or(chain.len(), |leader| leader + 1)
}

fn topmost(chain: &[Process], is_candidate: impl Fn(&Process) -> bool) -> Option<&Process> {
    chain.iter().rev().find(|process| is_candidate(process))
}

fn is_launcher(process: &Process) -> bool {
    process.names().any(known::is_launcher)
}

/// A process can choose some of its names. At worst its children become sessions of their own, which
/// they could also do by detaching.
fn is_host(process: &Process) -> bool {
    process.pid == 1 || process.names().any(known::is_host)
}
