//! Home, while it is open.

use std::time::Duration;

use doorbell_core::board::{OpenQuestion, QuestionId};
use doorbell_core::moment::Moment;
use doorbell_core::view::{HomePress, HomeView};

use super::House;
use crate::desktop::Desktop;
use crate::event::HomeEvent;

/// Whether Home is open, and what it shows.
pub enum Home {
    /// Nobody looks at it.
    Closed,
    /// It shows what it was given last, if anything.
    Open(Option<Box<HomeView>>),
}

impl<D: Desktop> House<D> {
    pub(super) fn home(&mut self, event: HomeEvent, now: &Moment) {
        match event {
            HomeEvent::Ready => self.home = Home::Open(None),
            HomeEvent::Closed => self.home = Home::Closed,
            HomeEvent::Press(press) => self.home_pressed(press, now),
        }
    }

    fn home_pressed(&mut self, press: HomePress, now: &Moment) {
        match press {
            HomePress::Show { id } => {
                let wanted = QuestionId::parse(&id).filter(|id| self.questions.is_open(*id));
                self.bring_up(wanted, None, now);
            }
            HomePress::Pause { length } => self.attention.pause(length, now),
            HomePress::Flood { id, on } => self.board.answer_flood(&id, on, now),
            HomePress::Resume => self.attention.resume(),
            HomePress::Private { on } => self.attention.set_private(on),
        }
    }

    /// Gives Home what changed.
    pub(super) fn show_home(&mut self, waiting: &[OpenQuestion], now: &Moment) {
        let Home::Open(shown) = &self.home else {
            return;
        };
        let mut view = self.home_view(waiting, now);
        if shown.as_deref() != Some(&view) {
            if shown.as_ref().is_none_or(|shown| shown.pending_changes != view.pending_changes) {
                self.heeded.shown(now);
                view.accepts_approval = self.heeded.accepts_approval(now);
            }
            self.home = Home::Open(Some(Box::new(view.clone())));
            self.desktop.home(view);
        }
    }

    /// When Home shows that what waits can be chosen.
    pub(super) fn next_home_tick(&self) -> Option<Duration> {
        let Home::Open(Some(shown)) = &self.home else {
            return None;
        };
        (!shown.accepts_approval).then(|| self.heeded.held_guard_end())
    }

    fn home_view(&self, waiting: &[OpenQuestion], now: &Moment) -> HomeView {
        let window = self.board.view(now);
        HomeView {
            waiting: waiting.iter().map(|one| one.view(now)).collect(),
            links: window.opened_links,
            floods: self.board.floods().to_vec(),
            quiet_mode: self.attention.quiet_mode(now),
            settings: self.heeded.settings.clone(),
            settings_file: self.config.settings_file.clone(),
            settings_problem: self.heeded.problem.as_ref().map(ToString::to_string),
            pending_changes: self.heeded.held(),
            accepts_approval: self.heeded.accepts_approval(now),
            facts: self.facts.clone(),
            history_version: self.past.turn,
            test_build: window.test_build,
        }
    }
}
