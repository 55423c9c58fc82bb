//! Checks a form's schema for the author of a server: what MCP does not allow, and what causes trouble
//! for people or agents.
//!
//! Doorbell reads schemas leniently and shows such a form anyway; a strict agent may not.

mod field;
mod field_type;

use field_type::FieldType;

use serde_json::{Map, Value};

use crate::form::{Form, FormLimits};
use crate::secret;

/// Doorbell's recommendation; MCP has no limit.
pub const MAX_RECOMMENDED_FIELDS: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// MCP does not allow it: some agents refuse the question or show something else.
    Error,
    /// MCP allows or does not mention it, but it causes trouble with some agents or people.
    Warning,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Part of the public interface.
    pub rule: &'static str,
    pub severity: Severity,
    /// The field's name in the schema.
    pub field: Option<String>,
    pub text: String,
}

/// Checks the message and the schema of an `elicitation/create`.
pub fn lint(message: &str, schema: &Value) -> Vec<Finding> {
    let mut findings = Findings::default();
    if let Some(kind) = secret::asked_in_prose(message) {
        findings.add(None, "secret", Severity::Error, &kind.reason("The message"));
    }
    let Some(root) = schema.as_object() else {
        let text = "The schema must be a JSON object.";
        findings.add(None, "not-an-object", Severity::Error, text);
        return findings.list;
    };
    check_root(root, &mut findings);
    let properties = properties(root);
    for (name, property) in properties.into_iter().flatten() {
        field::check(name, property, &mut findings);
    }
    if let Err(error) = Form::read(message, schema, &FormLimits::default()) {
        let text = error.to_string();
        findings.add(None, "not-shown", Severity::Warning, &text);
    }
    findings.list
}

fn properties(root: &Map<String, Value>) -> Option<&Map<String, Value>> {
    root.get("properties").and_then(Value::as_object)
}

fn check_root(root: &Map<String, Value>, findings: &mut Findings) {
    if root.get("type").and_then(Value::as_str) != Some("object") {
        let text = "The schema's type must be \"object\".";
        findings.add(None, "not-an-object", Severity::Error, text);
    }
    let Some(properties) = properties(root) else {
        let text = "The schema needs `properties`; an empty object asks a yes/no question.";
        findings.add(None, "no-properties", Severity::Error, text);
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
        // Many SDKs write `additionalProperties`, which has no effect on a form.
        if !known.contains(&keyword.as_str()) && keyword != "additionalProperties" {
            let text =
                format!("`{keyword}` is not part of MCP's form schema; agents may ignore it.");
            findings.add(None, "unknown-keyword", Severity::Error, &text);
        }
    }
    let required = root.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten() {
        if !name
            .as_str()
            .is_some_and(|name| properties.contains_key(name))
        {
            let text = "`required` lists a field that doesn't exist.";
            findings.add(name.as_str(), "required-unknown", Severity::Error, text);
        }
    }
    let count = properties.len();
    if count > MAX_RECOMMENDED_FIELDS {
        let text = format!(
            "The form has {count} fields; ask for no more than {MAX_RECOMMENDED_FIELDS} at once, or in several questions."
        );
        findings.add(None, "many-fields", Severity::Warning, &text);
    }
}

#[derive(Default)]
struct Findings {
    list: Vec<Finding>,
}

impl Findings {
    fn add(&mut self, field: Option<&str>, rule: &'static str, severity: Severity, text: &str) {
        self.list.push(Finding {
            rule,
            severity,
            field: field.map(str::to_owned),
            text: text.to_owned(),
        });
    }
}

#[cfg(test)]
mod tests;
