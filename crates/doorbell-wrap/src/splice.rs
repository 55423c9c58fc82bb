//! Changes to a line that leave every other byte as it was.

use std::ops::Range;

use bytes::Bytes;
use serde_json::value::RawValue;

use crate::members::{Members, place};

/// Changes to one line, put in together.
pub struct Splice<'a> {
    line: &'a [u8],
    /// What to replace, and with what. They do not overlap.
    changes: Vec<(Range<usize>, String)>,
}

impl<'a> Splice<'a> {
    /// No changes yet.
    pub fn of(line: &'a [u8]) -> Self {
        Self {
            line,
            changes: Vec::new(),
        }
    }

    /// Puts `json` in the place of a value that was read from the line.
    pub fn replace(&mut self, value: &RawValue, json: impl Into<String>) {
        self.changes.push((place(self.line, value), json.into()));
    }

    /// Adds members at the beginning of an object that was read from the line. `members` are
    /// names with their values as JSON.
    pub fn insert(&mut self, object: &RawValue, members: &[(&str, &str)]) {
        self.exchange(object, |_| false, members);
    }

    /// Takes out the members of an object that `goes` says yes to, and adds others at its
    /// beginning. An object is changed by one call.
    pub fn exchange(
        &mut self,
        object: &RawValue,
        goes: impl Fn(&str) -> bool,
        added: &[(&str, &str)],
    ) {
        let members = Members::read(object).unwrap_or_default();
        let inside = place(self.line, object).start + 1;
        let any_stays = members.iter().any(|(name, _)| !goes(name));
        let mut json = String::new();
        for (at, (name, value)) in added.iter().enumerate() {
            json.push_str(&quoted(name));
            json.push(':');
            json.push_str(value);
            if any_stays || at + 1 < added.len() {
                json.push(',');
            }
        }
        if !json.is_empty() {
            self.changes.push((inside..inside, json));
        }
        // A member's part begins where the value before it ends, so that it holds the comma
        // between them; where nothing stays before it, the comma behind it goes instead.
        let mut begin = inside;
        let mut stays_before = false;
        for (name, value) in members.iter() {
            let mut end = place(self.line, value).end;
            if !goes(name) {
                stays_before = true;
            } else {
                if !stays_before {
                    end = self.behind_comma(end);
                }
                self.changes.push((begin..end, String::new()));
            }
            begin = end;
        }
    }

    /// Where the comma after `end` ends, or `end` if none follows.
    fn behind_comma(&self, end: usize) -> usize {
        let rest = self.line.get(end..).unwrap_or_default();
        let next = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        match next {
            Some(offset) if rest[offset] == b',' => end + offset + 1,
            Some(_) | None => end,
        }
    }

    /// The line with all changes, or the line itself if there are none.
    pub fn finish_or(self, line: &Bytes) -> Bytes {
        if self.changes.is_empty() {
            return line.clone();
        }
        self.finish()
    }

    /// The line with all changes.
    pub fn finish(mut self) -> Bytes {
        // Stable: what was added first at one place comes first.
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

/// A text as a JSON string.
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
        let mut splice = Splice::of(json.as_bytes());
        change(&mut splice, value);
        String::from_utf8(splice.finish().to_vec()).unwrap()
    }

    #[test]
    fn members_are_added_in_front() {
        let add = |json| {
            changed(json, |splice, value| {
                splice.insert(value, &[("a", "1"), ("b\"", "{}")])
            })
        };
        assert_eq!(add("{}"), r#"{"a":1,"b\"":{}}"#);
        assert_eq!(add(r#"{ "x" : 1.0 }"#), r#"{"a":1,"b\"":{}, "x" : 1.0 }"#);
    }

    #[test]
    fn members_are_taken_out_with_one_comma() {
        let without = |json, names: &[&str]| {
            changed(json, |splice, value| {
                splice.exchange(value, |name| names.contains(&name), &[])
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
    fn several_changes_go_in_together() {
        let json = r#"{"id":1,"params":{"x":1,"old":2}}"#;
        let line = changed(json, |splice, value| {
            let members = Members::read(value).unwrap();
            splice.replace(members.get("id").unwrap(), "\"new\"");
            let params = members.get("params").unwrap();
            splice.exchange(params, |name| name == "old", &[("y", "3")]);
        });
        assert_eq!(line, r#"{"id":"new","params":{"y":3,"x":1}}"#);
    }

    /// Adding to an object of which everything goes must not leave a comma behind.
    #[test]
    fn what_is_added_and_taken_out_at_once_stays_json() {
        for json in [r#"{"old":1}"#, r#"{"old":1,"x":2}"#, r#"{"x":2,"old":1}"#] {
            let line = changed(json, |splice, value| {
                splice.exchange(value, |name| name == "old", &[("y", "3")]);
            });
            assert!(
                serde_json::from_str::<serde_json::Value>(&line).is_ok(),
                "{line}"
            );
        }
    }

    proptest! {
        /// Whatever goes and whatever is added: the rest stays, with its spelling and its order.
        #[test]
        fn what_stays_is_as_it_was(
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
                splice.exchange(value, |name| name == "old", &added);
            });
            let spelled = |json: &str| {
                let value: &RawValue = serde_json::from_str(json).unwrap();
                let members = Members::read(value).unwrap();
                let members = members.iter().map(|(name, raw)| (name.to_owned(), raw.get().to_owned()));
                members.collect::<Vec<_>>()
            };
            let stay = spelled(&json).into_iter().filter(|(name, _)| name != "old");
            let expected: Vec<_> = added
                .iter()
                .map(|(name, json)| ((*name).to_owned(), (*json).to_owned()))
                .chain(stay)
                .collect();
            prop_assert_eq!(spelled(&line), expected);
        }
    }
}
