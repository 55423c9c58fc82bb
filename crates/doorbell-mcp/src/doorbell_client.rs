//! Asks Doorbell a question, and withdraws it when the tool call is cancelled.

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

use crate::connection_pool::ConnectionPool;
use crate::question::Question;

/// Further questions queue here. Doorbell allows one server no more unanswered questions, and one
/// process few more connections.
const MAX_CONCURRENT_QUESTIONS: usize = 5;
/// A withdrawal is repeated because the first one may arrive before the question.
const WITHDRAW_INTERVAL: Duration = Duration::from_millis(50);

pub struct DoorbellClient {
    connections: ConnectionPool,
    slots: Semaphore,
}

pub struct Answer {
    pub result: ElicitResult,
    /// How an opened link was finished, if the question waits for that.
    pub link_state: Option<DoneState>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The tool call was cancelled.
    #[error("the question was withdrawn")]
    Withdrawn,
    /// Doorbell rejects the question as malformed.
    #[error(transparent)]
    Invalid(ClientError),
    /// Doorbell does not run and cannot be started.
    #[error("Doorbell cannot be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The connection was lost and could not be restored.
    #[error("the connection to Doorbell was lost")]
    Lost(#[source] ClientError),
    /// The system is out of threads or random numbers.
    #[error("a system error")]
    System(#[from] io::Error),
}

impl DoorbellClient {
    pub fn new(connector: Arc<dyn Connector>) -> Self {
        Self {
            connections: ConnectionPool::new(connector),
            slots: Semaphore::new(MAX_CONCURRENT_QUESTIONS),
        }
    }

    /// Asks, and waits for the answer or until `cancelled`.
    pub async fn ask(
        &self,
        question: Question,
        cancelled: &CancellationToken,
    ) -> Result<Answer, AskError> {
        let slot = tokio::select! {
            slot = self.slots.acquire() => slot,
            () = cancelled.cancelled() => return Err(AskError::Withdrawn),
        };
        // Held until the question has ended. The semaphore is never closed.
        let _slot = slot.map_err(io::Error::other)?;
        let key = Key::random()?;
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let (sender, mut receiver) = oneshot::channel();
        let task = AskTask {
            connections: self.connections.clone(),
            question,
            key: key.clone(),
            is_cancelled: Arc::clone(&is_cancelled),
        };
        // The runtime would wait for one of its own threads when it shuts down.
        thread::Builder::new()
            .name("question".to_owned())
            .spawn(move || {
                // The receiver is gone if the tool call was dropped; ignore the error.
                let _ = sender.send(task.run());
            })?;
        tokio::select! {
            result = &mut receiver => return result.map_err(io::Error::other)?,
            () = cancelled.cancelled() => {}
        }
        is_cancelled.store(true, Ordering::Relaxed);
        loop {
            let (connections, key) = (self.connections.clone(), key.clone());
            spawn_blocking(move || connections.withdraw(key));
            tokio::select! {
                _ = &mut receiver => return Err(AskError::Withdrawn),
                () = sleep(WITHDRAW_INTERVAL) => {}
            }
        }
    }
}

/// Asks one question on its own thread.
struct AskTask {
    connections: ConnectionPool,
    question: Question,
    key: Key,
    is_cancelled: Arc<AtomicBool>,
}

impl AskTask {
    fn run(self) -> Result<Answer, AskError> {
        let mut client = self.connections.acquire().map_err(AskError::Unreachable)?;
        if self.is_cancelled.load(Ordering::Relaxed) {
            return Err(AskError::Withdrawn);
        }
        let reconnect = || {
            let mut reach = reconnector(&*self.connections.connector);
            let is_cancelled = Arc::clone(&self.is_cancelled);
            move |waited| {
                let is_cancelled = is_cancelled.load(Ordering::Relaxed);
                (!is_cancelled).then(|| reach(waited)).flatten()
            }
        };
        let mut params = self.question.params;
        params.key = Some(self.key.clone());
        let result = client
            .ask_with_reconnect(params, reconnect())
            .map_err(ask_error)?;
        let mut link_state = None;
        if self.question.waits_for_link && result.action == Action::Accept {
            let done = client.await_done_with_reconnect(&self.key, reconnect());
            link_state = Some(done.map_err(ask_error)?.state);
        }
        self.connections.release(client);
        Ok(Answer { result, link_state })
    }
}

fn ask_error(error: ClientError) -> AskError {
    match error {
        ClientError::Rpc(ref refused) if refused.code == code::INVALID_PARAMS => {
            AskError::Invalid(error)
        }
        error => AskError::Lost(error),
    }
}
