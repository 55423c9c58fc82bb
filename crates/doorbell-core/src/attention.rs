//! How the person learns of open questions: one notification, the tray, and quiet mode.
//!
//! Computed from the open questions, the settings and the time. The daemon compares the result with
//! what it showed last. Only [`NotificationPress::Choose`] answers a question, and only if the person
//! enabled that.

mod notification;
mod quiet_mode;
mod ringing;
mod tray;

#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::board::{ArrivalPolicy, OpenQuestion, QuestionId};
use crate::moment::Moment;
use crate::settings::{Arrival, Detail, Settings};

pub use notification::{NotificationAction, NotificationPress, NotificationView};
use quiet_mode::QuietMode;
pub use ringing::REMINDER_DELAYS;
use ringing::Ringing;
pub use tray::{TrayItem, TrayPress, TrayState, TrayView};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// True if a window can appear without taking the focus.
    pub polite_window: bool,
    /// True if notifications are shown and have buttons.
    pub clickable_notifications: bool,
    pub tray: bool,
}

#[derive(Default)]
pub struct Attention {
    quiet_mode: QuietMode,
    ringing: Ringing,
    notification: Option<NotificationView>,
    /// The questions in the notification.
    subjects: Vec<QuestionId>,
    /// True if none of `subjects` was in the previous notification.
    has_only_new_subjects: bool,
}

impl Attention {
    pub fn arrival_policy(
        &self,
        settings: &Settings,
        capabilities: Capabilities,
        now: &Moment,
    ) -> ArrivalPolicy {
        if self.quiet_mode.is_paused(now) {
            return ArrivalPolicy::Paused;
        }
        if self.quiet_mode.is_private(now) {
            return ArrivalPolicy::OnRequest;
        }
        match settings.arrival {
            Arrival::Focus => ArrivalPolicy::Focus,
            Arrival::Window => ArrivalPolicy::Window,
            Arrival::Automatic if capabilities.polite_window => ArrivalPolicy::Window,
            // Without a clickable notification nothing else would open the window.
            Arrival::Automatic | Arrival::Notification if !capabilities.clickable_notifications => {
                ArrivalPolicy::Window
            }
            Arrival::Automatic | Arrival::Notification => ArrivalPolicy::OnRequest,
        }
    }

    /// The notification to show now. [`NotificationView::ring`] changes whenever its content does.
    pub fn notification(
        &mut self,
        (questions, is_person_answering): (&[OpenQuestion], bool),
        settings: &Settings,
        capabilities: Capabilities,
        now: &Moment,
    ) -> Option<&NotificationView> {
        let quiet = self.quiet_mode.state(now);
        let rings = self
            .ringing
            .update(questions, is_person_answering, quiet, now.steady);
        let next =
            notification::compose(questions, &self.ringing, quiet, settings, capabilities, now);
        // Two questions can have the same text: a press on one must not reach the other.
        let before = std::mem::replace(&mut self.subjects, self.ringing.notified().collect());
        let is_same = !rings && before == self.subjects;
        self.has_only_new_subjects = before.iter().all(|id| !self.subjects.contains(id));
        self.notification = match (next, self.notification.take()) {
            (None, _) => None,
            (Some(next), Some(shown)) if is_same && next.has_same_content(&shown) => Some(shown),
            (Some(next), _) => Some(NotificationView {
                ring: self.ringing.next_ring_number(),
                loud: rings,
                sound: rings && settings.sound && !self.has_only_notices(questions),
                ..next
            }),
        };
        self.notification.as_ref()
    }

    fn has_only_notices(&self, questions: &[OpenQuestion]) -> bool {
        questions
            .iter()
            .filter(|question| self.subjects.contains(&question.id))
            .all(|question| !question.needs_answer())
    }

    /// If true, the notification must not replace the previous one in place: the person may be
    /// about to click it.
    pub fn has_only_new_subjects(&self) -> bool {
        self.has_only_new_subjects
    }

    /// The title of the question window. Empty if it says no more than the application's name.
    pub fn window_title(
        &self,
        questions: &[OpenQuestion],
        settings: &Settings,
        now: &Moment,
    ) -> String {
        let Some(shown) = questions.iter().find(|question| question.showing) else {
            return String::new();
        };
        let labels = &shown.labels;
        let is_private = self.quiet_mode.is_private(now);
        match settings.detail {
            _ if is_private => String::new(),
            Detail::Full => format!("{}: {}", labels.who, labels.subject),
            Detail::Asker => labels.who.clone(),
            Detail::Private => String::new(),
        }
    }

    pub fn tray(&self, questions: &[OpenQuestion], refused: usize, now: &Moment) -> TrayView {
        tray::compose(questions, refused, &self.quiet_mode, now)
    }

    pub fn next_tick(&self, now: &Moment) -> Option<Duration> {
        let ring = self.ringing.next_tick(self.quiet_mode.is_paused(now));
        [ring, self.quiet_mode.next_tick(now)]
            .into_iter()
            .flatten()
            .min()
    }

    /// False for a press on an outdated notification.
    pub fn is_current(&self, ring: u64) -> bool {
        self.notification
            .as_ref()
            .is_some_and(|shown| shown.ring == ring)
    }

    pub fn notified_questions(&self) -> Vec<QuestionId> {
        self.ringing.notified().collect()
    }

    /// Stays closed until a question rings again.
    pub fn notification_closed(&mut self, ring: u64) {
        if self.is_current(ring) {
            self.ringing.clear_notified();
            self.notification = None;
        }
    }
}
