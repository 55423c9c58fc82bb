//! One element of the page.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Wire;

/// The key under which WebDriver sends an element's id.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A handle to an element; it stays valid for as long as the element is in the page.
pub struct Element {
    wire: Wire,
    id: String,
}

impl Element {
    pub(super) fn from_reply(session: &Wire, reply: &Value) -> Result<Self> {
        let id = reply[ELEMENT]
            .as_str()
            .context("an element without an id")?;
        Ok(Self {
            wire: session.at(&format!("/element/{id}")),
            id: id.to_owned(),
        })
    }

    /// What a script takes as this element.
    pub fn argument(&self) -> Value {
        json!({ELEMENT: self.id})
    }

    /// The accessible name, computed as for a screen reader.
    ///
    /// # Errors
    /// The element is gone.
    pub fn name(&self) -> Result<String> {
        self.read("/computedlabel")
    }

    /// The accessible role, computed as for a screen reader.
    ///
    /// # Errors
    /// The element is gone.
    pub fn role(&self) -> Result<String> {
        self.read("/computedrole")
    }

    /// The text a person can read.
    ///
    /// # Errors
    /// The element is gone.
    pub fn text(&self) -> Result<String> {
        self.read("/text")
    }

    /// An attribute, if it is there.
    ///
    /// # Errors
    /// The element is gone.
    pub fn attribute(&self, name: &str) -> Result<Option<String>> {
        let reply = self.wire.get(&format!("/attribute/{name}"))?;
        Ok(reply.as_str().map(str::to_owned))
    }

    /// A property of the DOM object.
    ///
    /// # Errors
    /// The element is gone.
    pub fn property(&self, name: &str) -> Result<Value> {
        self.wire.get(&format!("/property/{name}"))
    }

    /// Whether a person could see it, if they scrolled to it.
    ///
    /// # Errors
    /// The element is gone.
    pub fn is_displayed(&self) -> Result<bool> {
        Ok(self.wire.get("/displayed")?.as_bool() == Some(true))
    }

    /// Scrolls to it and clicks in its middle.
    ///
    /// # Errors
    /// Something lies over it, or it is gone.
    pub fn click(&self) -> Result<()> {
        self.wire.post("/click", &json!({})).map(drop)
    }

    /// Empties a field.
    ///
    /// # Errors
    /// It is not a field, or it is gone.
    pub fn clear(&self) -> Result<()> {
        self.wire.post("/clear", &json!({})).map(drop)
    }

    /// Focuses it and types, after what is there.
    ///
    /// # Errors
    /// It cannot be typed into, or it is gone.
    pub fn type_text(&self, text: &str) -> Result<()> {
        self.wire.post("/value", &json!({"text": text})).map(drop)
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    fn read(&self, path: &str) -> Result<String> {
        let reply = self.wire.get(path)?;
        Ok(reply.as_str().unwrap_or_default().to_owned())
    }
}
