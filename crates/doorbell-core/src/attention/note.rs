//! The one notification: what it says, and what can be pressed on it.

use std::time::Duration;

use super::Means;
use super::calm::CalmState;
use super::ringing::Ringing;
use crate::board::Waiting;
use crate::moment::Moment;
use crate::settings::{Detail, Settings};
use crate::text::clamp;

/// How many questions a notification names; the rest are counted.
const NAMED: usize = 4;
/// The longest line of a notification.
const LINE: usize = 140;
/// An age below this is not worth telling.
const NEW: Duration = Duration::from_secs(60);

const NEEDED: &str = "An agent needs you";

/// A notification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteView {
    /// Names what it says now. A press on what it said before is stale.
    pub ring: u64,
    /// Whether it comes up anew; else it changes where it is.
    pub loud: bool,
    /// Whether it is heard.
    pub sound: bool,
    /// Whether it stays until it is taken away.
    pub stays: bool,
    /// Its first line.
    pub title: String,
    /// The rest; may be empty. Plain text, lines divided by line feeds.
    pub body: String,
    /// What can be pressed. A press on the notification itself is the first of them.
    pub actions: Vec<NoteAction>,
}

/// A button of a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteAction {
    /// What it does.
    pub press: NotePress,
    /// What it says.
    pub label: String,
}

/// What can be pressed on a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotePress {
    /// Shows the question, or the first of several, and gives it the keyboard.
    Answer,
    /// Puts all of them off for a few minutes.
    Later,
    /// Answers the question with its choice of this number, from 0.
    Choose(usize),
    /// Ends the pause.
    Resume,
}

impl NoteView {
    /// Whether it says the same as another.
    pub(super) fn says_like(&self, other: &Self) -> bool {
        let words = |note: &Self| (note.title.clone(), note.body.clone(), note.stays);
        words(self) == words(other) && self.actions == other.actions
    }

    fn new(title: String, body: String, actions: Vec<NoteAction>) -> Self {
        Self {
            title,
            body,
            actions,
            ..Self::default()
        }
    }
}

/// What the notification should say, if there should be one.
pub(super) fn write(
    waiting: &[Waiting],
    ringing: &Ringing,
    calm: CalmState,
    settings: &Settings,
    means: Means,
    now: &Moment,
) -> Option<NoteView> {
    if let CalmState::Paused(until) = calm {
        // Without a tray nothing else would say so.
        return (!means.tray)
            .then(|| paused(until.to_zoned(now.wall.time_zone().clone()), waiting));
    }
    let is_noted = |one: &&Waiting| ringing.is_noted(one.id);
    let noted: Vec<&Waiting> = waiting.iter().filter(is_noted).collect();
    let detail = match calm {
        CalmState::Private | CalmState::Quiet => Detail::Private,
        CalmState::Open | CalmState::Paused(_) => settings.detail,
    };
    match (noted.as_slice(), detail) {
        ([], _) => None,
        (several, Detail::Private) => {
            let body = match several.len() {
                1 => String::new(),
                several => format!("{several} questions wait."),
            };
            Some(NoteView::new(
                NEEDED.to_owned(),
                body,
                plain_actions("Show"),
            ))
        }
        ([one], _) => Some(single(one, detail, settings, ringing.last())),
        (several, _) => Some(digest(several, ringing.last())),
    }
}

fn single(one: &Waiting, detail: Detail, settings: &Settings, rang: Duration) -> NoteView {
    let mut body = clamp(&with_age(&one.told.asker, one, rang), LINE);
    if detail == Detail::Full && !one.told.words.is_empty() {
        body.push('\n');
        body.push_str(&one.told.words);
    }
    let mut actions = plain_actions("Answer");
    // A choice is pressed by whoever knows what it answers: only beside the words themselves.
    if settings.answer_buttons && detail == Detail::Full {
        let choices = one.choices().iter().enumerate();
        actions.extend(choices.map(|(place, label)| NoteAction {
            press: NotePress::Choose(place),
            label: label.clone(),
        }));
    }
    NoteView::new(
        clamp(&format!("Question from '{}'", one.told.server), LINE),
        body,
        actions,
    )
}

fn digest(several: &[&Waiting], rang: Duration) -> NoteView {
    let mut lines: Vec<String> = several
        .iter()
        .take(NAMED)
        .map(|one| {
            let who = format!("{}: {}", one.told.asker, one.told.server);
            clamp(&with_age(&who, one, rang), LINE)
        })
        .collect();
    if several.len() > NAMED {
        lines.push(format!("and {} more", several.len() - NAMED));
    }
    let title = format!("{} questions wait", several.len());
    NoteView::new(title, lines.join("\n"), plain_actions("Answer"))
}

fn paused(until: jiff::Zoned, waiting: &[Waiting]) -> NoteView {
    let title = format!("Doorbell is paused until {}", until.strftime("%H:%M"));
    let body = match waiting.len() {
        0 => "Nothing waits.".to_owned(),
        1 => "1 question waits.".to_owned(),
        more => format!("{more} questions wait."),
    };
    let resume = NoteAction {
        press: NotePress::Resume,
        label: "Resume".to_owned(),
    };
    NoteView {
        stays: true,
        ..NoteView::new(title, body, vec![resume])
    }
}

fn plain_actions(open: &str) -> Vec<NoteAction> {
    let action = |press, label: &str| NoteAction {
        press,
        label: label.to_owned(),
    };
    vec![
        action(NotePress::Answer, open),
        action(NotePress::Later, "Later"),
    ]
}

/// "Claude Code · shop, 12 min ago", once that is worth telling.
fn with_age(text: &str, one: &Waiting, rang: Duration) -> String {
    let age = rang.saturating_sub(one.asked);
    if age < NEW {
        return text.to_owned();
    }
    let minutes = age.as_secs() / 60;
    match minutes / 60 {
        0 => format!("{text}, {minutes} min ago"),
        hours => format!("{text}, {hours} h {} min ago", minutes % 60),
    }
}
