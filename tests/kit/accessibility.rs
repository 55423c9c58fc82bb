//! The accessibility tree of an application, as a screen reader gets it over the bus.

mod bus;

use anyhow::{Context, Result, bail, ensure};

pub use bus::AccessibilityBus;

use crate::virtual_desktop::VirtualDesktop;

/// Buttons with a guard on presses. Every state of the question window has one of them.
const GUARDED_BUTTONS: [&str; 12] = [
    "Send",
    "Decline",
    "Deny",
    "Keep planning",
    "Close",
    "Answer",
    "Discard",
    "No",
    "Mute",
    "Answer in terminal",
    "Quit",
    "Done",
];

const PRESSABLE_ROLES: [&str; 3] = ["push button", "toggle button", "menu item"];

/// One object of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// `entry`, `radio button`, `panel`, …
    pub role: String,
    /// The name, as read aloud.
    pub name: String,
    /// Read after the name.
    pub description: String,
    /// `focused`, `invalid entry`, `required`, `checked`, …
    pub states: Vec<String>,
    /// The content of a field, or the text of a label.
    pub text: String,
    /// The text of the objects that describe it.
    pub described_by: String,
    /// The text of its error message.
    pub error: String,
    /// The child objects.
    pub children: Vec<Node>,
}

impl Node {
    /// The first object with a role and a name, in reading order.
    pub fn find(&self, role: &str, name: &str) -> Option<&Self> {
        self.all()
            .into_iter()
            .find(|node| node.role == role && node.name == name)
    }

    /// This object and its descendants, in reading order.
    pub fn all(&self) -> Vec<&Self> {
        let mut all = vec![self];
        for child in &self.children {
            all.extend(child.all());
        }
        all
    }

    /// Whether it has a state, such as `focused`.
    pub fn is(&self, state: &str) -> bool {
        self.states.iter().any(|own| own == state)
    }

    /// Whether the page has the keyboard focus. The page itself knows earlier than the tree shows.
    pub fn has_keyboard(&self) -> bool {
        let mut all = self.all().into_iter();
        all.any(|node| node.role == "document web" && node.is("focused"))
    }

    /// Whether the guard on presses in the question window has ended.
    pub fn accepts_presses(&self) -> bool {
        let is_guarded = |node: &&Self| {
            node.role == "push button" && GUARDED_BUTTONS.contains(&node.name.as_str())
        };
        let mut guarded = self.all().into_iter().filter(is_guarded);
        guarded.any(|button| button.is("enabled"))
    }

    /// Whether keys press something in Home, as its page or the dialog before it shows.
    pub fn accepts_keys(&self) -> bool {
        let parts = self
            .all()
            .into_iter()
            .filter(|node| matches!(node.role.as_str(), "landmark" | "dialog" | "alert"));
        let mut parts = parts.peekable();
        parts.peek().is_some() && parts.all(|part| part.is("enabled"))
    }

    /// Whether the name or text of any object in it contains `text`.
    pub fn has_text(&self, text: &str) -> bool {
        let matches = |node: &Self| node.name.contains(text) || node.text.contains(text);
        self.all().into_iter().any(matches)
    }

    /// Role and name of every named object, one per line, for error messages.
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
pub fn tree(desktop: &VirtualDesktop, application: &str) -> Result<Node> {
    let bus = desktop.accessibility()?;
    Ok(bus.read(&bus.application(application)?))
}

/// A window of the application with this name, whose title matches.
pub fn window<'d>(
    desktop: &'d VirtualDesktop,
    application: &str,
    matches: impl Fn(&str) -> bool,
) -> Result<Window<'d>> {
    let bus = desktop.accessibility()?;
    let mut titles = Vec::new();
    for object in bus.children(&bus.application(application)?) {
        let title = bus.name(&object);
        if matches(&title) {
            return Ok(Window { bus, object });
        }
        titles.push(title);
    }
    bail!("no such window; there are {titles:?}")
}

/// A window on the accessibility bus.
pub struct Window<'d> {
    bus: &'d AccessibilityBus,
    object: bus::Object,
}

impl Window<'_> {
    /// Reads the tree of the window.
    pub fn tree(&self) -> Node {
        self.bus.read(&self.object)
    }

    /// The innermost object with the focus, and its index in reading order.
    pub fn focus(&self) -> Option<(usize, Node)> {
        let (index, object) = self.bus.focus_in(&self.object)?;
        Some((index, self.bus.read(&object)))
    }
}

/// Presses a button or switch over the bus, without a key or click, as any program can.
pub fn press(desktop: &VirtualDesktop, application: &str, button: &str) -> Result<()> {
    let bus = desktop.accessibility()?;
    let found = find_button(bus, application, button)?;
    ensure!(bus.press(&found)?, "{button:?} was not pressed");
    Ok(())
}

/// Moves the focus to a button or switch over the bus, as any program can.
pub fn focus(desktop: &VirtualDesktop, application: &str, button: &str) -> Result<()> {
    let bus = desktop.accessibility()?;
    let found = find_button(bus, application, button)?;
    ensure!(bus.focus(&found)?, "{button:?} did not get the focus");
    Ok(())
}

/// The keys that work an object, as a screen reader announces them: `Alt+A`.
pub fn keys(desktop: &VirtualDesktop, application: &str, role: &str, name: &str) -> Result<String> {
    let bus = desktop.accessibility()?;
    let matches = |object: &bus::Object| bus.role(object) == role && bus.name(object) == name;
    let found = bus.find(&bus.application(application)?, &matches);
    let found = found.with_context(|| format!("no {role} {name:?}"))?;
    Ok(bus.attribute(&found, "keyshortcuts"))
}

fn find_button(bus: &AccessibilityBus, application: &str, button: &str) -> Result<bus::Object> {
    let application = bus.application(application)?;
    let matches = |object: &bus::Object| {
        PRESSABLE_ROLES.contains(&bus.role(object).as_str()) && bus.name(object) == button
    };
    let found = bus.find(&application, &matches);
    found.with_context(|| format!("no button {button:?}"))
}
