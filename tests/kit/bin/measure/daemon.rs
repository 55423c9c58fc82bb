//! The cost of a question that is answered at once, in a fresh daemon, with 255 open questions and
//! with 10,000 in history.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::output_directory;
use doorbell_tests::asker::Asker;
use serde_json::json;

use crate::samples::Samples;
use crate::wrap::pin_to_one_cpu;

/// The daemons take turns in short rounds, so that other load slows all of them alike.
const ROUNDS: usize = 20;
const QUESTIONS: usize = 100;
/// Questions at the beginning of a round that are not recorded.
const WARM_UP: usize = 10;
const OPEN: usize = 255;
const HISTORY: usize = 10_000;

/// The daemon answers questions with this message at once; others stay open.
const ANSWERED_MESSAGE: &str = "Ready?";

pub fn measure(samples: &mut Samples) -> Result<()> {
    pin_to_one_cpu()?;
    let folder = tempfile::tempdir()?;
    let mut daemons = Vec::new();
    for (series, open, history) in [
        ("question", 0, 0),
        ("question, 255 open", OPEN, 0),
        ("question, 10,000 in history", 0, HISTORY),
    ] {
        let mut daemon = Daemon::start(&folder.path().join(series))?;
        for _ in 0..open {
            daemon.ask("When you have time.")?;
        }
        for _ in 0..history {
            daemon.ask_and_wait()?;
        }
        daemons.push((series, daemon));
    }
    for _ in 0..ROUNDS {
        for (series, daemon) in &mut daemons {
            for _ in 0..WARM_UP {
                daemon.ask_and_wait()?;
            }
            for _ in 0..QUESTIONS {
                let start = Instant::now();
                daemon.ask_and_wait()?;
                samples.add_time(series, start.elapsed());
            }
        }
    }
    Ok(())
}

struct Daemon {
    child: Child,
    asker: Asker,
    asked: usize,
}

impl Daemon {
    /// Starts the `killable-daemon` example in the mode that answers at once.
    fn start(folder: &Path) -> Result<Self> {
        std::fs::create_dir(folder)?;
        let target = output_directory();
        let target = target.parent().context("the target directory")?;
        let mut child = Command::new(target.join("release/examples/killable-daemon"))
            .arg(folder)
            .arg("answers")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("the daemon did not start")?;
        let mut line = String::new();
        let output = child.stdout.take().context("the daemon's output")?;
        BufReader::new(output).read_line(&mut line)?;
        ensure!(line == "listens\n", "the daemon printed {line:?}");
        Ok(Self {
            child,
            asker: Asker::greet(&folder.join("run/doorbell.sock"))?,
            asked: 0,
        })
    }

    fn ask(&mut self, message: &str) -> Result<u64> {
        self.asked += 1;
        self.asker.ask_params(json!({
            "message": message,
            "requestedSchema": {
                "type": "object",
                "properties": {"ready": {"type": "boolean", "default": true}},
            },
            "_meta": {"dev.doorbell/asker": {"key": self.key()}},
        }))
    }

    /// Asks a question, waits for the answer and confirms it.
    fn ask_and_wait(&mut self) -> Result<()> {
        let id = self.ask(ANSWERED_MESSAGE)?;
        let answer = self.asker.answer(id)?;
        ensure!(answer["action"] == "accept", "{answer}");
        let key = self.key();
        self.asker.confirm(&key)
    }

    fn key(&self) -> String {
        format!("question {}", self.asked)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // Fails if it has already exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
