//! The members of a JSON object, each with its span in the original bytes.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// An object parsed one level deep; values stay text.
#[derive(Clone, Debug, Default)]
pub struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Members<'a> {
    /// Returns `None` if `json` is not an object.
    pub fn parse(json: &'a RawValue) -> Option<Self> {
        serde_json::from_str(json.get()).ok()
    }

    /// Returns a member's value. If a name occurs twice, the last one wins, as in most parsers.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0
            .iter()
            .rev()
            .find(|(other, _)| other == name)
            .map(|(_, value)| *value)
    }

    pub fn object(&self, name: &str) -> Option<Self> {
        Self::parse(self.get(name)?)
    }

    pub fn string(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?.get()).ok()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), *value))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the span of `part` within `whole`, from which it was parsed.
pub fn span(whole: &[u8], part: &RawValue) -> Range<usize> {
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
                while let Some(MemberName(name)) = map.next_key()? {
                    members.push((name, map.next_value()?));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[derive(serde::Deserialize)]
struct MemberName<'a>(#[serde(borrow)] Cow<'a, str>);
