//! The connection to Doorbell: made when questions may come, kept while they do.

mod worker;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use doorbell_protocol::FromDoorbell;
use doorbell_protocol::client::{ClientError, Connector};

use crate::action::Action;
use crate::keys::Keys;
use crate::output::lock;

pub use worker::work;

/// How long the agent waits for the hello of a running Doorbell while it starts its servers.
const PROBE: Duration = Duration::from_secs(1);
/// How long a Doorbell that is to ask the person may take over its hello. A busy machine must not
/// turn a question into a cancel.
const HELLO: Duration = Duration::from_secs(10);
/// How long it is believed that Doorbell cannot be had.
const RECHECK: Duration = Duration::from_secs(10);

/// What the worker is told.
pub enum Job {
    /// The interceptor wants something.
    Do(Action),
    /// Doorbell said something on this connection.
    Heard(u64, FromDoorbell),
    /// This connection is gone.
    Gone(u64),
}

/// The worker's handle.
pub struct Bell {
    jobs: Sender<Job>,
    connector: Arc<dyn Connector>,
    keys: Option<Keys>,
    is_connected: Arc<AtomicBool>,
    /// When Doorbell was last looked for, and whether it was there.
    looked: Mutex<Option<(Instant, bool)>>,
}

impl Bell {
    /// A handle, and what [`work`] needs to begin.
    pub fn new(connector: Arc<dyn Connector>, keys: Option<Keys>) -> (Self, Receiver<Job>) {
        let (jobs, receiver) = mpsc::channel();
        let bell = Self {
            jobs,
            connector,
            keys,
            is_connected: Arc::default(),
            looked: Mutex::default(),
        };
        (bell, receiver)
    }

    /// Hands something to the worker.
    pub fn send(&self, action: Action) {
        // It works as long as the process does.
        let _ = self.jobs.send(Job::Do(action));
    }

    /// Whether Doorbell can be had: it runs, or could be started.
    pub fn is_reachable(&self) -> bool {
        if self.is_connected.load(Ordering::Relaxed) {
            return true;
        }
        let mut looked = lock(&self.looked);
        match *looked {
            // One that was there once is missed when it is asked.
            Some((_, true)) => true,
            Some((at, false)) if at.elapsed() < RECHECK => false,
            Some(_) | None => {
                let is_there = match self.connector.reach(PROBE) {
                    Ok(_) => true,
                    Err(error) if error.is_timeout() => true,
                    Err(ClientError::NotRunning { .. }) => self.connector.can_start(),
                    Err(ClientError::UnexpectedListener(stranger)) => {
                        crate::tell(&stranger.to_string());
                        false
                    }
                    Err(_) => false,
                };
                if !is_there && looked.is_none() {
                    crate::tell(
                        "Doorbell neither runs nor can be started from here; the agent is on its own",
                    );
                }
                *looked = Some((Instant::now(), is_there));
                is_there
            }
        }
    }

    /// Doorbell could not be had when it was wanted.
    fn miss(&self) {
        *lock(&self.looked) = Some((Instant::now(), false));
    }

    /// Whether that was a short while ago.
    fn was_just_missed(&self) -> bool {
        matches!(*lock(&self.looked), Some((at, false)) if at.elapsed() < RECHECK)
    }

    /// Whether the worker has a connection. Without one, what was seen before counts no more.
    fn set_connected(&self, is_connected: bool) {
        self.is_connected.store(is_connected, Ordering::Relaxed);
        if !is_connected {
            lock(&self.looked).take_if(|(_, was_there)| *was_there);
        }
    }
}
