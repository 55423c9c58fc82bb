//! One connection that asks, or that is echoed.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// What the daemon's person answers at once; anything else stays open.
const ANSWERED: &str = "Ready?";
const OPEN: &str = "When you have time.";

pub struct Asker {
    stream: BufReader<UnixStream>,
    asked: usize,
    /// How its keys begin; `None` where an echo is at the other end.
    keys: Option<String>,
}

impl Asker {
    /// One whose lines are given back.
    pub fn echoed(socket: &Path) -> Result<Self> {
        Ok(Self {
            stream: BufReader::new(UnixStream::connect(socket)?),
            asked: 0,
            keys: None,
        })
    }

    /// One that a daemon answers.
    pub fn greet(socket: &Path) -> Result<Self> {
        Self::greet_with("key", socket)
    }

    /// The same beside others of the same program, with keys of its own.
    pub fn greet_with(keys: &str, socket: &Path) -> Result<Self> {
        let mut asker = Self::echoed(socket)?;
        let params = json!({"protocol": 1, "client": {"name": "measure", "version": "1"}});
        asker.says(&line(
            &json!({"jsonrpc": "2.0", "id": 0, "method": "doorbell/hello", "params": params}),
        ))?;
        asker.hears()?;
        asker.keys = Some(keys.to_owned());
        Ok(asker)
    }

    /// Asks so many, one after another; each took so many microseconds.
    pub fn calls(&mut self, many: usize) -> Result<Vec<f64>> {
        (0..many)
            .map(|_| {
                let line = self.next_line(ANSWERED);
                let begun = Instant::now();
                self.says(&line)?;
                let heard = self.hears()?;
                let took = begun.elapsed().as_secs_f64() * 1_000_000.0;
                self.is_answered(&heard)?;
                Ok(took)
            })
            .collect()
    }

    /// Asks the next question and does not wait for its answer.
    pub fn asks(&mut self) -> Result<()> {
        let line = self.next_line(ANSWERED);
        self.says(&line)
    }

    /// Waits for its answer.
    pub fn hears_answer(&mut self) -> Result<()> {
        let heard = self.hears()?;
        self.is_answered(&heard)
    }

    /// Asks so many more that stay open.
    pub fn opens(&mut self, many: usize) -> Result<()> {
        for _ in 0..many {
            let line = self.next_line(OPEN);
            self.says(&line)?;
        }
        // It is behind them in the line, so they were seen and put aside when it is answered.
        self.calls(1).map(drop)
    }

    /// Checks the answer, and says that it was received, as an asker with a key does.
    fn is_answered(&mut self, heard: &str) -> Result<()> {
        let Some(keys) = &self.keys else {
            ensure!(heard.contains(ANSWERED), "{heard}");
            return Ok(());
        };
        ensure!(heard.contains("\"accept\""), "{heard}");
        let params = json!({"key": key(keys, self.asked)});
        let method = "notifications/doorbell/received";
        self.says(&line(
            &json!({"jsonrpc": "2.0", "method": method, "params": params}),
        ))
    }

    fn next_line(&mut self, message: &str) -> String {
        self.asked += 1;
        let keys = self.keys.as_deref().unwrap_or("key");
        line(&json!({
            "jsonrpc": "2.0", "id": self.asked, "method": "elicitation/create",
            "params": {
                "message": message,
                "requestedSchema": {
                    "type": "object",
                    "properties": {"ready": {"type": "boolean", "default": true}},
                },
                "_meta": {"dev.doorbell/asker": {"key": key(keys, self.asked)}},
            },
        }))
    }

    fn says(&mut self, line: &str) -> Result<()> {
        Ok(self.stream.get_mut().write_all(line.as_bytes())?)
    }

    fn hears(&mut self) -> Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        ensure!(!line.is_empty(), "the connection ended");
        Ok(line)
    }
}

fn key(keys: &str, number: usize) -> String {
    format!("{keys} {number}")
}

fn line(message: &Value) -> String {
    format!("{message}\n")
}
