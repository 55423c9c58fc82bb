//! The members of a JSON object, each with its place in the original bytes.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// An object read one level deep: what its members hold stays text.
#[derive(Clone, Debug, Default)]
pub struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Members<'a> {
    /// Reads an object; `None` if it is something else.
    pub fn read(json: &'a RawValue) -> Option<Self> {
        serde_json::from_str(json.get()).ok()
    }

    /// A member's value. Of members with the same name the last one counts, as it does for
    /// nearly every reader of JSON.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    }

    /// A member's value if it is an object.
    pub fn object(&self, name: &str) -> Option<Self> {
        Self::read(self.get(name)?)
    }

    /// A member's value if it is a string.
    pub fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }

    /// All members in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), *value))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Where `part` stands in `whole`, of which it was read.
pub fn place(whole: &[u8], part: &RawValue) -> Range<usize> {
    let start = (part.get().as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    start..start + part.get().len()
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(Name(name)) = map.next_key()? {
                    members.push((name, map.next_value()?));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// A member's name, borrowed unless it has escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
