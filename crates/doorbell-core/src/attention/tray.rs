//! The tray's icon, title and menu.

use jiff::Timestamp;

use super::notification::waiting;
use super::quiet_mode::{QuietMode, QuietState};
use crate::board::{OpenQuestion, QuestionId};
use crate::moment::Moment;
use crate::text::clamp;
use crate::view::PauseFor;

const MAX_LISTED: usize = 8;
const MAX_LABEL_CHARS: usize = 80;
/// Of a label, so that a long name leaves room for the question.
const MAX_ASKER_CHARS: usize = 48;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrayView {
    pub state: TrayState,
    /// "Doorbell: 2 questions waiting".
    pub title: String,
    pub items: Vec<TrayItem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrayState {
    Idle,
    /// With the number of open questions.
    Waiting(usize),
    Paused(usize),
}

impl TrayState {
    pub fn count(self) -> usize {
        match self {
            Self::Idle => 0,
            Self::Waiting(count) | Self::Paused(count) => count,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrayItem {
    Press {
        press: TrayPress,
        label: String,
    },
    Switch {
        press: TrayPress,
        label: String,
        on: bool,
    },
    Text(String),
    Menu {
        label: String,
        items: Vec<TrayItem>,
    },
    Separator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrayPress {
    Show(QuestionId),
    Home,
    Pause(PauseFor),
    Resume,
    /// Switches Private on or off.
    Private(bool),
    Quit,
}

pub(super) fn compose(
    questions: &[OpenQuestion],
    refused: usize,
    quiet_mode: &QuietMode,
    now: &Moment,
) -> TrayView {
    let is_private = quiet_mode.private;
    let quiet = quiet_mode.state(now);
    let count = questions.iter().filter(|it| it.needs_answer()).count();
    let (state, summary) = match (quiet, count) {
        (QuietState::Paused(_), _) => (TrayState::Paused(count), "paused".to_owned()),
        (_, 0) => (TrayState::Idle, "no open questions".to_owned()),
        (_, count) => (TrayState::Waiting(count), waiting(count)),
    };
    let mut items = question_items(questions, quiet, now);
    if refused > 0 {
        items.push(press(TrayPress::Home, &asked_too_often_label(refused)));
    }
    items.push(TrayItem::Separator);
    items.push(press(TrayPress::Home, "Open Home"));
    items.extend(pause_items(quiet, now));
    items.push(TrayItem::Switch {
        press: TrayPress::Private(!is_private),
        label: "Hide details".to_owned(),
        on: is_private,
    });
    items.push(TrayItem::Separator);
    items.push(press(TrayPress::Quit, "Quit Doorbell"));
    TrayView {
        state,
        title: format!("Doorbell: {summary}"),
        items,
    }
}

fn question_items(questions: &[OpenQuestion], quiet: QuietState, now: &Moment) -> Vec<TrayItem> {
    if questions.is_empty() {
        return vec![TrayItem::Text(waiting(0))];
    }
    let private = matches!(quiet, QuietState::Private | QuietState::ByDesktop);
    let mut items: Vec<_> = questions
        .iter()
        .take(MAX_LISTED)
        .map(|question| {
            let label = if private {
                format!(
                    "Question received at {}",
                    clock_time(question.asked_at, now)
                )
            } else {
                let asker = clamp(&question.labels.who, MAX_ASKER_CHARS);
                let words = &question.labels.words;
                clamp(&format!("{asker}: {words}"), MAX_LABEL_CHARS)
            };
            press(TrayPress::Show(question.id), &label)
        })
        .collect();
    if questions.len() > MAX_LISTED {
        let more = format!("and {} more in Home", questions.len() - MAX_LISTED);
        items.push(press(TrayPress::Home, &more));
    }
    items
}

/// Names no server: the tray may be visible to others.
fn asked_too_often_label(askers: usize) -> String {
    match askers {
        1 => "A server asked too often…".to_owned(),
        more => format!("{more} servers asked too often…"),
    }
}

fn pause_items(quiet: QuietState, now: &Moment) -> Vec<TrayItem> {
    if let QuietState::Paused(until) = quiet {
        return vec![
            TrayItem::Text(format!("Paused until {}", clock_time(until, now))),
            press(TrayPress::Resume, "Resume"),
        ];
    }
    let lengths = [
        (PauseFor::HalfHour, "For 30 minutes"),
        (PauseFor::TwoHours, "For 2 hours"),
        (PauseFor::Tomorrow, "Until tomorrow"),
    ];
    vec![TrayItem::Menu {
        label: "Pause".to_owned(),
        items: lengths
            .map(|(length, label)| press(TrayPress::Pause(length), label))
            .to_vec(),
    }]
}

fn press(press: TrayPress, label: &str) -> TrayItem {
    TrayItem::Press {
        press,
        label: label.to_owned(),
    }
}

fn clock_time(at: Timestamp, now: &Moment) -> String {
    let at = at.to_zoned(now.wall.time_zone().clone());
    let format = if at.date() == now.wall.date() {
        "%H:%M"
    } else {
        "%A %H:%M"
    };
    at.strftime(format).to_string()
}
