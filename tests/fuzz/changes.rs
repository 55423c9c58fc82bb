//! Real messages with a few of their parts changed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use crate::checks::WORDS;

/// Bytes with a few of them cut out, repeated or replaced.
pub fn spliced(bytes: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (bytes, vec(splice(), 0..5)).prop_map(|(mut bytes, splices)| {
        splices.iter().for_each(|splice| splice.apply(&mut bytes));
        bytes
    })
}

/// JSON with a few of its parts changed, so that it stays JSON and gets further than noise would.
/// `others` lends parts.
pub fn mutated(
    value: impl Strategy<Value = Value>,
    others: &'static [Value],
) -> impl Strategy<Value = Value> {
    let changes = vec((any::<Index>(), change(others)), 0..5);
    (value, changes).prop_map(|(mut value, changes)| {
        for (place, change) in changes {
            change.apply(part(&mut value, place));
        }
        value
    })
}

/// Real messages spliced and mutated, and noise.
pub fn changed(messages: &'static [Value]) -> BoxedStrategy<Vec<u8>> {
    prop_oneof![
        5 => mutated(select(messages), messages).prop_map(|value| value.to_string().into_bytes()),
        1 => spliced(select(messages).prop_map(|value| value.to_string().into_bytes())),
        1 => vec(any::<u8>(), 0..200),
    ]
    .boxed()
}

pub fn word() -> impl Strategy<Value = String> {
    select(WORDS.as_slice())
}

#[derive(Clone, Debug)]
struct Splice {
    place: Index,
    length: usize,
    /// Without it, the bytes there are repeated elsewhere.
    replacement: Option<Vec<u8>>,
    elsewhere: Index,
}

fn splice() -> impl Strategy<Value = Splice> {
    let replacement = prop_oneof![
        2 => word().prop_map(|word| Some(word.into_bytes())),
        2 => vec(any::<u8>(), 0..3).prop_map(Some),
        1 => Just(None),
    ];
    (any::<Index>(), 0..12_usize, replacement, any::<Index>()).prop_map(
        |(place, length, replacement, elsewhere)| Splice {
            place,
            length,
            replacement,
            elsewhere,
        },
    )
}

impl Splice {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let start = self.place.index(bytes.len() + 1);
        let end = (start + self.length).min(bytes.len());
        if let Some(replacement) = &self.replacement {
            bytes.splice(start..end, replacement.iter().copied());
        } else {
            let again = bytes[start..end].to_vec();
            let to = self.elsewhere.index(bytes.len() + 1);
            bytes.splice(to..to, again);
        }
    }
}

/// What happens to one part of a message.
#[derive(Clone, Debug)]
enum Change {
    Replace(Value),
    Wrap(Value),
    /// A text is spliced, and so is everything else as far as it can be.
    Splice(Splice),
    Remove(Index),
    Rename(Index, String),
    Move(Index, Index),
    Add(String, Value),
    Repeat,
}

fn change(others: &'static [Value]) -> impl Strategy<Value = Change> {
    let lent = (select(others), any::<Index>())
        .prop_map(|(mut other, place)| part(&mut other, place).take());
    let index = any::<Index>;
    prop_oneof![
        2 => simple().prop_map(Change::Replace),
        2 => lent.prop_map(Change::Replace),
        1 => simple().prop_map(Change::Wrap),
        3 => splice().prop_map(Change::Splice),
        1 => index().prop_map(Change::Remove),
        1 => (index(), word()).prop_map(|(place, word)| Change::Rename(place, word)),
        1 => (index(), index()).prop_map(|(from, to)| Change::Move(from, to)),
        2 => (word(), simple()).prop_map(|(word, value)| Change::Add(word, value)),
        1 => Just(Change::Repeat),
    ]
}

impl Change {
    fn apply(self, part: &mut Value) {
        match (self, part) {
            (Self::Replace(value), part) => *part = value,
            (Self::Wrap(value), part) => *part = json!([part.take(), value]),
            (Self::Splice(splice), Value::String(text)) => {
                let mut bytes = std::mem::take(text).into_bytes();
                splice.apply(&mut bytes);
                *text = String::from_utf8_lossy(&bytes).into_owned();
            }
            (change, Value::Object(members)) => change.rearrange(members),
            (Self::Remove(place), Value::Array(items)) => {
                items.truncate(place.index(items.len() + 1));
            }
            (Self::Repeat, Value::Array(items)) => items.extend_from_within(..),
            (Self::Add(_, value), Value::Array(items)) => items.push(value),
            _ => {}
        }
    }

    fn rearrange(self, members: &mut Map<String, Value>) {
        let mut list: Vec<_> = std::mem::take(members).into_iter().collect();
        match self {
            Self::Remove(place) if !list.is_empty() => drop(list.remove(place.index(list.len()))),
            Self::Rename(place, word) if !list.is_empty() => {
                let place = place.index(list.len());
                list[place].0 = word;
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

fn simple() -> impl Strategy<Value = Value> {
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

/// One of all the values in a value, itself included.
fn part(value: &mut Value, place: Index) -> &mut Value {
    let mut pointers = Vec::new();
    collect_pointers(value, String::new(), &mut pointers);
    let pointer = place.get(&pointers);
    value.pointer_mut(pointer).unwrap()
}

fn collect_pointers(value: &Value, own: String, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_pointers(item, format!("{own}/{index}"), all);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                collect_pointers(member, format!("{own}/{name}"), all);
            }
        }
        _ => {}
    }
    all.push(own);
}
