//! Tool parameters that a modern server wants mirrored in headers (`x-mcp-header`).
//!
//! They are learnt from `tools/list` responses. A call of a tool that was never listed goes without
//! them, and the server reports the missing header.

use std::collections::HashMap;

use bytes::Bytes;
use reqwest::header::{HeaderMap, HeaderName};
use serde_json::value::RawValue;

use super::encoding;
use super::limits::MAX_TOOLS;
use crate::id::Id;
use crate::members::Members;
use crate::message::{Message, may_contain};
use crate::splice::Splice;

mod schema;

use schema::{MirroredParam, mirrored_params};

/// The mirrored parameters by tool.
#[derive(Default)]
pub struct Tools(HashMap<String, Vec<MirroredParam>>);

impl Tools {
    /// Learns from a `tools/list` response. Clients must hide tools with invalid settings: if there
    /// are any, returns the line without them, and their names.
    pub fn learn(&mut self, line: &[u8], first_page: bool) -> (Option<Bytes>, Vec<String>) {
        if first_page {
            self.0.clear();
        }
        if !may_contain(line, schema::KEYWORD) {
            return (None, Vec::new());
        }
        let Some(list) = list(line) else {
            return (None, Vec::new());
        };
        let tools: Vec<&RawValue> = serde_json::from_str(list.get()).unwrap_or_default();
        let mut valid = Vec::new();
        let mut invalid = Vec::new();
        for tool in tools {
            let members = Members::parse(tool).unwrap_or_default();
            let name = members.string("name").unwrap_or_default();
            match members
                .get("inputSchema")
                .map_or(Ok(Vec::new()), mirrored_params)
            {
                Ok(mirrored_params) => {
                    valid.push(tool.get());
                    if !mirrored_params.is_empty() && self.0.len() < MAX_TOOLS {
                        self.0.insert(name, mirrored_params);
                    }
                }
                Err(schema::InvalidSchema) => invalid.push(name),
            }
        }
        if invalid.is_empty() {
            return (None, invalid);
        }
        let mut splice = Splice::new(line);
        splice.replace(list, format!("[{}]", valid.join(",")));
        (Some(splice.finish()), invalid)
    }

    pub fn headers(&self, params: &Members<'_>) -> HeaderMap {
        let mirrored_params = params.string("name").and_then(|name| self.0.get(&name));
        let arguments = params.object("arguments").unwrap_or_default();
        let mut headers = HeaderMap::new();
        for param in mirrored_params.into_iter().flatten() {
            let value = value_at(&arguments, &param.path).and_then(|text| encoding::value(&text));
            let name = HeaderName::try_from(format!("Mcp-Param-{}", param.name)).ok();
            headers.extend(name.zip(value));
        }
        headers
    }
}

fn list(line: &[u8]) -> Option<&RawValue> {
    Members::parse(Message::parse(line)?.result?)?.get("tools")
}

/// Returns `None` if the value is missing, null or not a scalar.
fn value_at(arguments: &Members<'_>, path: &[String]) -> Option<String> {
    let (name, rest) = path.split_first()?;
    if !rest.is_empty() {
        return value_at(&arguments.object(name)?, rest);
    }
    let value = arguments.get(name)?;
    match (value.get(), Id::parse(value)) {
        (_, Some(Id::Text(text))) => Some(text),
        (_, Some(Id::Number(number))) => Some(number.to_string()),
        (text @ ("true" | "false"), None) => Some(text.to_owned()),
        (_, Some(Id::OtherNumber(_)) | None) => None,
    }
}

#[cfg(test)]
mod tests;
