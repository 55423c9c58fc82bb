//! The loop that owns the board.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId};
use doorbell_core::board::{Board, BoardRules, Effect, QuestionId};
use doorbell_core::moment::Moment;
use doorbell_core::outcome::{Ending, Outcome};
use doorbell_protocol::{
    Call, ElicitParams, FromAsker, FromDoorbell, HelloResult, Limits, ListResult, Malformed,
    Notice, OpenParams, OpenResult, PROTOCOL, PlaceError, RequestId, RpcError, StatusResult,
    StopParams, StopResult, prepare_directory,
};
use interprocess::local_socket::tokio::Listener;
use serde::Serialize;
use serde_json::json;
use tokio::sync::oneshot;

use crate::admission::Admission;
use crate::clock::Clock;
use crate::connection::Line;
use crate::convert::{self, NotAsked};
use crate::desktop::Desktop;
use crate::event::{Event, Inbox, Outbox, WindowEvent};
use crate::handle::Handle;
use crate::listener::{accept, listen};
use crate::lock::{Lock, LockError};
use crate::progress::Progress;

/// How a daemon behaves.
#[derive(Clone, Debug)]
pub struct Config {
    /// Doorbell's version, for the hello.
    pub version: String,
    /// How much an asker may ask of it.
    pub limits: Limits,
    /// The board's numbers. Its limits are taken from `limits`.
    pub rules: BoardRules,
    /// How long a connection may stay silent before its hello.
    pub hello_time: Duration,
    /// How long one line may take to be taken by its asker.
    pub write_time: Duration,
    /// How often an asker that wishes it hears of progress.
    pub progress_every: Duration,
    /// How long after the last question the window is released.
    pub release_after: Duration,
}

impl Config {
    /// How an installed Doorbell behaves.
    pub fn standard(version: &str) -> Self {
        Self {
            version: version.to_owned(),
            limits: Limits::STANDARD,
            rules: BoardRules::STANDARD,
            hello_time: Duration::from_secs(2),
            write_time: Duration::from_secs(10),
            progress_every: Duration::from_secs(15),
            release_after: Duration::from_secs(10 * 60),
        }
    }
}

/// Why the daemon cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The socket's directory cannot be used.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// Another Doorbell runs, or the lock cannot be used.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The socket cannot be made.
    #[error("cannot listen at {path}: {source}")]
    Listen {
        /// The socket.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A daemon that holds its socket.
pub struct Daemon {
    // Dropped in this order: the socket is removed while the lock is still held.
    listener: Listener,
    _lock: Lock,
    config: Config,
    handle: Handle,
    inbox: Inbox,
}

impl Daemon {
    /// Takes the lock and makes the socket. Needs a tokio runtime.
    ///
    /// # Errors
    /// [`StartError`]; of these [`LockError::Held`] means that Doorbell already runs.
    pub fn bind(
        socket: &Path,
        config: Config,
        (handle, inbox): (Handle, Inbox),
    ) -> Result<Self, StartError> {
        prepare_directory(socket)?;
        let lock = Lock::take(socket)?;
        let listener = listen(socket).map_err(|source| StartError::Listen {
            path: socket.to_owned(),
            source,
        })?;
        Ok(Self {
            listener,
            _lock: lock,
            config,
            handle,
            inbox,
        })
    }

    /// Serves askers until told to stop.
    pub async fn run(self, desktop: impl Desktop) {
        let config = self.config;
        let (end, ended) = oneshot::channel();
        let line = Line {
            events: self.handle.events.clone(),
            admission: Admission::new(config.limits.clone()),
            askers: Arc::default(),
            hello: HelloResult::new(&config.version, config.limits.clone()),
            hello_time: config.hello_time,
            write_time: config.write_time,
        };
        let accepting = tokio::spawn(accept(self.listener, line, ended));
        let rules = BoardRules {
            questions: config.limits.questions,
            questions_per_session: config.limits.questions_per_session,
            ..config.rules.clone()
        };
        let house = House {
            board: Board::new(rules),
            desktop,
            clock: Clock::start(),
            progress: Progress::new(config.progress_every),
            askers: HashMap::new(),
            requests: HashMap::new(),
            warm_since: None,
            config,
        };
        house.serve(self.inbox).await;
        // The outboxes are gone, so the connections end when they have sent what was left.
        let _ = end.send(());
        let _ = accepting.await;
    }
}

/// Everything the loop owns.
struct House<D> {
    config: Config,
    board: Board,
    desktop: D,
    clock: Clock,
    progress: Progress,
    askers: HashMap<AskerId, Connected>,
    requests: HashMap<QuestionId, (AskerId, RequestId)>,
    /// Since when the window was ready for nothing; `None` while it is released.
    warm_since: Option<Duration>,
}

struct Connected {
    asker: Arc<Asker>,
    outbox: Outbox,
    open: HashMap<RequestId, QuestionId>,
}

/// Whether the loop goes on.
enum Next {
    Event,
    End,
}

impl<D: Desktop> House<D> {
    async fn serve(mut self, mut inbox: Inbox) {
        loop {
            let tick = self.next_tick().map(|at| self.clock.instant(at));
            let event = tokio::select! {
                event = inbox.0.recv() => event,
                () = wait_until(tick) => {
                    self.tick();
                    continue;
                }
            };
            let Some(event) = event else { break };
            match self.handle(event) {
                Next::Event => {}
                Next::End => break,
            }
        }
    }

    fn next_tick(&self) -> Option<Duration> {
        let release = self
            .warm_since
            .filter(|_| self.requests.is_empty())
            .map(|since| since + self.config.release_after);
        [self.board.next_tick(), self.progress.next_tick(), release]
            .into_iter()
            .flatten()
            .min()
    }

    fn tick(&mut self) {
        let now = self.clock.now();
        self.board.tick(&now);
        for (question, params) in self.progress.due(now.steady) {
            if let Some((asker, _)) = self.requests.get(&question) {
                self.send(*asker, &FromDoorbell::Progress(params));
            }
        }
        let idle = self.requests.is_empty()
            && self
                .warm_since
                .is_some_and(|since| since + self.config.release_after <= now.steady);
        // A question that is over may still be on the screen with the person's text in it.
        if idle && self.board.showing().is_none() {
            self.warm_since = None;
            self.desktop.release();
        } else if idle {
            self.warm_since = Some(now.steady);
        }
        self.carry_out(&now);
    }

    fn handle(&mut self, event: Event) -> Next {
        let now = self.clock.now();
        let mut next = Next::Event;
        match event {
            Event::Arrived { asker, outbox } => self.arrive(*asker, outbox, &now),
            Event::Said { asker, message } => next = self.hear(asker, message, &now),
            Event::Left { asker } => {
                self.board.asker_left(asker, &now);
                self.carry_out(&now);
                self.askers.remove(&asker);
            }
            Event::Window(event) => self.window(event, &now),
            Event::Edit { said, reply } => {
                // Whoever no longer waits for the reply has gone with the window.
                let _ = reply.send(self.board.edit(&said, &now));
            }
            Event::Press { said, reply } => {
                let _ = reply.send(self.board.press(&said, &now));
            }
            Event::AnswerText { id, reply } => {
                let _ = reply.send(self.board.answer_text(&id, &now));
            }
            Event::Stop => {
                self.end_all(&now);
                next = Next::End;
            }
        }
        self.carry_out(&now);
        next
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
            open: HashMap::new(),
            asker: Arc::new(asker),
        };
        self.askers.insert(connected.asker.id, connected);
    }

    fn warm_up(&mut self, now: &Moment) {
        if self.warm_since.replace(now.steady).is_none() {
            self.desktop.warm_up();
        }
    }

    fn hear(
        &mut self,
        asker: AskerId,
        message: Result<FromAsker, Malformed>,
        now: &Moment,
    ) -> Next {
        match message {
            Ok(FromAsker::Call { id, call }) => return self.call(asker, id, call, now),
            Ok(FromAsker::Notice(Notice::Cancelled { request })) => {
                let question = self
                    .askers
                    .get(&asker)
                    .and_then(|connected| connected.open.get(&request));
                if let Some(question) = question {
                    self.board.withdraw(*question, now);
                }
            }
            Ok(FromAsker::Notice(Notice::Other)) => {}
            Err(malformed) => self.refuse(asker, malformed.id, malformed.error),
        }
        Next::Event
    }

    fn call(&mut self, asker: AskerId, id: RequestId, call: Call, now: &Moment) -> Next {
        match call {
            Call::Hello(_) => {
                let error = RpcError::invalid_request("doorbell/hello was already said");
                self.refuse(asker, Some(id), error);
            }
            Call::Elicit(params) => self.ask(asker, id, *params, now),
            Call::List => {
                let questions = self
                    .board
                    .list(now)
                    .into_iter()
                    .map(|question| convert::listed(question, asker))
                    .collect();
                self.reply(asker, id, &ListResult { questions });
            }
            Call::Status => {
                let status = StatusResult {
                    doorbell: self.config.version.clone(),
                    protocol: PROTOCOL,
                    pid: std::process::id(),
                    open: self.requests.len(),
                    showing: self.board.showing().is_some(),
                };
                self.reply(asker, id, &status);
            }
            Call::Open(params) => self.open(asker, id, &params, now),
            Call::Stop(params) => return self.stop(asker, id, &params, now),
        }
        Next::Event
    }

    fn ask(&mut self, asker: AskerId, id: RequestId, params: ElicitParams, now: &Moment) {
        let Some(connected) = self.askers.get(&asker) else {
            return;
        };
        if connected.open.contains_key(&id) {
            let error = RpcError::invalid_request("id is in use by a question that is still open");
            self.refuse(asker, Some(id), error);
            return;
        }
        let token = params.progress_token.clone();
        let asked = convert::asked(params, Arc::clone(&connected.asker), &self.config.limits)
            .and_then(|asked| {
                self.board
                    .ask(asked, now)
                    .map_err(|no_room| NotAsked::Refused(no_room.to_string()))
            });
        match asked {
            Ok(question) => {
                tracing::info!(asker = asker.0, %question, "a question was asked");
                self.warm_up(now);
                if let Some(token) = token {
                    self.progress.begin(question, token, now.steady);
                }
                self.requests.insert(question, (asker, id.clone()));
                if let Some(connected) = self.askers.get_mut(&asker) {
                    connected.open.insert(id, question);
                }
            }
            Err(NotAsked::Malformed(error)) => self.refuse(asker, Some(id), error),
            Err(NotAsked::Refused(reason)) => {
                tracing::info!(asker = asker.0, "a question was refused");
                self.reply(asker, id, &convert::refused(reason));
            }
        }
    }

    fn open(&mut self, asker: AskerId, id: RequestId, params: &OpenParams, now: &Moment) {
        let wanted = match params.question.as_deref().map(QuestionId::parse) {
            None => None,
            Some(Some(wanted)) if self.requests.contains_key(&wanted) => Some(wanted),
            Some(_) => {
                let error = RpcError::invalid_params(
                    "params.question names no open question; see doorbell/list",
                );
                self.refuse(asker, Some(id), error);
                return;
            }
        };
        let showing = self.board.open(wanted, now).map(|id| id.to_string());
        self.reply(asker, id, &OpenResult { showing });
    }

    fn stop(&mut self, asker: AskerId, id: RequestId, params: &StopParams, now: &Moment) -> Next {
        let open = self.requests.len();
        let stopping = open == 0 || params.force;
        self.reply(asker, id, &StopResult { stopping, open });
        if !stopping {
            return Next::Event;
        }
        self.end_all(now);
        Next::End
    }

    fn end_all(&mut self, now: &Moment) {
        self.board
            .end_all(Outcome::Dismissed, "Doorbell was stopped.", now);
    }

    fn window(&mut self, event: WindowEvent, now: &Moment) {
        match event {
            WindowEvent::Ready => self.desktop.show(self.board.view(now)),
            WindowEvent::Painted { id, generation } => {
                if let Some(id) = QuestionId::parse(&id) {
                    self.board.painted(id, generation, now);
                }
            }
            WindowEvent::Focus { has_focus } => self.board.focus_changed(has_focus, now),
            WindowEvent::Moved => self.board.moved(now),
            WindowEvent::Closed => self.board.close_window(now),
            WindowEvent::Failed { reason } => {
                self.board.end_all(Outcome::NotShown, &reason, now);
            }
            WindowEvent::Wanted => {
                self.board.open(None, now);
            }
        }
    }

    fn carry_out(&mut self, now: &Moment) {
        // What is carried out can have effects of its own: an asker may be found not to read.
        loop {
            let effects = self.board.take_effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                match effect {
                    Effect::Show(view) => self.desktop.show(*view),
                    Effect::Raise => self.desktop.raise(),
                    Effect::Ended {
                        question, ending, ..
                    } => self.end(question, ending, now),
                }
            }
        }
    }

    fn end(&mut self, question: QuestionId, ending: Ending, now: &Moment) {
        tracing::info!(%question, outcome = ending.outcome.word(), "a question ended");
        self.progress.end(question);
        self.warm_since = self.warm_since.map(|_| now.steady);
        let Some((asker, id)) = self.requests.remove(&question) else {
            return;
        };
        if let Some(connected) = self.askers.get_mut(&asker) {
            connected.open.remove(&id);
        }
        if let Some(result) = convert::result(question, ending) {
            self.reply(asker, id, &result);
        }
    }

    fn reply(&mut self, asker: AskerId, id: RequestId, result: &impl Serialize) {
        let result = json!(result);
        self.send(asker, &FromDoorbell::Reply { id, result });
    }

    fn refuse(&mut self, asker: AskerId, id: Option<RequestId>, error: RpcError) {
        self.send(asker, &FromDoorbell::Error { id, error });
    }

    /// Hands a line to the asker's connection. One that does not read is cut off: the loop never
    /// waits for an asker.
    fn send(&mut self, asker: AskerId, message: &FromDoorbell) {
        let Some(connected) = self.askers.get(&asker) else {
            return;
        };
        if connected.outbox.try_send(message.encode()).is_err() {
            tracing::warn!(asker = asker.0, "an asker that does not read was cut off");
            self.askers.remove(&asker);
            self.board.asker_left(asker, &self.clock.now());
        }
    }
}

async fn wait_until(at: Option<tokio::time::Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
