//! What the board wants to happen: questions shown and ended, links opened, askers told.

use doorbell_core::asker::SessionId;
use doorbell_core::board::{Effect, Finish, QuestionId};
use doorbell_core::draft::Draft;
use doorbell_core::moment::Moment;
use doorbell_core::outcome::{Ending, Outcome};
use doorbell_core::view::{MuteFor, MuteSaid};
use doorbell_protocol::AwaitDoneResult;

use super::House;
use super::drafts::File;
use super::keyed::Outgoing;
use crate::convert;
use crate::desktop::{Desktop, Wish};
use crate::finished::spoken;

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
                    Effect::Finished {
                        question,
                        session,
                        finish,
                    } => self.finish(question, session, spoken(finish), now),
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
                        self.end(question, *ending, draft.map(|draft| *draft), now);
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

    fn end(&mut self, question: QuestionId, ending: Ending, draft: Option<Draft>, now: &Moment) {
        tracing::info!(%question, outcome = ending.outcome.word(), "a question ended");
        self.progress.end(question);
        self.warm_since = self.warm_since.map(|_| now.steady);
        let pending = self.requests.remove(&question);
        let is_kept = ending.answered_at.is_some() && !ending.holds_secret;
        let has_key = pending
            .as_ref()
            .is_some_and(|pending| pending.name.is_some());
        let file = if is_kept && has_key {
            File::ChangesWithAnswer
        } else {
            File::Changes
        };
        let done = self.end_draft(question, ending.outcome, draft.clone(), file);
        let Some(pending) = pending else {
            return;
        };
        let (asker, id) = (pending.asker, pending.id.clone());
        if let Some(connected) = self.askers.get_mut(&asker) {
            connected.open.remove(&id);
        }
        if pending.is_link && ending.outcome != Outcome::Accepted {
            let finish = match ending.answered_at {
                Some(_) => Finish::CancelledByPerson,
                None => Finish::AskerLeft,
            };
            self.finish(question, pending.session, spoken(finish), now);
        }
        match (convert::result(question, &ending), pending.name) {
            (None, _) => self.end_silently(question, pending, &ending),
            (Some(result), None) => self.reply(asker, id, &result),
            (Some(result), Some(name)) => {
                let draft = draft.filter(|_| ending.outcome == Outcome::Accepted);
                let outgoing = Outgoing {
                    asker,
                    id,
                    result,
                    subject: done.as_ref().map(|done| done.subject),
                    replaces_draft: done.is_some_and(|done| done.was_kept),
                    draft,
                    is_kept,
                };
                self.keep(name, outgoing, now);
            }
        }
    }

    /// A link is finished: whoever waits for it hears so.
    pub(super) fn finish(
        &mut self,
        question: QuestionId,
        session: SessionId,
        result: AwaitDoneResult,
        now: &Moment,
    ) {
        let waiting = self
            .finished
            .end(question, session, result.clone(), now.steady);
        for (asker, id) in waiting {
            self.reply(asker, id, &result);
        }
    }
}
