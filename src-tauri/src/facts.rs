//! What this desktop can do, collected from the parts that find it out.

use std::sync::{Arc, Mutex, PoisonError};

use doorbell_daemon::Handle;
use doorbell_daemon::view::DesktopFactsView;

/// Notifies the daemon of every change.
#[derive(Clone)]
pub struct Facts {
    facts: Arc<Mutex<DesktopFactsView>>,
    daemon: Handle,
}

impl Facts {
    pub fn new(facts: DesktopFactsView, daemon: Handle) -> Self {
        Self {
            facts: Arc::new(Mutex::new(facts)),
            daemon,
        }
    }

    pub fn change(&self, change: impl FnOnce(&mut DesktopFactsView)) {
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let before = facts.clone();
        change(&mut facts);
        if *facts != before {
            self.daemon.facts_changed(facts.clone());
        }
    }
}
