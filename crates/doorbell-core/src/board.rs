//! The board: the open questions, the one on the screen, and the rules that move them.
//!
//! A pure state machine. Each event is a method that takes `now`. Resulting [`Effect`]s collect
//! until [`Board::take_effects`].

mod agent_question;
mod arrival_policy;
mod asker_presence;
mod assistive_offer;
mod drafts;
mod effect;
mod ending;
mod flood_cards;
mod guard;
mod hand_back;
mod history_line;
mod last_plans;
mod link;
mod muting;
mod new_question;
mod notice;
mod open_questions;
mod opened_links;
mod order;
mod permission;
mod person_input;
mod question;
mod quit;
mod rules;
mod screen;
mod transitions;
mod view;

#[cfg(test)]
mod agent_question_tests;
#[cfg(test)]
mod arrival_policy_tests;
#[cfg(test)]
mod asker_presence_tests;
#[cfg(test)]
mod draft_tests;
#[cfg(test)]
mod flood_tests;
#[cfg(test)]
mod guard_tests;
#[cfg(test)]
mod hand_back_tests;
#[cfg(test)]
pub(crate) mod harness;
#[cfg(test)]
mod link_tests;
#[cfg(test)]
mod permission_tests;
#[cfg(test)]
mod preview_tests;
#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod quit_tests;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::time::Duration;

use crate::agent_question::AgentQuestion;
use crate::asker::{AskerId, SessionId};
use crate::flood::{FloodControl, FloodSource};
use crate::moment::Moment;
use crate::outcome::{Outcome, WithdrawReason};

use agent_question::AgentBody;
pub use agent_question::SESSION_NOTICE_LIFETIME;
pub use arrival_policy::ArrivalPolicy;
use asker_presence::AskerPresence;
use assistive_offer::AssistiveOffer;
pub use effect::Effect;
use flood_cards::FloodCards;
use last_plans::LastPlans;
pub use link::NotCopied;
use link::OpenedDomains;
pub use new_question::{LimitReached, NewQuestion, QuestionBody};
pub use open_questions::{OpenQuestion, QuestionLabels};
pub use opened_links::LinkEnd;
use order::Turns;
pub use question::QuestionId;
use question::{Phase, Question};
pub use rules::{BoardRules, SnoozeDurations};
use screen::{Screen, ScreenContent};

#[derive(Clone, Debug, PartialEq)]
pub struct QuestionSummary {
    pub question: QuestionId,
    pub asker: AskerId,
    pub agent: String,
    pub age: Duration,
    pub message: String,
    pub server: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this question is no longer open; nothing was changed")]
pub struct StaleEdit;

pub struct Board {
    rules: BoardRules,
    questions: Vec<Question>,
    screen: Screen,
    turns: Turns,
    opened_domains: OpenedDomains,
    flood: FloodControl,
    flood_cards: FloodCards,
    last_plans: LastPlans,
    arrival_policy: ArrivalPolicy,
    assistive_offer: AssistiveOffer,
    focused_since: Option<Duration>,
    /// The window drops keys until then.
    keys_dropped_until: Option<Duration>,
    /// The guard state that the window was last sent.
    accepts_presses: bool,
    next_question: u64,
    next_generation: u64,
    effects: Vec<Effect>,
}

impl Board {
    pub fn new(rules: BoardRules) -> Self {
        Self {
            flood: FloodControl::new(rules.flood.clone()),
            flood_cards: FloodCards::default(),
            last_plans: LastPlans::default(),
            rules,
            questions: Vec::new(),
            screen: Screen::Empty,
            turns: Turns::default(),
            opened_domains: OpenedDomains::default(),
            arrival_policy: ArrivalPolicy::default(),
            assistive_offer: AssistiveOffer::default(),
            focused_since: None,
            keys_dropped_until: None,
            accepts_presses: false,
            next_question: 1,
            next_generation: 1,
            effects: Vec::new(),
        }
    }

    /// Restores a domain that the person opened for `server` in a previous run.
    pub fn restore_opened_domain(&mut self, server: String, domain: &str) {
        self.opened_domains.remember(server, domain);
    }

    pub fn set_press_delay(&mut self, press_delay: Duration, now: &Moment) {
        self.rules.press_delay = press_delay;
        self.update_guard(now);
    }

    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    pub fn ask(&mut self, mut new: NewQuestion, now: &Moment) -> Result<QuestionId, LimitReached> {
        if let Err(limit) = self.check_limits(&new, now) {
            self.record_refusal(&new.asker, &new.claims, now);
            return Err(limit);
        }
        if let QuestionBody::Agent(AgentQuestion::Plan(plan)) = &mut new.body {
            let last = self
                .last_plans
                .replace(&new.asker, &new.claims, plan.text());
            if let Some(last) = last {
                plan.compare_with(&last);
            }
        }
        let id = self.next_id();
        self.questions.push(Question::new(id, new, now));
        if self.screen.is_free() {
            self.show_next_if_allowed(now);
        } else if matches!(self.screen.content(), Some(ScreenContent::Quitting { .. })) {
            // Quitting would now end one more question.
            self.renew_content(now);
        } else {
            self.push_view();
        }
        Ok(id)
    }

    /// Adds a notice about an agent session. No limit applies, because the list of sessions bounds
    /// them. The notice needs its asker's connection only if that waits for a reply.
    pub fn post(&mut self, notice: NewQuestion, now: &Moment) -> QuestionId {
        let id = self.next_id();
        let mut question = Question::new(id, notice, now);
        question.is_posted = true;
        if !question.takes_reply() {
            question.presence = AskerPresence::Unneeded;
        }
        self.questions.push(question);
        self.push_view();
        id
    }

    /// Also numbers the undelivered answers restored from a previous run.
    pub fn next_id(&mut self) -> QuestionId {
        self.next_question += 1;
        QuestionId(self.next_question - 1)
    }

    /// Takes a flood token, then checks the session and board limits.
    fn check_limits(&mut self, new: &NewQuestion, now: &Moment) -> Result<(), LimitReached> {
        let source = FloodSource::of(&new.asker, &new.claims);
        self.flood.ask(&source, now.steady)?;
        let result = self.check_open_count(new.asker.session, now);
        if result.is_err() {
            self.flood.refund(&source, now.steady);
        }
        result
    }

    /// A full board makes room for a session with fewer open questions than another one.
    fn check_open_count(&mut self, session: SessionId, now: &Moment) -> Result<(), LimitReached> {
        let limit = self.rules.questions_per_session;
        if self.open_count(session) >= limit {
            return Err(LimitReached::Session { limit });
        }
        let limit = self.rules.questions;
        if self.iter_limited().count() < limit {
            return Ok(());
        }
        let displaced = self.displaceable(session);
        let displaced = displaced.ok_or(LimitReached::Board { limit })?;
        let reason = LimitReached::Displaced { limit }.to_string();
        self.end_by_asker(displaced, Outcome::Refused, reason, now);
        Ok(())
    }

    /// The open questions that count towards the limits.
    fn iter_limited(&self) -> impl Iterator<Item = &Question> {
        self.iter_open().filter(|question| !question.is_posted)
    }

    fn open_count(&self, session: SessionId) -> usize {
        let open = self.iter_limited();
        open.filter(|question| question.session() == session)
            .count()
    }

    /// Returns the newest question of the session with the most, if that is more than `session`
    /// has. Questions that the person sees or has touched are left alone.
    fn displaceable(&self, session: SessionId) -> Option<QuestionId> {
        let mut counts = HashMap::new();
        for question in self.iter_limited() {
            *counts.entry(question.session()).or_insert(0) += 1;
        }
        let most = counts.values().copied().max()?;
        if counts.get(&session) == Some(&most) {
            return None;
        }
        self.iter_limited()
            .filter(|question| counts.get(&question.session()) == Some(&most))
            .filter(|question| question.phase == Phase::Open)
            .filter(|question| !question.touched && !question.is_opening())
            .map(|question| question.id)
            .filter(|id| self.screen.subject() != Some(*id) && !self.screen.returns_to(*id))
            .max()
    }

    pub fn withdraw(&mut self, id: QuestionId, because: Option<WithdrawReason>, now: &Moment) {
        let Some(question) = self.open_question(id) else {
            return;
        };
        let (asker, note) = (question.asker_name(), still_opening_note(question));
        let (outcome, reason) = match because {
            None => (
                Outcome::Withdrawn,
                format!("{asker} withdrew the question.{note}"),
            ),
            Some(WithdrawReason::TurnEnded) => {
                (Outcome::Withdrawn, format!("The agent’s turn ended.{note}"))
            }
            Some(WithdrawReason::AnsweredInTerminal) => (
                Outcome::AnsweredInTerminal,
                format!("{asker} was answered in the terminal first.{note}"),
            ),
        };
        self.end_by_asker(id, outcome, reason, now);
    }

    /// The page has drawn this generation: the person can see it now.
    pub fn painted(&mut self, subject: Option<QuestionId>, generation: u64, now: &Moment) {
        if !self.screen.mark_painted(subject, generation, now.steady) {
            return;
        }
        if let Some(question) = self.screen.question().and_then(|id| self.question_mut(id)) {
            question.shown_at.get_or_insert(now.timestamp());
        }
        self.update_guard(now);
    }

    pub fn focus_changed(&mut self, has_focus: bool, now: &Moment) {
        let had_focus = self.focused_since.is_some();
        self.focused_since = has_focus.then_some(now.steady);
        self.update_guard(now);
        if has_focus != had_focus && !matches!(self.screen, Screen::Empty) {
            self.push_view();
        }
    }

    pub fn window_moved(&mut self, now: &Moment) {
        self.screen.mark_moved(now.steady);
        self.update_guard(now);
    }

    /// Shows the requested question, or the next one, and raises the window. A question that the
    /// person has touched stays. Returns the question on the screen.
    pub fn open(&mut self, requested: Option<QuestionId>, now: &Moment) -> Option<QuestionId> {
        if let Some(requested) = requested
            && self.screen.question() != Some(requested)
            && self.open_question(requested).is_some()
            && !self.is_touched()
        {
            self.show_question(requested, now);
        } else if self.screen.is_free() {
            // Snoozed questions come back too.
            for question in &mut self.questions {
                question.snoozed_until = None;
            }
            // Leave the cards alone if no question would replace them.
            if matches!(self.screen, Screen::Empty)
                || self.turns.next(&self.questions, now.steady).is_some()
            {
                self.show_next(None, now);
            }
        }
        self.effects.push(Effect::RaiseWindow);
        self.screen.question()
    }

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
        if let Some(id) = self.screen.subject()
            && self
                .screen
                .unpainted_since()
                .is_some_and(|since| since + self.rules.paint_timeout <= now.steady)
        {
            let reason = "The window did not appear.".to_owned();
            self.effects.push(Effect::ReplacePage);
            self.end_by_asker(id, Outcome::NotShown, reason, now);
        }
        if self.screen.is_free()
            && self.questions.iter().any(|question| {
                question
                    .snoozed_until
                    .is_some_and(|until| until <= now.steady)
            })
        {
            self.end_due_snoozes(now);
        }
        self.tick_absent_askers(now);
        self.tick_opening(now);
        self.tick_opened_links(now);
        self.refresh_flood_cards(now);
        self.update_guard(now);
    }

    /// When [`Board::tick`] has something to do next.
    pub fn next_tick(&self) -> Option<Duration> {
        let question_ticks = self.questions.iter().flat_map(|question| {
            let snoozed_until = question.snoozed_until.filter(|_| self.screen.is_free());
            let may_expire = question.is_open() && !question.is_opening();
            [question.deadline.filter(|_| may_expire), snoozed_until]
        });
        let unpainted = self
            .screen
            .unpainted_since()
            .filter(|_| self.screen.subject().is_some())
            .map(|since| since + self.rules.paint_timeout);
        question_ticks
            .chain([
                unpainted,
                self.next_absence_tick(),
                self.next_opened_link_tick(),
                self.next_opening_tick(),
                self.flood_cards.next_tick(),
                self.next_guard_tick(),
            ])
            .flatten()
            .min()
    }

    /// The open questions, oldest first.
    pub fn summaries(&self, now: &Moment) -> Vec<QuestionSummary> {
        self.questions
            .iter()
            .filter(|question| question.is_open())
            .map(|question| question.summary(now))
            .collect()
    }

    /// The question that the page has painted.
    pub fn visible_question(&self) -> Option<QuestionId> {
        self.screen
            .question()
            .filter(|_| self.screen.unpainted_since().is_none())
    }

    /// True if the person has touched the question on the screen.
    pub fn is_touched(&self) -> bool {
        self.screen.question().is_some_and(|id| {
            self.questions
                .iter()
                .any(|question| question.id == id && question.touched)
        })
    }

    /// The page starts over and paints everything again. The caller sends it the view.
    pub fn page_reloaded(&mut self, now: &Moment) {
        self.screen.mark_unpainted(now.steady);
        self.accepts_presses = false;
    }

    /// The page no longer answers since it showed this subject. It is replaced and paints
    /// everything again. If that happens twice to a question, it ends as not shown.
    pub fn page_stuck(&mut self, subject: Option<QuestionId>, now: &Moment) {
        self.effects.push(Effect::ReplacePage);
        self.page_reloaded(now);
        let on_screen = self.screen.subject().filter(|id| Some(*id) == subject);
        let Some(question) = on_screen.and_then(|id| self.question_mut(id)) else {
            return;
        };
        if !std::mem::replace(&mut question.was_stuck, true) {
            return;
        }
        let (id, is_over) = (question.id, question.is_over());
        let reason = "The window stopped responding.".to_owned();
        if is_over {
            self.remove(id);
            self.show_next(Some(reason), now);
        } else {
            self.end_by_asker(id, Outcome::NotShown, reason, now);
        }
    }

    /// True if nothing is on the screen and nothing could return to it unasked.
    pub fn is_idle(&self) -> bool {
        matches!(self.screen, Screen::Empty) && self.questions.iter().all(Question::is_quiet)
    }

    pub fn is_asked_by(&self, id: QuestionId, asker: AskerId) -> bool {
        let mut questions = self.questions.iter();
        questions.any(|question| question.id == id && question.asker.id == asker)
    }

    /// True while the question is on the board, including ended ones still on the screen.
    pub fn contains(&self, id: QuestionId) -> bool {
        self.questions.iter().any(|question| question.id == id)
    }

    /// Drops a question without reporting an outcome: its asker will ask again.
    pub fn remove(&mut self, id: QuestionId) {
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

fn still_opening_note(question: &Question) -> &'static str {
    if question.is_opening() {
        " It may still open in your browser."
    } else {
        ""
    }
}
