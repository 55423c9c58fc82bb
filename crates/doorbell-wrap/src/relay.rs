//! Carries messages between the agent, the server and Doorbell, as the interceptor says.

use std::io;
use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::action::Action;
use crate::bell::Bell;
use crate::clock::Clock;
use crate::interceptor::Interceptor;
use crate::output::{Output, lock};

/// Why a connection ends.
#[derive(Debug)]
pub enum End {
    /// The agent closed its side.
    Host,
    /// The server closed its side.
    Server,
    /// The server's process has ended.
    Exited,
    /// The proxy was sent this signal.
    Signal(i32),
}

/// Who brought what is to be decided about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The thread that reads the agent.
    Host,
    /// The thread that reads the server.
    Server,
    /// Another thread: Doorbell's, or the clock's.
    Elsewhere,
}

/// Everything that the threads of one proxy share.
pub struct Relay {
    pub interceptor: Mutex<Interceptor>,
    pub host: Output,
    pub server: Output,
    pub bell: Bell,
    pub clock: Clock,
    pub ends: Sender<End>,
}

impl Relay {
    /// Lets the interceptor decide and does what it says. The order is decided under the lock;
    /// the writing, which may have to wait for a slow reader, is done after it.
    pub fn step(&self, from: Origin, decide: impl FnOnce(&mut Interceptor) -> Vec<Action>) {
        let mut interceptor = lock(&self.interceptor);
        let (mut for_host, mut for_server) = (false, false);
        let mut told = Vec::new();
        for action in decide(&mut interceptor) {
            match action {
                Action::ToHost(line) => {
                    self.host.put(line);
                    for_host = true;
                }
                Action::ToServer(line) => {
                    self.server.put(line);
                    for_server = true;
                }
                Action::Tell(text) => told.push(text),
                other => self.bell.send(other),
            }
        }
        self.clock.set(interceptor.next_tick());
        drop(interceptor);
        if for_server && from == Origin::Host {
            // A server that reads no more is noticed by its end.
            let _ = self.server.flush();
        } else if for_server {
            self.server.nudge();
        }
        if for_host && from == Origin::Server {
            self.write_host(self.host.flush());
        } else if for_host {
            self.host.nudge();
        }
        for text in told {
            crate::tell(&text);
        }
    }

    /// Writes to the agent what the thread that reads the server does not, for ever.
    pub fn write_to_host(&self) {
        self.write_host(self.host.write_for_others());
    }

    fn write_host(&self, written: io::Result<()>) {
        if written.is_err() {
            self.end(End::Host);
        }
    }

    /// Runs the interceptor's clock, for ever.
    pub fn tick(&self) {
        loop {
            self.clock.wait();
            self.step(Origin::Elsewhere, |interceptor| {
                interceptor.on_tick(Instant::now())
            });
        }
    }

    /// Says that the connection ends. Nobody listens any more once it does.
    pub fn end(&self, end: End) {
        let _ = self.ends.send(end);
    }
}
