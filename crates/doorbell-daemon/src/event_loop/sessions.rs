//! Agent sessions: what they report, the notices about it, and their terminals.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use doorbell_core::agent_question::{AgentQuestion, Notice};
use doorbell_core::asker::{Asker, AskerId, Claims};
use doorbell_core::board::{NewQuestion, QuestionBody, QuestionId, SESSION_NOTICE_LIFETIME};
use doorbell_core::known_program::AskerNames;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Ending;
use doorbell_core::sessions::{
    SessionNumber, SessionReport, Sessions, TerminalFacts, is_notice_wanted,
};
use doorbell_core::settings::SessionNotices;
use doorbell_core::view::{AgentSessionView, NoticeReason, ProgramCheck};
use doorbell_protocol::{RequestId, SessionParams, SessionResult, SessionState};
use tokio::sync::oneshot;

use super::EventLoop;
use crate::convert;
use crate::desktop::Desktop;
use crate::event::Event;
use crate::example::EXAMPLE_SERVER;
use crate::identity;
use crate::record::{QuestionRecord, ReplyTo};

/// How often the processes of listed sessions are checked, while that can be seen.
const PROCESS_CHECK_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Default)]
pub struct SessionList {
    sessions: Sessions,
    /// Notices that wait for the desktop to find the session's terminal.
    pending: HashMap<SessionNumber, PendingNotice>,
    checked_at: Duration,
}

struct PendingNotice {
    asker: Arc<Asker>,
    claims: Claims,
    message: String,
    reason: NoticeReason,
    /// The request of an asker that waits for a reply.
    reply_to: Option<ReplyTo>,
}

impl SessionList {
    pub fn views(&self) -> Vec<AgentSessionView> {
        self.sessions.views()
    }
}

impl<D: Desktop> EventLoop<D> {
    /// Handles `doorbell/session`. It can change only the session of the connected process, and ends
    /// no question but the notices about that session.
    pub(super) fn session_reported(
        &mut self,
        asker: AskerId,
        id: RequestId,
        mut params: SessionParams,
        now: &Moment,
    ) {
        let Some(identity) = self.asker(asker) else {
            return;
        };
        if params.state == SessionState::Ended {
            self.correct_answers_of_ended_agent(asker, now);
        }
        let limit = self.config.limits.message_bytes;
        params
            .message
            .truncate(params.message.floor_char_boundary(limit));
        let claims = convert::session_claims(&params);
        let is_genuine = identity.verified.check != ProgramCheck::Changed;
        let news = is_genuine
            .then(|| self.update_session(&identity, &claims, &params, now))
            .flatten();
        self.withdraw_outdated_notices(now);
        let reply_to = (asker, id);
        let Some((session, reason)) = news.filter(|_| self.may_notify(&identity, &claims, now))
        else {
            self.reply_to_session(Some(reply_to), None);
            return;
        };
        let reply_to = if params.reply {
            Some(reply_to)
        } else {
            self.reply_to_session(Some(reply_to), None);
            None
        };
        let pending = PendingNotice {
            asker: identity,
            claims,
            message: params.message,
            reason,
            reply_to,
        };
        if let Some(replaced) = self.session_list.pending.insert(session, pending) {
            self.reply_to_session(replaced.reply_to, None);
        }
        self.find_terminal(session);
    }

    /// Returns what the person may be notified of.
    fn update_session(
        &mut self,
        asker: &Arc<Asker>,
        claims: &Claims,
        params: &SessionParams,
        now: &Moment,
    ) -> Option<(SessionNumber, NoticeReason)> {
        let sessions = &mut self.session_list.sessions;
        let Some((state, reason)) = convert::session_state(params.state) else {
            sessions.ended(asker, claims);
            return None;
        };
        let report = SessionReport {
            state,
            message: &params.message,
            turn: params.turn.as_deref(),
            is_quiet: params.quiet,
        };
        let (session, is_news) = sessions.reported(asker, claims, report, now.timestamp());
        if is_news {
            return Some((session, reason?));
        }
        self.find_terminal_for_home(session);
        None
    }

    fn may_notify(&mut self, asker: &Asker, claims: &Claims, now: &Moment) -> bool {
        let names = AskerNames::of(asker, claims);
        self.settings.current.session_notices != SessionNotices::Off
            && self.store.mute_reason(&names, now).is_none()
    }

    /// Asks the desktop. [`Event::TerminalFound`] follows in any case.
    fn find_terminal(&mut self, session: SessionNumber) {
        let Some(process) = self.session_list.sessions.process(session) else {
            return;
        };
        let (reply, found) = oneshot::channel();
        self.desktop.find_terminal(process, reply);
        let events = self.events.clone();
        tokio::spawn(async move {
            let facts = found.await.unwrap_or_default();
            if let Some(events) = events.upgrade() {
                let _ = events.send(Event::TerminalFound { session, facts }).await;
            }
        });
    }

    pub(super) fn terminal_found(
        &mut self,
        session: SessionNumber,
        facts: &TerminalFacts,
        now: &Moment,
    ) {
        let has_terminal = facts.has_way();
        self.session_list
            .sessions
            .set_terminal(session, has_terminal);
        let Some(mut pending) = self.session_list.pending.remove(&session) else {
            return;
        };
        // An asker that has left meanwhile takes no reply.
        let is_connected = |(asker, _): &ReplyTo| self.connections.contains_key(asker);
        pending.reply_to = pending.reply_to.filter(is_connected);
        let quiet = self.attention.quiet_mode(now).quiet;
        let setting = self.settings.current.session_notices;
        if is_notice_wanted(setting, facts.is_in_front(), quiet) {
            self.post_notice(session, pending, has_terminal, now);
        } else {
            self.reply_to_session(pending.reply_to, None);
        }
    }

    fn post_notice(
        &mut self,
        session: SessionNumber,
        pending: PendingNotice,
        has_terminal: bool,
        now: &Moment,
    ) {
        let notice = Notice {
            reason: pending.reason,
            takes_reply: pending.reply_to.is_some(),
            has_terminal,
        };
        let question = self.board.post(
            NewQuestion {
                asker: pending.asker,
                claims: pending.claims,
                message: pending.message,
                body: QuestionBody::Agent(AgentQuestion::Notice(notice)),
                timeout: Some(SESSION_NOTICE_LIFETIME),
                hand_back: false,
                preview: false,
                keyed: false,
                draft: None,
                familiarity: None,
            },
            now,
        );
        tracing::info!(%question, %session, "a notice about a session was posted");
        let record = QuestionRecord {
            reply_to: pending.reply_to,
            is_session_notice: true,
            ..QuestionRecord::default()
        };
        self.questions.0.insert(question, record);
        self.session_list.sessions.set_notice(session, question);
        self.withdraw_outdated_notices(now);
    }

    /// Tells the asker of an ended notice what the person wrote.
    pub(super) fn session_notice_ended(&mut self, question: QuestionId, ending: &Ending) {
        let Some(record) = self.questions.0.remove(&question) else {
            return;
        };
        let reply = ending.content.as_ref().and_then(|it| it.get("reply"));
        let reply = reply.and_then(|reply| reply.as_str()).map(str::to_owned);
        self.reply_to_session(record.reply_to, reply);
    }

    fn reply_to_session(&mut self, reply_to: Option<ReplyTo>, reply: Option<String>) {
        if let Some((asker, id)) = reply_to {
            self.reply(asker, id, &SessionResult { reply });
        }
    }

    pub(super) fn withdraw_outdated_notices(&mut self, now: &Moment) {
        for notice in self.session_list.sessions.take_outdated_notices() {
            self.board.withdraw_notice(notice, now);
        }
        let sessions = &self.session_list.sessions;
        let gone = |session: &SessionNumber| sessions.process(*session).is_none();
        let ended: Vec<_> = self
            .session_list
            .pending
            .extract_if(|session, _| gone(session))
            .collect();
        for (_, pending) in ended {
            self.reply_to_session(pending.reply_to, None);
        }
    }

    /// An asker asked a question. Doorbell's own example is left out.
    pub(super) fn session_asked(
        &mut self,
        asker: &Arc<Asker>,
        claims: &Claims,
        question: QuestionId,
        now: &Moment,
    ) {
        let server = claims.server.as_ref();
        if server.is_some_and(|server| server.name == EXAMPLE_SERVER) {
            return;
        }
        let sessions = &mut self.session_list.sessions;
        let session = sessions.asked(asker, claims, question, now.timestamp());
        self.find_terminal_for_home(session);
    }

    pub(super) fn session_question_ended(&mut self, question: QuestionId, now: &Moment) {
        let sessions = &mut self.session_list.sessions;
        sessions.question_ended(question, now.timestamp());
    }

    /// A tool of the agent ran, so it does not wait in its terminal.
    pub(super) fn session_went_on(&mut self, asker: AskerId, now: &Moment) {
        if let Some(asker) = self.asker(asker) {
            let sessions = &mut self.session_list.sessions;
            sessions.went_on(asker.session, now.timestamp());
            self.withdraw_outdated_notices(now);
        }
    }

    pub(super) fn go_to_terminal(&mut self, session: &str) {
        let session = SessionNumber::parse(session);
        let process = session.and_then(|session| self.session_list.sessions.process(session));
        if let Some(process) = process {
            self.desktop.show_terminal(process);
        }
    }

    fn find_terminal_for_home(&mut self, session: SessionNumber) {
        if self.home.is_open() {
            self.find_terminal(session);
        }
    }

    /// Finds the terminals of all sessions, because Home shows a way to them.
    pub(super) fn find_terminals(&mut self) {
        let sessions: Vec<_> = self.session_list.sessions.numbers().collect();
        for session in sessions {
            self.find_terminal(session);
        }
    }

    pub(super) fn tick_sessions(&mut self, now: &Moment) {
        if self.next_session_tick().is_none_or(|at| at > now.steady) {
            return;
        }
        self.session_list.checked_at = now.steady;
        self.session_list
            .sessions
            .remove_ended(identity::is_session_running);
        self.withdraw_outdated_notices(now);
    }

    /// When to look for sessions that have ended, if Home or a notice shows one.
    pub(super) fn next_session_tick(&self) -> Option<Duration> {
        let SessionList {
            sessions,
            checked_at,
            ..
        } = &self.session_list;
        let is_visible = sessions.has_notices() || (self.home.is_open() && !sessions.is_empty());
        is_visible.then_some(*checked_at + PROCESS_CHECK_INTERVAL)
    }
}
