//! Whether this is a moment to show anything: is the screen locked, shared, or are notifications
//! switched off; and when did the machine wake.
//!
//! No signal is believed. A signal, from whomever, only makes us ask the owner of the name again,
//! and what counts is its answer. Nothing is started by asking: a name without an owner knows
//! nothing.
//!
//! Sharing can be told from GNOME and what speaks its language (`org.gnome.Mutter.ScreenCast`);
//! KDE switches notifications off while the screen is shared, which tells as much. Elsewhere, and
//! under X11, where any program may read the screen, nobody can tell; Private now is for that.

mod bus;
mod session_settings;
mod source;
mod wake;

use std::collections::{BTreeMap, BTreeSet};

use doorbell_daemon::view::QuietView;
use tauri::AppHandle;
use tokio::sync::{mpsc, oneshot};

use bus::Bus;
use wake::Sleep;

/// News that wait to be merged; more make the tellers wait.
const NEWS_IN_FLIGHT: usize = 16;

/// What was heard of the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing but "An agent needs you" should be shown, and why; or anything may be again.
    Quiet(Option<QuietView>),
    /// The machine has slept and is awake. May be said twice for one sleep.
    Woke,
}

/// Watches the desktop for as long as it is polled. Says what changed: at first nothing is quiet.
/// Sends `known` once everyone who may want quiet has been asked for the first time.
pub async fn watch(app: AppHandle, said: impl Fn(Heard) + Send, known: oneshot::Sender<()>) {
    let (tell, told) = mpsc::channel(NEWS_IN_FLIGHT);
    let sleep = Sleep::default();
    session_settings::watch(&app, tell.clone());
    tokio::join!(
        bus::watch(Bus::Session, &sleep, &tell),
        bus::watch(Bus::System, &sleep, &tell),
        wake::watch(&sleep, &tell),
        merge(told, said, known),
    );
}

/// What one teller knows.
#[derive(Debug)]
enum News {
    /// Whether this teller wants quiet, and why.
    Quiet(Teller, Option<QuietView>),
    Woke,
    /// Everyone in this place was asked.
    Asked(Asked),
}

/// Where those are who may want quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    Bus(Bus),
    Settings,
}

const EVERYONE: [Asked; 3] = [
    Asked::Bus(Bus::Session),
    Asked::Bus(Bus::System),
    Asked::Settings,
];

/// Who tells; each has a name of its own.
type Teller = &'static str;

async fn merge(mut told: mpsc::Receiver<News>, said: impl Fn(Heard), known: oneshot::Sender<()>) {
    let mut reasons = Reasons::default();
    let mut known = Some(known);
    let mut asked = BTreeSet::new();
    while let Some(news) = told.recv().await {
        let heard = match news {
            News::Woke => Some(Heard::Woke),
            News::Quiet(teller, why) => reasons.hear(teller, why).map(Heard::Quiet),
            News::Asked(place) => {
                asked.insert(place);
                if EVERYONE.iter().all(|place| asked.contains(place))
                    && let Some(known) = known.take()
                {
                    // The receiver is gone if it no longer waits.
                    let _ = known.send(());
                }
                None
            }
        };
        if let Some(heard) = heard {
            said(heard);
            // Whoever reads this can rely on the daemon to handle it before anything newer.
            tracing::debug!("the desktop says {heard:?}");
        }
    }
}

/// Why there should be quiet, by teller.
#[derive(Default)]
struct Reasons(BTreeMap<Teller, QuietView>);

impl Reasons {
    /// Takes in what a teller says. Gives what is to be said if that changed.
    fn hear(&mut self, teller: Teller, why: Option<QuietView>) -> Option<Option<QuietView>> {
        let before = self.strongest();
        match why {
            Some(why) => self.0.insert(teller, why),
            None => self.0.remove(teller),
        };
        let now = self.strongest();
        (now != before).then_some(now)
    }

    /// Locked wins over shared, and that over a wish not to be disturbed.
    fn strongest(&self) -> Option<QuietView> {
        self.0.values().copied().min_by_key(|why| match why {
            QuietView::Locked => 0,
            QuietView::Shared => 1,
            QuietView::DoNotDisturb => 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use QuietView::{DoNotDisturb, Locked, Shared};

    #[test]
    fn the_strongest_reason_is_said_and_only_when_it_changes() {
        let mut reasons = Reasons::default();
        let story = [
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
        for (step, (teller, why, said)) in story.into_iter().enumerate() {
            assert_eq!(reasons.hear(teller, why), said, "step {step}: {teller}");
        }
    }

    #[tokio::test]
    async fn a_wake_is_passed_on_each_time() {
        let (tell, told) = mpsc::channel(NEWS_IN_FLIGHT);
        for news in [
            News::Woke,
            News::Quiet("locker", Some(Locked)),
            News::Quiet("locker", Some(Locked)),
            News::Woke,
        ] {
            tell.send(news).await.unwrap();
        }
        drop(tell);
        let said = std::cell::RefCell::new(Vec::new());
        let (known, _) = oneshot::channel();
        merge(told, |heard| said.borrow_mut().push(heard), known).await;
        let expected = [Heard::Woke, Heard::Quiet(Some(Locked)), Heard::Woke];
        assert_eq!(said.into_inner(), expected);
    }

    #[tokio::test]
    async fn desktop_is_known_once_everyone_was_asked() {
        for left_out in EVERYONE {
            let (tell, told) = mpsc::channel(NEWS_IN_FLIGHT);
            let (known, mut is_known) = oneshot::channel();
            for place in EVERYONE.into_iter().filter(|place| *place != left_out) {
                tell.send(News::Asked(place)).await.unwrap();
                tell.send(News::Asked(place)).await.unwrap();
            }
            drop(tell);
            merge(told, |_| {}, known).await;
            assert!(is_known.try_recv().is_err(), "without {left_out:?}");
        }
        let (tell, told) = mpsc::channel(NEWS_IN_FLIGHT);
        let (known, is_known) = oneshot::channel();
        for place in EVERYONE {
            tell.send(News::Asked(place)).await.unwrap();
        }
        drop(tell);
        merge(told, |_| {}, known).await;
        is_known.await.unwrap();
    }
}
