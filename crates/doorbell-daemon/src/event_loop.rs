//! The event loop. It owns the board and all other state of the daemon.

mod desktop_events;
mod desktop_sync;
mod drafts;
pub mod effective_settings;
mod home;
mod late_answers;
mod questions;
mod requests;
mod sessions;
mod store;
mod window;
mod withdrawal;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId};
use doorbell_core::attention::Attention;
use doorbell_core::board::{Board, BoardRules, QuestionId};
use doorbell_core::flood::FloodRules;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Outcome;
use doorbell_core::view::{DesktopFactsView, ProgramCheck};
use doorbell_protocol::{FromDoorbell, RequestId, RpcError};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::admission::IsWaiting;
use crate::clock::Clock;
use crate::config::Config;
use crate::desktop::Desktop;
use crate::event::{Event, HistoryEvent, Inbox, Outbox};
use crate::record::{QuestionRecord, Questions};
use desktop_sync::DesktopState;
use drafts::Drafts;
use effective_settings::EffectiveSettings;
use home::Home;
use late_answers::RecentAnswers;
use sessions::SessionList;
use store::Store;

/// How many events are handled before the desktop is updated.
const MAX_BATCH: usize = 64;

pub struct EventLoop<D> {
    config: Config,
    board: Board,
    desktop: D,
    clock: Arc<dyn Clock>,
    connections: HashMap<AskerId, Connection>,
    questions: Questions,
    drafts: Drafts,
    recent_answers: RecentAnswers,
    /// Lets background tasks send events back to this loop.
    events: mpsc::WeakSender<Event>,
    settings: EffectiveSettings,
    facts: DesktopFactsView,
    attention: Attention,
    desktop_state: DesktopState,
    home: Home,
    session_list: SessionList,
    is_quitting: bool,
    store: Store,
    /// When the window was last needed; `None` while it is released.
    window_used_at: Option<Duration>,
}

struct Connection {
    asker: Arc<Asker>,
    outbox: Outbox,
    is_waiting: IsWaiting,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.is_waiting.store(false, Ordering::Relaxed);
    }
}

impl<D: Desktop> EventLoop<D> {
    pub fn new(config: Config, desktop: D, events: mpsc::WeakSender<Event>) -> Self {
        let rules = BoardRules {
            questions: config.limits.questions,
            questions_per_session: config.limits.questions_per_session,
            flood: FloodRules {
                burst: config.limits.question_burst,
                refill_interval: Duration::from_millis(config.limits.question_every_ms),
                ..config.rules.flood.clone()
            },
            ..config.rules.clone()
        };
        let mut board = Board::new(rules);
        let clock = Arc::clone(&config.clock);
        let now = clock.now();
        let (store, restored) = Store::open(&config, &mut board, &now);
        let effective = EffectiveSettings::new(&config, restored.accepted_settings.as_deref());
        let settings = &effective.current;
        // `config.rules` already has the delay of `config.settings`.
        if settings.delay != config.settings.delay {
            board.set_press_delay(settings.press_delay(), &now);
        }
        let mut questions = Questions::default();
        for answer in restored.undelivered {
            let record = QuestionRecord::restore(answer, &now);
            questions.0.insert(board.next_id(), record);
        }
        Self {
            board,
            desktop,
            clock,
            store,
            connections: HashMap::new(),
            questions,
            drafts: Drafts::restore(restored.drafts),
            recent_answers: RecentAnswers::default(),
            events,
            settings: effective,
            facts: config.facts.clone(),
            attention: Attention::default(),
            desktop_state: DesktopState::default(),
            home: Home::Closed,
            session_list: SessionList::default(),
            is_quitting: false,
            window_used_at: None,
            config,
        }
    }

    /// Handles events until the daemon is told to stop.
    pub async fn run(mut self, mut inbox: Inbox) {
        self.announce_settings();
        self.desktop.apply_settings(&self.settings.current);
        self.apply_effects(&self.clock.now());
        self.sync_desktop(&self.clock.now());
        while !self.is_quitting {
            let tick = self.clock.tick_at(self.next_tick());
            tokio::select! {
                event = inbox.0.recv() => match event {
                    Some(event) => self.handle_batch(event, &mut inbox),
                    None => break,
                },
                () = tick => self.tick(),
            }
            self.sync_desktop(&self.clock.now());
        }
        self.save_drafts(Duration::MAX, &self.clock.now());
        self.flush_answers(&mut inbox).await;
    }

    fn next_tick(&self) -> Duration {
        let now = self.clock.now();
        let ticks = [
            self.board.next_tick(),
            self.questions.next_tick(),
            self.attention.next_tick(&now),
            self.next_home_tick(),
            self.next_session_tick(),
            self.release_at(),
        ];
        let ticks = ticks.into_iter().flatten();
        ticks.fold(self.store.next_tick(&now), Duration::min)
    }

    /// Returns when to release the window if no question arrives before.
    fn release_at(&self) -> Option<Duration> {
        let used_at = self
            .window_used_at
            .filter(|_| self.questions.asked().next().is_none());
        Some(used_at? + self.settings.current.window_release_delay()?)
    }

    fn tick(&mut self) {
        let now = self.clock.now();
        self.board.tick(&now);
        self.store.tick(&now);
        self.tick_questions(&now);
        self.tick_sessions(&now);
        if self.release_at().is_some_and(|at| at <= now.steady) {
            // The window may still show an ended question with the person's text, or open links.
            let is_quiet = self.board.is_idle();
            self.window_used_at = (!is_quiet).then_some(now.steady);
            if is_quiet {
                self.desktop.release();
            }
        }
        self.apply_effects(&now);
        self.sync_waiting();
    }

    /// Handles an event and those already queued behind it.
    fn handle_batch(&mut self, first: Event, inbox: &mut Inbox) {
        let mut event = Some(first);
        for _ in 0..MAX_BATCH {
            let Some(next) = event.take().or_else(|| inbox.0.try_recv().ok()) else {
                return;
            };
            self.handle(next);
            if self.is_quitting {
                return;
            }
        }
    }

    fn handle(&mut self, event: Event) {
        let now = self.clock.now();
        // `let _` ignores send errors: the receiver is gone if the window or connection closed.
        match event {
            Event::Connected {
                asker,
                outbox,
                is_waiting,
            } => {
                let connection = Connection {
                    asker,
                    outbox,
                    is_waiting,
                };
                self.connect(connection, &now);
            }
            Event::Message {
                asker,
                message,
                is_taken_over,
                handled,
            } => {
                if is_taken_over {
                    self.asker_changed(asker);
                }
                self.on_message(asker, message, &now);
                let _ = handled.send(());
            }
            Event::Disconnected { asker } => self.disconnect(asker, &now),
            Event::AnswerStored { question } => self.answer_stored(question, &now),
            Event::Window(event) => self.on_window_event(event, &now),
            Event::Edit { edit, reply } => {
                let _ = reply.send(self.board.edit(&edit, &now));
            }
            Event::Press { press, reply } => {
                let result = self.board.press(&press, &now);
                tracing::debug!(press = ?press.press, by = ?press.by, pressed = ?result, "a press");
                let _ = reply.send(result);
            }
            Event::AnswerText { id, reply } => {
                let _ = reply.send(self.board.answer_text(&id, &now));
            }
            Event::CopyLink { id, reply } => {
                let _ = reply.send(self.board.copy_link(&id, &now));
            }
            Event::PressOpenedLink { press, reply } => {
                let _ = reply.send(self.board.press_opened_link(&press, &now));
            }
            Event::PressFlood { press, reply } => {
                let _ = reply.send(self.board.press_flood(&press, &now));
            }
            Event::PressAssistiveOffer { press, reply } => {
                let _ = reply.send(self.board.press_assistive_offer(press, &now));
            }
            Event::History(event) => {
                if let HistoryEvent::Mute { mute, .. } = &event
                    && mute.length.is_some()
                {
                    self.board.asker_muted(&mute.agent, &mute.server, &now);
                }
                self.store.on_history_event(event, &now);
            }
            Event::LinkOpened { id, error } => {
                if let Some(id) = QuestionId::parse(&id) {
                    self.board.link_opened(id, error, &now);
                }
            }
            Event::Outside(event) => self.on_outside_event(event, &now),
            Event::Home(event) => self.on_home_event(event, &now),
            Event::Desktop(event) => self.on_desktop_event(event, &now),
            Event::CheckSettingChange {
                change,
                origin,
                reply,
            } => {
                let allowed = self.settings.check_change(&change, origin, &now);
                tracing::debug!(?change, whose = ?origin, ?allowed, "a setting is to change");
                let _ = reply.send(allowed);
            }
            Event::SettingsChanged {
                settings,
                change,
                problem,
            } => self.settings_changed(*settings, change, problem, &now),
            Event::TerminalFound { session, facts } => self.terminal_found(session, &facts, &now),
            Event::Stop => self.quit(&now),
        }
        self.apply_effects(&now);
        self.sync_waiting();
    }

    fn connect(&mut self, connection: Connection, now: &Moment) {
        let asker = &connection.asker;
        tracing::info!(
            asker = asker.id.0,
            pid = asker.verified.program.pid,
            "an asker arrived"
        );
        self.warm_up(now);
        self.connections.insert(connection.asker.id, connection);
    }

    /// Protects the connections that wait for a response from eviction.
    fn sync_waiting(&self) {
        let waiting = self.questions.waiting_askers();
        for (asker, connection) in &self.connections {
            let is_waiting = waiting.contains(asker);
            connection.is_waiting.store(is_waiting, Ordering::Relaxed);
        }
    }

    fn disconnect(&mut self, asker: AskerId, now: &Moment) {
        self.board.asker_disconnected(asker, now);
        self.questions.stop_awaiting(|(other, _)| *other == asker);
        self.connections.remove(&asker);
    }

    /// From now on, what the asker was when it connected identifies it no more.
    fn asker_changed(&mut self, asker: AskerId) {
        let connection = self.connections.get_mut(&asker);
        if let Some(connection) = connection
            && connection.asker.verified.check != ProgramCheck::Changed
        {
            tracing::warn!(asker = asker.0, "another program or process asks now");
            Arc::make_mut(&mut connection.asker).verified.check = ProgramCheck::Changed;
        }
    }

    fn asker(&self, asker: AskerId) -> Option<Arc<Asker>> {
        let connection = self.connections.get(&asker)?;
        Some(Arc::clone(&connection.asker))
    }

    fn warm_up(&mut self, now: &Moment) {
        if self.window_used_at.replace(now.steady).is_none() {
            self.desktop.warm_up();
        }
    }

    fn quit(&mut self, now: &Moment) {
        self.board
            .end_all(Outcome::Dismissed, "Doorbell was stopped.", now);
        self.is_quitting = true;
    }

    fn reply(&mut self, asker: AskerId, id: RequestId, result: &impl Serialize) {
        self.send(asker, FromDoorbell::reply(&id, result));
    }

    fn reply_error(&mut self, asker: AskerId, id: Option<RequestId>, error: RpcError) {
        self.send(asker, FromDoorbell::Error { id, error }.encode());
    }

    /// Queues a line without waiting. A peer whose queue is full is disconnected.
    fn send(&mut self, asker: AskerId, line: String) {
        let Some(connection) = self.connections.get(&asker) else {
            return;
        };
        if connection.outbox.try_send(line).is_err() {
            tracing::warn!(asker = asker.0, "an asker that does not read was cut off");
            self.connections.remove(&asker);
            self.board.asker_disconnected(asker, &self.clock.now());
        }
    }
}
