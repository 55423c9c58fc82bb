//! The Home window.

use std::time::Duration;

use doorbell_core::board::{OpenQuestion, QuestionId};
use doorbell_core::moment::Moment;
use doorbell_core::view::{HomePress, HomeView};

use super::EventLoop;
use crate::desktop::Desktop;
use crate::event::HomeEvent;

pub enum Home {
    Closed,
    /// With the view it last received; `None` right after it loaded.
    Open(Option<Box<HomeView>>),
}

impl Home {
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open(_))
    }
}

impl<D: Desktop> EventLoop<D> {
    pub(super) fn on_home_event(&mut self, event: HomeEvent, now: &Moment) {
        match event {
            HomeEvent::Ready => {
                self.home = Home::Open(None);
                self.find_terminals();
            }
            HomeEvent::Closed => self.home = Home::Closed,
            HomeEvent::Press(press) => self.home_pressed(press, now),
        }
    }

    fn home_pressed(&mut self, press: HomePress, now: &Moment) {
        match press {
            HomePress::Show { id } => {
                let question = QuestionId::parse(&id).filter(|id| self.questions.is_open(*id));
                self.show_question(question, None, now);
            }
            HomePress::Pause { length } => self.attention.pause(length, now),
            HomePress::Flood { id, on } => self.board.answer_flood(&id, on, now),
            HomePress::Resume => self.attention.resume(),
            HomePress::Private { on } => self.attention.set_private(on),
            HomePress::GoToTerminal { id } => self.go_to_terminal(&id),
        }
    }

    /// Sends Home a new view if it changed.
    pub(super) fn sync_home(&mut self, waiting: &[OpenQuestion], now: &Moment) {
        let Home::Open(shown) = &self.home else {
            return;
        };
        let mut view = self.home_view(waiting, now);
        if shown.as_deref() != Some(&view) {
            if shown
                .as_ref()
                .is_none_or(|shown| shown.pending_changes != view.pending_changes)
            {
                self.settings.pending_shown(now);
                view.accepts_approval = self.settings.accepts_pending(now);
            }
            self.home = Home::Open(Some(Box::new(view.clone())));
            self.desktop.update_home(view);
        }
    }

    /// Returns when Home enables the buttons for pending settings.
    pub(super) fn next_home_tick(&self) -> Option<Duration> {
        let Home::Open(Some(shown)) = &self.home else {
            return None;
        };
        (!shown.accepts_approval).then(|| self.settings.pending_guard_end())
    }

    fn home_view(&self, waiting: &[OpenQuestion], now: &Moment) -> HomeView {
        let window = self.board.view(now);
        HomeView {
            waiting: waiting.iter().map(|question| question.view(now)).collect(),
            sessions: self.session_list.views(),
            links: window.opened_links,
            floods: self.board.floods().to_vec(),
            quiet_mode: self.attention.quiet_mode(now),
            settings: self.settings.current.clone(),
            settings_file: self.config.settings_file.clone(),
            settings_problem: self.settings.problem.as_ref().map(ToString::to_string),
            pending_changes: self.settings.pending(),
            accepts_approval: self.settings.accepts_pending(now),
            facts: self.facts.clone(),
            history_version: self.store.revision,
            has_answered: self.store.has_answered,
            test_build: window.test_build,
        }
    }
}
