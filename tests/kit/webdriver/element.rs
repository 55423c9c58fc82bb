//! An element of the page.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Endpoint;

/// The key under which WebDriver sends an element's id.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A handle to an element, valid while the element is in the page.
pub struct Element {
    endpoint: Endpoint,
    id: String,
}

impl Element {
    pub(super) fn from_reply(session: &Endpoint, reply: &Value) -> Result<Self> {
        let id = reply[ELEMENT]
            .as_str()
            .context("an element without an id")?;
        Ok(Self {
            endpoint: session.at(&format!("/element/{id}")),
            id: id.to_owned(),
        })
    }

    /// This element as a script argument.
    pub fn argument(&self) -> Value {
        json!({ELEMENT: self.id})
    }

    /// The accessible name, computed as for a screen reader.
    pub fn name(&self) -> Result<String> {
        self.read("/computedlabel")
    }

    /// The accessible role, computed as for a screen reader.
    pub fn role(&self) -> Result<String> {
        self.read("/computedrole")
    }

    /// The visible text.
    pub fn text(&self) -> Result<String> {
        self.read("/text")
    }

    /// The value of an attribute, if present.
    pub fn attribute(&self, name: &str) -> Result<Option<String>> {
        let reply = self.endpoint.get(&format!("/attribute/{name}"))?;
        Ok(reply.as_str().map(str::to_owned))
    }

    /// A property of the DOM object.
    pub fn property(&self, name: &str) -> Result<Value> {
        self.endpoint.get(&format!("/property/{name}"))
    }

    /// Whether it is visible, possibly after scrolling.
    pub fn is_displayed(&self) -> Result<bool> {
        Ok(self.endpoint.get("/displayed")?.as_bool() == Some(true))
    }

    /// Scrolls to it and clicks its centre.
    pub fn click(&self) -> Result<()> {
        self.endpoint.post("/click", &json!({})).map(drop)
    }

    /// Empties a field.
    pub fn clear(&self) -> Result<()> {
        self.endpoint.post("/clear", &json!({})).map(drop)
    }

    /// Focuses it and types at the end of its content.
    pub fn type_text(&self, text: &str) -> Result<()> {
        self.endpoint
            .post("/value", &json!({"text": text}))
            .map(drop)
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    fn read(&self, path: &str) -> Result<String> {
        let reply = self.endpoint.get(path)?;
        Ok(reply.as_str().unwrap_or_default().to_owned())
    }
}
