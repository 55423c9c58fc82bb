//! Reads params member by member, so that an error can name the member without quoting its value.
//!
//! serde's own error messages repeat the offending value, which may be private.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::RpcError;

/// Limits the name of a client, a server or a tool.
pub const MAX_NAME_BYTES: usize = 1024;
/// Limits a command, a URL or a folder.
pub const MAX_LOCATION_BYTES: usize = 8 * 1024;

/// The members of an object in the message, with the path to the object.
pub struct Members<'a> {
    path: Cow<'a, str>,
    members: &'a Map<String, Value>,
}

impl<'a> Members<'a> {
    pub fn required(value: Option<&'a Value>, path: &'a str) -> Result<Self, RpcError> {
        match value {
            Some(Value::Object(members)) => Ok(Self {
                path: path.into(),
                members,
            }),
            Some(_) => Err(RpcError::invalid_params(format!(
                "{path} must be an object"
            ))),
            None => Err(RpcError::invalid_params(format!("{path} is missing"))),
        }
    }

    pub fn optional(value: Option<&'a Value>, path: &'a str) -> Result<Option<Self>, RpcError> {
        match value {
            None => Ok(None),
            some => Self::required(some, path).map(Some),
        }
    }

    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.members.get(name)
    }

    pub fn string(&self, name: &str) -> Result<Option<String>, RpcError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self.error(name, "must be a string")),
        }
    }

    pub fn required_string(&self, name: &str) -> Result<String, RpcError> {
        self.string(name)?
            .ok_or_else(|| self.error(name, "is missing"))
    }

    /// Reads a list of strings; an absent list is empty.
    pub fn strings(&self, name: &str) -> Result<Vec<String>, RpcError> {
        let error = || self.error(name, "must be a list of strings");
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => items
                .iter()
                .map(|item| item.as_str().map(str::to_owned).ok_or_else(error))
                .collect(),
            Some(_) => Err(error()),
        }
    }

    /// Reads a list of objects; an absent list is empty.
    pub fn objects(&self, name: &str) -> Result<Vec<Members<'a>>, RpcError> {
        let error = || self.error(name, "must be a list of objects");
        let items = match self.get(name) {
            None => return Ok(Vec::new()),
            Some(value) => value.as_array().ok_or_else(error)?,
        };
        let path: Cow<'a, str> = format!("{}.{name}[]", self.path).into();
        items
            .iter()
            .map(|item| {
                let members = item.as_object().ok_or_else(error)?;
                let path = path.clone();
                Ok(Members { path, members })
            })
            .collect()
    }

    pub fn to_map(&self) -> Map<String, Value> {
        self.members.clone()
    }

    pub fn bounded_string(&self, name: &str, max_bytes: usize) -> Result<Option<String>, RpcError> {
        match self.string(name)? {
            Some(text) if text.len() > max_bytes => {
                Err(self.error(name, &format!("is longer than {max_bytes} bytes")))
            }
            found => Ok(found),
        }
    }

    pub fn required_bounded_string(&self, name: &str, max: usize) -> Result<String, RpcError> {
        self.bounded_string(name, max)?
            .ok_or_else(|| self.error(name, "is missing"))
    }

    pub fn required_name(&self, name: &str) -> Result<String, RpcError> {
        self.required_bounded_string(name, MAX_NAME_BYTES)
    }

    pub fn name(&self, name: &str) -> Result<Option<String>, RpcError> {
        self.bounded_string(name, MAX_NAME_BYTES)
    }

    pub fn unsigned(&self, name: &str) -> Result<Option<u64>, RpcError> {
        match self.get(name) {
            None => Ok(None),
            Some(value) => value
                .as_u64()
                .map(Some)
                .ok_or_else(|| self.error(name, "must be a whole number, 0 or more")),
        }
    }

    /// Reads a boolean; an absent one is false.
    pub fn flag(&self, name: &str) -> Result<bool, RpcError> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(on)) => Ok(*on),
            Some(_) => Err(self.error(name, "must be true or false")),
        }
    }

    /// Makes an error that names the member by its full path.
    pub fn error(&self, name: &str, problem: &str) -> RpcError {
        RpcError::invalid_params(format!("{}.{name} {problem}", self.path))
    }
}
