//! What a field says about rules that Doorbell could not keep.

use std::collections::HashSet;

use serde_json::Value;

use crate::text;

/// Rules are named, not told in full.
const RULE_LENGTH: usize = 120;
/// More rules than this are only counted.
const RULES_NAMED: usize = 3;

/// Collects what could not be kept while a field is read.
#[derive(Default)]
pub(super) struct Notes {
    /// The first few, in order.
    named: Vec<String>,
    /// Every rule so far: each is told once, and there may be tens of thousands.
    unchecked: HashSet<String>,
    remarks: Vec<&'static str>,
}

impl Notes {
    /// A keyword that is not checked, with its value.
    pub(super) fn unchecked_keyword(&mut self, keyword: &str, value: &Value) {
        match value {
            Value::String(text) => self.unchecked(&format!("{keyword} {text}")),
            value => self.unchecked(&format!("{keyword} {value}")),
        }
    }

    /// A rule that is not checked, in our words.
    pub(super) fn unchecked(&mut self, rule: &str) {
        let rule = text::clamp(rule, RULE_LENGTH);
        if self.unchecked.contains(&rule) {
            return;
        }
        if self.named.len() < RULES_NAMED {
            self.named.push(text::beginning(&rule, RULE_LENGTH));
        }
        self.unchecked.insert(rule);
    }

    /// Anything else, as a whole sentence.
    pub(super) fn remark(&mut self, sentence: &'static str) {
        if !self.remarks.contains(&sentence) {
            self.remarks.push(sentence);
        }
    }

    /// The note of the field.
    pub(super) fn into_note(self) -> Option<String> {
        let mut sentences: Vec<String> = Vec::new();
        match self.named.as_slice() {
            [] => {}
            [rule] => sentences.push(format!("Doorbell cannot check this rule: {rule}")),
            rules => {
                let named = rules.join("; ");
                let more = match self.unchecked.len().saturating_sub(rules.len()) {
                    0 => String::new(),
                    more => format!("; and {more} more"),
                };
                sentences.push(format!("Doorbell cannot check these rules: {named}{more}"));
            }
        }
        sentences.extend(self.remarks.into_iter().map(str::to_owned));
        (!sentences.is_empty()).then(|| sentences.join("\n"))
    }
}
