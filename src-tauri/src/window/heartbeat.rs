//! Notices a page that no longer answers, by an empty script once a second while it has something to
//! show.

use std::cell::Cell;
use std::fs;
use std::rc::Rc;
use std::time::{Duration, Instant};

use gtk::gio::Cancellable;
use gtk::glib::{self, ControlFlow, Priority};
use gtk::prelude::*;
use webkit2gtk::{WebView, WebViewExt};

use crate::app_state::AppState;

const INTERVAL: Duration = Duration::from_secs(1);
/// Without the time in which processes waited for a CPU, so that a busy machine is not taken for a
/// hang. The page may wait for Doorbell or the window server, so the whole system counts.
const PATIENCE: Duration = Duration::from_secs(1);
/// With that time.
const MAX_PATIENCE: Duration = Duration::from_secs(10);

struct Beat {
    /// The question or announcement that the page was to show.
    id: String,
    sent: Instant,
    cpu_wait: Option<Duration>,
    is_answered: Rc<Cell<bool>>,
}

impl Beat {
    fn send(view: &WebView, id: String) -> Self {
        let is_answered = Rc::new(Cell::new(false));
        let answered = Rc::clone(&is_answered);
        // An error is an answer too.
        let on_answer = move |_| answered.set(true);
        view.evaluate_javascript("0", None, None, Cancellable::NONE, on_answer);
        Self {
            id,
            sent: Instant::now(),
            cpu_wait: cpu_wait(),
            is_answered,
        }
    }

    fn is_missed(&self) -> bool {
        let elapsed = self.sent.elapsed();
        let waited = match (self.cpu_wait, cpu_wait()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            // Any of it may have been waiting.
            _ => elapsed,
        };
        is_too_late(elapsed, waited)
    }
}

/// Call once for each web view.
pub fn watch(view: &WebView, state: AppState) {
    let view = view.downgrade();
    let mut last: Option<Beat> = None;
    let on_time = move || {
        let Some(view) = view.upgrade().filter(|view| view.parent().is_some()) else {
            return ControlFlow::Break;
        };
        let beat = last.take().filter(|beat| !beat.is_answered.get());
        last = match (state.shown_by_page(), beat) {
            (None, _) => None,
            (Some(id), None) => Some(Beat::send(&view, id)),
            (Some(_), Some(beat)) if beat.is_missed() => {
                state.daemon.page_stuck(beat.id);
                None
            }
            (Some(_), beat) => beat,
        };
        ControlFlow::Continue
    };
    // Answers that have arrived are handled first.
    glib::timeout_add_local_full(INTERVAL, Priority::LOW, on_time);
}

fn is_too_late(elapsed: Duration, waited_for_cpu: Duration) -> bool {
    elapsed.saturating_sub(waited_for_cpu) >= PATIENCE || elapsed >= MAX_PATIENCE
}

/// How long some process of the system has waited for a CPU since the system started. `None` if the
/// kernel does not count it.
fn cpu_wait() -> Option<Duration> {
    total_wait(&fs::read_to_string("/proc/pressure/cpu").ok()?)
}

fn total_wait(pressure: &str) -> Option<Duration> {
    let some = pressure.lines().find(|line| line.starts_with("some "))?;
    let (_, total) = some.split_once("total=")?;
    Some(Duration::from_micros(total.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_without_an_answer_is_too_late() {
        let is_late = |elapsed, waited| {
            is_too_late(
                Duration::from_millis(elapsed),
                Duration::from_millis(waited),
            )
        };
        assert!(!is_late(999, 0));
        assert!(is_late(1000, 0));
        assert!(!is_late(5000, 4001), "the machine is busy");
        assert!(is_late(5000, 4000));
        assert!(!is_late(9999, 9000));
        assert!(is_late(10_000, 10_000), "others wait too");
        assert!(!is_late(500, 2000));
    }

    #[test]
    fn total_wait_is_read_in_microseconds() {
        let text = "some avg10=24.69 avg60=28.12 avg300=69.77 total=1500000\n\
                    full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n";
        assert_eq!(total_wait(text), Some(Duration::from_millis(1500)));
        assert_eq!(total_wait(""), None);
        assert_eq!(total_wait("some total=?"), None);
    }
}
