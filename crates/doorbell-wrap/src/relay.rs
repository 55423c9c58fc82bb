//! Applies the interceptor's actions: moves messages between the agent, the server and Doorbell.

use std::io;
use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::action::Action;
use crate::doorbell_client::DoorbellClient;
use crate::interceptor::Interceptor;
use crate::output::{Output, lock};
use crate::timer::Timer;

#[derive(Debug)]
pub enum EndReason {
    HostClosed,
    ServerClosed,
    ServerExited,
    Signal(i32),
}

/// The thread that brings an event to the interceptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Reads the agent.
    Host,
    /// Reads the server.
    Server,
    /// The Doorbell worker or the timer.
    Other,
}

/// The state that all threads of a proxy share.
pub struct Relay {
    pub interceptor: Mutex<Interceptor>,
    pub host: Output,
    pub server: Output,
    pub doorbell: DoorbellClient,
    pub timer: Timer,
    pub end_sender: Sender<EndReason>,
}

impl Relay {
    /// Passes an event to the interceptor and applies its actions. Lines are queued under the lock,
    /// which fixes their order; slow writes happen after it is released.
    pub fn handle(&self, origin: Origin, decide: impl FnOnce(&mut Interceptor) -> Vec<Action>) {
        let mut interceptor = lock(&self.interceptor);
        let (mut has_host_lines, mut has_server_lines) = (false, false);
        let mut reports = Vec::new();
        for action in decide(&mut interceptor) {
            match action {
                Action::ToHost(line) => {
                    self.host.push(line);
                    has_host_lines = true;
                }
                Action::ToServer(line) => {
                    self.server.push(line);
                    has_server_lines = true;
                }
                Action::Report(text) => reports.push(text),
                other => self.doorbell.send(other),
            }
        }
        self.timer.set(interceptor.next_tick());
        drop(interceptor);
        if has_server_lines && origin == Origin::Host {
            // A server that stops reading is noticed when it exits.
            let _ = self.server.flush();
        } else if has_server_lines {
            self.server.wake_writer();
        }
        if has_host_lines && origin == Origin::Server {
            self.end_on_error(self.host.flush());
        } else if has_host_lines {
            self.host.wake_writer();
        }
        for text in reports {
            crate::report(&text);
        }
    }

    /// Runs the agent output's writer thread.
    pub fn run_host_writer(&self) {
        self.end_on_error(self.host.run_writer());
    }

    fn end_on_error(&self, written: io::Result<()>) {
        if written.is_err() {
            self.end(EndReason::HostClosed);
        }
    }

    /// Runs the timer thread.
    pub fn run_timer(&self) {
        loop {
            self.timer.wait();
            self.handle(Origin::Other, |interceptor| {
                interceptor.on_tick(Instant::now())
            });
        }
    }

    pub fn end(&self, reason: EndReason) {
        // The receiver is gone once shutdown has finished.
        let _ = self.end_sender.send(reason);
    }
}
