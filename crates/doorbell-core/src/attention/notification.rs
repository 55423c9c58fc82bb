//! The content and the buttons of the one notification.

use std::time::Duration;

use super::Capabilities;
use super::quiet_mode::QuietState;
use super::ringing::Ringing;
use crate::board::OpenQuestion;
use crate::moment::Moment;
use crate::settings::{Detail, Settings};
use crate::text::clamp;

const MAX_LISTED: usize = 4;
const MAX_LINE_CHARS: usize = 140;
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
                several => format!("{several} questions wait."),
            };
            Some(NotificationView::new(
                PRIVATE_TITLE.to_owned(),
                body,
                plain_actions("Show"),
            ))
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
    let mut body = clamp(
        &with_age(&question.labels.asker, question, rang_at),
        MAX_LINE_CHARS,
    );
    if detail == Detail::Full && !question.labels.words.is_empty() {
        body.push('\n');
        body.push_str(&question.labels.words);
    }
    let mut actions = plain_actions("Answer");
    // A choice makes sense only next to the question's text.
    if settings.answer_buttons && detail == Detail::Full {
        let choices = question.choices().iter().enumerate();
        actions.extend(choices.map(|(index, label)| NotificationAction {
            press: NotificationPress::Choose(index),
            label: label.clone(),
        }));
    }
    NotificationView::new(
        clamp(
            &format!("Question from '{}'", question.labels.server),
            MAX_LINE_CHARS,
        ),
        body,
        actions,
    )
}

fn digest(several: &[&OpenQuestion], rang_at: Duration) -> NotificationView {
    let mut lines: Vec<String> = several
        .iter()
        .take(MAX_LISTED)
        .map(|question| {
            let who = format!("{}: {}", question.labels.asker, question.labels.server);
            clamp(&with_age(&who, question, rang_at), MAX_LINE_CHARS)
        })
        .collect();
    if several.len() > MAX_LISTED {
        lines.push(format!("and {} more", several.len() - MAX_LISTED));
    }
    let title = format!("{} questions wait", several.len());
    NotificationView::new(title, lines.join("\n"), plain_actions("Answer"))
}

fn paused(until: jiff::Zoned, questions: &[OpenQuestion]) -> NotificationView {
    let title = format!("Doorbell is paused until {}", until.strftime("%H:%M"));
    let body = match questions.len() {
        0 => "Nothing waits.".to_owned(),
        1 => "1 question waits.".to_owned(),
        more => format!("{more} questions wait."),
    };
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
        action(NotificationPress::Later, "Later"),
    ]
}

/// "Claude Code · shop, 12 min ago".
fn with_age(text: &str, question: &OpenQuestion, rang_at: Duration) -> String {
    let age = rang_at.saturating_sub(question.asked);
    if age < MIN_SHOWN_AGE {
        return text.to_owned();
    }
    let minutes = age.as_secs() / 60;
    match minutes / 60 {
        0 => format!("{text}, {minutes} min ago"),
        hours => format!("{text}, {hours} h {} min ago", minutes % 60),
    }
}
