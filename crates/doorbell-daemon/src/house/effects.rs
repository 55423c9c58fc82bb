//! What the board wants to happen: questions shown and ended, links opened, askers told.

use doorbell_core::board::Effect;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::Outcome;
use doorbell_core::view::{MuteFor, MuteSaid};

use super::House;
use crate::desktop::{Desktop, Wish};

impl<D: Desktop> House<D> {
    /// Carries out what the board wants to happen.
    pub(super) fn carry_out(&mut self, now: &Moment) {
        self.carry_out_unseen(now);
        self.show(now);
    }

    /// Has the window show what there is, if that is another than it shows.
    pub(super) fn show(&mut self, now: &Moment) {
        if !std::mem::replace(&mut self.is_shown, true) {
            self.desktop.show(self.board.view(now));
        }
    }

    /// Carries out everything but what the window shows, which is told when it matters: before the
    /// window is brought up, and when nothing more is to be handled.
    pub(super) fn carry_out_unseen(&mut self, now: &Moment) {
        // What is carried out can have effects of its own: an asker may be found not to read.
        loop {
            let effects = self.board.take_effects();
            if effects.is_empty() {
                self.forget_questions(now);
                return;
            }
            for effect in effects {
                match effect {
                    Effect::Show => self.is_shown = false,
                    Effect::Raise => {
                        self.show(now);
                        self.desktop.raise();
                    }
                    Effect::Focus => {
                        self.show(now);
                        self.desktop.focus(Wish::Press(None));
                    }
                    Effect::TakeFocus => {
                        self.show(now);
                        self.desktop.focus(Wish::Setting);
                    }
                    Effect::Mute {
                        agent,
                        server,
                        length,
                    } => self.mute(agent, server, length, now),
                    Effect::Quit => self.quitting = true,
                    Effect::Drafted { question } => self.drafted(question, now),
                    Effect::OpenLink { question, url } => {
                        self.desktop.open_link(question.to_string(), url);
                    }
                    Effect::Finished { question, finish } => {
                        self.finish_link(question, finish, now);
                    }
                    Effect::Ended {
                        question,
                        about,
                        ending,
                        draft,
                        ..
                    } => {
                        if ending.outcome == Outcome::NotShown {
                            self.desktop.replace_page();
                        }
                        self.past.ended(*about, &ending, now);
                        self.end(question, &ending, draft.map(|draft| *draft), now);
                    }
                }
            }
        }
    }

    fn mute(&mut self, agent: String, server: String, length: MuteFor, now: &Moment) {
        let said = MuteSaid {
            agent,
            server,
            length: Some(length),
        };
        if let Err(too_many) = self.past.mute_at_once(said, now) {
            self.desktop.tell(too_many.to_string());
        }
    }
}
