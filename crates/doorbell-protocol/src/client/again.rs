//! Asks again when Doorbell was lost: it was restarted, or it crashed.

use std::time::Duration;

use super::{Client, ClientError};
use crate::{AwaitDoneParams, AwaitDoneResult, ElicitParams, ElicitResult, Key, Notice, poll};

/// How long a Doorbell that went away may take to come back.
pub const RETURN: Duration = Duration::from_secs(5);
/// How often it is looked for meanwhile.
pub const LOOK: Duration = Duration::from_millis(50);
/// How often a question is asked again. A Doorbell that falls over a question must not be made to
/// do so for ever.
pub const ASKED_AGAIN: u32 = 8;

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
        let _ = self.tell(Notice::Received { key });
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
