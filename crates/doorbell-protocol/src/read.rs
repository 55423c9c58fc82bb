//! Reads params member by member, so that an error can name the member and quote nothing.
//!
//! serde's own messages repeat the value they stumble over; a value may be private.

use serde_json::{Map, Value};

use crate::RpcError;

/// The longest name of a client, a server or a tool, in bytes.
pub const NAME_BYTES: usize = 1024;
/// The longest command, address or folder, in bytes.
pub const PLACE_BYTES: usize = 8 * 1024;

/// An object of the message and the path that leads to it.
pub struct Members<'a> {
    path: &'a str,
    members: &'a Map<String, Value>,
}

impl<'a> Members<'a> {
    /// The members of `value`, which must be an object.
    pub fn of(value: Option<&'a Value>, path: &'a str) -> Result<Self, RpcError> {
        match value {
            Some(Value::Object(members)) => Ok(Self { path, members }),
            Some(_) => Err(RpcError::invalid_params(format!(
                "{path} must be an object"
            ))),
            None => Err(RpcError::invalid_params(format!("{path} is missing"))),
        }
    }

    /// Like [`Members::of`], but the object may be absent.
    pub fn maybe(value: Option<&'a Value>, path: &'a str) -> Result<Option<Self>, RpcError> {
        match value {
            None => Ok(None),
            some => Self::of(some, path).map(Some),
        }
    }

    /// A member as it is.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.members.get(name)
    }

    /// A string that may be absent.
    pub fn string(&self, name: &str) -> Result<Option<String>, RpcError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self.wrong(name, "must be a string")),
        }
    }

    /// A string that must be there.
    pub fn required_string(&self, name: &str) -> Result<String, RpcError> {
        self.string(name)?
            .ok_or_else(|| self.wrong(name, "is missing"))
    }

    /// A list of strings that may be absent.
    pub fn strings(&self, name: &str) -> Result<Vec<String>, RpcError> {
        let wrong = || self.wrong(name, "must be a list of strings");
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => items
                .iter()
                .map(|item| item.as_str().map(str::to_owned).ok_or_else(wrong))
                .collect(),
            Some(_) => Err(wrong()),
        }
    }

    /// A string that may be absent and has at most so many bytes.
    pub fn bounded(&self, name: &str, most: usize) -> Result<Option<String>, RpcError> {
        match self.string(name)? {
            Some(text) if text.len() > most => {
                Err(self.wrong(name, &format!("is longer than {most} bytes")))
            }
            found => Ok(found),
        }
    }

    /// A name that must be there.
    pub fn required_name(&self, name: &str) -> Result<String, RpcError> {
        self.bounded(name, NAME_BYTES)?
            .ok_or_else(|| self.wrong(name, "is missing"))
    }

    /// A name that may be absent.
    pub fn name(&self, name: &str) -> Result<Option<String>, RpcError> {
        self.bounded(name, NAME_BYTES)
    }

    /// A whole number from 0 that may be absent.
    pub fn count(&self, name: &str) -> Result<Option<u64>, RpcError> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => value
                .as_u64()
                .map(Some)
                .ok_or_else(|| self.wrong(name, "must be a whole number, 0 or more")),
        }
    }

    /// A boolean that is false when absent.
    pub fn flag(&self, name: &str) -> Result<bool, RpcError> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(on)) => Ok(*on),
            Some(_) => Err(self.wrong(name, "must be true or false")),
        }
    }

    /// An error about one member.
    pub fn wrong(&self, name: &str, what: &str) -> RpcError {
        RpcError::invalid_params(format!("{}.{name} {what}", self.path))
    }
}
