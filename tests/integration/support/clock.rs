//! A clock whose time moves only when a test says so.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use doorbell_core::moment::Moment;
use doorbell_daemon::{Clock, Timer};
use jiff::Zoned;

use super::PATIENCE;

/// The time of one daemon and of its connections.
#[derive(Debug)]
pub struct ManualClock {
    own: Weak<Self>,
    start: Zoned,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    now: Duration,
    made: u64,
    waiting: HashMap<u64, Waiting>,
}

/// A timer that was polled and is not dropped yet.
#[derive(Debug)]
struct Waiting {
    at: Duration,
    is_of_loop: bool,
    waker: Waker,
}

impl ManualClock {
    pub fn new() -> Arc<Self> {
        Arc::new_cyclic(|own| Self {
            own: own.clone(),
            start: Zoned::now(),
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Lets time pass, and returns when the event loop has handled every timer that is due.
    pub fn advance(&self, time: Duration) {
        self.wait_until("the event loop is idle", State::is_idle);
        self.jump(time);
        self.wait_until("every due timer is handled", State::is_idle);
    }

    /// Waits until so many timers have exactly this long to go.
    pub fn is_awaited(&self, time: Duration, times: usize) {
        self.wait_until("somebody waits for this time", |state| {
            let timers = state.waiting.values();
            let found = timers.filter(|timer| timer.at == state.now + time);
            found.count() == times
        });
    }

    /// Lets time pass and does not wait for what comes of it.
    pub fn jump(&self, time: Duration) {
        let mut state = self.lock();
        state.now += time;
        let now = state.now;
        let due = state.waiting.values().filter(|timer| timer.at <= now);
        due.for_each(|timer| timer.waker.wake_by_ref());
    }

    fn wait_until(&self, what: &str, is_so: impl Fn(&State) -> bool) {
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), PATIENCE, |state| !is_so(state));
        let (state, result) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(!result.timed_out(), "waited in vain: {what}; {state:?}");
    }

    fn timer(&self, at: Duration, is_of_loop: bool) -> Timer {
        let mut state = self.lock();
        state.made += 1;
        Box::pin(ManualTimer {
            clock: self.own.upgrade().expect("it is used through its Arc"),
            number: state.made,
            at,
            is_of_loop,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether the event loop waits, and no timer is due.
    fn is_idle(&self) -> bool {
        let mut timers = self.waiting.values();
        let is_waiting = self.waiting.values().any(|timer| timer.is_of_loop);
        is_waiting && timers.all(|timer| timer.at > self.now)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Moment {
        let steady = self.lock().now;
        Moment {
            steady,
            wall: &self.start + steady,
        }
    }

    fn tick_at(&self, steady: Duration) -> Timer {
        self.timer(steady, true)
    }

    fn sleep(&self, time: Duration) -> Timer {
        let now = self.lock().now;
        self.timer(now.saturating_add(time), false)
    }
}

struct ManualTimer {
    clock: Arc<ManualClock>,
    number: u64,
    at: Duration,
    is_of_loop: bool,
}

impl Future for ManualTimer {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.clock.lock();
        if self.at <= state.now {
            return Poll::Ready(());
        }
        let waiting = Waiting {
            at: self.at,
            is_of_loop: self.is_of_loop,
            waker: context.waker().clone(),
        };
        state.waiting.insert(self.number, waiting);
        self.clock.changed.notify_all();
        Poll::Pending
    }
}

impl Drop for ManualTimer {
    fn drop(&mut self) {
        self.clock.lock().waiting.remove(&self.number);
        self.clock.changed.notify_all();
    }
}
