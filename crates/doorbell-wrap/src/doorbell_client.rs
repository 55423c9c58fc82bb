//! The connection to Doorbell: opened when questions may come, closed when idle.

mod worker;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use doorbell_protocol::FromDoorbell;
use doorbell_protocol::client::{ClientError, Connector};

use crate::action::Action;
use crate::key_generator::KeyGenerator;
use crate::output::lock;

pub use worker::run_worker;

/// Timeout for the hello while the agent starts its servers.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);
/// Timeout for the hello before a question. Long, because a busy machine must not cancel questions.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a failed probe is cached.
const UNREACHABLE_TTL: Duration = Duration::from_secs(10);

pub enum WorkerEvent {
    Action(Action),
    /// A message from Doorbell, with the number of its connection.
    Received(u64, FromDoorbell),
    Disconnected(u64),
}

/// Handle of the worker thread.
pub struct DoorbellClient {
    events: Sender<WorkerEvent>,
    connector: Arc<dyn Connector>,
    keys: Option<KeyGenerator>,
    is_connected: Arc<AtomicBool>,
    /// The last probe's time, and whether Doorbell was reachable.
    last_probe: Mutex<Option<(Instant, bool)>>,
}

impl DoorbellClient {
    pub fn new(
        connector: Arc<dyn Connector>,
        keys: Option<KeyGenerator>,
    ) -> (Self, Receiver<WorkerEvent>) {
        let (events, receiver) = mpsc::channel();
        let client = Self {
            events,
            connector,
            keys,
            is_connected: Arc::default(),
            last_probe: Mutex::default(),
        };
        (client, receiver)
    }

    pub fn send(&self, action: Action) {
        // The worker lives as long as the process.
        let _ = self.events.send(WorkerEvent::Action(action));
    }

    /// Returns whether Doorbell is running or could be started.
    pub fn is_reachable(&self) -> bool {
        if self.is_connected.load(Ordering::Relaxed) {
            return true;
        }
        let mut last_probe = lock(&self.last_probe);
        match *last_probe {
            // A positive result stays cached until connecting fails or the connection ends.
            Some((_, true)) => true,
            Some((at, false)) if at.elapsed() < UNREACHABLE_TTL => false,
            Some(_) | None => {
                let is_reachable = match self.connector.reach(PROBE_TIMEOUT) {
                    Ok(_) => true,
                    Err(error) if error.is_timeout() => true,
                    Err(ClientError::NotRunning { .. }) => self.connector.can_start(),
                    Err(ClientError::UnexpectedListener(stranger)) => {
                        crate::report(&stranger.to_string());
                        false
                    }
                    Err(_) => false,
                };
                if !is_reachable && last_probe.is_none() {
                    crate::report(
                        "Doorbell isn't running and can't be started here; the agent asks its questions itself",
                    );
                }
                *last_probe = Some((Instant::now(), is_reachable));
                is_reachable
            }
        }
    }

    fn mark_unreachable(&self) {
        *lock(&self.last_probe) = Some((Instant::now(), false));
    }

    fn was_just_unreachable(&self) -> bool {
        matches!(*lock(&self.last_probe), Some((at, false)) if at.elapsed() < UNREACHABLE_TTL)
    }

    /// Losing the connection also clears a cached positive probe.
    fn set_connected(&self, is_connected: bool) {
        self.is_connected.store(is_connected, Ordering::Relaxed);
        if !is_connected {
            lock(&self.last_probe).take_if(|(_, was_reachable)| *was_reachable);
        }
    }
}
