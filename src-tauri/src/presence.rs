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

use std::collections::BTreeMap;

use doorbell_daemon::view::QuietView;
use tauri::AppHandle;
use tokio::sync::mpsc;

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

/// Held by whoever has not asked the desktop for the first time yet, and dropped then.
pub type Asking = mpsc::Sender<()>;

/// Watches the desktop for as long as it is polled. Says what changed: at first nothing is quiet.
pub async fn watch(app: AppHandle, said: impl Fn(Heard) + Send, asking: Asking) {
    let (tell, told) = mpsc::channel(NEWS_IN_FLIGHT);
    let sleep = Sleep::default();
    session_settings::watch(&app, tell.clone(), asking.clone());
    tokio::join!(
        bus::watch(Bus::Session, &sleep, &tell, asking.clone()),
        bus::watch(Bus::System, &sleep, &tell, asking),
        wake::watch(&sleep, &tell),
        merge(told, said),
    );
}

/// What one teller knows.
#[derive(Debug)]
enum News {
    /// Whether this teller wants quiet, and why.
    Quiet(Teller, Option<QuietView>),
    Woke,
    /// Everyone in one place was asked. It comes after what they said, so that is heard first.
    Asked(Asking),
}

/// Who tells; each has a name of its own.
type Teller = &'static str;

async fn merge(mut told: mpsc::Receiver<News>, said: impl Fn(Heard)) {
    let mut reasons = Reasons::default();
    while let Some(news) = told.recv().await {
        let heard = match news {
            News::Woke => Some(Heard::Woke),
            News::Quiet(teller, why) => reasons.hear(teller, why).map(Heard::Quiet),
            News::Asked(asking) => {
                drop(asking);
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
    use tokio::sync::mpsc::error::TryRecvError;

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
        merge(told, |heard| said.borrow_mut().push(heard)).await;
        let expected = [Heard::Woke, Heard::Quiet(Some(Locked)), Heard::Woke];
        assert_eq!(said.into_inner(), expected);
    }

    #[tokio::test]
    async fn asking_ends_after_the_answers_are_heard() {
        let (tell, told) = mpsc::channel(NEWS_IN_FLIGHT);
        let (asking, asked) = mpsc::channel(1);
        let asked = std::cell::RefCell::new(asked);
        tell.send(News::Quiet("locker", Some(Locked)))
            .await
            .unwrap();
        tell.send(News::Asked(asking)).await.unwrap();
        drop(tell);
        let still_asking = || asked.borrow_mut().try_recv() == Err(TryRecvError::Empty);
        merge(told, |_| assert!(still_asking())).await;
        assert!(!still_asking());
    }
}
