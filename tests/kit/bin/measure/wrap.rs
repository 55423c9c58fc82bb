//! The latency that `doorbell wrap` adds to MCP calls, compared with a relay that only copies
//! bytes.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::{Build, output_directory};
use doorbell_tests::process::output;

use crate::memory::mebibytes;
use crate::samples::{Samples, milliseconds};

/// Many short rounds, so that other load slows all peers alike.
const ROUNDS: usize = 100;
const CALLS: usize = 100;
/// Calls at the beginning of a round that are not recorded.
const WARM_UP: usize = 10;
const STARTS: usize = 20;
const SIZES: [(&str, usize); 2] = [("64 B", 64), ("64 KiB", 64 * 1024)];

#[derive(Clone, Copy)]
enum Peer {
    Direct,
    Relay,
    Wrap,
}

pub fn measure(samples: &mut Samples) -> Result<()> {
    pin_to_one_cpu()?;
    // The first start reads the program from the disk.
    Session::start(Peer::Wrap)?;
    for _ in 0..STARTS {
        let start = Instant::now();
        let session = Session::start(Peer::Wrap)?;
        samples.add_time("wrap, start", start.elapsed());
        drop(session);
    }
    let mut direct = Session::start(Peer::Direct)?;
    let mut relay = Session::start(Peer::Relay)?;
    let mut wrap = Session::start(Peer::Wrap)?;
    for _ in 0..ROUNDS {
        for (size, bytes) in SIZES {
            let text = "a".repeat(bytes);
            let base = direct.round_trips(&text)?.median();
            let added = relay.round_trips(&text)?.median() - base;
            samples.add(&format!("relay, {size}"), added);
            let added = wrap.round_trips(&text)?.median() - base;
            samples.add(&format!("wrap, {size}"), added);
        }
    }
    samples.add("wrap, memory", mebibytes(wrap.child.id(), "Rss")?);
    Ok(())
}

/// The times of one round, in milliseconds.
struct RoundTrips(Vec<f64>);

impl RoundTrips {
    fn median(mut self) -> f64 {
        self.0.sort_by(f64::total_cmp);
        self.0[self.0.len() / 2]
    }
}

/// An MCP client connected to the echo server through one of the peers.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Session {
    /// Starts the peer and waits for the answer to `initialize`.
    fn start(peer: Peer) -> Result<Self> {
        let mut child = peer.command()?.spawn().context("a peer did not start")?;
        let mut session = Self {
            input: child.stdin.take().context("its input")?,
            // Larger than the longest line, so that one system call reads a full pipe.
            output: BufReader::with_capacity(
                128 * 1024,
                child.stdout.take().context("its output")?,
            ),
            child,
            line: Vec::new(),
        };
        let initialize = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;
        session.exchange(&format!("{initialize}\n"))?;
        let answer = String::from_utf8_lossy(&session.line);
        ensure!(answer.contains(r#""serverInfo""#), "{answer}");
        let initialized = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        session
            .input
            .write_all(&[&initialized[..], b"\n"].concat())?;
        Ok(session)
    }

    fn round_trips(&mut self, text: &str) -> Result<RoundTrips> {
        for _ in 0..WARM_UP {
            self.call(text)?;
        }
        let times = (0..CALLS).map(|_| Ok(milliseconds(self.call(text)?)));
        Ok(RoundTrips(times.collect::<Result<_>>()?))
    }

    /// Calls the tool once. The answer is checked outside the measured time.
    fn call(&mut self, text: &str) -> Result<Duration> {
        let params = format!(r#"{{"name":"echo","arguments":{{"text":"{text}"}}}}"#);
        let time = self.exchange(&format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{params}}}\n"
        ))?;
        let content = format!(r#"[{{"type":"text","text":"{text}"}}]"#);
        let expected =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"content\":{content}}}}}\n");
        ensure!(self.line == expected.as_bytes(), "an unexpected answer");
        Ok(time)
    }

    /// Returns the time from the first byte written to the last byte read.
    fn exchange(&mut self, request: &str) -> Result<Duration> {
        self.line.clear();
        let start = Instant::now();
        self.input.write_all(request.as_bytes())?;
        self.output.read_until(b'\n', &mut self.line)?;
        Ok(start.elapsed())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Fails if it has already exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Peer {
    fn command(self) -> Result<Command> {
        let programs = output_directory().join("bench");
        let echo = programs.join("echo");
        let mut command = match self {
            Self::Direct => Command::new(echo),
            Self::Relay => {
                let mut relay = Command::new(programs.join("relay"));
                relay.arg(echo);
                relay
            }
            Self::Wrap => {
                let mut wrap = Command::new(Build::Release.command_line()?);
                wrap.args(["wrap", "--name", "echo", "--"]).arg(echo);
                wrap
            }
        };
        // Without Doorbell and a display, wrap passes everything through.
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.env("DOORBELL_SOCKET", programs.join("none.sock"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::null());
        Ok(command)
    }
}

/// Pins this program and its children to one CPU, so that the results do not depend on the
/// scheduler.
pub fn pin_to_one_cpu() -> Result<()> {
    let status = fs::read_to_string("/proc/self/status")?;
    let mut lines = status.lines();
    let allowed = lines.find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    // The first CPU usually serves interrupts.
    let last = allowed.and_then(|list| list.trim().rsplit([',', '-']).next());
    let last = last.context("/proc does not list the CPUs")?;
    let mut taskset = Command::new("taskset");
    taskset.args(["--cpu-list", "--pid", last, &std::process::id().to_string()]);
    output(&mut taskset).map(drop)
}
