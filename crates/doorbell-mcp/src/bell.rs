//! Asks the person, and takes the question back when nobody waits for the answer any more.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use doorbell_protocol::client::{ClientError, Connector, reconnector};
use doorbell_protocol::{Action, DoneState, ElicitResult, Key, code};
use tokio::sync::{Semaphore, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::connections::Connections;
use crate::question::Question;

/// How many questions are asked at once; further ones wait their turn here. Doorbell lets one server
/// have no more of them unanswered, and one process few connections more.
pub const AT_ONCE: usize = 5;
/// How long a question that is taken back may take to end before it is taken back again: it may
/// have been on its way when it was the first time.
const TAKE_BACK_EVERY: Duration = Duration::from_millis(50);

/// Rings.
pub struct Bell {
    connections: Connections,
    turns: Semaphore,
}

/// What the person decided.
pub struct Answered {
    pub result: ElicitResult,
    /// How a link that was opened was finished, if that was waited for.
    pub finished: Option<DoneState>,
}

/// Why the person did not decide anything.
#[derive(Debug, thiserror::Error)]
pub enum NotAsked {
    /// Nobody waits for the answer any more.
    #[error("the question was taken back")]
    TakenBack,
    /// Doorbell does not take it for a question.
    #[error(transparent)]
    Refused(ClientError),
    /// Doorbell does not run and cannot be started.
    #[error("Doorbell cannot be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// Doorbell was lost and did not come back.
    #[error("Doorbell was lost")]
    Lost(#[source] ClientError),
    /// The system has no more threads or random numbers.
    #[error("the system cannot do it")]
    System(#[from] io::Error),
}

impl Bell {
    pub fn new(connector: Arc<dyn Connector>) -> Self {
        Self {
            connections: Connections::new(connector),
            turns: Semaphore::new(AT_ONCE),
        }
    }

    /// Asks, and waits as long as the person takes, or until nobody waits any more.
    pub async fn ask(
        &self,
        question: Question,
        over: &CancellationToken,
    ) -> Result<Answered, NotAsked> {
        let turn = tokio::select! {
            turn = self.turns.acquire() => turn,
            () = over.cancelled() => return Err(NotAsked::TakenBack),
        };
        // Nobody closes it; it is kept until the question has ended.
        let _turn = turn.map_err(io::Error::other)?;
        let key = Key::random()?;
        let is_over = Arc::new(AtomicBool::new(false));
        let (tell, mut told) = oneshot::channel();
        let asking = Asking {
            connections: self.connections.clone(),
            question,
            key: key.clone(),
            is_over: Arc::clone(&is_over),
        };
        // Not a thread of the runtime's, which would wait for it at the end.
        thread::Builder::new()
            .name("question".to_owned())
            .spawn(move || {
                // With the call gone there is nobody left to tell.
                let _ = tell.send(asking.ask());
            })?;
        tokio::select! {
            ended = &mut told => return ended.map_err(io::Error::other)?,
            () = over.cancelled() => {}
        }
        is_over.store(true, Ordering::Relaxed);
        loop {
            let (connections, key) = (self.connections.clone(), key.clone());
            spawn_blocking(move || connections.take_back(key));
            tokio::select! {
                _ = &mut told => return Err(NotAsked::TakenBack),
                () = sleep(TAKE_BACK_EVERY) => {}
            }
        }
    }
}

/// One question on a thread of its own.
struct Asking {
    connections: Connections,
    question: Question,
    key: Key,
    is_over: Arc<AtomicBool>,
}

impl Asking {
    fn ask(self) -> Result<Answered, NotAsked> {
        let mut client = self.connections.ready().map_err(NotAsked::Unreachable)?;
        if self.is_over.load(Ordering::Relaxed) {
            return Err(NotAsked::TakenBack);
        }
        let again = || {
            let mut reach = reconnector(&*self.connections.connector);
            let is_over = Arc::clone(&self.is_over);
            move |waited| {
                let wanted = !is_over.load(Ordering::Relaxed);
                wanted.then(|| reach(waited)).flatten()
            }
        };
        let mut params = self.question.params;
        params.key = Some(self.key.clone());
        let result = client.ask_with_reconnect(params, again()).map_err(failed)?;
        let mut finished = None;
        if self.question.waits && result.action == Action::Accept {
            let done = client.await_done_with_reconnect(&self.key, again());
            finished = Some(done.map_err(failed)?.state);
        }
        self.connections.keep(client);
        Ok(Answered { result, finished })
    }
}

fn failed(error: ClientError) -> NotAsked {
    match error {
        ClientError::Rpc(ref refused) if refused.code == code::INVALID_PARAMS => {
            NotAsked::Refused(error)
        }
        error => NotAsked::Lost(error),
    }
}
