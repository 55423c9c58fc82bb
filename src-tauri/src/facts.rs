//! What this desktop can do, gathered from the parts that find it out.

use std::sync::{Arc, Mutex, PoisonError};

use doorbell_daemon::Handle;
use doorbell_daemon::view::FactsView;

/// What is known so far. Every change is told to the daemon.
#[derive(Clone)]
pub struct Facts {
    known: Arc<Mutex<FactsView>>,
    daemon: Handle,
}

impl Facts {
    /// Begins with what is known at the start.
    pub fn new(known: FactsView, daemon: Handle) -> Self {
        Self {
            known: Arc::new(Mutex::new(known)),
            daemon,
        }
    }

    /// Notes something that was found out.
    pub fn change(&self, change: impl FnOnce(&mut FactsView)) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.clone();
        change(&mut known);
        if *known != before {
            self.daemon.facts_changed(known.clone());
        }
    }
}
