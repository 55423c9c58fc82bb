//! The agent sessions that asked or reported something, while their process runs.
//!
//! A session is a process, as the system reports it, and the conversation that its askers claim. What
//! an asker reports concerns its own process only.

mod notice;
mod terminal;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

use crate::asker::{Asker, Claims, SessionId};
use crate::board::QuestionId;
use crate::markdown;
use crate::text::{clamp, one_line};
use crate::view::{AgentSessionStateView, AgentSessionView};

pub use notice::is_notice_wanted;
pub use terminal::{DesktopWindow, TerminalFacts, TerminalHost};

pub const MAX_SESSIONS: usize = 64;
/// Conversations of one process.
pub const MAX_PER_PROCESS: usize = 4;
const MAX_MESSAGE_CHARS: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionNumber(u64);

impl fmt::Display for SessionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

impl SessionNumber {
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix('s')?.parse().ok().map(Self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionState {
    Working,
    Finished,
    WaitsInTerminal,
}

/// What an asker says about its session.
#[derive(Clone, Copy, Debug)]
pub struct SessionReport<'a> {
    pub state: SessionState,
    pub message: &'a str,
    /// Which of the agent's turns it is about.
    pub turn: Option<&'a str>,
    /// True if nobody is to be notified.
    pub is_quiet: bool,
}

#[derive(Default)]
pub struct Sessions {
    /// In the order in which they appeared.
    sessions: Vec<AgentSession>,
    last_number: u64,
    /// Notices that are no longer true.
    outdated_notices: Vec<QuestionId>,
}

struct AgentSession {
    number: SessionNumber,
    asker: Arc<Asker>,
    claims: Claims,
    /// `None` if it never reported.
    state: Option<SessionState>,
    since: Timestamp,
    message: String,
    turns: Turns,
    /// With the time when each was asked, oldest first.
    open_questions: Vec<(QuestionId, Timestamp)>,
    notice: Option<QuestionId>,
    has_terminal: bool,
}

/// Tells a report about the turn before from one about a turn whose beginning was missed.
#[derive(Default)]
struct Turns {
    current: Option<String>,
    previous: Option<String>,
}

impl Turns {
    /// Returns false for a report that came too late.
    fn accept(&mut self, turn: Option<&str>) -> bool {
        if turn.is_some() && turn == self.previous.as_deref() {
            return false;
        }
        if turn.is_some() && turn != self.current.as_deref() {
            self.previous = std::mem::replace(&mut self.current, turn.map(str::to_owned));
        }
        true
    }
}

impl AgentSession {
    fn process(&self) -> SessionId {
        self.asker.session
    }

    fn set_state(&mut self, state: SessionState, message: &str, now: Timestamp) {
        self.state = Some(state);
        self.since = now;
        self.message = clamp(&one_line(&markdown::first_line(message)), MAX_MESSAGE_CHARS);
    }

    fn view(&self) -> AgentSessionView {
        let question = self.open_questions.first();
        let state = match self.state {
            _ if question.is_some() => AgentSessionStateView::Asks,
            None => AgentSessionStateView::Asked,
            Some(SessionState::Working) => AgentSessionStateView::Working,
            Some(SessionState::Finished) => AgentSessionStateView::Finished,
            Some(SessionState::WaitsInTerminal) => AgentSessionStateView::WaitsInTerminal,
        };
        let message = if question.is_some() {
            ""
        } else {
            &self.message
        };
        AgentSessionView {
            id: self.number.to_string(),
            agent: self.asker.headline(&self.claims),
            state,
            since: question
                .map_or(self.since, |(_, asked)| *asked)
                .as_millisecond(),
            message: message.to_owned(),
            question: question.map(|(id, _)| id.to_string()),
            terminal: self.has_terminal,
        }
    }
}

impl Sessions {
    /// An asker of the session asked a question.
    pub fn asked(
        &mut self,
        asker: &Arc<Asker>,
        claims: &Claims,
        question: QuestionId,
        now: Timestamp,
    ) -> SessionNumber {
        let session = self.find_or_add(asker, claims, now);
        session.open_questions.push((question, now));
        session.number
    }

    pub fn question_ended(&mut self, question: QuestionId, now: Timestamp) {
        for session in &mut self.sessions {
            session.notice = session.notice.filter(|notice| *notice != question);
            let before = session.open_questions.len();
            session.open_questions.retain(|(id, _)| *id != question);
            if session.open_questions.len() < before && session.state.is_none() {
                session.since = now;
            }
        }
    }

    /// Returns the session, and true if its person may be notified.
    pub fn reported(
        &mut self,
        asker: &Arc<Asker>,
        claims: &Claims,
        report: SessionReport<'_>,
        now: Timestamp,
    ) -> (SessionNumber, bool) {
        let session = self.find_or_add(asker, claims, now);
        let is_repeated = report.is_quiet && session.state == Some(report.state);
        // What it asks in Doorbell is open in its terminal, too.
        let is_asking = !session.open_questions.is_empty();
        let is_known = is_asking && report.state == SessionState::WaitsInTerminal;
        if is_repeated || is_known || !session.turns.accept(report.turn) {
            return (session.number, false);
        }
        session.set_state(report.state, report.message, now);
        let number = session.number;
        let outdated = session.notice.take();
        self.outdated_notices.extend(outdated);
        // One question notifies already.
        let is_news = report.state != SessionState::Working && !report.is_quiet;
        (number, is_news && !is_asking)
    }

    /// The process did something that shows that it does not wait in its terminal.
    pub fn went_on(&mut self, process: SessionId, now: Timestamp) {
        for session in &mut self.sessions {
            if session.process() == process && session.state == Some(SessionState::WaitsInTerminal)
            {
                session.set_state(SessionState::Working, "", now);
                self.outdated_notices.extend(session.notice.take());
            }
        }
    }

    pub fn ended(&mut self, asker: &Asker, claims: &Claims) {
        if let Some(index) = self.position(asker.session, claims.session.as_deref()) {
            self.remove(index);
        }
    }

    /// Removes the sessions whose process has ended.
    pub fn remove_ended(&mut self, is_running: impl Fn(SessionId) -> bool) {
        for index in (0..self.sessions.len()).rev() {
            if !is_running(self.sessions[index].process()) {
                self.remove(index);
            }
        }
    }

    /// Returns the notices to withdraw since the last call.
    pub fn take_outdated_notices(&mut self) -> Vec<QuestionId> {
        std::mem::take(&mut self.outdated_notices)
    }

    pub fn set_notice(&mut self, number: SessionNumber, notice: QuestionId) {
        let outdated = match self.get_mut(number) {
            Some(session) => session.notice.replace(notice),
            None => Some(notice),
        };
        self.outdated_notices.extend(outdated);
    }

    pub fn set_terminal(&mut self, number: SessionNumber, has_terminal: bool) {
        if let Some(session) = self.get_mut(number) {
            session.has_terminal = has_terminal;
        }
    }

    pub fn process(&self, number: SessionNumber) -> Option<SessionId> {
        let mut sessions = self.sessions.iter();
        sessions
            .find(|session| session.number == number)
            .map(AgentSession::process)
    }

    pub fn numbers(&self) -> impl Iterator<Item = SessionNumber> {
        self.sessions.iter().map(|session| session.number)
    }

    pub fn is_empty(&self) -> bool {
        self.sessions.is_empty()
    }

    pub fn has_notices(&self) -> bool {
        self.sessions.iter().any(|session| session.notice.is_some())
    }

    pub fn views(&self) -> Vec<AgentSessionView> {
        self.sessions.iter().map(AgentSession::view).collect()
    }

    fn get_mut(&mut self, number: SessionNumber) -> Option<&mut AgentSession> {
        self.sessions
            .iter_mut()
            .find(|session| session.number == number)
    }

    /// An asker that claims no conversation belongs to the latest one of its process.
    fn position(&self, process: SessionId, claimed: Option<&str>) -> Option<usize> {
        let own = || {
            let sessions = self.sessions.iter().enumerate();
            sessions.filter(|(_, session)| session.process() == process)
        };
        let found = match claimed {
            None => own().max_by_key(|(_, session)| session.since),
            Some(claimed) => own()
                .find(|(_, session)| session.claims.session.as_deref() == Some(claimed))
                .or_else(|| own().find(|(_, session)| session.claims.session.is_none())),
        };
        found.map(|(index, _)| index)
    }

    fn find_or_add(
        &mut self,
        asker: &Arc<Asker>,
        claims: &Claims,
        now: Timestamp,
    ) -> &mut AgentSession {
        let claimed = claims.session.as_deref();
        let index = match self.position(asker.session, claimed) {
            Some(index) => index,
            None => self.add(asker, claims, now),
        };
        let session = &mut self.sessions[index];
        if claimed.is_some() {
            // The conversation's own words for itself, and its asker as it is now.
            session.asker = Arc::clone(asker);
            session.claims = claims.clone();
        }
        session
    }

    fn add(&mut self, asker: &Arc<Asker>, claims: &Claims, now: Timestamp) -> usize {
        let of_process = |session: &AgentSession| session.process() == asker.session;
        if self.sessions.iter().filter(|it| of_process(it)).count() >= MAX_PER_PROCESS {
            self.remove_least_important(of_process);
        } else if self.sessions.len() >= MAX_SESSIONS {
            self.remove_least_important(|_| true);
        }
        self.last_number += 1;
        self.sessions.push(AgentSession {
            number: SessionNumber(self.last_number),
            asker: Arc::clone(asker),
            claims: claims.clone(),
            state: None,
            since: now,
            message: String::new(),
            turns: Turns::default(),
            open_questions: Vec::new(),
            notice: None,
            has_terminal: false,
        });
        self.sessions.len() - 1
    }

    /// Removes the one that changed longest ago, one without an open question first.
    fn remove_least_important(&mut self, is_candidate: impl Fn(&AgentSession) -> bool) {
        let candidates = self.sessions.iter().enumerate();
        let found = candidates
            .filter(|(_, session)| is_candidate(session))
            .min_by_key(|(_, session)| (!session.open_questions.is_empty(), session.since));
        if let Some((index, _)) = found {
            self.remove(index);
        }
    }

    fn remove(&mut self, index: usize) {
        let removed = self.sessions.remove(index);
        self.outdated_notices.extend(removed.notice);
    }
}
