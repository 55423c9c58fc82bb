//! CPU load for tests that must not depend on an idle machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Keeps every core busy until dropped.
pub struct Load(Arc<AtomicBool>);

impl Load {
    pub fn start() -> Self {
        let stopped = Arc::new(AtomicBool::new(false));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        println!("Keeping {cores} cores busy");
        for _ in 0..cores {
            let stopped = Arc::clone(&stopped);
            thread::spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Self(stopped)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
