//! Connections to Doorbell that are used again: it lets one process have only a few.

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use doorbell_protocol::client::{Client, ClientError, Connector};
use doorbell_protocol::{Key, WithdrawParams};

/// How long Doorbell may take over its hello before a question is not taken back.
const HELLO: Duration = Duration::from_secs(10);

/// As many as questions are asked at once, and one to take questions back.
#[derive(Clone)]
pub struct Connections {
    pub connector: Arc<dyn Connector>,
    idle: Arc<Mutex<Vec<Client>>>,
    taking_back: Arc<Mutex<()>>,
}

impl Connections {
    pub fn new(connector: Arc<dyn Connector>) -> Self {
        Self {
            connector,
            idle: Arc::default(),
            taking_back: Arc::default(),
        }
    }

    /// One that can be asked on. Doorbell is started if it does not run.
    pub fn ready(&self) -> Result<Client, Box<dyn Error + Send + Sync>> {
        while let Some(mut client) = self.take() {
            // One of a Doorbell that has ended meanwhile is of no use.
            if client.status().is_ok() {
                return Ok(client);
            }
        }
        self.connector.connect()
    }

    /// Takes a question back. Where Doorbell does not run, nothing is asked.
    pub fn take_back(&self, key: Key) {
        // One after the other, so that they need one connection.
        let turn = &self.taking_back;
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.try_to_take_back(key);
    }

    fn try_to_take_back(&self, key: Key) -> Result<(), ClientError> {
        let mut client = match self.take() {
            Some(client) => client,
            None => self.connector.reach(HELLO)?,
        };
        client.withdraw(WithdrawParams::Key(key))?;
        self.keep(client);
        Ok(())
    }

    /// For the next.
    pub fn keep(&self, client: Client) {
        self.idle().push(client);
    }

    fn take(&self) -> Option<Client> {
        self.idle().pop()
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Client>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
