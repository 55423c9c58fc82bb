//! The board: the open questions, which of them is on the screen, and the rules that move them.
//!
//! A pure state machine. Everything that happens is a method that takes `now`; what must follow
//! is collected as [`Effect`]s and taken with [`Board::take_effects`].

mod asked;
mod drafts;
mod effect;
mod ending;
mod floods;
mod guard;
mod hand_back;
mod line;
mod link;
mod muting;
mod opened_links;
mod order;
mod permission;
mod person;
mod question;
mod quit;
mod rules;
mod showing;
mod stage;
mod view;
mod waiting;
mod welcome;

#[cfg(test)]
mod draft_tests;
#[cfg(test)]
mod flood_tests;
#[cfg(test)]
mod guard_tests;
#[cfg(test)]
mod hand_back_tests;
#[cfg(test)]
mod line_tests;
#[cfg(test)]
mod link_tests;
#[cfg(test)]
mod permission_tests;
#[cfg(test)]
pub(crate) mod play;
#[cfg(test)]
mod preview_tests;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod quit_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod welcome_tests;

use std::time::Duration;

use crate::asker::{AskerId, SessionId};
use crate::flood::{Flood, Who};
use crate::moment::Moment;
use crate::outcome::Outcome;

pub use asked::{Asked, NoRoom, Wanted};
pub use effect::Effect;
use floods::Floods;
pub use link::NotCopied;
use link::Opened;
pub use opened_links::Finish;
use order::Turns;
use question::Question;
pub use question::QuestionId;
pub use rules::{BoardRules, Laters};
use stage::{Scene, Stage};
pub use waiting::{Told, Waiting};
pub use welcome::Welcome;

/// One line of the list of open questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The question.
    pub question: QuestionId,
    /// Who asked it.
    pub asker: AskerId,
    /// The agent behind it.
    pub agent: String,
    /// How long it has waited.
    pub age: Duration,
    /// The server's words.
    pub message: String,
    /// The server's name.
    pub server: Option<String>,
}

/// What the person typed belongs to no open field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this question is no longer open; nothing was changed")]
pub struct StaleEdit;

/// The open questions and the one on the screen.
pub struct Board {
    rules: BoardRules,
    questions: Vec<Question>,
    stage: Stage,
    turns: Turns,
    opened: Opened,
    flood: Flood,
    floods: Floods,
    welcome: Welcome,
    /// When the window got the focus, while it has it.
    focused: Option<Duration>,
    /// Until when the window drops keys, while it does.
    keys_dropped_until: Option<Duration>,
    /// What the window was last sent about its guard.
    accepts_presses: bool,
    next_question: u64,
    next_generation: u64,
    effects: Vec<Effect>,
}

impl Board {
    /// An empty board.
    pub fn new(rules: BoardRules) -> Self {
        Self {
            flood: Flood::new(rules.flood.clone()),
            floods: Floods::default(),
            rules,
            questions: Vec::new(),
            stage: Stage::Empty,
            turns: Turns::default(),
            opened: Opened::default(),
            welcome: Welcome::default(),
            focused: None,
            keys_dropped_until: None,
            accepts_presses: false,
            next_question: 1,
            next_generation: 1,
            effects: Vec::new(),
        }
    }

    /// A domain that was opened for a server in an earlier life.
    pub fn remember_opened(&mut self, server: String, domain: &str) {
        self.opened.remember(server, domain);
    }

    /// From now on a press counts only this long after what it presses was shown, changed or moved.
    pub fn set_activation(&mut self, activation: Duration, now: &Moment) {
        self.rules.activation = activation;
        self.update_guard(now);
    }

    /// What must happen outside, in order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Takes a question.
    ///
    /// # Errors
    /// [`NoRoom`] if a limit is reached; nothing was taken then.
    pub fn ask(&mut self, asked: Asked, now: &Moment) -> Result<QuestionId, NoRoom> {
        if let Err(no_room) = self.make_room(&asked, now) {
            self.crowded_out(&asked.asker, &asked.claims, now);
            return Err(no_room);
        }
        let id = self.next_id();
        self.questions.push(Question::new(id, asked, now));
        if self.stage.is_free() {
            self.let_in(now);
        } else if matches!(self.stage.scene(), Some(Scene::Quitting { .. })) {
            // What a press would end is more now.
            self.change_stage(now);
        } else {
            self.push_view();
        }
        Ok(id)
    }

    /// Gives out the next number; also for questions of a previous run whose answers still wait.
    pub fn next_id(&mut self) -> QuestionId {
        self.next_question += 1;
        QuestionId(self.next_question - 1)
    }

    /// Whether a question may come: its server does not ask too often, and neither its session nor
    /// the board is full.
    fn make_room(&mut self, asked: &Asked, now: &Moment) -> Result<(), NoRoom> {
        let who = Who::of(&asked.asker, &asked.claims);
        self.flood.ask(&who, now.steady)?;
        let room = self.has_room(asked.asker.session);
        if room.is_err() {
            self.flood.give_back(&who, now.steady);
        }
        room
    }

    fn has_room(&self, session: SessionId) -> Result<(), NoRoom> {
        let most = self.rules.questions;
        if self.waiting().count() >= most {
            return Err(NoRoom::Board { most });
        }
        let most = self.rules.questions_per_session;
        let own = self.waiting();
        if own.filter(|question| question.session() == session).count() >= most {
            return Err(NoRoom::Session { most });
        }
        Ok(())
    }

    /// The asker no longer waits for this question.
    pub fn withdraw(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.open_question(id) else {
            return;
        };
        let reason = format!(
            "{} withdrew the question.{}",
            question.asker_name(),
            still_opening(question)
        );
        self.end_by_asker(id, Outcome::Withdrawn, reason, now);
    }

    /// The page has drawn this generation; from now on a person can see it.
    pub fn painted(&mut self, about: Option<QuestionId>, generation: u64, now: &Moment) {
        if !self.stage.paint(about, generation, now.steady) {
            return;
        }
        if let Some(question) = self.stage.question().and_then(|id| self.question_mut(id)) {
            question.shown_at.get_or_insert(now.timestamp());
        }
        self.update_guard(now);
    }

    /// The window got the focus, or lost it.
    pub fn focus_changed(&mut self, has_focus: bool, now: &Moment) {
        let had_focus = self.focused.is_some();
        self.focused = has_focus.then_some(now.steady);
        self.update_guard(now);
        if has_focus != had_focus && !matches!(self.stage, Stage::Empty) {
            self.push_view();
        }
    }

    /// The window moved or changed its size.
    pub fn moved(&mut self, now: &Moment) {
        self.stage.moved(now.steady);
        self.update_guard(now);
    }

    /// Someone asked for the window: the given question, or the next one. A question that the
    /// person has touched stays. Gives back what is on the screen then.
    pub fn open(&mut self, wanted: Option<QuestionId>, now: &Moment) -> Option<QuestionId> {
        if let Some(wanted) = wanted
            && self.stage.question() != Some(wanted)
            && self.open_question(wanted).is_some()
            && !self.is_touched()
        {
            self.show_question(wanted, now);
        } else if self.stage.is_free() {
            // Asking for the window is asking for what was put aside, too.
            for question in &mut self.questions {
                question.aside_until = None;
            }
            // Cards that are already in sight stay as they are.
            if matches!(self.stage, Stage::Empty)
                || self.turns.next(&self.questions, now.steady).is_some()
            {
                self.show_next(None, now);
            }
        }
        self.effects.push(Effect::Raise);
        self.stage.question()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: &Moment) {
        let late: Vec<_> = self
            .questions
            .iter()
            .filter(|question| question.is_open())
            .filter(|question| !question.is_opening())
            .filter(|question| question.deadline.is_some_and(|at| at <= now.steady))
            .map(|question| (question.id, question.asker_name()))
            .collect();
        for (id, name) in late {
            let reason = format!("The time limit of {name} passed.");
            self.end_by_asker(id, Outcome::Expired, reason, now);
        }
        if let Some(id) = self.stage.about()
            && self
                .stage
                .unpainted_since()
                .is_some_and(|since| since + self.rules.paint <= now.steady)
        {
            let reason = "The window did not appear.".to_owned();
            self.end_by_asker(id, Outcome::NotShown, reason, now);
        }
        if self.stage.is_free()
            && self.questions.iter().any(|question| {
                question
                    .aside_until
                    .is_some_and(|until| until <= now.steady)
            })
        {
            self.bring_back(now);
        }
        self.tick_lines(now);
        self.tick_opening(now);
        self.tick_opened(now);
        self.tell_floods(now);
        self.update_guard(now);
    }

    /// When [`Board::tick`] has something to do next.
    pub fn next_tick(&self) -> Option<Duration> {
        let of_questions = self.questions.iter().flat_map(|question| {
            let aside = question.aside_until.filter(|_| self.stage.is_free());
            let counts = question.is_open() && !question.is_opening();
            [question.deadline.filter(|_| counts), aside]
        });
        let unpainted = self
            .stage
            .unpainted_since()
            .filter(|_| self.stage.about().is_some())
            .map(|since| since + self.rules.paint);
        of_questions
            .chain([
                unpainted,
                self.next_line_tick(),
                self.next_opened_tick(),
                self.next_opening_tick(),
                self.floods.next_tick(),
                self.next_guard_tick(),
            ])
            .flatten()
            .min()
    }

    /// The open questions, oldest first.
    pub fn list(&self, now: &Moment) -> Vec<Listed> {
        self.questions
            .iter()
            .filter(|question| question.is_open())
            .map(|question| question.listed(now))
            .collect()
    }

    /// The question a person can see now.
    pub fn showing(&self) -> Option<QuestionId> {
        self.stage
            .question()
            .filter(|_| self.stage.unpainted_since().is_none())
    }

    /// Whether the person has something on the screen that would be lost.
    pub fn is_touched(&self) -> bool {
        self.stage.question().is_some_and(|id| {
            self.questions
                .iter()
                .any(|question| question.id == id && question.touched)
        })
    }

    /// The page was made anew and draws everything again: a person sees it from then on. The caller
    /// sends it the view.
    pub fn redrawn(&mut self, now: &Moment) {
        self.stage.redraw(now.steady);
        self.accepts_presses = false;
    }

    /// Whether nothing is on the screen and nothing could come back to it.
    pub fn is_quiet(&self) -> bool {
        matches!(self.stage, Stage::Empty) && self.questions.is_empty()
    }

    /// Whether a question was asked on this connection, or taken over by it.
    pub fn is_asked_by(&self, id: QuestionId, asker: AskerId) -> bool {
        let mut questions = self.questions.iter();
        questions.any(|question| question.id == id && question.asker.id == asker)
    }

    /// Whether a question is on the board, open or still before the person.
    pub fn has(&self, id: QuestionId) -> bool {
        self.questions.iter().any(|question| question.id == id)
    }

    /// Lets go of a question without a word: its asker will ask it again.
    pub fn let_go(&mut self, id: QuestionId) {
        self.questions.retain(|question| question.id != id);
    }

    fn question_mut(&mut self, id: QuestionId) -> Option<&mut Question> {
        self.questions.iter_mut().find(|question| question.id == id)
    }

    fn open_question(&self, id: QuestionId) -> Option<&Question> {
        let mut questions = self.questions.iter();
        questions.find(|question| question.id == id && question.is_open())
    }

    fn new_generation(&mut self) -> u64 {
        self.next_generation += 1;
        self.next_generation - 1
    }
}

/// What to add when a question ends while the browser is being started for it.
fn still_opening(question: &Question) -> &'static str {
    if question.is_opening() {
        " It may still open in your browser."
    } else {
        ""
    }
}
