//! Watches whether the screen is locked or shared, whether notifications are switched off, and when
//! the machine wakes.
//!
//! Signals are not trusted. A signal only triggers a new query to the owner of the bus name, and the
//! reply decides. Queries never start a service; a name without an owner is treated as "no".
//!
//! Screen sharing is known from GNOME and desktops with `org.gnome.Mutter.ScreenCast`, which sends its
//! signals only to the program that shares, so it is queried every two seconds. KDE switches
//! notifications off while the screen is shared. Elsewhere, and under X11, where any program may read
//! the screen, sharing cannot be detected; *Hide details* in the tray is for that.

mod bus;
mod session_settings;
mod source;
mod wake;

use std::collections::BTreeMap;

use doorbell_daemon::view::QuietReasonView;
use tauri::AppHandle;
use tokio::sync::mpsc;

use bus::Bus;
use wake::SleepDetector;

const QUEUE_SIZE: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresenceEvent {
    /// With a reason, only "An agent needs you" may be shown. `None` lifts the limit.
    Quiet(Option<QuietReasonView>),
    /// The machine woke from sleep. May be sent twice for one sleep.
    Woke,
}

/// Dropped by each source after its first query. The daemon starts when all guards are gone.
pub type StartupGuard = mpsc::Sender<()>;

/// Runs until dropped and reports every change. The initial state is "not quiet".
pub async fn watch(
    app: AppHandle,
    on_event: impl Fn(PresenceEvent) + Send,
    startup_guard: StartupGuard,
) {
    let (reports, received) = mpsc::channel(QUEUE_SIZE);
    let sleep = SleepDetector::default();
    session_settings::watch(&app, reports.clone(), startup_guard.clone());
    tokio::join!(
        bus::watch(Bus::Session, &sleep, &reports, startup_guard.clone()),
        bus::watch(Bus::System, &sleep, &reports, startup_guard),
        wake::watch(&sleep, &reports),
        merge(received, on_event),
    );
}

#[derive(Debug)]
enum Report {
    Quiet(SourceId, Option<QuietReasonView>),
    Woke,
    /// Sent after the first replies of a bus, so those are handled before the guard is dropped.
    Queried(StartupGuard),
}

/// Unique for each source.
type SourceId = &'static str;

async fn merge(mut received: mpsc::Receiver<Report>, on_event: impl Fn(PresenceEvent)) {
    let mut reasons = Reasons::default();
    while let Some(report) = received.recv().await {
        let event = match report {
            Report::Woke => Some(PresenceEvent::Woke),
            Report::Quiet(source, why) => reasons.update(source, why).map(PresenceEvent::Quiet),
            Report::Queried(startup_guard) => {
                drop(startup_guard);
                None
            }
        };
        if let Some(event) = event {
            on_event(event);
            // Logged after the daemon has the event, so that tests can rely on it.
            tracing::debug!("the desktop says {event:?}");
        }
    }
}

#[derive(Default)]
struct Reasons(BTreeMap<SourceId, QuietReasonView>);

impl Reasons {
    /// Returns the strongest reason if it changed.
    fn update(
        &mut self,
        source: SourceId,
        why: Option<QuietReasonView>,
    ) -> Option<Option<QuietReasonView>> {
        let before = self.strongest();
        match why {
            Some(why) => self.0.insert(source, why),
            None => self.0.remove(source),
        };
        let now = self.strongest();
        (now != before).then_some(now)
    }

    /// Locked before shared before do not disturb.
    fn strongest(&self) -> Option<QuietReasonView> {
        self.0.values().copied().min_by_key(|why| match why {
            QuietReasonView::Locked => 0,
            QuietReasonView::Shared => 1,
            QuietReasonView::DoNotDisturb => 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::error::TryRecvError;

    use super::*;
    use QuietReasonView::{DoNotDisturb, Locked, Shared};

    #[test]
    fn strongest_reason_is_reported_only_when_it_changes() {
        let mut reasons = Reasons::default();
        let steps = [
            ("dunst", None, None),
            ("dunst", Some(DoNotDisturb), Some(Some(DoNotDisturb))),
            ("kde", Some(DoNotDisturb), None),
            ("mutter", Some(Shared), Some(Some(Shared))),
            ("locker", Some(Locked), Some(Some(Locked))),
            ("login", Some(Locked), None),
            ("mutter", None, None),
            ("locker", None, None),
            ("login", None, Some(Some(DoNotDisturb))),
            ("kde", None, None),
            ("dunst", None, Some(None)),
            ("dunst", None, None),
        ];
        for (step, (source, why, expected)) in steps.into_iter().enumerate() {
            assert_eq!(
                reasons.update(source, why),
                expected,
                "step {step}: {source}"
            );
        }
    }

    #[tokio::test]
    async fn every_wake_is_reported() {
        let (reports, received) = mpsc::channel(QUEUE_SIZE);
        for report in [
            Report::Woke,
            Report::Quiet("locker", Some(Locked)),
            Report::Quiet("locker", Some(Locked)),
            Report::Woke,
        ] {
            reports.send(report).await.unwrap();
        }
        drop(reports);
        let events = std::cell::RefCell::new(Vec::new());
        merge(received, |event| events.borrow_mut().push(event)).await;
        let expected = [
            PresenceEvent::Woke,
            PresenceEvent::Quiet(Some(Locked)),
            PresenceEvent::Woke,
        ];
        assert_eq!(events.into_inner(), expected);
    }

    #[tokio::test]
    async fn startup_guard_is_dropped_after_first_replies() {
        let (reports, received) = mpsc::channel(QUEUE_SIZE);
        let (startup_guard, done) = mpsc::channel(1);
        let done = std::cell::RefCell::new(done);
        reports
            .send(Report::Quiet("locker", Some(Locked)))
            .await
            .unwrap();
        reports.send(Report::Queried(startup_guard)).await.unwrap();
        drop(reports);
        let still_held = || done.borrow_mut().try_recv() == Err(TryRecvError::Empty);
        merge(received, |_| assert!(still_held())).await;
        assert!(!still_held());
    }
}
