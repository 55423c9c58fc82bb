//! The loop that owns the board.

mod calls;
mod desktop_sync;
mod drafts;
pub mod heeding;
mod home;
mod outside;
mod past;
mod questions;
mod window;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId};
use doorbell_core::attention::Attention;
use doorbell_core::board::{Board, BoardRules, QuestionId};
use doorbell_core::flood::FloodRules;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Outcome;
use doorbell_core::view::DesktopFactsView;
use doorbell_protocol::{FromDoorbell, RequestId, RpcError};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::clock::Clock;
use crate::config::Config;
use crate::desktop::Desktop;
use crate::event::{Event, Inbox, Outbox, PastEvent};
use crate::house::home::Home;
use crate::record::{QuestionRecord, Questions};
use desktop_sync::DesktopState;
use drafts::Drafts;
use heeding::Heeded;
use past::Past;

/// How many events are handled before the desktop is given what came of them.
const TOGETHER: usize = 64;

/// Everything the loop owns.
pub struct House<D> {
    config: Config,
    board: Board,
    desktop: D,
    clock: Arc<dyn Clock>,
    askers: HashMap<AskerId, Connected>,
    questions: Questions,
    drafts: Drafts,
    /// The way back into the loop for those who work elsewhere.
    events: mpsc::WeakSender<Event>,
    heeded: Heeded,
    facts: DesktopFactsView,
    attention: Attention,
    given: DesktopState,
    home: Home,
    /// Whether Doorbell is to end.
    quitting: bool,
    past: Past,
    /// Since when the window was ready for nothing; `None` while it is released.
    warm_since: Option<Duration>,
}

struct Connected {
    asker: Arc<Asker>,
    outbox: Outbox,
}

impl<D: Desktop> House<D> {
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
        let (past, kept) = Past::recall(&config, &mut board, &now);
        let heeded = Heeded::begin(&config, kept.accepted.as_deref());
        // The board's rules already have the delay that the file wants.
        if heeded.settings.delay != config.settings.delay {
            board.set_press_delay(heeded.settings.press_delay(), &now);
        }
        let mut questions = Questions::default();
        for answer in kept.undelivered {
            let record = QuestionRecord::restore(answer, &now);
            questions.0.insert(board.next_id(), record);
        }
        Self {
            board,
            desktop,
            clock,
            past,
            askers: HashMap::new(),
            questions,
            drafts: Drafts::restore(kept.drafts),
            events,
            heeded,
            facts: config.facts.clone(),
            attention: Attention::default(),
            given: DesktopState::default(),
            home: Home::Closed,
            quitting: false,
            warm_since: None,
            config,
        }
    }

    /// Handles one event after another until told to stop.
    pub async fn serve(mut self, mut inbox: Inbox) {
        self.tell_of_settings();
        self.desktop.adopt(&self.heeded.settings);
        self.apply_effects(&self.clock.now());
        self.sync_desktop(&self.clock.now());
        while !self.quitting {
            let tick = self.clock.tick_at(self.next_tick());
            tokio::select! {
                event = inbox.0.recv() => match event {
                    Some(event) => self.handle_all(event, &mut inbox),
                    None => break,
                },
                () = tick => self.tick(),
            }
            self.sync_desktop(&self.clock.now());
        }
        self.save_drafts(Duration::MAX, &self.clock.now());
        self.send_last_answers(&mut inbox).await;
    }

    fn next_tick(&self) -> Duration {
        let now = self.clock.now();
        let ticks = [
            self.board.next_tick(),
            self.questions.next_tick(),
            self.attention.next_tick(&now),
            self.next_home_tick(),
            self.release_at(),
        ];
        let ticks = ticks.into_iter().flatten();
        ticks.fold(self.past.next_tick(&now), Duration::min)
    }

    /// When the window is released, if nothing is asked until then.
    fn release_at(&self) -> Option<Duration> {
        let since = self
            .warm_since
            .filter(|_| self.questions.open().next().is_none());
        Some(since? + self.heeded.settings.window_release_delay()?)
    }

    fn tick(&mut self) {
        let now = self.clock.now();
        self.board.tick(&now);
        self.past.tick(&now);
        self.tick_questions(&now);
        if self.release_at().is_some_and(|at| at <= now.steady) {
            // A question that is over may still be on the screen with the person's text in it, and
            // links may not be finished.
            let is_quiet = self.board.is_idle();
            self.warm_since = (!is_quiet).then_some(now.steady);
            if is_quiet {
                self.desktop.release();
            }
        }
        self.apply_effects(&now);
    }

    /// Handles an event and those that have come meanwhile.
    fn handle_all(&mut self, first: Event, inbox: &mut Inbox) {
        let mut event = Some(first);
        for _ in 0..TOGETHER {
            let Some(next) = event.take().or_else(|| inbox.0.try_recv().ok()) else {
                return;
            };
            self.handle(next);
            if self.quitting {
                return;
            }
        }
    }

    fn handle(&mut self, event: Event) {
        let now = self.clock.now();
        match event {
            Event::Arrived { asker, outbox } => self.arrive(*asker, outbox, &now),
            Event::Said {
                asker,
                message,
                heard,
            } => {
                self.hear(asker, message, &now);
                // An asker that has gone meanwhile needs no telling.
                let _ = heard.send(());
            }
            Event::Stored { question } => self.stored(question, &now),
            Event::Left { asker } => self.leave(asker, &now),
            Event::Window(event) => self.window(event, &now),
            Event::Edit { said, reply } => {
                // Whoever no longer waits for the reply has gone with the window.
                let _ = reply.send(self.board.edit(&said, &now));
            }
            Event::Press { said, reply } => {
                let pressed = self.board.press(&said, &now);
                tracing::debug!(press = ?said.press, by = ?said.by, ?pressed, "a press");
                let _ = reply.send(pressed);
            }
            Event::AnswerText { id, reply } => {
                let _ = reply.send(self.board.answer_text(&id, &now));
            }
            Event::CopyLink { id, reply } => {
                let _ = reply.send(self.board.copy_link(&id, &now));
            }
            Event::PressWait { said, reply } => {
                let _ = reply.send(self.board.press_opened_link(&said, &now));
            }
            Event::PressFlood { said, reply } => {
                let _ = reply.send(self.board.press_flood(&said, &now));
            }
            Event::Past(event) => {
                if let PastEvent::Mute { said, .. } = &event
                    && said.length.is_some()
                {
                    self.board.asker_muted(&said.agent, &said.server, &now);
                }
                self.past.hear(event, &now);
            }
            Event::LinkOpened { id, trouble } => {
                if let Some(id) = QuestionId::parse(&id) {
                    self.board.link_opened(id, trouble, &now);
                }
            }
            Event::Outside(outside) => self.outside(outside, &now),
            Event::Home(event) => self.home(event, &now),
            Event::Desktop(event) => self.desktop_changed(event, &now),
            Event::MaySet {
                change,
                whose,
                reply,
            } => {
                let allowed = self.heeded.may_set(&change, whose, &now);
                tracing::debug!(?change, ?whose, ?allowed, "a setting is to change");
                let _ = reply.send(allowed);
            }
            Event::SettingsChanged {
                settings,
                changed,
                problem,
            } => self.file_says(*settings, changed, problem, &now),
            Event::Stop => self.end_all(&now),
        }
        self.apply_effects(&now);
    }

    fn arrive(&mut self, asker: Asker, outbox: Outbox, now: &Moment) {
        tracing::info!(
            asker = asker.id.0,
            pid = asker.verified.program.pid,
            "an asker arrived"
        );
        self.warm_up(now);
        let connected = Connected {
            outbox,
            asker: Arc::new(asker),
        };
        self.askers.insert(connected.asker.id, connected);
    }

    fn leave(&mut self, asker: AskerId, now: &Moment) {
        self.board.asker_disconnected(asker, now);
        self.questions.stop_awaiting(|(other, _)| *other == asker);
        self.askers.remove(&asker);
    }

    fn asker(&self, asker: AskerId) -> Option<Arc<Asker>> {
        let connected = self.askers.get(&asker)?;
        Some(Arc::clone(&connected.asker))
    }

    fn warm_up(&mut self, now: &Moment) {
        if self.warm_since.replace(now.steady).is_none() {
            self.desktop.warm_up();
        }
    }

    fn end_all(&mut self, now: &Moment) {
        self.board
            .end_all(Outcome::Dismissed, "Doorbell was stopped.", now);
        self.quitting = true;
    }

    fn reply(&mut self, asker: AskerId, id: RequestId, result: &impl Serialize) {
        self.send(asker, FromDoorbell::reply(&id, result));
    }

    fn refuse(&mut self, asker: AskerId, id: Option<RequestId>, error: RpcError) {
        self.send(asker, FromDoorbell::Error { id, error }.encode());
    }

    /// Hands a line to the asker's connection. One that does not read is cut off: the loop never
    /// waits for an asker.
    fn send(&mut self, asker: AskerId, line: String) {
        let Some(connected) = self.askers.get(&asker) else {
            return;
        };
        if connected.outbox.try_send(line).is_err() {
            tracing::warn!(asker = asker.0, "an asker that does not read was cut off");
            self.askers.remove(&asker);
            self.board.asker_disconnected(asker, &self.clock.now());
        }
    }
}
