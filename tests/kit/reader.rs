//! Someone who uses one window by keyboard alone and hears what a screen reader says of it.

use anyhow::{Context, Result, ensure};

use crate::accessibility::{self, Node};
use crate::app::CLASS;
use crate::person::Person;
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{PATIENCE, wait_until};

/// More than any page has.
const MOST_STOPS: usize = 60;

/// The reader of one window of the application.
pub struct Reader<'d> {
    desktop: &'d VirtualDesktop,
    title: &'static str,
}

/// Where the focus is.
#[derive(Debug, Clone)]
pub struct Stop {
    /// Its place in reading order.
    pub place: usize,
    /// What is there.
    pub node: Node,
}

impl<'d> Reader<'d> {
    /// Listens to the window with this title.
    pub fn of(desktop: &'d VirtualDesktop, title: &'static str) -> Self {
        Self { desktop, title }
    }

    /// All there is in the window now.
    ///
    /// # Errors
    /// There is no such window.
    pub fn tree(&self) -> Result<Node> {
        let tree = accessibility::tree(self.desktop, CLASS)?;
        tree.find("frame", self.title)
            .cloned()
            .with_context(|| tree.outline())
    }

    /// Waits until what it hears is as wanted.
    ///
    /// # Errors
    /// It never was; the message tells what is there.
    pub fn hears(&self, what: &str, wanted: impl Fn(&Node) -> bool) -> Result<Node> {
        wait_until(what, PATIENCE, || {
            let tree = self.tree()?;
            ensure!(wanted(&tree), "{}", tree.outline());
            Ok(tree)
        })
    }

    /// Waits for an object with a role and a name.
    ///
    /// # Errors
    /// None came.
    pub fn finds(&self, role: &str, name: &str) -> Result<Node> {
        let what = format!("the {role} {name:?}");
        let tree = self.hears(&what, |tree| tree.find(role, name).is_some())?;
        tree.find(role, name).cloned().context(what)
    }

    /// Waits for words, wherever they are.
    ///
    /// # Errors
    /// Nothing says so.
    pub fn hears_words(&self, words: &str) -> Result<()> {
        self.hears(&format!("the words {words:?}"), |tree| tree.says(words))
            .map(drop)
    }

    /// Where the focus is now.
    ///
    /// # Errors
    /// It is nowhere in this window.
    pub fn focus(&self) -> Result<Stop> {
        let tree = self.tree()?;
        let all = tree.all();
        let place = all.iter().rposition(|node| node.is("focused"));
        let place = place.with_context(|| format!("no focus in\n{}", tree.outline()))?;
        let node = all[place].clone();
        Ok(Stop { place, node })
    }

    /// Waits for the focus to be at an object with a role and a name.
    ///
    /// # Errors
    /// It never is.
    pub fn is_at(&self, role: &str, name: &str) -> Result<Stop> {
        wait_until(&format!("the focus at {name:?}"), PATIENCE, || {
            let stop = self.focus()?;
            let at = (stop.node.role.as_str(), stop.node.name.as_str());
            ensure!(at == (role, name), "it is at {at:?}");
            Ok(stop)
        })
    }

    /// Presses Tab, or another key that moves the focus, and waits until it has.
    ///
    /// # Errors
    /// It stays where it is, or goes where nobody sees it.
    pub fn moves(&self, key: &str, from: &Stop) -> Result<Stop> {
        Person::at(self.desktop).presses(key)?;
        let moved = format!("{key} to leave {} {:?}", from.node.role, from.node.name);
        wait_until(&moved, PATIENCE, || {
            let stop = self.focus()?;
            ensure!(stop.place != from.place, "it stays");
            ensure!(stop.node.is("showing"), "{:?} is not seen", stop.node.name);
            Ok(stop)
        })
    }

    /// Presses Tab until the focus is at an object with a role and a name.
    ///
    /// # Errors
    /// Tab never comes there.
    pub fn tabs_to(&self, role: &str, name: &str) -> Result<Stop> {
        let mut stop = self.focus()?;
        let mut passed = Vec::new();
        while (stop.node.role.as_str(), stop.node.name.as_str()) != (role, name) {
            passed.push(format!("{} {:?}", stop.node.role, stop.node.name));
            ensure!(
                passed.len() < MOST_STOPS,
                "no {role} {name:?} among {passed:#?}"
            );
            stop = self.moves("Tab", &stop)?;
        }
        Ok(stop)
    }

    /// Goes to a button by Tab and presses it, once it is enabled.
    ///
    /// # Errors
    /// Tab never comes there, or it stays disabled.
    pub fn presses(&self, button: &str) -> Result<()> {
        self.tabs_to_ready(button)?;
        Person::at(self.desktop).presses("space")
    }

    /// Goes to a button by Tab and waits until it is enabled: a press on it is accepted then.
    ///
    /// # Errors
    /// Tab never comes there, or it stays disabled.
    pub fn tabs_to_ready(&self, button: &str) -> Result<()> {
        let stop = self.tabs_to("push button", button)?;
        if !stop.node.is("enabled") {
            self.hears(&format!("{button:?} to be enabled"), |tree| {
                let found = tree.find("push button", button);
                found.is_some_and(|button| button.is("enabled"))
            })?;
        }
        Ok(())
    }
}
