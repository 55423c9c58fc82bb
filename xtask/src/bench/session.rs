//! A contestant that runs: it is asked, and its answers are timed and checked.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::contestants::Contestant;
use super::message::{INITIALIZED, Request};

/// One system call takes what a pipe holds.
const PIPE: usize = 64 * 1024;

/// A contestant after the handshake.
pub struct Session {
    child: Child,
    /// Gone when the session ends.
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// Keeps its size, so that no call pays for memory that another already has.
    buffer: Vec<u8>,
    /// How much of the buffer arrived since the last request.
    filled: usize,
    next: u64,
    log: String,
}

impl Session {
    /// Starts a contestant; also tells how long it took to answer `initialize`.
    pub fn start(contestant: &Contestant) -> Result<(Self, Duration)> {
        let mut command = contestant.command()?;
        let request = Request::initialize();
        let begun = Instant::now();
        let mut child = command
            .spawn()
            .with_context(|| format!("{} did not start", contestant.name))?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("a child without an output")?;
        let mut session = Self {
            child,
            input,
            output,
            buffer: Vec::new(),
            filled: 0,
            next: 1,
            log: contestant.log().display().to_string(),
        };
        session.exchange(&request)?;
        let took = begun.elapsed();
        session.check(&request)?;
        session.write(INITIALIZED)?;
        Ok((session, took))
    }

    /// Calls the tool once; the time from the first byte written to the last one read.
    pub fn call(&mut self, text: &str) -> Result<Duration> {
        let request = self.request(text);
        let begun = Instant::now();
        self.exchange(&request)?;
        let took = begun.elapsed();
        self.check(&request)?;
        Ok(took)
    }

    /// Calls the tool many times without waiting, one write each, as hosts do; the time from the
    /// first byte written to the last one read.
    pub fn pipeline(&mut self, count: usize, text: &str) -> Result<Duration> {
        let requests: Vec<Request> = (0..count).map(|_| self.request(text)).collect();
        let mut input = self.input.take().context("the session has ended")?;
        self.filled = 0;
        let begun = Instant::now();
        let (took, input) = thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let written = requests
                    .iter()
                    .try_for_each(|request| input.write_all(&request.line));
                (written, input)
            });
            let took = self.receive_answers(count).map(|()| begun.elapsed());
            let (written, input) = writer.join().ok().context("the writer panicked")?;
            written?;
            anyhow::Ok((took?, input))
        })?;
        self.input = Some(input);
        let mut lines: Vec<&[u8]> = lines(self.received()).collect();
        lines.sort_unstable();
        for request in &requests {
            let place = lines.partition_point(|line| *line < request.answer.as_bytes());
            let line = lines.get(place).copied().unwrap_or_default();
            ensure!(request.is_answered_by(line), self.unexpected(line));
        }
        Ok(took)
    }

    /// The process between us and the server, or the server.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Ends it the way MCP says: closes its input and waits.
    pub fn finish(mut self) -> Result<()> {
        drop(self.input.take());
        self.output.read_to_end(&mut self.buffer)?;
        let status = self.child.wait()?;
        ensure!(status.success(), "it ended with {status}; see {}", self.log);
        Ok(())
    }

    fn request(&mut self, text: &str) -> Request {
        let id = self.next;
        self.next += 1;
        Request::call(id, text)
    }

    fn write(&mut self, line: &[u8]) -> Result<()> {
        let input = self.input.as_mut().context("the session has ended")?;
        input
            .write_all(line)
            .with_context(|| format!("it does not read any more; see {}", self.log))
    }

    /// Writes a request and reads until its answer is whole.
    fn exchange(&mut self, request: &Request) -> Result<()> {
        self.filled = 0;
        self.write(&request.line)?;
        loop {
            self.receive()?;
            let received = self.received();
            // Nothing follows the answer, so its end is the end of what there is; almost always it
            // is also the first line. Looking for ends in every byte would cost more than a relay.
            if received.ends_with(b"\n")
                && (request.is_begun_by(received) || self.answer(request).is_some())
            {
                return Ok(());
            }
        }
    }

    /// Reads until there are as many answers as there were requests; notifications may be between.
    fn receive_answers(&mut self, count: usize) -> Result<()> {
        let (mut seen, mut ends, mut others) = (0, 0, 0);
        while ends < count + others {
            self.receive()?;
            let new = &self.received()[seen..];
            ends += new.iter().filter(|byte| **byte == b'\n').count();
            seen = self.filled;
            if ends >= count + others {
                others = lines(self.received())
                    .filter(|line| line.ends_with(b"\n") && !Request::is_any_begun_by(line))
                    .count();
            }
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<()> {
        if self.buffer.len() < self.filled + PIPE {
            self.buffer.resize((self.filled + PIPE) * 2, 0);
        }
        let got = self.output.read(&mut self.buffer[self.filled..])?;
        ensure!(got > 0, "it ended without an answer; see {}", self.log);
        self.filled += got;
        Ok(())
    }

    fn received(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// The line that answers the request.
    fn answer(&self, request: &Request) -> Option<&[u8]> {
        lines(self.received()).find(|line| request.is_begun_by(line))
    }

    /// Outside the measured time: a wrong answer is no answer, however fast.
    fn check(&self, request: &Request) -> Result<()> {
        let line = self.answer(request).unwrap_or_default();
        ensure!(request.is_answered_by(line), self.unexpected(line));
        Ok(())
    }

    fn unexpected(&self, line: &[u8]) -> String {
        let begin = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        format!("an unexpected answer: {begin:?}; see {}", self.log)
    }
}

/// Each with its end.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

impl Drop for Session {
    fn drop(&mut self) {
        // Without effect after `finish`; after a mistake nobody is left behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use anyhow::anyhow;

    use super::Session;
    use crate::bench::contestants::{Who, present};
    use crate::bench::message::text;
    use crate::bench::programs::{Programs, compile};

    #[test]
    fn server_and_relay_say_every_text_again_and_the_missing_are_named() {
        let (contestants, notes) = present(&Programs {
            echo: compile("echo").unwrap(),
            relay: compile("relay").unwrap(),
            doorbell: "/nonexistent/doorbell".into(),
            fastmcp: Err(anyhow!("no network")),
        });
        let present: Vec<Who> = contestants.iter().map(|one| one.who).collect();
        assert_eq!(present, [Who::Direct, Who::Relay]);
        assert!(notes[0].contains("wrap") && notes[1].contains("no network"));
        for contestant in &contestants {
            let (mut session, _) = Session::start(contestant).unwrap();
            for bytes in [0, 64, 64 * 1024, 1024 * 1024] {
                session.call(&text(bytes)).unwrap();
            }
            session.pipeline(2_000, &text(64)).unwrap();
            session.call("once more").unwrap();
            session.finish().unwrap();
        }
    }
}
