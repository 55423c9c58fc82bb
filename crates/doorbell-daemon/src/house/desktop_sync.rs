//! What the board wants to happen, and what the desktop has to show for it.

use doorbell_core::attention::{Capabilities, TrayView};
use doorbell_core::board::Effect;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Outcome;
use doorbell_core::view::{MuteFor, MuteRequest, NotificationSupportView};
use tokio::sync::oneshot;

use super::House;
use crate::desktop::{Desktop, FocusReason};
use crate::storage::PastError;

/// What the desktop was given last, and what it is to be given next.
#[derive(Default)]
pub(super) struct DesktopState {
    /// Whether the window has to show something else.
    pub view_is_stale: bool,
    pub raise: bool,
    pub focus: Option<FocusReason>,
    /// The number of the notification that is there.
    pub note: Option<u64>,
    tray: Option<TrayView>,
}

impl<D: Desktop> House<D> {
    /// Applies what the board wants to happen after something has happened.
    pub(super) fn apply_effects(&mut self, now: &Moment) {
        let settings = &self.heeded.settings;
        let welcome = self.attention.arrival_policy(settings, self.means(), now);
        self.board.set_arrival_policy(welcome, now);
        // An effect can have effects of its own: an asker may be found not to read.
        loop {
            let effects = self.board.take_effects();
            if effects.is_empty() {
                break;
            }
            for effect in effects {
                self.apply_effect(effect, now);
            }
        }
        self.forget_questions(now);
    }

    fn apply_effect(&mut self, effect: Effect, now: &Moment) {
        match effect {
            Effect::ViewChanged => self.given.view_is_stale = true,
            Effect::RaiseWindow => self.given.raise = true,
            Effect::FocusOnRequest => self.given.focus = Some(FocusReason::Press(None)),
            Effect::FocusOnArrival => self.given.focus = Some(FocusReason::Setting),
            Effect::Mute {
                agent,
                server,
                length,
            } => self.mute(agent, server, length, now),
            Effect::Quit => self.quitting = true,
            Effect::DraftChanged { question } => self.drafted(question, now),
            Effect::OpenLink { question, url } => {
                self.desktop.open_link(question.to_string(), url);
            }
            Effect::LinkEnded { question, end: finish } => self.finish_link(question, finish, now),
            Effect::Ended {
                question,
                entry: line,
                ending,
                draft,
                ..
            } => {
                if ending.outcome == Outcome::NotShown {
                    self.desktop.replace_page();
                }
                self.past.ended(*line, ending.outcome, now);
                self.end(question, &ending, draft.map(|draft| *draft), now);
            }
        }
    }

    /// Gives the desktop what is another than it was given last.
    pub(super) fn sync_desktop(&mut self, now: &Moment) {
        if let Some(trouble) = self.past.trouble() {
            self.desktop.tell(trouble);
        }
        if std::mem::take(&mut self.given.view_is_stale) {
            self.desktop.show(self.board.view(now));
        }
        if std::mem::take(&mut self.given.raise) {
            self.desktop.raise();
        }
        if let Some(wish) = self.given.focus.take() {
            self.desktop.focus(wish);
        }
        let waiting = self.board.open_questions();
        let told = (waiting.as_slice(), self.board.is_person_answering());
        let (settings, means) = (&self.heeded.settings, self.means());
        let note = self.attention.notification(told, settings, means, now).cloned();
        let before = std::mem::replace(&mut self.given.note, note.as_ref().map(|note| note.ring));
        if before != self.given.note {
            if before.is_some() && note.is_some() && self.attention.has_only_new_subjects() {
                self.desktop.notify(None);
            }
            self.desktop.notify(note);
        }
        let tray = self
            .attention
            .tray(&waiting, self.board.floods().len(), now);
        if self.given.tray.as_ref() != Some(&tray) {
            self.desktop.tray(tray.clone());
            self.given.tray = Some(tray);
        }
        self.show_home(&waiting, now);
    }

    fn means(&self) -> Capabilities {
        Capabilities {
            polite_window: self.facts.polite_window,
            clickable_notifications: self.facts.notifications == NotificationSupportView::WithButtons,
            tray: self.facts.tray,
        }
    }

    fn mute(&mut self, agent: String, server: String, length: MuteFor, now: &Moment) {
        let said = MuteRequest {
            agent,
            server,
            length: Some(length),
        };
        let (reply, mut answer) = oneshot::channel();
        self.past.mute(said, reply, now);
        if let Ok(Err(too_many @ PastError::TooManyMutes(_))) = answer.try_recv() {
            self.desktop.tell(too_many.to_string());
        }
    }
}
