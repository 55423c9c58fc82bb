//! What a screen reader is told: the accessibility tree of an application, read over its bus.

mod bus;

use anyhow::{Context, Result, ensure};

pub use bus::AccessibilityBus;

use crate::virtual_desktop::VirtualDesktop;

/// The buttons that Rust guards. Every state of the question window has one of them.
const GUARDED: [&str; 10] = [
    "Send",
    "Decline",
    "Deny",
    "Close",
    "Show",
    "Stop",
    "Mute",
    "Answer in terminal",
    "Quit",
    "I'm done",
];

/// What [`press`] looks for.
const PRESSABLE: [&str; 2] = ["push button", "toggle button"];

/// One object of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// `entry`, `radio button`, `panel`, …
    pub role: String,
    /// The name, as read aloud.
    pub name: String,
    /// What is read after the name.
    pub description: String,
    /// `focused`, `invalid entry`, `required`, `checked`, …
    pub states: Vec<String>,
    /// What is in a field, or the text of a label.
    pub text: String,
    /// The text this object is described by.
    pub described_by: String,
    /// The text of its error.
    pub error: String,
    /// What is inside.
    pub children: Vec<Node>,
}

impl Node {
    /// The first object with a role and a name, in reading order.
    pub fn find(&self, role: &str, name: &str) -> Option<&Self> {
        self.all()
            .into_iter()
            .find(|node| node.role == role && node.name == name)
    }

    /// This object and all inside, in reading order.
    pub fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        for child in &self.children {
            all.extend(child.all());
        }
        all
    }

    /// Whether it is in a state.
    pub fn is(&self, state: &str) -> bool {
        self.states.iter().any(|own| own == state)
    }

    /// Whether the page in it has the keyboard. A page learns of its focus before it says so here.
    pub fn has_keyboard(&self) -> bool {
        let mut all = self.all().into_iter();
        all.any(|node| node.role == "document web" && node.is("focused"))
    }

    /// Whether the guard on presses in the question window has ended.
    pub fn accepts_presses(&self) -> bool {
        let is_guarded =
            |node: &&Self| node.role == "push button" && GUARDED.contains(&node.name.as_str());
        let mut guarded = self.all().into_iter().filter(is_guarded);
        guarded.any(|button| button.is("enabled"))
    }

    /// Whether any object in it says these words, as its name or its text.
    pub fn says(&self, words: &str) -> bool {
        let says = |node: &Self| node.name.contains(words) || node.text.contains(words);
        self.all().into_iter().any(says)
    }

    /// Everything with a name, one a line, for a failure's message.
    pub fn outline(&self) -> String {
        self.all()
            .into_iter()
            .filter(|node| !node.name.is_empty())
            .map(|node| format!("{} {:?}", node.role, node.name))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// Reads the tree of the application with this name.
///
/// # Errors
/// There is no such application on the accessibility bus.
pub fn tree(desktop: &VirtualDesktop, application: &str) -> Result<Node> {
    let bus = desktop.accessibility()?;
    Ok(bus.read(&bus.application(application)?))
}

/// Presses a button or switch over the bus, as any program can, without a key or a click.
///
/// # Errors
/// There is no such button.
pub fn press(desktop: &VirtualDesktop, application: &str, button: &str) -> Result<()> {
    let bus = desktop.accessibility()?;
    let application = bus.application(application)?;
    let is_wanted = |object: &bus::Object| {
        PRESSABLE.contains(&bus.role(object).as_str()) && bus.name(object) == button
    };
    let found = bus.find(&application, &is_wanted);
    let found = found.with_context(|| format!("no button {button:?}"))?;
    ensure!(bus.press(&found)?, "{button:?} was not pressed");
    Ok(())
}
