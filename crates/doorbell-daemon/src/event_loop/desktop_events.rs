//! Events of the desktop: notifications, the tray, the shortcut, and the system itself.

use doorbell_core::attention::{NotificationPress, TrayPress};
use doorbell_core::board::QuestionId;
use doorbell_core::moment::Moment;
use doorbell_core::view::HomePage;

use super::EventLoop;
use crate::desktop::{Desktop, FocusReason, KeyboardFocus};
use crate::event::{DesktopEvent, OutsideEvent};
use crate::identity;

const QUESTION_CLOSED: &str = "That question is already closed. Nothing was sent.";
const ANSWER_REJECTED: &str = "That question is open in the window. Nothing was sent.";

impl<D: Desktop> EventLoop<D> {
    pub(super) fn on_outside_event(&mut self, event: OutsideEvent, now: &Moment) {
        tracing::debug!(outside = ?event, "outside the window");
        match event {
            OutsideEvent::NotificationPressed {
                number,
                press,
                token,
            } => self.notification_pressed(number, press, token, now),
            OutsideEvent::NotificationClosed { number } => {
                self.attention.notification_closed(number);
                // The desktop has removed it already.
                let shown = &mut self.desktop_state.notification;
                *shown = shown.filter(|shown| *shown != number);
            }
            OutsideEvent::TrayPressed(press) => self.tray_pressed(press, now),
            OutsideEvent::SettingsNoticePressed => {
                self.desktop
                    .open_home(HomePage::Settings, KeyboardFocus::Take);
            }
            OutsideEvent::ShortcutPressed => self.show_question(None, None, now),
        }
    }

    fn notification_pressed(
        &mut self,
        number: u64,
        press: NotificationPress,
        token: Option<String>,
        now: &Moment,
    ) {
        if !self.attention.is_current(number) {
            self.desktop.show_message(QUESTION_CLOSED.to_owned());
            return;
        }
        let announced = self.attention.notified_questions();
        match (press, announced.as_slice()) {
            (NotificationPress::Answer, questions) => {
                self.show_question(questions.first().copied(), token, now);
            }
            (NotificationPress::Later, questions) => {
                for question in questions {
                    self.board.snooze_from_notification(*question, now);
                }
            }
            (NotificationPress::Resume, _) => self.attention.resume(),
            (NotificationPress::Choose(choice), [question])
                if self.settings.current.answer_buttons =>
            {
                if !self.board.choose(*question, choice, now) {
                    self.desktop.show_message(ANSWER_REJECTED.to_owned());
                }
            }
            (NotificationPress::Choose(_), _) => {
                self.desktop.show_message(QUESTION_CLOSED.to_owned())
            }
        }
    }

    fn tray_pressed(&mut self, press: TrayPress, now: &Moment) {
        match press {
            TrayPress::Show(question) => self.show_question(Some(question), None, now),
            TrayPress::Home => {
                self.desktop
                    .open_home(HomePage::Waiting, KeyboardFocus::Take);
            }
            TrayPress::Pause(length) => self.attention.pause(length, now),
            TrayPress::Resume => self.attention.resume(),
            TrayPress::Private(on) => self.attention.set_private(on),
            TrayPress::Quit => self.board.quit(now),
        }
    }

    /// Shows and focuses the question the person asked for, or the oldest one.
    pub(super) fn show_question(
        &mut self,
        question: Option<QuestionId>,
        token: Option<String>,
        now: &Moment,
    ) {
        let oldest = || Some(self.board.open_questions().first()?.id);
        self.board.open(question.or_else(oldest), now);
        self.desktop_state.focus = Some(FocusReason::Press(token));
    }

    pub(super) fn on_desktop_event(&mut self, event: DesktopEvent, now: &Moment) {
        match event {
            DesktopEvent::Quiet(quiet) => self.attention.set_quiet(quiet),
            DesktopEvent::Facts(facts) => self.facts = facts,
            DesktopEvent::Resumed => self.disconnect_exited(now),
        }
    }

    /// Disconnects askers whose process exited while the machine slept.
    fn disconnect_exited(&mut self, now: &Moment) {
        let exited: Vec<_> = self
            .connections
            .values()
            .filter(|connection| !identity::is_running(&connection.asker))
            .map(|connection| connection.asker.id)
            .collect();
        for asker in exited {
            tracing::info!(asker = asker.0, "an asker ended while the machine slept");
            self.disconnect(asker, now);
        }
    }
}
