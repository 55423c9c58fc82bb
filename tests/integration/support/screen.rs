//! A desktop that shows nothing and remembers everything.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;

use doorbell_daemon::Desktop;
use doorbell_daemon::view::WindowView;

use super::PATIENCE;

/// One call of the daemon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    WarmUp,
    Show,
    Raise,
    Release,
}

/// What is on the screen and what led to it.
pub struct Screen {
    state: Mutex<State>,
    changed: Condvar,
}

pub struct State {
    pub view: WindowView,
    pub calls: Vec<Called>,
}

impl Screen {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                view: WindowView::Nothing,
                calls: Vec::new(),
            }),
            changed: Condvar::new(),
        })
    }

    /// Waits until the state has what is looked for.
    pub fn wait_for<T>(&self, what: &str, mut look: impl FnMut(&State) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&state) {
                return found;
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(
                !left.is_zero(),
                "waited in vain: {what}; the screen shows {:?} after {:?}",
                state.view,
                state.calls
            );
            state = self.changed.wait_timeout(state, left).unwrap().0;
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    fn record(&self, call: Called, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        state.calls.push(call);
        self.changed.notify_all();
    }
}

/// The daemon's end of a [`Screen`].
pub struct RecordingDesktop(pub Arc<Screen>);

impl Desktop for RecordingDesktop {
    fn warm_up(&mut self) {
        self.0.record(Called::WarmUp, |_| {});
    }

    fn show(&mut self, view: WindowView) {
        self.0.record(Called::Show, |state| state.view = view);
    }

    fn raise(&mut self) {
        self.0.record(Called::Raise, |_| {});
    }

    fn release(&mut self) {
        self.0.record(Called::Release, |_| {});
    }
}
