//! The tray: its state, its number and its menu, as a value.

use jiff::Timestamp;

use super::calm::{Calm, CalmState};
use crate::board::{QuestionId, Waiting};
use crate::moment::Moment;
use crate::text::clamp;
use crate::view::PauseFor;

/// How many questions the menu lists; the rest are in Home.
const LISTED: usize = 8;
/// The longest line of the menu.
const LINE: usize = 60;

/// What the tray shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrayView {
    /// Which icon it has.
    pub state: TrayState,
    /// What it is called where icons have names: "Doorbell: 2 questions wait".
    pub title: String,
    /// The menu, from top to bottom.
    pub items: Vec<TrayItem>,
}

/// Which icon the tray has, and the number beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrayState {
    /// Nothing waits.
    Idle,
    /// So many questions wait.
    Waiting(usize),
    /// Doorbell is paused while so many questions wait.
    Paused(usize),
}

impl TrayState {
    /// How many questions wait.
    pub fn count(self) -> usize {
        match self {
            Self::Idle => 0,
            Self::Waiting(count) | Self::Paused(count) => count,
        }
    }
}

/// A line of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrayItem {
    /// Something to press.
    Press {
        /// What it does.
        press: TrayPress,
        /// What it says.
        label: String,
    },
    /// Something that is on or off.
    Switch {
        /// What it does.
        press: TrayPress,
        /// What it says.
        label: String,
        /// Whether it is on.
        on: bool,
    },
    /// Something to read.
    Words(String),
    /// A menu in the menu.
    Menu {
        /// What it says.
        label: String,
        /// Its lines.
        items: Vec<TrayItem>,
    },
    /// A line between two groups.
    Rule,
}

/// What can be pressed in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrayPress {
    /// Shows the question and gives it the keyboard.
    Show(QuestionId),
    /// Opens Home.
    Home,
    /// Holds everything back.
    Pause(PauseFor),
    /// Ends the pause.
    Resume,
    /// Switches Private now.
    Private(bool),
    /// Ends Doorbell.
    Quit,
}

pub(super) fn write(waiting: &[Waiting], refused: usize, calm: &Calm, now: &Moment) -> TrayView {
    let is_private = calm.is_switched_private();
    let calm = calm.state(now);
    let count = waiting.len();
    let (state, told) = match (calm, count) {
        (CalmState::Paused(_), _) => (TrayState::Paused(count), "paused".to_owned()),
        (_, 0) => (TrayState::Idle, "nothing waits".to_owned()),
        (_, 1) => (TrayState::Waiting(1), "1 question waits".to_owned()),
        (_, count) => (TrayState::Waiting(count), format!("{count} questions wait")),
    };
    let mut items = questions(waiting, calm, now);
    if refused > 0 {
        items.push(press(TrayPress::Home, &asked_too_often(refused)));
    }
    items.push(TrayItem::Rule);
    items.push(press(TrayPress::Home, "Open Home"));
    items.extend(pause(calm, now));
    items.push(TrayItem::Switch {
        press: TrayPress::Private(!is_private),
        label: "Private now".to_owned(),
        on: is_private,
    });
    items.push(TrayItem::Rule);
    items.push(press(TrayPress::Quit, "Quit Doorbell"));
    TrayView {
        state,
        title: format!("Doorbell: {told}"),
        items,
    }
}

fn questions(waiting: &[Waiting], calm: CalmState, now: &Moment) -> Vec<TrayItem> {
    if waiting.is_empty() {
        return vec![TrayItem::Words("Nothing waits".to_owned())];
    }
    let private = matches!(calm, CalmState::Private | CalmState::Quiet);
    let mut items: Vec<_> = waiting
        .iter()
        .take(LISTED)
        .map(|one| {
            let label = if private {
                format!("A question from {}", clock(one.asked_at, now))
            } else {
                clamp(&format!("{}: {}", one.told.asker, one.told.words), LINE)
            };
            press(TrayPress::Show(one.id), &label)
        })
        .collect();
    if waiting.len() > LISTED {
        let more = format!("and {} more in Home", waiting.len() - LISTED);
        items.push(press(TrayPress::Home, &more));
    }
    items
}

/// Tells no names: Home does.
fn asked_too_often(askers: usize) -> String {
    match askers {
        1 => "A server asked too often…".to_owned(),
        more => format!("{more} servers asked too often…"),
    }
}

fn pause(calm: CalmState, now: &Moment) -> Vec<TrayItem> {
    if let CalmState::Paused(until) = calm {
        return vec![
            TrayItem::Words(format!("Paused until {}", clock(until, now))),
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

fn clock(at: Timestamp, now: &Moment) -> String {
    let at = at.to_zoned(now.wall.time_zone().clone());
    let format = if at.date() == now.wall.date() {
        "%H:%M"
    } else {
        "%A %H:%M"
    };
    at.strftime(format).to_string()
}
