//! Screenshots of the question window, each in a state of its own.

use anyhow::Result;
use doorbell_tests::accessibility;
use doorbell_tests::app::CLASS;
use doorbell_tests::browser::StandInBrowser;
use doorbell_tests::process::ChildProcess;

use crate::agent::{self, Request};
use crate::look::Look;
use crate::requests;

/// The programs that ask. Doorbell knows them as Claude Code and Codex.
const AGENT: &str = "claude";
const OTHER_AGENT: &str = "codex";

const HIGH_CONTRAST: &str = "look.high_contrast = \"on\"\n";

/// A question, and what happens in its window before the picture is taken.
pub struct State {
    /// The name of the picture.
    pub name: &'static str,
    ask: fn() -> Vec<Request>,
    steps: &'static [Step],
    /// Further settings.
    settings: &'static str,
}

enum Step {
    /// A key or chord.
    Key(&'static str),
    /// Text that replaces the focused field's.
    Text(&'static str),
    /// Tab, until an object with a role and a name has the focus.
    TabTo(&'static str, &'static str),
    /// Tab to a button, and Space.
    Press(&'static str),
    /// Waits for an object with a role and a name.
    Find(&'static str, &'static str),
    /// Waits until an object with a role and a name has the focus.
    Focus(&'static str, &'static str),
    /// Waits for a text.
    Hear(&'static str),
    /// Waits for the window, and focuses it.
    Open,
    /// Waits until the window has gone.
    Gone,
    /// Another program presses a button.
    ForeignPress(&'static str),
    /// A program asks, too.
    Ask(&'static str, fn() -> Vec<Request>),
    /// All programs end, which withdraws their questions.
    Withdraw,
}

use Step::{Ask, Find, Focus, ForeignPress, Gone, Hear, Key, Open, Press, TabTo, Text, Withdraw};

const fn state(name: &'static str, ask: fn() -> Vec<Request>, steps: &'static [Step]) -> State {
    State {
        name,
        ask,
        steps,
        settings: "",
    }
}

pub const STATES: &[State] = &[
    state(
        "question",
        requests::deployment,
        &[Focus("radio button", "Staging")],
    ),
    state(
        "problem",
        requests::deployment,
        &[
            Key("Down"),
            Key("Tab"),
            Text("250"),
            Key("Tab"),
            Hear("Must be at most 100"),
        ],
    ),
    state(
        "answer",
        requests::deployment,
        &[
            Key("Down"),
            Key("Tab"),
            Text("25"),
            Key("Tab"),
            Text("ada@example.com"),
        ],
    ),
    state("one-choice", requests::one_choice, &[]),
    state("yes-no", requests::yes_no, &[]),
    state("yes-no-field", requests::yes_no_field, &[]),
    state(
        "remind-me",
        requests::yes_no,
        &[Press("Remind me"), Find("menu item", "In 2 hours")],
    ),
    state(
        "mute",
        requests::yes_no,
        &[
            Press("Remind me"),
            Find("menu item", "In 2 hours"),
            Key("End"),
            Focus("menu item", "Mute git…"),
            Key("Return"),
            Focus("push button", "For an hour"),
        ],
    ),
    state("fields-text", requests::every_field, &[]),
    state(
        "fields-numbers",
        requests::every_field,
        &[TabTo("entry", "Number in range 1-1000")],
    ),
    state(
        "fields-choices",
        requests::every_field,
        &[TabTo("radio button", "Cats")],
    ),
    state("options", requests::many_options, &[Text("eu")]),
    state(
        "calendar",
        requests::date,
        &[Press("Calendar for Day"), Find("dialog", "Choose a date")],
    ),
    state(
        "secret",
        requests::secret,
        &[Text("hunter2hunter2"), Key("ctrl+Return"), Hear("Not sent")],
    ),
    state("markdown", requests::markdown, &[]),
    state("long-message", requests::long_message, &[]),
    state(
        "discard",
        requests::deployment,
        &[
            Key("Tab"),
            Text("25"),
            Key("Escape"),
            Hear("Discard your answer?"),
        ],
    ),
    state(
        "withdrawn",
        requests::deployment,
        &[
            Key("Tab"),
            Text("250"),
            Key("ctrl+Return"),
            Hear("1 answer needs attention"),
            Withdraw,
            Hear("Nothing was sent"),
        ],
    ),
    state(
        "draft",
        requests::secret,
        &[
            TabTo("entry", "Host"),
            Text("db.example.com"),
            Hear("db.example.com"),
            Withdraw,
            Press("Close"),
            Gone,
            Ask(AGENT, requests::secret),
            Open,
            Find("push button", "Discard"),
        ],
    ),
    state(
        "announcement",
        requests::one_choice,
        &[
            Ask(OTHER_AGENT, requests::yes_no),
            Hear("1 more waiting"),
            Key("2"),
            Key("ctrl+Return"),
            Hear("Next: "),
        ],
    ),
    state(
        "flood",
        requests::flood,
        &[
            Hear("Is page 1 right?"),
            Key("y"),
            Find("push button", "Mute…"),
        ],
    ),
    state(
        "blocked",
        requests::deployment,
        &[ForeignPress("Send"), Hear("Blocked: this click")],
    ),
    State {
        settings: HIGH_CONTRAST,
        ..state("high-contrast", requests::deployment, &[])
    },
    state("permission-write", requests::write, &[]),
    state("permission-long", requests::long_write, &[]),
    state("permission-mcp", requests::mcp_tool, &[]),
    state("link", requests::plain_link, &[]),
    state("link-look-alike", requests::look_alike, &[]),
    state(
        "link-asked-again",
        requests::look_alike,
        &[Key("alt+o"), Hear("Are you sure?")],
    ),
    state("link-warnings", requests::many_warnings, &[]),
    state("link-this-computer", requests::this_computer, &[]),
    state("link-long", requests::long_link, &[]),
    state(
        "links",
        requests::several_links,
        &[Key("alt+o"), Hear("Link 2 of 3")],
    ),
    state(
        "link-waiting",
        requests::plain_link,
        &[Key("alt+o"), Find("push button", "Done")],
    ),
];

/// Takes the picture of a state.
pub fn take(state: &State, look: Look) -> Result<()> {
    let doorbell = look.starts(state.settings)?;
    StandInBrowser::install(&doorbell.desktop)?;
    let person = doorbell.person();
    let reader = doorbell.question_reader();
    let asks =
        |program, ask: fn() -> Vec<Request>| agent::start(&doorbell.desktop, program, &ask());
    let mut agents: Vec<ChildProcess> = vec![asks(AGENT, state.ask)?];
    let opens = || person.focuses(person.sees(CLASS)?);
    opens()?;
    for step in state.steps {
        match *step {
            Key(chord) => person.presses(chord)?,
            Text(text) => person.replaces_text_with(text)?,
            TabTo(role, name) => drop(reader.tabs_to(role, name)?),
            Press(button) => reader.presses(button)?,
            Find(role, name) => drop(reader.finds(role, name)?),
            Focus(role, name) => drop(reader.waits_for_focus(role, name)?),
            Hear(text) => reader.hears_text(text)?,
            Open => opens()?,
            Gone => person.sees_no_window(CLASS)?,
            ForeignPress(button) => accessibility::press(&doorbell.desktop, CLASS, button)?,
            Ask(program, ask) => agents.push(asks(program, ask)?),
            Withdraw => agents.clear(),
        }
    }
    let window = person.sees(CLASS)?;
    if matches!(state.steps.last(), Some(Find("dialog", _))) {
        // The calendar is modal and has no buttons with a guard.
        look.resizes(&person, window)?;
        look.photographs_at_rest(&person, window, state.name)?;
    } else {
        look.photographs(&person, window, state.name)?;
    }
    doorbell.desktop.mark_success();
    Ok(())
}
