//! Applies the board's effects and keeps the desktop up to date.

use doorbell_core::attention::{Capabilities, TrayView};
use doorbell_core::board::Effect;
use doorbell_core::moment::Moment;
use doorbell_core::view::{MuteFor, MuteRequest, NotificationSupportView};
use tokio::sync::oneshot;

use super::EventLoop;
use crate::desktop::{Desktop, FocusReason};
use crate::storage::HistoryError;

/// What the desktop last received, and what it has yet to receive.
#[derive(Default)]
pub(super) struct DesktopState {
    pub view_is_stale: bool,
    pub raise: bool,
    pub focus: Option<FocusReason>,
    /// The number of the notification that is shown.
    pub notification: Option<u64>,
    tray: Option<TrayView>,
    window_title: String,
}

impl<D: Desktop> EventLoop<D> {
    /// Applies the board's effects until none are left.
    pub(super) fn apply_effects(&mut self, now: &Moment) {
        let settings = &self.settings.current;
        let policy = self
            .attention
            .arrival_policy(settings, self.capabilities(), now);
        self.board.set_arrival_policy(policy, now);
        // Applying an effect can cause more: sending may disconnect an asker.
        loop {
            let effects = self.board.take_effects();
            if effects.is_empty() {
                break;
            }
            for effect in effects {
                self.apply_effect(effect, now);
            }
        }
        self.remove_expired_questions(now);
    }

    fn apply_effect(&mut self, effect: Effect, now: &Moment) {
        match effect {
            Effect::ViewChanged => self.desktop_state.view_is_stale = true,
            Effect::ReplacePage => self.desktop.replace_page(),
            Effect::RaiseWindow => self.desktop_state.raise = true,
            Effect::FocusOnRequest => self.desktop_state.focus = Some(FocusReason::Press(None)),
            Effect::FocusOnArrival => self.desktop_state.focus = Some(FocusReason::Setting),
            Effect::Mute {
                agent,
                server,
                length,
            } => self.mute(agent, server, length, now),
            Effect::Quit => self.is_quitting = true,
            Effect::ShowTerminal { session } => self.desktop.show_terminal(session),
            Effect::DraftChanged { question } => self.schedule_draft_save(question, now),
            Effect::OpenLink { question, url } => {
                self.desktop.open_link(question.to_string(), url);
            }
            Effect::LinkEnded { question, end } => self.link_finished(question, end, now),
            Effect::Ended {
                question,
                entry,
                ending,
                draft,
                ..
            } => {
                self.session_question_ended(question, now);
                let mut entry = *entry;
                let record = self.questions.0.get(&question);
                if record.is_some_and(|record| record.is_session_notice) {
                    self.session_notice_ended(question, &ending);
                    return;
                }
                let is_hidden = record.is_some_and(|record| record.hides_first_line);
                if is_hidden || !self.keeps_first_line(now) {
                    entry.question = None;
                }
                self.remember_answer(question, &entry, &ending, now);
                self.store.question_ended(entry, ending.outcome, now);
                self.question_ended(question, &ending, draft.map(|draft| *draft), now);
            }
        }
    }

    /// Returns true if history may keep the first line of a question asked or ended now.
    pub(super) fn keeps_first_line(&self, now: &Moment) -> bool {
        let hides_details = self.attention.quiet_mode(now).private;
        self.settings.current.keeps_first_line(hides_details)
    }

    /// Sends the desktop what changed since the last call.
    pub(super) fn sync_desktop(&mut self, now: &Moment) {
        if let Some(warning) = self.store.take_warning() {
            self.desktop.show_message(warning);
        }
        let waiting = self.board.open_questions();
        let settings = &self.settings.current;
        // Before the window is shown, so that it never appears with an earlier title.
        let title = self.attention.window_title(&waiting, settings, now);
        if self.desktop_state.window_title != title {
            self.desktop.set_window_title(title.clone());
            self.desktop_state.window_title = title;
        }
        if std::mem::take(&mut self.desktop_state.view_is_stale) {
            self.desktop.show(self.board.view(now));
        }
        if std::mem::take(&mut self.desktop_state.raise) {
            self.desktop.raise();
        }
        if let Some(reason) = self.desktop_state.focus.take() {
            self.desktop.focus(reason);
        }
        let state = (waiting.as_slice(), self.board.is_person_answering());
        let (settings, capabilities) = (&self.settings.current, self.capabilities());
        let attention = &mut self.attention;
        let notification = attention
            .notification(state, settings, capabilities, now)
            .cloned();
        let ring = notification.as_ref().map(|it| it.ring);
        let before = std::mem::replace(&mut self.desktop_state.notification, ring);
        if before != ring {
            if before.is_some() && notification.is_some() && self.attention.has_only_new_subjects()
            {
                self.desktop.set_notification(None);
            }
            self.desktop.set_notification(notification);
        }
        let floods = self.board.floods().len();
        let tray = self.attention.tray(&waiting, floods, now);
        if self.desktop_state.tray.as_ref() != Some(&tray) {
            self.desktop.set_tray(tray.clone());
            self.desktop_state.tray = Some(tray);
        }
        self.sync_home(&waiting, now);
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            polite_window: self.facts.polite_window,
            clickable_notifications: self.facts.notifications
                == NotificationSupportView::WithButtons,
            tray: self.facts.tray,
        }
    }

    fn mute(&mut self, agent: String, server: String, length: MuteFor, now: &Moment) {
        let mute = MuteRequest {
            agent,
            server,
            length: Some(length),
        };
        let (reply, mut response) = oneshot::channel();
        self.store.mute(mute, reply, now);
        if let Ok(Err(too_many @ HistoryError::TooManyMutes(_))) = response.try_recv() {
            self.desktop.show_message(too_many.to_string());
        }
    }
}
