//! A person who uses one window with only the keyboard and a screen reader.

use anyhow::{Context, Result, ensure};

use crate::accessibility::{self, Node};
use crate::app::{CLASS, has_title};
use crate::person::Person;
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

/// More tab stops than any page has.
const MAX_TAB_STOPS: usize = 60;

/// The screen reader user of one window.
pub struct ScreenReader<'d> {
    desktop: &'d VirtualDesktop,
    title: &'static str,
}

/// The focused object.
#[derive(Debug, Clone)]
pub struct FocusedNode {
    /// Its index in reading order.
    pub index: usize,
    /// The object.
    pub node: Node,
}

impl<'d> ScreenReader<'d> {
    /// Reads the window with this title.
    pub fn of(desktop: &'d VirtualDesktop, title: &'static str) -> Self {
        Self { desktop, title }
    }

    /// The current accessibility tree of the window.
    pub fn tree(&self) -> Result<Node> {
        Ok(self.window()?.tree())
    }

    fn window(&self) -> Result<accessibility::Window<'d>> {
        accessibility::window(self.desktop, CLASS, |title| has_title(title, self.title))
    }

    /// Waits until the tree matches. The error has an outline of the tree.
    pub fn hears(&self, what: &str, matches: impl Fn(&Node) -> bool) -> Result<Node> {
        wait_until(what, TIMEOUT, || {
            let tree = self.tree()?;
            ensure!(matches(&tree), "{}", tree.outline());
            Ok(tree)
        })
    }

    /// Waits for an object with a role and a name.
    pub fn finds(&self, role: &str, name: &str) -> Result<Node> {
        let what = format!("the {role} {name:?}");
        let tree = self.hears(&what, |tree| tree.find(role, name).is_some())?;
        tree.find(role, name).cloned().context(what)
    }

    /// Waits for a text anywhere in the page. The window's title, which quotes the question, comes
    /// earlier.
    pub fn hears_text(&self, text: &str) -> Result<()> {
        let is_shown = |tree: &Node| tree.children.iter().any(|part| part.has_text(text));
        self.hears(&format!("the text {text:?}"), is_shown)
            .map(drop)
    }

    /// The object with the focus.
    pub fn focus(&self) -> Result<FocusedNode> {
        let window = self.window()?;
        let focus = window.focus();
        let (index, node) =
            focus.with_context(|| format!("no focus in\n{}", window.tree().outline()))?;
        Ok(FocusedNode { index, node })
    }

    /// Waits until an object with a role and a name has the focus.
    pub fn waits_for_focus(&self, role: &str, name: &str) -> Result<FocusedNode> {
        wait_until(&format!("the focus at {name:?}"), TIMEOUT, || {
            let focused = self.focus()?;
            let actual = (focused.node.role.as_str(), focused.node.name.as_str());
            ensure!(actual == (role, name), "it is at {actual:?}");
            Ok(focused)
        })
    }

    /// Presses a key that moves the focus, and waits until a visible object has it.
    pub fn moves_focus(&self, key: &str, from: &FocusedNode) -> Result<FocusedNode> {
        Person::at(self.desktop).presses(key)?;
        let what = format!("{key} to leave {} {:?}", from.node.role, from.node.name);
        wait_until(&what, TIMEOUT, || {
            let focused = self.focus()?;
            ensure!(focused.index != from.index, "the focus did not move");
            ensure!(
                focused.node.is("showing"),
                "{:?} is not visible",
                focused.node.name
            );
            Ok(focused)
        })
    }

    /// Presses Tab until an object with a role and a name has the focus.
    pub fn tabs_to(&self, role: &str, name: &str) -> Result<FocusedNode> {
        let mut focused = self.focus()?;
        let mut passed = Vec::new();
        while (focused.node.role.as_str(), focused.node.name.as_str()) != (role, name) {
            passed.push(format!("{} {:?}", focused.node.role, focused.node.name));
            ensure!(
                passed.len() < MAX_TAB_STOPS,
                "no {role} {name:?} among {passed:#?}"
            );
            focused = self.moves_focus("Tab", &focused)?;
        }
        Ok(focused)
    }

    /// Tabs to a button and presses it once it is enabled.
    pub fn presses(&self, button: &str) -> Result<()> {
        self.tabs_to_enabled(button)?;
        Person::at(self.desktop).presses("space")
    }

    /// Tabs to a button and waits until it is enabled.
    pub fn tabs_to_enabled(&self, button: &str) -> Result<()> {
        let focused = self.tabs_to("push button", button)?;
        if !focused.node.is("enabled") {
            self.hears(&format!("{button:?} to be enabled"), |tree| {
                let found = tree.find("push button", button);
                found.is_some_and(|button| button.is("enabled"))
            })?;
        }
        Ok(())
    }
}
