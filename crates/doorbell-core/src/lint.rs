//! What the author of a server should know about a form's schema: where it leaves MCP's grammar,
//! and what people or agents will stumble over.
//!
//! Doorbell itself reads leniently and shows the form all the same; an agent that holds to the
//! grammar may not.

mod field;
mod shape;

use shape::Shape;

use serde_json::{Map, Value};

use crate::form::{Form, FormLimits};
use crate::secret;

/// More fields than this are hard on people; MCP has no limit.
pub const COMFORTABLE: usize = 12;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// MCP does not allow it: some agents will refuse the question, or show something else.
    Breaks,
    /// MCP allows it, or says nothing of it, and it will do harm somewhere.
    Warns,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's name; part of the interface.
    pub rule: &'static str,
    /// How grave it is.
    pub weight: Weight,
    /// The field, by its name in the schema.
    pub field: Option<String>,
    /// What to know, as one sentence.
    pub text: String,
}

/// Looks through the message and the schema of an `elicitation/create`, field by field.
pub fn lint(message: &str, schema: &Value) -> Vec<Finding> {
    let mut findings = Findings::default();
    if let Some(asked) = secret::in_prose(message) {
        findings.add(None, "secret", Weight::Breaks, &asked.tell("The message"));
    }
    let Some(root) = schema.as_object() else {
        let text = "requestedSchema must be an object.";
        findings.add(None, "not-an-object", Weight::Breaks, text);
        return findings.found;
    };
    look_at_root(root, &mut findings);
    let properties = properties(root);
    for (name, property) in properties.into_iter().flatten() {
        field::look_at(name, property, &mut findings);
    }
    if let Err(unreadable) = Form::read(message, schema, &FormLimits::default()) {
        let text = unreadable.to_string();
        findings.add(None, "not-shown", Weight::Warns, &text);
    }
    findings.found
}

fn properties(root: &Map<String, Value>) -> Option<&Map<String, Value>> {
    root.get("properties").and_then(Value::as_object)
}

fn look_at_root(root: &Map<String, Value>, findings: &mut Findings) {
    if root.get("type").and_then(Value::as_str) != Some("object") {
        let text = "The schema's type must be \"object\".";
        findings.add(None, "not-an-object", Weight::Breaks, text);
    }
    let Some(properties) = properties(root) else {
        let text = "The schema needs properties; leave them empty to ask for a plain yes.";
        findings.add(None, "no-properties", Weight::Breaks, text);
        return;
    };
    for keyword in root.keys() {
        let known = [
            "$schema",
            "type",
            "properties",
            "required",
            "title",
            "description",
        ];
        // Many SDKs write this one, and it rules nothing for a form.
        if !known.contains(&keyword.as_str()) && keyword != "additionalProperties" {
            let text = format!("MCP knows no {keyword} beside properties; agents may ignore it.");
            findings.add(None, "unknown-keyword", Weight::Breaks, &text);
        }
    }
    let required = root.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten() {
        if !name
            .as_str()
            .is_some_and(|name| properties.contains_key(name))
        {
            let text = "required names a field that is not there; no answer can have it.";
            findings.add(name.as_str(), "required-unknown", Weight::Breaks, text);
        }
    }
    let found = properties.len();
    if found > COMFORTABLE {
        let text = format!(
            "The form has {found} fields; ask for no more than {COMFORTABLE} at once, or in several questions."
        );
        findings.add(None, "many-fields", Weight::Warns, &text);
    }
}

/// Collects what is found, in order.
#[derive(Default)]
struct Findings {
    found: Vec<Finding>,
}

impl Findings {
    fn add(&mut self, field: Option<&str>, rule: &'static str, weight: Weight, text: &str) {
        self.found.push(Finding {
            rule,
            weight,
            field: field.map(str::to_owned),
            text: text.to_owned(),
        });
    }
}

#[cfg(test)]
mod tests;
