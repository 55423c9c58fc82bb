//! Questions to a daemon without a window whose person answers at once, and bytes to a bare echo over
//! the same kind of socket. In microseconds, each by itself.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::output_directory;
use serde_json::{Value, json};

/// How many are measured, and after how many more again.
const MEASURED: usize = 1_000;
const HISTORY: usize = 10_000;

pub fn measure() -> Result<Value> {
    let place = tempfile::tempdir()?;
    let echo = echo(&place.path().join("echo.sock"))?;
    let daemon = Daemon::start(place.path())?;
    let mut asker = Asker::greet(&daemon.socket())?;
    asker.ask(MEASURED)?;
    let first = asker.ask(MEASURED)?;
    asker.ask(HISTORY - 2 * MEASURED)?;
    let later = asker.ask(MEASURED)?;
    Ok(json!({
        "echo": echo,
        "question": first,
        "question after 10,000": later,
    }))
}

fn echo(socket: &Path) -> Result<Vec<f64>> {
    let listener = UnixListener::bind(socket)?;
    std::thread::spawn(move || {
        let (stream, _) = listener.accept()?;
        let mut writer = stream.try_clone()?;
        for line in BufReader::new(stream).lines() {
            writer.write_all(format!("{}\n", line?).as_bytes())?;
        }
        std::io::Result::Ok(())
    });
    let mut asker = Asker::connect(socket)?;
    let line = question(0);
    let mut samples = Vec::new();
    for _ in 0..2 * MEASURED {
        let begun = Instant::now();
        asker.says(&line)?;
        asker.hears()?;
        samples.push(microseconds(begun));
    }
    Ok(samples.split_off(MEASURED))
}

struct Asker {
    stream: BufReader<UnixStream>,
    asked: usize,
}

impl Asker {
    fn connect(socket: &Path) -> Result<Self> {
        let stream = BufReader::new(UnixStream::connect(socket)?);
        Ok(Self { stream, asked: 0 })
    }

    fn greet(socket: &Path) -> Result<Self> {
        let mut asker = Self::connect(socket)?;
        let client = json!({"name": "measure", "version": "1"});
        let params = json!({"protocol": 1, "client": client});
        asker.says(
            &json!({"jsonrpc": "2.0", "id": 0, "method": "doorbell/hello", "params": params}),
        )?;
        asker.hears()?;
        Ok(asker)
    }

    /// Asks so many, one after another, and says of each that its answer was received.
    fn ask(&mut self, many: usize) -> Result<Vec<f64>> {
        let mut samples = Vec::with_capacity(many);
        for _ in 0..many {
            self.asked += 1;
            let question = question(self.asked);
            let begun = Instant::now();
            self.says(&question)?;
            let answer = self.hears()?;
            samples.push(microseconds(begun));
            ensure!(answer.contains("\"accept\""), "{answer}");
            let params = json!({"key": format!("key {}", self.asked)});
            self.says(&json!({"jsonrpc": "2.0", "method": "notifications/doorbell/received", "params": params}))?;
        }
        Ok(samples)
    }

    fn says(&mut self, message: &Value) -> Result<()> {
        Ok(self
            .stream
            .get_mut()
            .write_all(format!("{message}\n").as_bytes())?)
    }

    fn hears(&mut self) -> Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        ensure!(!line.is_empty(), "the connection ended");
        Ok(line)
    }
}

fn question(number: usize) -> Value {
    json!({
        "jsonrpc": "2.0", "id": number, "method": "elicitation/create",
        "params": {
            "message": "Ready?",
            "requestedSchema": schema(),
            "_meta": {"dev.doorbell/asker": {"key": format!("key {number}")}},
        },
    })
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"ready": {"type": "boolean", "default": true}}})
}

fn microseconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1_000_000.0
}

/// A daemon whose person answers at once.
struct Daemon {
    child: Child,
    place: PathBuf,
}

impl Daemon {
    fn start(place: &Path) -> Result<Self> {
        let target = output_directory();
        let target = target.parent().context("the target directory")?;
        let program = target.join("release/examples/killable-daemon");
        let mut child = Command::new(program)
            .arg(place)
            .arg("answers")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().context("what it says")?;
        BufReader::new(output).read_line(&mut line)?;
        ensure!(line == "listens\n", "{line}");
        let place = place.to_owned();
        Ok(Self { child, place })
    }

    fn socket(&self) -> PathBuf {
        self.place.join("run/doorbell.sock")
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // One that has ended by itself cannot be ended again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
