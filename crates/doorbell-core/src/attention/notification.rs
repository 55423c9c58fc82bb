//! The content and the buttons of the one notification.

use std::time::Duration;

use super::Capabilities;
use super::quiet_mode::QuietState;
use super::ringing::Ringing;
use crate::board::OpenQuestion;
use crate::moment::Moment;
use crate::settings::{Detail, Settings};
use crate::text::clamp;
use crate::view::QuestionKindView;

const MAX_LISTED: usize = 4;
const MAX_WHO_CHARS: usize = 100;
/// Younger questions show no age.
const MIN_SHOWN_AGE: Duration = Duration::from_secs(60);

const PRIVATE_TITLE: &str = "An agent needs you";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotificationView {
    /// Identifies this content; a press on an earlier one is stale.
    pub ring: u64,
    /// True if it pops up again instead of changing in place.
    pub loud: bool,
    pub sound: bool,
    /// True if it stays until it is withdrawn.
    pub stays: bool,
    pub title: String,
    /// Plain text, may be empty.
    pub body: String,
    /// A click on the notification itself triggers the first one.
    pub actions: Vec<NotificationAction>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotificationAction {
    pub press: NotificationPress,
    pub label: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationPress {
    /// Shows the first question and focuses it.
    Answer,
    /// Snoozes all of them for a few minutes.
    Later,
    /// Answers the question with the choice at this index.
    Choose(usize),
    Resume,
}

impl NotificationView {
    pub(super) fn has_same_content(&self, other: &Self) -> bool {
        (&self.title, &self.body, self.stays, &self.actions)
            == (&other.title, &other.body, other.stays, &other.actions)
    }

    fn new(title: String, body: String, actions: Vec<NotificationAction>) -> Self {
        Self {
            title,
            body,
            actions,
            ..Self::default()
        }
    }
}

pub(super) fn compose(
    questions: &[OpenQuestion],
    ringing: &Ringing,
    quiet: QuietState,
    settings: &Settings,
    capabilities: Capabilities,
    now: &Moment,
) -> Option<NotificationView> {
    if let QuietState::Paused(until) = quiet {
        // Without a tray nothing else shows the pause.
        return (!capabilities.tray)
            .then(|| paused(until.to_zoned(now.wall.time_zone().clone()), questions));
    }
    let notified: Vec<&OpenQuestion> = questions
        .iter()
        .filter(|question| ringing.is_notified(question.id))
        .collect();
    let detail = match quiet {
        QuietState::Private | QuietState::ByDesktop => Detail::Private,
        QuietState::Off | QuietState::Paused(_) => settings.detail,
    };
    match (notified.as_slice(), detail) {
        ([], _) => None,
        (several, Detail::Private) => {
            let body = match several.len() {
                1 => String::new(),
                _ => summary(several),
            };
            let title = PRIVATE_TITLE.to_owned();
            Some(NotificationView::new(title, body, plain_actions("Answer")))
        }
        ([question], _) => Some(single(question, detail, settings, ringing.last_ring())),
        (several, _) => Some(digest(several, ringing.last_ring())),
    }
}

fn single(
    question: &OpenQuestion,
    detail: Detail,
    settings: &Settings,
    rang_at: Duration,
) -> NotificationView {
    let labels = &question.labels;
    let subject = (detail == Detail::Full).then_some(labels.subject.as_str());
    let origin = with_age(&labels.origin, question, rang_at);
    let lines = subject.into_iter().chain([origin.as_str()]);
    let lines = lines.filter(|line| !line.is_empty());
    let body = lines.collect::<Vec<_>>().join("\n");
    let mut actions = plain_actions(match question.kind {
        QuestionKindView::Link | QuestionKindView::Permission | QuestionKindView::Plan => "Review",
        QuestionKindView::Notice => "Show",
        QuestionKindView::Form | QuestionKindView::Questions => "Answer",
    });
    // A choice makes sense only next to the question's text.
    if settings.answer_buttons && detail == Detail::Full {
        let choices = question.choices().iter().enumerate();
        actions.extend(choices.map(|(index, label)| NotificationAction {
            press: NotificationPress::Choose(index),
            label: label.clone(),
        }));
    }
    NotificationView::new(title(question), body, actions)
}

/// "Claude Code · shop wants to run a command".
fn title(question: &OpenQuestion) -> String {
    let labels = &question.labels;
    format!("{} {}", clamp(&labels.who, MAX_WHO_CHARS), labels.wants)
}

fn digest(several: &[&OpenQuestion], rang_at: Duration) -> NotificationView {
    let mut lines: Vec<String> = several
        .iter()
        .take(MAX_LISTED)
        .map(|question| with_age(&title(question), question, rang_at))
        .collect();
    if several.len() > MAX_LISTED {
        lines.push(format!("and {} more", several.len() - MAX_LISTED));
    }
    let open = match several.iter().any(|question| question.needs_answer()) {
        true => "Answer",
        false => "Show",
    };
    NotificationView::new(summary(several), lines.join("\n"), plain_actions(open))
}

/// "2 questions waiting", or "2 agents have news".
fn summary(several: &[&OpenQuestion]) -> String {
    match several
        .iter()
        .filter(|question| question.needs_answer())
        .count()
    {
        0 => format!("{} agents have news", several.len()),
        questions => waiting(questions),
    }
}

/// "2 questions waiting".
pub(super) fn waiting(count: usize) -> String {
    match count {
        0 => "No open questions".to_owned(),
        1 => "1 question waiting".to_owned(),
        several => format!("{several} questions waiting"),
    }
}

fn paused(until: jiff::Zoned, questions: &[OpenQuestion]) -> NotificationView {
    let title = format!("Doorbell is paused until {}", until.strftime("%H:%M"));
    let body = waiting(questions.iter().filter(|it| it.needs_answer()).count());
    let resume = NotificationAction {
        press: NotificationPress::Resume,
        label: "Resume".to_owned(),
    };
    NotificationView {
        stays: true,
        ..NotificationView::new(title, body, vec![resume])
    }
}

fn plain_actions(open: &str) -> Vec<NotificationAction> {
    let action = |press, label: &str| NotificationAction {
        press,
        label: label.to_owned(),
    };
    vec![
        action(NotificationPress::Answer, open),
        action(NotificationPress::Later, "Remind me later"),
    ]
}

/// "via “acme”, 12 min ago".
fn with_age(text: &str, question: &OpenQuestion, rang_at: Duration) -> String {
    let age = rang_at.saturating_sub(question.asked);
    if age < MIN_SHOWN_AGE {
        return text.to_owned();
    }
    let minutes = age.as_secs() / 60;
    let age = match minutes / 60 {
        0 => format!("{minutes} min ago"),
        hours => format!("{hours} h {} min ago", minutes % 60),
    };
    match text {
        "" => age,
        text => format!("{text}, {age}"),
    }
}
