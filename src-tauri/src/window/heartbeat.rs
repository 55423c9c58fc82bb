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
/// Without the time that the page waits for a CPU, so that a busy machine is not taken for a hang.
const PATIENCE: Duration = Duration::from_secs(1);
/// With that time.
const MAX_PATIENCE: Duration = Duration::from_secs(10);

const WEB_PROCESS: &str = "WebKitWebProces";

struct Beat {
    /// The question or announcement that the page was to show.
    id: String,
    sent: Instant,
    cpu_wait: Duration,
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
        let waited = cpu_wait().saturating_sub(self.cpu_wait);
        is_too_late(self.sent.elapsed(), waited)
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

/// How long a page has waited for a CPU since it started. Which process belongs to which window is
/// unknown, so this is the one that waited most.
fn cpu_wait() -> Duration {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten();
    let children = threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let waits = children.flat_map(|pids| {
        let pids = pids.split_whitespace();
        pids.filter_map(page_cpu_wait).collect::<Vec<_>>()
    });
    waits.max().unwrap_or_default()
}

/// Returns `None` if the process shows no page.
fn page_cpu_wait(pid: &str) -> Option<Duration> {
    let read = |file| fs::read_to_string(format!("/proc/{pid}/{file}")).ok();
    if read("comm")?.trim_end() != WEB_PROCESS {
        return None;
    }
    // Nanoseconds on a CPU, nanoseconds waiting for one, time slices.
    let schedstat = read("schedstat")?;
    let waited = schedstat.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(waited))
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
}
