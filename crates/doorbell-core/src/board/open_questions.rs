//! Open questions as notifications, the tray and Home list them, and the actions offered there.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::question::{BodyState, Phase, Question, QuestionId};
use super::{Board, Screen};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::text::visible_prefix;
use crate::view::{OpenQuestionView, QuestionKindView, SnoozeFor};

const EXCERPT_CHARS: usize = 100;

#[derive(Clone, Debug, PartialEq)]
pub struct OpenQuestion {
    pub id: QuestionId,
    pub labels: Arc<QuestionLabels>,
    pub kind: QuestionKindView,
    /// On the steady clock.
    pub asked: Duration,
    pub asked_at: Timestamp,
    pub deadline_at: Option<Timestamp>,
    pub snoozed_until: Option<Duration>,
    /// True if it is the one in the window.
    pub showing: bool,
    offers_choices: bool,
}

/// The texts of a question outside its window. Computed once, because the list of open questions is
/// rebuilt after every event.
#[derive(Debug, Default, PartialEq)]
pub struct QuestionLabels {
    /// "Claude Code · shop".
    pub asker: String,
    /// The server's name, or the client's.
    pub server: String,
    /// "Claude Code · shop", at the start of a title.
    pub who: String,
    /// What follows `who` in a title: "wants to run a command". Without
    /// text from outside.
    pub wants: &'static str,
    /// "in /home/ada · via “acme”": what `who` leaves out.
    pub origin: String,
    /// The beginning of the message or of what a permission is for, to go with `wants`.
    pub subject: String,
    /// The same to stand alone: "Run a command: npm test".
    pub words: String,
    choices: Vec<String>,
}

impl QuestionLabels {
    pub(super) fn of(question: &Question) -> Self {
        let words = excerpt(&question.first_line());
        Self {
            asker: question.headline(),
            server: question.asker_name(),
            who: question.asker.title(&question.claims),
            wants: question.wants(),
            origin: question.asker.origin(&question.claims),
            subject: question.subject().map_or_else(|| words.clone(), excerpt),
            words,
            choices: choices(question),
        }
    }
}

impl OpenQuestion {
    /// False for a notice.
    pub fn needs_answer(&self) -> bool {
        self.kind != QuestionKindView::Notice
    }

    /// The labels of a boolean or a short choice that one press can answer, else empty.
    pub fn choices(&self) -> &[String] {
        if self.offers_choices {
            &self.labels.choices
        } else {
            &[]
        }
    }

    pub fn view(&self, now: &Moment) -> OpenQuestionView {
        let snoozed_until = self.snoozed_until.and_then(|until| {
            let left = SignedDuration::try_from(until.saturating_sub(now.steady)).ok()?;
            now.timestamp().checked_add(left).ok()
        });
        OpenQuestionView {
            id: self.id.to_string(),
            asker: self.labels.asker.clone(),
            server: self.labels.server.clone(),
            words: self.labels.words.clone(),
            kind: self.kind,
            asked: self.asked_at.as_millisecond(),
            deadline: self.deadline_at.map(Timestamp::as_millisecond),
            snoozed_until: snoozed_until.map(Timestamp::as_millisecond),
            showing: self.showing,
        }
    }
}

impl Board {
    /// Oldest first.
    pub fn open_questions(&self) -> Vec<OpenQuestion> {
        self.iter_open()
            .map(|question| OpenQuestion {
                id: question.id,
                labels: Arc::clone(&question.labels),
                kind: question.kind(),
                asked: question.asked,
                asked_at: question.asked_at,
                deadline_at: question.deadline_at,
                snoozed_until: question.snoozed_until,
                showing: self.screen.question() == Some(question.id),
                offers_choices: question.phase == Phase::Open && !question.preview,
            })
            .collect()
    }

    /// True if a question is on the screen and the window has the focus.
    pub fn is_person_answering(&self) -> bool {
        self.focused_since.is_some()
            && self.screen.stable_since().is_some()
            && self.screen.subject().is_some()
    }

    /// Answers a question with one of its [`OpenQuestion::choices`]. Returns false if that is no
    /// longer possible, for example because the person has touched it in the window.
    pub fn choose(&mut self, id: QuestionId, choice: usize, now: &Moment) -> bool {
        let Some(question) = self
            .open_question(id)
            .filter(|question| !question.touched && !question.preview)
        else {
            return false;
        };
        let BodyState::Form { form, .. } = &question.body else {
            return false;
        };
        let Some((_, input)) = form.quick_answers().into_iter().nth(choice) else {
            return false;
        };
        let Ok(content) = form.content(&[input], &now.wall) else {
            return false;
        };
        let done = format!("Sent to {}.", question.labels.asker);
        let is_on_screen = self.screen.subject() == Some(id);
        self.end_by_person(id, Outcome::Accepted, Some(content), now);
        if is_on_screen {
            self.show_next(Some(done), now);
        } else {
            self.push_view();
        }
        true
    }

    /// Does nothing if the person has touched the question in the window.
    pub fn snooze_from_notification(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.open_question(id).filter(|question| !question.touched) else {
            return;
        };
        let done = format!("Snoozed {}.", question.labels.asker);
        self.snooze(id, SnoozeFor::Minutes, now);
        if self.screen.subject() != Some(id) {
            self.push_view();
        } else if self.focused_since.is_some() {
            self.show_next(Some(done), now);
        } else {
            // The window lacks the focus: do not show the next question unasked.
            self.screen = Screen::Empty;
            self.push_view();
        }
    }
}

fn excerpt(message: &str) -> String {
    let line = message.lines().map(str::trim).find(|line| !line.is_empty());
    visible_prefix(line.unwrap_or_default(), EXCERPT_CHARS)
}

fn choices(question: &Question) -> Vec<String> {
    match &question.body {
        BodyState::Form { form, .. } => form
            .quick_answers()
            .into_iter()
            .map(|(label, _)| label)
            .collect(),
        BodyState::Link(_) | BodyState::Permission(_) | BodyState::Agent(_) => Vec::new(),
    }
}
