//! Strategies that mutate real messages.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use crate::checks::WORDS;

/// Bytes with a few ranges removed, repeated or replaced.
pub fn spliced(bytes: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (bytes, vec(splice(), 0..5)).prop_map(|(mut bytes, splices)| {
        splices.iter().for_each(|splice| splice.apply(&mut bytes));
        bytes
    })
}

/// JSON with a few of its values changed. It stays valid JSON and so gets further than noise. Some
/// replacements are taken from `others`.
pub fn mutated_json(
    value: impl Strategy<Value = Value>,
    others: &'static [Value],
) -> impl Strategy<Value = Value> {
    let changes = vec((any::<Index>(), change(others)), 0..5);
    (value, changes).prop_map(|(mut value, changes)| {
        for (index, change) in changes {
            change.apply(nested_value(&mut value, index));
        }
        value
    })
}

/// Real messages with JSON and byte mutations, and some noise.
pub fn mutated(messages: &'static [Value]) -> BoxedStrategy<Vec<u8>> {
    prop_oneof![
        5 => mutated_json(select(messages), messages).prop_map(|value| value.to_string().into_bytes()),
        1 => spliced(select(messages).prop_map(|value| value.to_string().into_bytes())),
        1 => vec(any::<u8>(), 0..200),
    ]
    .boxed()
}

fn word() -> impl Strategy<Value = String> {
    select(WORDS.as_slice())
}

#[derive(Clone, Debug)]
struct Splice {
    start: Index,
    length: usize,
    /// `None` copies the range to `copy_to` instead.
    replacement: Option<Vec<u8>>,
    copy_to: Index,
}

fn splice() -> impl Strategy<Value = Splice> {
    let replacement = prop_oneof![
        2 => word().prop_map(|word| Some(word.into_bytes())),
        2 => vec(any::<u8>(), 0..3).prop_map(Some),
        1 => Just(None),
    ];
    (any::<Index>(), 0..12_usize, replacement, any::<Index>()).prop_map(
        |(start, length, replacement, copy_to)| Splice {
            start,
            length,
            replacement,
            copy_to,
        },
    )
}

impl Splice {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let start = self.start.index(bytes.len() + 1);
        let end = (start + self.length).min(bytes.len());
        if let Some(replacement) = &self.replacement {
            bytes.splice(start..end, replacement.iter().copied());
        } else {
            let copied = bytes[start..end].to_vec();
            let to = self.copy_to.index(bytes.len() + 1);
            bytes.splice(to..to, copied);
        }
    }
}

/// A change to one value of a message. It has no effect on values of the wrong type.
#[derive(Clone, Debug)]
enum Change {
    Replace(Value),
    Wrap(Value),
    Splice(Splice),
    Remove(Index),
    Rename(Index, String),
    Move(Index, Index),
    Add(String, Value),
    Repeat,
}

fn change(others: &'static [Value]) -> impl Strategy<Value = Change> {
    let borrowed = (select(others), any::<Index>())
        .prop_map(|(mut other, index)| nested_value(&mut other, index).take());
    let index = any::<Index>;
    prop_oneof![
        2 => simple_value().prop_map(Change::Replace),
        2 => borrowed.prop_map(Change::Replace),
        1 => simple_value().prop_map(Change::Wrap),
        3 => splice().prop_map(Change::Splice),
        1 => index().prop_map(Change::Remove),
        1 => (index(), word()).prop_map(|(index, word)| Change::Rename(index, word)),
        1 => (index(), index()).prop_map(|(from, to)| Change::Move(from, to)),
        2 => (word(), simple_value()).prop_map(|(word, value)| Change::Add(word, value)),
        1 => Just(Change::Repeat),
    ]
}

impl Change {
    fn apply(self, target: &mut Value) {
        match (self, target) {
            (Self::Replace(value), target) => *target = value,
            (Self::Wrap(value), target) => *target = json!([target.take(), value]),
            (Self::Splice(splice), Value::String(text)) => {
                let mut bytes = std::mem::take(text).into_bytes();
                splice.apply(&mut bytes);
                *text = String::from_utf8_lossy(&bytes).into_owned();
            }
            (change, Value::Object(members)) => change.apply_to_members(members),
            (Self::Remove(index), Value::Array(items)) => {
                items.truncate(index.index(items.len() + 1));
            }
            (Self::Repeat, Value::Array(items)) => items.extend_from_within(..),
            (Self::Add(_, value), Value::Array(items)) => items.push(value),
            _ => {}
        }
    }

    fn apply_to_members(self, members: &mut Map<String, Value>) {
        let mut list: Vec<_> = std::mem::take(members).into_iter().collect();
        match self {
            Self::Remove(index) if !list.is_empty() => drop(list.remove(index.index(list.len()))),
            Self::Rename(index, word) if !list.is_empty() => {
                let index = index.index(list.len());
                list[index].0 = word;
            }
            Self::Move(from, to) if !list.is_empty() => {
                let member = list.remove(from.index(list.len()));
                list.insert(to.index(list.len() + 1), member);
            }
            Self::Add(word, value) => list.push((word, value)),
            _ => {}
        }
        members.extend(list);
    }
}

fn simple_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..9).prop_map(Value::from),
        Just(json!({})),
        Just(json!([])),
        (0..3_000_usize).prop_map(|length| Value::from("x".repeat(length))),
        word().prop_map(Value::from),
    ]
}

/// One of the values nested in a value, or the value itself.
fn nested_value(value: &mut Value, index: Index) -> &mut Value {
    let mut pointers = Vec::new();
    collect_pointers(value, String::new(), &mut pointers);
    let pointer = index.get(&pointers);
    value.pointer_mut(pointer).unwrap()
}

fn collect_pointers(value: &Value, pointer: String, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_pointers(item, format!("{pointer}/{index}"), all);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                collect_pointers(member, format!("{pointer}/{name}"), all);
            }
        }
        _ => {}
    }
    all.push(pointer);
}
