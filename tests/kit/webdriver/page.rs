//! The page a session is attached to.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{Element, Wire};
use crate::wait::{PATIENCE, wait_until};

/// Everything a person could act on or read by name.
const NAMED: &str = "input, textarea, select, button, summary, a, fieldset, output, dialog, \
                     section, [role], [aria-label], [aria-labelledby]";

/// An open session. Dropping it ends the application.
pub struct Page {
    wire: Wire,
}

impl Page {
    pub(super) fn new(wire: Wire) -> Self {
        Self { wire }
    }

    /// Every element a CSS selector finds, now.
    ///
    /// # Errors
    /// The selector is wrong or the page is gone.
    pub fn all(&self, css: &str) -> Result<Vec<Element>> {
        self.elements("/elements", css)
    }

    /// The first element a CSS selector finds, waiting for it.
    ///
    /// # Errors
    /// None came.
    pub fn css(&self, css: &str) -> Result<Element> {
        wait_until(&format!("an element {css:?}"), PATIENCE, || {
            self.all(css)
                .map(|found| found.into_iter().next())?
                .context("there is none")
        })
    }

    /// The displayed element with this role and accessible name, waiting for it.
    ///
    /// # Errors
    /// None came; the message lists the names there are.
    pub fn named(&self, role: &str, name: &str) -> Result<Element> {
        wait_until(&format!("a {role} named {name:?}"), PATIENCE, || {
            self.named_now(role, name)
        })
    }

    /// The displayed element with this role and accessible name, now.
    ///
    /// # Errors
    /// There is none; the message lists the names there are.
    pub fn named_now(&self, role: &str, name: &str) -> Result<Element> {
        first_named(self.all(NAMED)?, role, name)
    }

    /// The displayed element with this role and accessible name inside another, waiting for it.
    ///
    /// # Errors
    /// None came; the message lists the names there are.
    pub fn named_in(&self, outer: &Element, role: &str, name: &str) -> Result<Element> {
        wait_until(&format!("a {role} named {name:?} in it"), PATIENCE, || {
            first_named(self.all_in(outer, NAMED)?, role, name)
        })
    }

    /// Every element a CSS selector finds inside another, now.
    ///
    /// # Errors
    /// The selector is wrong or the page is gone.
    pub fn all_in(&self, outer: &Element, css: &str) -> Result<Vec<Element>> {
        self.elements(&format!("/element/{}/elements", outer.id()), css)
    }

    /// Brings an element into the middle of what is seen and gives its own middle, in pixels from
    /// the page's top left corner.
    ///
    /// # Errors
    /// The element is gone.
    pub fn scroll_to(&self, element: &Element) -> Result<(u32, u32)> {
        let middle = self.script(
            "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });
             const box = arguments[0].getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);",
            &[element.argument()],
        )?;
        let number = |index: usize| {
            let number = middle[index].as_u64().and_then(|n| u32::try_from(n).ok());
            number.with_context(|| format!("it is out of sight, at {middle}"))
        };
        Ok((number(0)?, number(1)?))
    }

    /// Runs a script in the page and gives what it returns.
    ///
    /// # Errors
    /// The script threw.
    pub fn script(&self, script: &str, arguments: &[Value]) -> Result<Value> {
        let body = json!({"script": script, "args": arguments});
        self.wire.post("/execute/sync", &body)
    }

    /// The text a person can read on the whole page.
    ///
    /// # Errors
    /// The page is gone.
    pub fn text(&self) -> Result<String> {
        self.css("body")?.text()
    }

    /// The element that has the focus.
    ///
    /// # Errors
    /// None has.
    pub fn focused(&self) -> Result<Element> {
        let reply = self.wire.get("/element/active")?;
        Element::from_reply(&self.wire, &reply)
    }

    /// Presses keys wherever the focus is; a chord is held together and let go.
    ///
    /// # Errors
    /// The page is gone.
    pub fn press(&self, chord: &[char]) -> Result<()> {
        let down = chord
            .iter()
            .map(|key| json!({"type": "keyDown", "value": key}));
        let up = chord
            .iter()
            .rev()
            .map(|key| json!({"type": "keyUp", "value": key}));
        let actions: Vec<Value> = down.chain(up).collect();
        let body = json!({"actions": [{"type": "key", "id": "keyboard", "actions": actions}]});
        self.wire.post("/actions", &body).map(drop)
    }

    /// Speaks to another page from now on.
    ///
    /// # Errors
    /// There is no such page.
    pub fn turns_to(&self, handle: &str) -> Result<()> {
        let body = json!({"handle": handle});
        self.wire.post("/window", &body).map(drop)
    }

    /// The pages there are.
    ///
    /// # Errors
    /// The application is gone.
    pub fn handles(&self) -> Result<Vec<String>> {
        let reply = self.wire.get("/window/handles")?;
        Ok(serde_json::from_value(reply)?)
    }

    fn elements(&self, path: &str, css: &str) -> Result<Vec<Element>> {
        let body = json!({"using": "css selector", "value": css});
        let reply = self.wire.post(path, &body)?;
        reply
            .as_array()
            .context("a list of elements")?
            .iter()
            .map(|element| Element::from_reply(&self.wire, element))
            .collect()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The application may have ended already; the driver's own end takes what is left.
        let _ = self.wire.delete("");
    }
}

fn first_named(elements: Vec<Element>, role: &str, name: &str) -> Result<Element> {
    let mut seen = Vec::new();
    for element in elements {
        // An element may leave the page between two looks; then it is not the one.
        let (Ok(found_name), Ok(true)) = (element.name(), element.is_displayed()) else {
            continue;
        };
        let found_role = element.role().unwrap_or_default();
        if found_name == name && found_role == role {
            return Ok(element);
        }
        if !found_name.is_empty() {
            seen.push(format!("{found_role} {found_name:?}"));
        }
    }
    anyhow::bail!("there is only: {}", seen.join(", "))
}
