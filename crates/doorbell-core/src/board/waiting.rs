//! What waits, as notifications, the tray and Home tell it; and what can be done with it there.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::question::{Body, Phase, Question, QuestionId};
use super::{Board, Stage};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::text::visible_prefix;
use crate::view::{KindView, LaterFor, WaitingView};

/// How much of a message is told before the question is looked at.
const WORDS: usize = 120;

/// One open question, for whoever tells the person of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The question.
    pub id: QuestionId,
    /// The words that tell of it.
    pub told: Arc<Told>,
    /// What it asks for.
    pub kind: KindView,
    /// When it was asked.
    pub asked: Duration,
    /// When it was asked, on the wall's clock.
    pub asked_at: Timestamp,
    /// When the asker stops waiting, if it said so.
    pub deadline_at: Option<Timestamp>,
    /// When it comes back, if it was put aside.
    pub aside_until: Option<Duration>,
    /// Whether it is the one in the window.
    pub showing: bool,
    /// Whether one press may answer it now.
    choosable: bool,
}

/// The words that tell of a question. They are written once, when it is asked: what waits is told
/// anew after everything that happens.
#[derive(Debug, Default, PartialEq)]
pub struct Told {
    /// Who asks: "Claude Code · shop".
    pub asker: String,
    /// The server's name, or the client's.
    pub server: String,
    /// The first line of the server's words, or its beginning.
    pub words: String,
    choices: Vec<String>,
}

impl Told {
    pub(super) fn of(question: &Question) -> Self {
        Self {
            asker: question.headline(),
            server: question.asker_name(),
            words: first_words(&question.words()),
            choices: choices(question),
        }
    }
}

impl Waiting {
    /// The answers that one press could give: the labels of one boolean or one short choice.
    /// Empty if it takes more, if it is a link, or if it may ask for a secret.
    pub fn choices(&self) -> &[String] {
        if self.choosable {
            &self.told.choices
        } else {
            &[]
        }
    }

    /// As Home shows it.
    pub fn view(&self, now: &Moment) -> WaitingView {
        let aside = self.aside_until.and_then(|until| {
            let left = SignedDuration::try_from(until.saturating_sub(now.steady)).ok()?;
            now.timestamp().checked_add(left).ok()
        });
        WaitingView {
            id: self.id.to_string(),
            asker: self.told.asker.clone(),
            server: self.told.server.clone(),
            words: self.told.words.clone(),
            kind: self.kind,
            asked: self.asked_at.as_millisecond(),
            deadline: self.deadline_at.map(Timestamp::as_millisecond),
            aside_until: aside.map(Timestamp::as_millisecond),
            showing: self.showing,
        }
    }
}

impl Board {
    /// Every open question, oldest first: in the order of their numbers.
    pub fn waits_for_person(&self) -> Vec<Waiting> {
        self.waiting()
            .map(|question| Waiting {
                id: question.id,
                told: Arc::clone(&question.told),
                kind: question.kind(),
                asked: question.asked,
                asked_at: question.asked_at,
                deadline_at: question.deadline_at,
                aside_until: question.aside_until,
                showing: self.stage.question() == Some(question.id),
                choosable: question.phase == Phase::Open && !question.preview,
            })
            .collect()
    }

    /// Whether the person has a question before them: one is on the screen and has the keyboard.
    pub fn is_attended(&self) -> bool {
        self.focused.is_some()
            && self.stage.settled_since().is_some()
            && self.stage.about().is_some()
    }

    /// Answers a question with one of its [`Waiting::choices`]; whether that could be done. What
    /// the person has touched in the window is answered there.
    pub fn choose(&mut self, id: QuestionId, choice: usize, now: &Moment) -> bool {
        let Some(question) = self
            .open_question(id)
            .filter(|question| !question.touched && !question.preview)
        else {
            return false;
        };
        let Body::Form { form, .. } = &question.body else {
            return false;
        };
        let Some((_, input)) = form.quick_answers().into_iter().nth(choice) else {
            return false;
        };
        let Ok(content) = form.content(&[input], &now.wall) else {
            return false;
        };
        let done = format!("Sent to {}.", question.told.asker);
        let about_it = self.stage.about() == Some(id);
        self.end_by_person(id, Outcome::Accepted, Some(content), now);
        if about_it {
            self.show_next(Some(done), now);
        } else {
            self.push_view();
        }
        true
    }

    /// Puts a question off for a few minutes, unless the person has touched it in the window.
    pub fn put_off(&mut self, id: QuestionId, now: &Moment) {
        let Some(question) = self.open_question(id).filter(|question| !question.touched) else {
            return;
        };
        let done = format!("Put aside {}.", question.told.asker);
        self.put_aside(id, LaterFor::Minutes, now);
        if self.stage.about() != Some(id) {
            self.push_view();
        } else if self.focused.is_some() {
            self.show_next(Some(done), now);
        } else {
            // The next one would come in its place unasked.
            self.stage = Stage::Empty;
            self.push_view();
        }
    }
}

fn first_words(message: &str) -> String {
    let line = message.lines().map(str::trim).find(|line| !line.is_empty());
    visible_prefix(line.unwrap_or_default(), WORDS)
}

fn choices(question: &Question) -> Vec<String> {
    match &question.body {
        Body::Form { form, .. } => form.quick_answers().into_iter().map(|(label, _)| label).collect(),
        Body::Link(_) | Body::Permission(_) => Vec::new(),
    }
}
