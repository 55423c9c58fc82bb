//! Ends a run in which somebody stopped answering: a blocking read would wait for ever.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Far longer than any single step takes, on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Must hear of each step before it begins.
pub struct Watchdog(Sender<String>);

impl Watchdog {
    /// Starts to wait for the first step.
    pub fn new() -> Self {
        let (sender, steps) = channel::<String>();
        thread::spawn(move || {
            // Builds and installations take their time: the clock starts with the first step.
            let Ok(mut step) = steps.recv() else { return };
            loop {
                match steps.recv_timeout(PATIENCE) {
                    Ok(next) => step = next,
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {
                        eprintln!("\nxtask: {step} took more than {PATIENCE:?}");
                        // The children see the end of their input and go.
                        std::process::exit(1);
                    }
                }
            }
        });
        Self(sender)
    }

    /// Says what begins now.
    pub fn begins(&self, step: String) {
        // Without its thread there is nobody to be told.
        let _ = self.0.send(step);
    }
}
