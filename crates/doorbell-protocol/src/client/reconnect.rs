//! Reconnects and resumes a request when Doorbell restarts or crashes.

use std::error::Error;
use std::time::Duration;

use super::{Client, ClientError, RESPONSE_TIMEOUT};
use crate::{AwaitDoneParams, AwaitDoneResult, ElicitParams, ElicitResult, Key, Notice, poll};

const RESTART_TIMEOUT: Duration = Duration::from_secs(5);
const RETRY_INTERVAL: Duration = Duration::from_millis(50);
/// How long Doorbell may take to restart by itself before the client starts it.
const START_DELAY: Duration = Duration::from_secs(1);
/// Limits the attempts, because the question itself may crash Doorbell.
pub const MAX_RECONNECTS: u32 = 8;

/// Connects to Doorbell, and starts it.
pub trait Connector: Send + Sync {
    /// Connects to a running Doorbell, with a timeout for the handshake.
    ///
    /// # Errors
    /// [`ClientError::NotRunning`], or a [timeout](ClientError::is_timeout).
    fn reach(&self, timeout: Duration) -> Result<Client, ClientError>;

    /// Returns true if Doorbell is installed and a display is available.
    fn can_start(&self) -> bool;

    /// Starts Doorbell and connects to it.
    ///
    /// # Errors
    /// Why Doorbell cannot be started.
    fn start(&self) -> Result<Client, Box<dyn Error + Send + Sync>>;

    /// Connects, and starts Doorbell first if it is not running.
    ///
    /// # Errors
    /// Why Doorbell cannot be reached.
    fn connect(&self) -> Result<Client, Box<dyn Error + Send + Sync>> {
        match self.reach(RESPONSE_TIMEOUT) {
            Err(ClientError::NotRunning { .. }) => self.start(),
            client => Ok(client?),
        }
    }
}

/// Returns a closure for [`wait_for_restart`] that reconnects. It calls `start` once, if Doorbell does
/// not restart by itself.
pub fn reach_or_start(
    mut reach: impl FnMut() -> Option<Client>,
    mut start: impl FnMut() -> Option<Client>,
) -> impl FnMut(Duration) -> Option<Client> {
    let mut has_tried_start = false;
    move |elapsed| {
        let may_start = elapsed > START_DELAY && !has_tried_start;
        has_tried_start |= may_start;
        reach().or_else(|| may_start.then(&mut start).flatten())
    }
}

/// Like [`reach_or_start`], with a [`Connector`].
pub fn reconnector(connector: &dyn Connector) -> impl FnMut(Duration) -> Option<Client> {
    reach_or_start(
        || connector.reach(RESPONSE_TIMEOUT).ok(),
        || {
            connector
                .can_start()
                .then(|| connector.start().ok())
                .flatten()
        },
    )
}

/// Calls `reconnect` with the elapsed time until it connects or the wait times out.
pub fn wait_for_restart(mut reconnect: impl FnMut(Duration) -> Option<Client>) -> Option<Client> {
    poll(RETRY_INTERVAL, |elapsed| match reconnect(elapsed) {
        None if elapsed <= RESTART_TIMEOUT => None,
        result => Some(result),
    })
}

impl Client {
    /// Asks with a key and waits, without a timeout, for the answer. If the connection is lost, it
    /// reconnects and resumes the question, which the person answers only once.
    ///
    /// # Errors
    /// A [`ClientError`]; a declined question is not an error.
    pub fn ask_with_reconnect(
        &mut self,
        mut params: ElicitParams,
        reconnect: impl FnMut(Duration) -> Option<Self>,
    ) -> Result<ElicitResult, ClientError> {
        let key = match params.key.take() {
            Some(key) => key,
            None => Key::random()?,
        };
        params.key = Some(key.clone());
        let result = self.retry(reconnect, |client| client.ask(params.clone()))?;
        // If this fails, Doorbell only stores the answer longer than necessary.
        let _ = self.sender.notify(Notice::Received { key });
        Ok(result)
    }

    /// Waits until the link with this key is finished, and reconnects as often as needed.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn await_done_with_reconnect(
        &mut self,
        key: &Key,
        reconnect: impl FnMut(Duration) -> Option<Self>,
    ) -> Result<AwaitDoneResult, ClientError> {
        self.retry(reconnect, |client| {
            client.await_done(AwaitDoneParams::Key(key.clone()))
        })
    }

    fn retry<R>(
        &mut self,
        mut reconnect: impl FnMut(Duration) -> Option<Self>,
        mut attempt: impl FnMut(&mut Self) -> Result<R, ClientError>,
    ) -> Result<R, ClientError> {
        let mut failures = 0;
        loop {
            let error = match attempt(self) {
                Err(error @ (ClientError::Closed | ClientError::Io(_))) => error,
                result => return result,
            };
            failures += 1;
            if failures > MAX_RECONNECTS {
                return Err(ClientError::RepeatedlyLost { times: failures });
            }
            *self = wait_for_restart(&mut reconnect).ok_or(error)?;
        }
    }
}
