//! Which process is the agent session: the agent that a person or the system started, with all
//! that it started itself.
//!
//! A chain of processes goes from the asker up to the first of the system. The session is found
//! in three steps.
//!
//! 1. What is above the first known surrounding is left out: a terminal, an editor, a desktop, a
//!    service manager. This only helps: no list has all of them.
//! 2. If there are known agents, the nearest one is where the search begins, and only agents
//!    count. Otherwise it begins at the asker, and everything counts that is not a shell or
//!    another program that only starts others.
//! 3. From there up, the nearest process that has a controlling terminal decides: the topmost
//!    that counts and is still on that terminal is the session. A terminal's window and a
//!    multiplexer's server are not on the terminals they give out, whatever they are called; and
//!    a shell that an agent put into a session of the system's own has no terminal, so that the
//!    agent's decides.
//!    Where none has a terminal, the nearest leader of a system's session decides, other than a
//!    shell: services and what desktops start are such leaders.
//!
//! An agent that is not known may give its commands a terminal of their own. So if nothing but
//! the asker counts on a terminal, and what opened the terminal is on one itself, that one decides.

use super::{Process, agent, known};

/// The process that is the agent session, or the asker itself. `chain` begins with the asker and
/// goes up.
pub fn session_of(chain: &[Process]) -> Option<&Process> {
    let asker = chain.first()?;
    let outside = chain.iter().position(is_surrounding);
    let inside = &chain[..outside.unwrap_or(chain.len())];
    let is_agent = |process: &Process| agent(process).is_some();
    let found = match inside.iter().position(is_agent) {
        Some(nearest) => {
            let above = &inside[nearest..];
            topmost(&above[..reach(above)], is_agent)
        }
        None => unknown(inside),
    };
    Some(found.unwrap_or(asker))
}

/// The session where no agent is known.
fn unknown(inside: &[Process]) -> Option<&Process> {
    let mut above = inside;
    loop {
        let (near, rest) = above.split_at(reach(above));
        let found = topmost(near, |process| !is_starter(process));
        let is_only_asker = found.is_none_or(|found| Some(found) == inside.first());
        let is_opened_on_terminal = rest.first().is_some_and(|opener| opener.tty.is_some());
        if !is_only_asker || !is_opened_on_terminal {
            return found;
        }
        above = rest;
    }
}

/// How many processes, from the first one up, belong together by their terminal or, where there
/// is none, by their leader.
fn reach(chain: &[Process]) -> usize {
    if let Some(nearest) = chain.iter().position(|process| process.tty.is_some()) {
        let tty = chain[nearest].tty;
        let on_it = chain[nearest..]
            .iter()
            .take_while(|process| process.tty == tty);
        return nearest + on_it.count();
    }
    chain
        .iter()
        .position(|process| process.leader == process.pid && !is_starter(process))
        .map_or(chain.len(), |leader| leader + 1)
}

fn topmost(chain: &[Process], counts: impl Fn(&Process) -> bool) -> Option<&Process> {
    chain.iter().rev().find(|process| counts(process))
}

fn is_starter(process: &Process) -> bool {
    names(process).any(known::is_starter)
}

fn is_surrounding(process: &Process) -> bool {
    process.pid == 1 || names(process).any(known::is_surrounding)
}

/// What a process may be known as. It may call itself what it likes: at worst its children are
/// sessions of their own, which they could also be by leaving it.
fn names(process: &Process) -> impl Iterator<Item = &str> {
    [process.file(), process.own_name(), process.script()]
        .into_iter()
        .flatten()
}
