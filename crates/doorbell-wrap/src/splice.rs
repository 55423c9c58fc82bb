//! Edits a line of JSON and keeps all other bytes.

use std::ops::Range;

use bytes::Bytes;
use serde_json::value::RawValue;

use crate::members::{Members, span};

/// Edits to one line, applied together.
pub struct Splice<'a> {
    line: &'a [u8],
    /// Ranges to replace; they do not overlap.
    changes: Vec<(Range<usize>, String)>,
}

impl<'a> Splice<'a> {
    pub fn new(line: &'a [u8]) -> Self {
        Self {
            line,
            changes: Vec::new(),
        }
    }

    /// Replaces a value that was parsed from the line.
    pub fn replace(&mut self, value: &RawValue, json: impl Into<String>) {
        self.changes.push((span(self.line, value), json.into()));
    }

    /// Inserts members at the start of an object that was parsed from the line. Each is a name and
    /// its value as JSON.
    pub fn insert_members(&mut self, object: &RawValue, members: &[(&str, &str)]) {
        self.edit_members(object, |_| false, members);
    }

    /// Removes members of an object and inserts others at its start. Call it once per object.
    pub fn edit_members(
        &mut self,
        object: &RawValue,
        is_removed: impl Fn(&str) -> bool,
        added: &[(&str, &str)],
    ) {
        let members = Members::parse(object).unwrap_or_default();
        let inside = span(self.line, object).start + 1;
        let any_remains = members.iter().any(|(name, _)| !is_removed(name));
        let mut json = String::new();
        for (at, (name, value)) in added.iter().enumerate() {
            json.push_str(&quoted(name));
            json.push(':');
            json.push_str(value);
            if any_remains || at + 1 < added.len() {
                json.push(',');
            }
        }
        if !json.is_empty() {
            self.changes.push((inside..inside, json));
        }
        // A removed range starts at the end of the value before it, so it includes the comma between
        // them. If no member remains before it, the comma after it is removed instead.
        let mut begin = inside;
        let mut remains_before = false;
        for (name, value) in members.iter() {
            let mut end = span(self.line, value).end;
            if !is_removed(name) {
                remains_before = true;
            } else {
                if !remains_before {
                    end = self.after_comma(end);
                }
                self.changes.push((begin..end, String::new()));
            }
            begin = end;
        }
    }

    /// Returns the position after the comma that follows `end`, or `end` if none follows.
    fn after_comma(&self, end: usize) -> usize {
        let rest = self.line.get(end..).unwrap_or_default();
        let next = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        match next {
            Some(offset) if rest[offset] == b',' => end + offset + 1,
            Some(_) | None => end,
        }
    }

    /// Returns the edited line, or `line` itself if there are no edits.
    pub fn finish_or_keep(self, line: &Bytes) -> Bytes {
        if self.changes.is_empty() {
            return line.clone();
        }
        self.finish()
    }

    pub fn finish(mut self) -> Bytes {
        // The sort is stable: edits at one position keep their order.
        self.changes.sort_by_key(|(range, _)| range.start);
        let added: usize = self.changes.iter().map(|(_, json)| json.len()).sum();
        let mut line = Vec::with_capacity(self.line.len() + added);
        let mut copied = 0;
        for (range, json) in self.changes {
            line.extend_from_slice(&self.line[copied..range.start]);
            line.extend_from_slice(json.as_bytes());
            copied = range.end;
        }
        line.extend_from_slice(&self.line[copied..]);
        line.into()
    }
}

pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    fn changed(json: &str, change: impl Fn(&mut Splice<'_>, &RawValue)) -> String {
        let value: &RawValue = serde_json::from_str(json).unwrap();
        let mut splice = Splice::new(json.as_bytes());
        change(&mut splice, value);
        String::from_utf8(splice.finish().to_vec()).unwrap()
    }

    #[test]
    fn members_are_inserted_at_start() {
        let add = |json| {
            changed(json, |splice, value| {
                splice.insert_members(value, &[("a", "1"), ("b\"", "{}")])
            })
        };
        assert_eq!(add("{}"), r#"{"a":1,"b\"":{}}"#);
        assert_eq!(add(r#"{ "x" : 1.0 }"#), r#"{"a":1,"b\"":{}, "x" : 1.0 }"#);
    }

    #[test]
    fn members_are_removed_with_one_comma() {
        let without = |json, names: &[&str]| {
            changed(json, |splice, value| {
                splice.edit_members(value, |name| names.contains(&name), &[])
            })
        };
        let json = r#"{ "a" : 1 , "b" : [2] , "c" : 3 }"#;
        assert_eq!(without(json, &[]), json);
        assert_eq!(without(json, &["a"]), r#"{ "b" : [2] , "c" : 3 }"#);
        assert_eq!(without(json, &["b"]), r#"{ "a" : 1 , "c" : 3 }"#);
        assert_eq!(without(json, &["c"]), r#"{ "a" : 1 , "b" : [2] }"#);
        assert_eq!(without(json, &["a", "b"]), r#"{ "c" : 3 }"#);
        assert_eq!(without(json, &["a", "c"]), r#"{ "b" : [2] }"#);
        assert_eq!(without(json, &["b", "c"]), r#"{ "a" : 1 }"#);
        assert_eq!(without(json, &["a", "b", "c"]), "{ }");
    }

    #[test]
    fn several_edits_apply_together() {
        let json = r#"{"id":1,"params":{"x":1,"old":2}}"#;
        let line = changed(json, |splice, value| {
            let members = Members::parse(value).unwrap();
            splice.replace(members.get("id").unwrap(), "\"new\"");
            let params = members.get("params").unwrap();
            splice.edit_members(params, |name| name == "old", &[("y", "3")]);
        });
        assert_eq!(line, r#"{"id":"new","params":{"y":3,"x":1}}"#);
    }

    /// Inserting into an object that loses all members must not leave a comma behind.
    #[test]
    fn result_of_insertion_and_removal_is_json() {
        for json in [r#"{"old":1}"#, r#"{"old":1,"x":2}"#, r#"{"x":2,"old":1}"#] {
            let line = changed(json, |splice, value| {
                splice.edit_members(value, |name| name == "old", &[("y", "3")]);
            });
            assert!(
                serde_json::from_str::<serde_json::Value>(&line).is_ok(),
                "{line}"
            );
        }
    }

    proptest! {
        /// The remaining members keep their spelling and order.
        #[test]
        fn remaining_members_are_unchanged(
            members in vec((select(vec!["a", "b", "old", "ol\\u0064"]), select(vec!["", " ", "\t "])), 0..6),
            added in vec(select(vec!["x", "y"]), 0..3),
        ) {
            let written: Vec<_> = members
                .iter()
                .enumerate()
                .map(|(at, (name, space))| format!("{space}\"{name}\"{space}:{space}{at}.10{space}"))
                .collect();
            let json = format!("{{{}}}", written.join(","));
            let added: Vec<_> = added.into_iter().map(|name| (name, "[]")).collect();
            let line = changed(&json, |splice, value| {
                splice.edit_members(value, |name| name == "old", &added);
            });
            let raw_members = |json: &str| {
                let value: &RawValue = serde_json::from_str(json).unwrap();
                let members = Members::parse(value).unwrap();
                let members = members.iter().map(|(name, raw)| (name.to_owned(), raw.get().to_owned()));
                members.collect::<Vec<_>>()
            };
            let remaining = raw_members(&json).into_iter().filter(|(name, _)| name != "old");
            let expected: Vec<_> = added
                .iter()
                .map(|(name, json)| ((*name).to_owned(), (*json).to_owned()))
                .chain(remaining)
                .collect();
            prop_assert_eq!(raw_members(&line), expected);
        }
    }
}
