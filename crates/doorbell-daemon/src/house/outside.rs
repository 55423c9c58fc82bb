//! What the person does outside the window, and what happens to the desktop.

use doorbell_core::attention::{NotificationPress, TrayPress};
use doorbell_core::board::QuestionId;
use doorbell_core::moment::Moment;
use doorbell_core::view::HomePage;

use super::House;
use crate::desktop::{Desktop, Keyboard, FocusReason};
use crate::event::{DesktopEvent, Outside};
use crate::identity;

/// What is said of a press on a notification whose question is no longer there.
const STALE: &str = "That question is already closed. Nothing was sent.";
/// What is said of an answer that the question did not take.
const NOT_TAKEN: &str = "That question is open in the window. Nothing was sent.";

impl<D: Desktop> House<D> {
    pub(super) fn outside(&mut self, outside: Outside, now: &Moment) {
        tracing::debug!(?outside, "outside the window");
        match outside {
            Outside::Note { ring, press, token } => self.note_pressed(ring, press, token, now),
            Outside::NoteClosed { ring } => {
                self.attention.notification_closed(ring);
                // It is gone already; there is nothing to take away.
                self.given.note = self.given.note.filter(|shown| *shown != ring);
            }
            Outside::Tray(press) => self.tray_pressed(press, now),
            Outside::Pointed => {
                self.desktop
                    .open_home(HomePage::Settings, Keyboard::Follows);
            }
            Outside::Shortcut => self.bring_up(None, None, now),
        }
    }

    fn note_pressed(&mut self, ring: u64, press: NotificationPress, token: Option<String>, now: &Moment) {
        if !self.attention.is_current(ring) {
            self.desktop.tell(STALE.to_owned());
            return;
        }
        let noted = self.attention.notified_questions();
        match (press, noted.as_slice()) {
            (NotificationPress::Answer, noted) => self.bring_up(noted.first().copied(), token, now),
            (NotificationPress::Later, noted) => {
                for question in noted {
                    self.board.snooze_from_notification(*question, now);
                }
            }
            (NotificationPress::Resume, _) => self.attention.resume(),
            (NotificationPress::Choose(choice), [question]) if self.heeded.settings.answer_buttons => {
                if !self.board.choose(*question, choice, now) {
                    self.desktop.tell(NOT_TAKEN.to_owned());
                }
            }
            (NotificationPress::Choose(_), _) => self.desktop.tell(STALE.to_owned()),
        }
    }

    fn tray_pressed(&mut self, press: TrayPress, now: &Moment) {
        match press {
            TrayPress::Show(question) => self.bring_up(Some(question), None, now),
            TrayPress::Home => {
                self.desktop.open_home(HomePage::Waiting, Keyboard::Follows);
            }
            TrayPress::Pause(length) => self.attention.pause(length, now),
            TrayPress::Resume => self.attention.resume(),
            TrayPress::Private(on) => self.attention.set_private(on),
            TrayPress::Quit => self.board.quit(now),
        }
    }

    /// The person asked for a question, or for the oldest: it comes with the keyboard.
    pub(super) fn bring_up(
        &mut self,
        question: Option<QuestionId>,
        token: Option<String>,
        now: &Moment,
    ) {
        let oldest = || Some(self.board.open_questions().first()?.id);
        let wanted = question.or_else(oldest);
        self.board.open(wanted, now);
        self.given.focus = Some(FocusReason::Press(token));
    }

    pub(super) fn desktop_changed(&mut self, event: DesktopEvent, now: &Moment) {
        match event {
            DesktopEvent::Quiet(quiet) => self.attention.set_quiet(quiet),
            DesktopEvent::Facts(facts) => self.facts = facts,
            DesktopEvent::Woke => self.look_after_askers(now),
        }
    }

    /// Lets go of askers that ended while the machine slept.
    fn look_after_askers(&mut self, now: &Moment) {
        let gone: Vec<_> = self
            .askers
            .values()
            .filter(|connected| !identity::lives(&connected.asker))
            .map(|connected| connected.asker.id)
            .collect();
        for asker in gone {
            tracing::info!(asker = asker.0, "an asker ended while the machine slept");
            self.leave(asker, now);
        }
    }
}
