//! Work that keeps every core busy, to show that no test depends on an idle machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Keeps every core busy until it is dropped.
pub struct Load(Arc<AtomicBool>);

impl Load {
    pub fn start() -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        println!("Keeping {cores} cores busy");
        for _ in 0..cores {
            let ended = Arc::clone(&ended);
            thread::spawn(move || {
                while !ended.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Self(ended)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
