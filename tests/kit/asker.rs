//! An asker that reads and writes raw protocol lines, as an agent would.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::wait::{TIMEOUT, wait_until};

/// A blocking socket does not accept a read timeout of zero.
const MIN_READ_TIMEOUT: Duration = Duration::from_millis(1);

/// A connection to the socket.
pub struct Asker {
    stream: UnixStream,
    lines: BufReader<UnixStream>,
    /// The received part of an incomplete line.
    partial: Vec<u8>,
    next_id: u64,
}

impl Asker {
    /// Connects; waits until the socket exists.
    pub fn connect(socket: &Path) -> Result<Self> {
        let stream = wait_until("Doorbell to listen", TIMEOUT, || {
            UnixStream::connect(socket).with_context(|| socket.display().to_string())
        })?;
        Ok(Self {
            lines: BufReader::new(stream.try_clone()?),
            stream,
            partial: Vec::new(),
            next_id: 0,
        })
    }

    /// Connects and completes the `doorbell/hello` handshake.
    pub fn greet(socket: &Path) -> Result<Self> {
        let mut asker = Self::connect(socket)?;
        let id = asker.request(
            "doorbell/hello",
            json!({"protocol": 1, "client": {"name": "doorbell-tests", "version": "1.0.0"}}),
        )?;
        let reply = asker.reply(id, TIMEOUT)?;
        if reply["result"]["protocol"] != 1 {
            bail!("the hello was answered with {reply}");
        }
        Ok(asker)
    }

    /// Asks a form question and returns the request id.
    pub fn ask(&mut self, message: &str, schema: &Value) -> Result<u64> {
        self.ask_params(json!({
            "mode": "form",
            "message": message,
            "requestedSchema": schema,
        }))
    }

    /// Sends `elicitation/create` with these params and returns the request id.
    pub fn ask_params(&mut self, params: Value) -> Result<u64> {
        self.request("elicitation/create", params)
    }

    /// Withdraws a question.
    pub fn withdraw(&mut self, id: u64) -> Result<()> {
        self.send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": id},
        }))
    }

    /// Confirms the answer to a question with this key.
    pub fn confirm(&mut self, key: &str) -> Result<()> {
        self.send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/doorbell/received",
            "params": {"key": key},
        }))
    }

    /// Sends a request and returns its id.
    pub fn request(&mut self, method: &str, params: Value) -> Result<u64> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        Ok(id)
    }

    /// Sends one message as one line.
    pub fn send(&mut self, message: &Value) -> Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.stream.write_all(&line).context("the connection")
    }

    /// Returns the next message, or `None` after the timeout.
    pub fn receive(&mut self, timeout: Duration) -> Result<Option<Value>> {
        let deadline = Instant::now() + timeout;
        loop {
            let remaining = deadline.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                return Ok(None);
            }
            self.stream.set_read_timeout(Some(remaining))?;
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

    /// Returns a message that has already arrived, if any.
    pub fn try_receive(&mut self) -> Result<Option<Value>> {
        self.receive(MIN_READ_TIMEOUT)
    }

    /// Fails if Doorbell has sent an unread message.
    ///
    /// Doorbell handles events in order, so messages caused by earlier events arrive before the
    /// reply to the request sent here.
    pub fn received_nothing(&mut self) -> Result<()> {
        let id = self.request("doorbell/status", json!({}))?;
        let message = self.receive(TIMEOUT)?;
        let message = message.context("no reply to doorbell/status in time")?;
        ensure!(message["id"] == id, "Doorbell sent {message}");
        Ok(())
    }

    /// Waits for the reply to a request and skips other messages.
    pub fn reply(&mut self, id: u64, timeout: Duration) -> Result<Value> {
        let deadline = Instant::now() + timeout;
        loop {
            let remaining = deadline.saturating_duration_since(Instant::now());
            let message = self
                .receive(remaining)?
                .with_context(|| format!("no reply to request {id} in time"))?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }

    /// Waits for the result of a question: action, content and Doorbell's outcome.
    pub fn answer(&mut self, id: u64) -> Result<Value> {
        let mut reply = self.reply(id, TIMEOUT)?;
        if !reply["error"].is_null() {
            bail!(
                "the question was answered with an error: {}",
                reply["error"]
            );
        }
        Ok(reply["result"].take())
    }
}
