//! What a screen reader is told: the accessibility tree of an application, read over its bus.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::output;
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

    fn from_json(json: &Value) -> Self {
        let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
        let list = |key: &str| json[key].as_array().cloned().unwrap_or_default();
        Self {
            role: text("role"),
            name: text("name"),
            description: text("description"),
            states: list("states")
                .iter()
                .filter_map(|state| state.as_str().map(str::to_owned))
                .collect(),
            text: text("text"),
            described_by: text("described_by"),
            error: text("error"),
            children: list("children").iter().map(Self::from_json).collect(),
        }
    }
}

/// Reads the tree of the application with this name.
///
/// # Errors
/// There is no such application on the accessibility bus.
pub fn tree(desktop: &VirtualDesktop, application: &str) -> Result<Node> {
    let printed = output(desktop.script("atspi_tree.py").arg(application))?;
    let json: Value = serde_json::from_str(&printed).context("the tree is not JSON")?;
    Ok(Node::from_json(&json))
}

/// Presses a button or switch over the bus, as any program can, without a key or a click.
///
/// # Errors
/// There is no such button.
pub fn press(desktop: &VirtualDesktop, application: &str, button: &str) -> Result<()> {
    output(desktop.script("atspi_press.py").args([application, button])).map(drop)
}
