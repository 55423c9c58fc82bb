//! A clock that tests advance by hand.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use doorbell_core::moment::Moment;
use doorbell_daemon::{Clock, Timer};
use jiff::Zoned;

use super::TIMEOUT;

#[derive(Debug)]
pub struct ManualClock {
    weak_self: Weak<Self>,
    start: Zoned,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    now: Duration,
    last_timer_id: u64,
    timers: HashMap<u64, PendingTimer>,
}

/// A timer that was polled and not yet dropped.
#[derive(Debug)]
struct PendingTimer {
    due: Duration,
    is_event_loop: bool,
    waker: Waker,
}

impl ManualClock {
    pub fn new() -> Arc<Self> {
        Arc::new_cyclic(|weak_self| Self {
            weak_self: weak_self.clone(),
            start: Zoned::now(),
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Advances the time and returns when the event loop has handled every due timer.
    pub fn advance(&self, time: Duration) {
        self.wait_until("the event loop is idle", State::is_idle);
        self.advance_without_waiting(time);
        self.wait_until("every due timer is handled", State::is_idle);
    }

    /// Waits until exactly `count` timers are due in `time` from now.
    pub fn wait_for_timers(&self, time: Duration, count: usize) {
        self.wait_until("the timers are set", |state| {
            let timers = state.timers.values();
            let found = timers.filter(|timer| timer.due == state.now + time);
            found.count() == count
        });
    }

    /// Advances the time without waiting for timers to be handled.
    pub fn advance_without_waiting(&self, time: Duration) {
        let mut state = self.lock();
        state.now += time;
        let now = state.now;
        let due = state.timers.values().filter(|timer| timer.due <= now);
        due.for_each(|timer| timer.waker.wake_by_ref());
    }

    fn wait_until(&self, what: &str, condition: impl Fn(&State) -> bool) {
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), TIMEOUT, |state| !condition(state));
        let (state, result) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(
            !result.timed_out(),
            "timed out waiting until {what}; {state:?}"
        );
    }

    fn timer(&self, due: Duration, is_event_loop: bool) -> Timer {
        let mut state = self.lock();
        state.last_timer_id += 1;
        Box::pin(ManualTimer {
            clock: self
                .weak_self
                .upgrade()
                .expect("a ManualClock is always in an Arc"),
            id: state.last_timer_id,
            due,
            is_event_loop,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_idle(&self) -> bool {
        let mut timers = self.timers.values();
        let is_event_loop_waiting = self.timers.values().any(|timer| timer.is_event_loop);
        is_event_loop_waiting && timers.all(|timer| timer.due > self.now)
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
    id: u64,
    due: Duration,
    is_event_loop: bool,
}

impl Future for ManualTimer {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.clock.lock();
        if self.due <= state.now {
            return Poll::Ready(());
        }
        let timer = PendingTimer {
            due: self.due,
            is_event_loop: self.is_event_loop,
            waker: context.waker().clone(),
        };
        state.timers.insert(self.id, timer);
        self.clock.changed.notify_all();
        Poll::Pending
    }
}

impl Drop for ManualTimer {
    fn drop(&mut self) {
        self.clock.lock().timers.remove(&self.id);
        self.clock.changed.notify_all();
    }
}
