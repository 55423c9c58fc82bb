//! Asks again when Doorbell was lost: it was restarted, or it crashed.

use std::error::Error;
use std::time::Duration;

use super::{Client, ClientError, REPLY_TIME};
use crate::{AwaitDoneParams, AwaitDoneResult, ElicitParams, ElicitResult, Key, Notice, poll};

/// How long a Doorbell that went away may take to come back.
const RETURN: Duration = Duration::from_secs(5);
/// How often it is looked for meanwhile.
const LOOK: Duration = Duration::from_millis(50);
/// How long it may take to come back by itself, before it is started.
const BY_ITSELF: Duration = Duration::from_secs(1);
/// How often a question is asked again. A Doorbell that falls over a question must not be made to
/// do so for ever.
pub const ASKED_AGAIN: u32 = 8;

/// How Doorbell is had.
pub trait Connector: Send + Sync {
    /// Connects to the running Doorbell, and waits at most `patience` for its hello.
    ///
    /// # Errors
    /// [`ClientError::Absent`] if none runs; [`ClientError::is_timeout`] if it is too slow.
    fn reach(&self, patience: Duration) -> Result<Client, ClientError>;

    /// Returns true if Doorbell could be started: it is installed, and there is a display.
    fn can_start(&self) -> bool;

    /// Starts Doorbell and connects to it.
    ///
    /// # Errors
    /// What stands against it, in a sentence.
    fn start(&self) -> Result<Client, Box<dyn Error + Send + Sync>>;

    /// Connects, and starts Doorbell first if it does not run.
    ///
    /// # Errors
    /// Why a person cannot be asked here.
    fn connect(&self) -> Result<Client, Box<dyn Error + Send + Sync>> {
        match self.reach(REPLY_TIME) {
            Err(ClientError::Absent { .. }) => self.start(),
            client => Ok(client?),
        }
    }
}

/// Reaches a Doorbell that was lost, for [`wait_for_return`]. One that does not come back by itself
/// is started, which is tried once.
pub fn reach_or_start(
    mut reach: impl FnMut() -> Option<Client>,
    mut start: impl FnMut() -> Option<Client>,
) -> impl FnMut(Duration) -> Option<Client> {
    let mut has_tried = false;
    move |waited| {
        let may_start = waited > BY_ITSELF && !has_tried;
        has_tried |= may_start;
        reach().or_else(|| may_start.then(&mut start).flatten())
    }
}

/// The same by the means of a [`Connector`].
pub fn reach_again(connector: &dyn Connector) -> impl FnMut(Duration) -> Option<Client> {
    reach_or_start(
        || connector.reach(REPLY_TIME).ok(),
        || {
            connector
                .can_start()
                .then(|| connector.start().ok())
                .flatten()
        },
    )
}

/// Waits for a Doorbell that went away. `reach` connects to it if it is there; it is told how long
/// it has been waited for, so that it can start one when that is long enough.
pub fn wait_for_return(mut reach: impl FnMut(Duration) -> Option<Client>) -> Option<Client> {
    poll(LOOK, |waited| match reach(waited) {
        None if waited <= RETURN => None,
        reached => Some(reached),
    })
}

impl Client {
    /// Asks with a key, and waits as long as the person takes. When Doorbell is lost, it is waited
    /// for with [`wait_for_return`] and asked again: the person answers once, and this has the
    /// answer once.
    ///
    /// # Errors
    /// A [`ClientError`]; a person's refusal is not one of them.
    pub fn ask_again(
        &mut self,
        mut params: ElicitParams,
        reach: impl FnMut(Duration) -> Option<Self>,
    ) -> Result<ElicitResult, ClientError> {
        let key = match params.key.take() {
            Some(key) => key,
            None => Key::random()?,
        };
        params.key = Some(key.clone());
        let result = self.persist(reach, |client| client.ask(params.clone()))?;
        // If this is lost, the answer is only kept a little longer than need be.
        let _ = self.calls.tell(Notice::Received { key });
        Ok(result)
    }

    /// Waits until a link that was asked with this key is finished, in the same way.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn await_done_again(
        &mut self,
        key: &Key,
        reach: impl FnMut(Duration) -> Option<Self>,
    ) -> Result<AwaitDoneResult, ClientError> {
        self.persist(reach, |client| {
            client.await_done(AwaitDoneParams::Key(key.clone()))
        })
    }

    fn persist<R>(
        &mut self,
        mut reach: impl FnMut(Duration) -> Option<Self>,
        mut attempt: impl FnMut(&mut Self) -> Result<R, ClientError>,
    ) -> Result<R, ClientError> {
        let mut again = 0;
        loop {
            let lost = match attempt(self) {
                Err(error @ (ClientError::Closed | ClientError::Io(_))) => error,
                result => return result,
            };
            again += 1;
            if again > ASKED_AGAIN {
                return Err(ClientError::KeepsEnding { times: again });
            }
            *self = wait_for_return(&mut reach).ok_or(lost)?;
        }
    }
}
