//! An asker that speaks raw lines, so that the tests see the very bytes an agent would.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::wait::{PATIENCE, wait_until};

/// The system knows no read without waiting at all on a blocking socket.
const SHORTEST_READ: Duration = Duration::from_millis(1);

/// A connection to the socket.
pub struct Asker {
    stream: UnixStream,
    lines: BufReader<UnixStream>,
    /// What has come of the next line.
    partial: Vec<u8>,
    next_id: u64,
}

impl Asker {
    /// Connects, waiting for the socket to be there.
    ///
    /// # Errors
    /// Nobody listens.
    pub fn connect(socket: &Path) -> Result<Self> {
        let stream = wait_until("Doorbell to listen", PATIENCE, || {
            UnixStream::connect(socket).with_context(|| socket.display().to_string())
        })?;
        Ok(Self {
            lines: BufReader::new(stream.try_clone()?),
            stream,
            partial: Vec::new(),
            next_id: 0,
        })
    }

    /// Connects and says hello.
    ///
    /// # Errors
    /// Nobody listens, or the hello was refused.
    pub fn greet(socket: &Path) -> Result<Self> {
        let mut asker = Self::connect(socket)?;
        let id = asker.request(
            "doorbell/hello",
            json!({"protocol": 1, "client": {"name": "doorbell-tests", "version": "1.0.0"}}),
        )?;
        let reply = asker.reply(id, PATIENCE)?;
        if reply["result"]["protocol"] != 1 {
            bail!("the hello was answered with {reply}");
        }
        Ok(asker)
    }

    /// Asks a form question and gives the request's id.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn ask(&mut self, message: &str, schema: &Value) -> Result<u64> {
        self.ask_params(json!({
            "mode": "form",
            "message": message,
            "requestedSchema": schema,
        }))
    }

    /// Asks with the params as they are and gives the request's id.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn ask_params(&mut self, params: Value) -> Result<u64> {
        self.request("elicitation/create", params)
    }

    /// Withdraws a question.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn withdraw(&mut self, id: u64) -> Result<()> {
        self.send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": id},
        }))
    }

    /// Confirms the answer to a question with this key.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn confirm(&mut self, key: &str) -> Result<()> {
        self.send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/doorbell/received",
            "params": {"key": key},
        }))
    }

    /// Sends a request and gives its id.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn request(&mut self, method: &str, params: Value) -> Result<u64> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        Ok(id)
    }

    /// Sends one message as one line.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn send(&mut self, message: &Value) -> Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.stream.write_all(&line).context("the connection")
    }

    /// The next message, if one comes in time.
    ///
    /// # Errors
    /// The connection is closed, or what came is not JSON.
    pub fn receive(&mut self, timeout: Duration) -> Result<Option<Value>> {
        let deadline = Instant::now() + timeout;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.stream.set_read_timeout(Some(left))?;
            match self.lines.read_until(b'\n', &mut self.partial) {
                Ok(0) => bail!("Doorbell closed the connection"),
                Ok(_) if self.partial.ends_with(b"\n") => {
                    let line = std::mem::take(&mut self.partial);
                    return serde_json::from_slice(&line).context("not JSON").map(Some);
                }
                Ok(_) => bail!("Doorbell closed the connection within a line"),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error).context("the connection"),
            }
        }
    }

    /// A message that has come already, if there is one.
    ///
    /// # Errors
    /// The connection is closed, or what came is not JSON.
    pub fn try_receive(&mut self) -> Result<Option<Value>> {
        self.receive(SHORTEST_READ)
    }

    /// Fails if Doorbell has sent anything that was not read yet.
    ///
    /// Doorbell handles one event after another, so everything it sent because of earlier events
    /// arrives before the reply to a request that is made now.
    ///
    /// # Errors
    /// Another message arrived before the reply.
    pub fn received_nothing(&mut self) -> Result<()> {
        let id = self.request("doorbell/status", json!({}))?;
        let message = self.receive(PATIENCE)?;
        let message = message.context("no reply to doorbell/status in time")?;
        ensure!(message["id"] == id, "Doorbell sent {message}");
        Ok(())
    }

    /// The reply to a request; notifications before it are passed over.
    ///
    /// # Errors
    /// None came in time, or the connection is closed.
    pub fn reply(&mut self, id: u64, timeout: Duration) -> Result<Value> {
        let deadline = Instant::now() + timeout;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = self
                .receive(left)?
                .with_context(|| format!("no reply to request {id} in time"))?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }

    /// The result of a question: action, content and our outcome.
    ///
    /// # Errors
    /// None came in time, or it was an error.
    pub fn answer(&mut self, id: u64) -> Result<Value> {
        let mut reply = self.reply(id, PATIENCE)?;
        if !reply["error"].is_null() {
            bail!(
                "the question was answered with an error: {}",
                reply["error"]
            );
        }
        Ok(reply["result"].take())
    }
}
