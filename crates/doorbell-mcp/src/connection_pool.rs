//! Reuses connections to Doorbell, which limits the connections of one process.

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use doorbell_protocol::client::{Client, ClientError, Connector};
use doorbell_protocol::{Key, WithdrawnQuestions};

/// How long a withdrawal waits for Doorbell's hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// Holds at most one connection for each concurrent question, and one for withdrawals.
#[derive(Clone)]
pub struct ConnectionPool {
    pub connector: Arc<dyn Connector>,
    idle: Arc<Mutex<Vec<Client>>>,
    withdrawal_lock: Arc<Mutex<()>>,
}

impl ConnectionPool {
    pub fn new(connector: Arc<dyn Connector>) -> Self {
        Self {
            connector,
            idle: Arc::default(),
            withdrawal_lock: Arc::default(),
        }
    }

    /// Returns a live connection. Starts Doorbell if it is not running.
    pub fn acquire(&self) -> Result<Client, Box<dyn Error + Send + Sync>> {
        while let Some(mut client) = self.take_idle() {
            // Drops connections to a Doorbell that has ended.
            if client.status().is_ok() {
                return Ok(client);
            }
        }
        self.connector.connect()
    }

    /// Withdraws a question. Without a running Doorbell, no question is open and errors are ignored.
    pub fn withdraw(&self, key: Key) {
        // Concurrent withdrawals would need a connection each.
        let lock = &self.withdrawal_lock;
        let _guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.try_withdraw(key);
    }

    fn try_withdraw(&self, key: Key) -> Result<(), ClientError> {
        let mut client = match self.take_idle() {
            Some(client) => client,
            None => self.connector.reach(HELLO_TIMEOUT)?,
        };
        client.withdraw(WithdrawnQuestions::Key(key))?;
        self.release(client);
        Ok(())
    }

    pub fn release(&self, client: Client) {
        self.idle().push(client);
    }

    fn take_idle(&self) -> Option<Client> {
        self.idle().pop()
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Client>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
