//! The page that a session controls.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{Element, Endpoint};
use crate::wait::{TIMEOUT, wait_until};

/// Elements that may have an accessible name.
const NAMED_ELEMENTS: &str = "input, textarea, select, button, summary, a, fieldset, output, dialog, \
                     section, [role], [aria-label], [aria-labelledby]";

/// An open session. Dropping it ends the application.
pub struct Page {
    endpoint: Endpoint,
}

impl Page {
    pub(super) fn new(endpoint: Endpoint) -> Self {
        Self { endpoint }
    }

    /// All elements that match a CSS selector now.
    pub fn all(&self, css: &str) -> Result<Vec<Element>> {
        self.elements("/elements", css)
    }

    /// Waits for the first element that matches a CSS selector.
    pub fn css(&self, css: &str) -> Result<Element> {
        wait_until(&format!("an element {css:?}"), TIMEOUT, || {
            self.all(css)
                .map(|found| found.into_iter().next())?
                .context("no match")
        })
    }

    /// Waits for a displayed element with this role and accessible name. The error lists the names.
    pub fn named(&self, role: &str, name: &str) -> Result<Element> {
        wait_until(&format!("a {role} named {name:?}"), TIMEOUT, || {
            self.named_now(role, name)
        })
    }

    /// The displayed element with this role and accessible name, without waiting.
    pub fn named_now(&self, role: &str, name: &str) -> Result<Element> {
        first_named(self.all(NAMED_ELEMENTS)?, role, name)
    }

    /// Like [`named`](Self::named), inside another element.
    pub fn named_in(&self, outer: &Element, role: &str, name: &str) -> Result<Element> {
        wait_until(&format!("a {role} named {name:?} in it"), TIMEOUT, || {
            first_named(self.all_in(outer, NAMED_ELEMENTS)?, role, name)
        })
    }

    /// All elements inside another that match a CSS selector now.
    pub fn all_in(&self, outer: &Element, css: &str) -> Result<Vec<Element>> {
        self.elements(&format!("/element/{}/elements", outer.id()), css)
    }

    /// Scrolls an element to the middle of the window. Returns its centre in pixels from the page's
    /// top left corner.
    pub fn scroll_to(&self, element: &Element) -> Result<(u32, u32)> {
        let middle = self.script(
            "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });
             const box = arguments[0].getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);",
            &[element.argument()],
        )?;
        let number = |index: usize| {
            let number = middle[index].as_u64().and_then(|n| u32::try_from(n).ok());
            number.with_context(|| format!("it is not visible, at {middle}"))
        };
        Ok((number(0)?, number(1)?))
    }

    /// Runs a script in the page and returns its result.
    pub fn script(&self, script: &str, arguments: &[Value]) -> Result<Value> {
        let body = json!({"script": script, "args": arguments});
        self.endpoint.post("/execute/sync", &body)
    }

    /// The visible text of the page.
    pub fn text(&self) -> Result<String> {
        self.css("body")?.text()
    }

    /// The focused element.
    pub fn focused(&self) -> Result<Element> {
        let reply = self.endpoint.get("/element/active")?;
        Element::from_reply(&self.endpoint, &reply)
    }

    /// Presses keys together and releases them.
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
        self.endpoint.post("/actions", &body).map(drop)
    }

    /// Switches to another page.
    pub fn switches_to(&self, handle: &str) -> Result<()> {
        let body = json!({"handle": handle});
        self.endpoint.post("/window", &body).map(drop)
    }

    /// The handles of all pages.
    pub fn handles(&self) -> Result<Vec<String>> {
        let reply = self.endpoint.get("/window/handles")?;
        Ok(serde_json::from_value(reply)?)
    }

    fn elements(&self, path: &str, css: &str) -> Result<Vec<Element>> {
        let body = json!({"using": "css selector", "value": css});
        let reply = self.endpoint.post(path, &body)?;
        reply
            .as_array()
            .context("a list of elements")?
            .iter()
            .map(|element| Element::from_reply(&self.endpoint, element))
            .collect()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // Fails if the application has exited. The driver ends anything that is left.
        let _ = self.endpoint.delete("");
    }
}

fn first_named(elements: Vec<Element>, role: &str, name: &str) -> Result<Element> {
    let mut names = Vec::new();
    for element in elements {
        // Skips elements that have left the page meanwhile.
        let (Ok(found_name), Ok(true)) = (element.name(), element.is_displayed()) else {
            continue;
        };
        let found_role = element.role().unwrap_or_default();
        if found_name == name && found_role == role {
            return Ok(element);
        }
        if !found_name.is_empty() {
            names.push(format!("{found_role} {found_name:?}"));
        }
    }
    anyhow::bail!("there is only: {}", names.join(", "))
}
