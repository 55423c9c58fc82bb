//! The note below a field, about rules that Doorbell cannot check.

use std::collections::HashSet;

use serde_json::Value;

use crate::text;

const MAX_RULE_CHARACTERS: usize = 120;
/// Further rules are only counted.
const MAX_NAMED_RULES: usize = 3;

/// Collects notes while a field is read.
#[derive(Default)]
pub(super) struct Notes {
    /// The first unchecked rules, in order.
    named: Vec<String>,
    /// All unchecked rules without duplicates. There may be tens of thousands.
    unchecked: HashSet<String>,
    sentences: Vec<&'static str>,
}

impl Notes {
    pub(super) fn add_unchecked_keyword(&mut self, keyword: &str, value: &Value) {
        match value {
            Value::String(text) => self.add_unchecked_rule(&format!("{keyword} {text}")),
            value => self.add_unchecked_rule(&format!("{keyword} {value}")),
        }
    }

    pub(super) fn add_unchecked_rule(&mut self, rule: &str) {
        let rule = text::clamp(rule, MAX_RULE_CHARACTERS);
        if self.unchecked.contains(&rule) {
            return;
        }
        if self.named.len() < MAX_NAMED_RULES {
            self.named
                .push(text::visible_prefix(&rule, MAX_RULE_CHARACTERS));
        }
        self.unchecked.insert(rule);
    }

    pub(super) fn add_sentence(&mut self, sentence: &'static str) {
        if !self.sentences.contains(&sentence) {
            self.sentences.push(sentence);
        }
    }

    pub(super) fn into_text(self) -> Option<String> {
        let mut sentences: Vec<String> = Vec::new();
        match self.named.as_slice() {
            [] => {}
            [rule] => sentences.push(format!("Not checked by Doorbell: {rule}")),
            rules => {
                let named = rules.join("; ");
                let more = match self.unchecked.len().saturating_sub(rules.len()) {
                    0 => String::new(),
                    more => format!("; and {more} more"),
                };
                sentences.push(format!("Not checked by Doorbell: {named}{more}"));
            }
        }
        sentences.extend(self.sentences.into_iter().map(str::to_owned));
        (!sentences.is_empty()).then(|| sentences.join("\n"))
    }
}
