//! Parameters of tools that a modern server wants to see in headers (`x-mcp-header`).
//!
//! Which ones is said in the list of tools, so it is learnt when such a list passes. A call of a
//! tool that was never listed goes without, and the server then says that a header is missing.

use std::collections::HashMap;

use bytes::Bytes;
use reqwest::header::{HeaderMap, HeaderName};
use serde_json::value::RawValue;

use super::encoding;
use super::limits::MAX_TOOLS;
use crate::id::Id;
use crate::members::Members;
use crate::message::{Message, may_have};
use crate::splice::Splice;

mod schema;

use schema::{Mirror, mirrors};

/// The tools with such parameters.
#[derive(Default)]
pub struct Tools(HashMap<String, Vec<Mirror>>);

impl Tools {
    /// Learns from a list of tools. Tools whose settings are invalid must not be shown: if there
    /// are any, returns the line without them, and their names.
    pub fn learn(&mut self, line: &[u8], first_page: bool) -> (Option<Bytes>, Vec<String>) {
        if first_page {
            self.0.clear();
        }
        if !may_have(line, schema::KEYWORD) {
            return (None, Vec::new());
        }
        let Some(list) = list(line) else {
            return (None, Vec::new());
        };
        let tools: Vec<&RawValue> = serde_json::from_str(list.get()).unwrap_or_default();
        let mut kept = Vec::new();
        let mut left_out = Vec::new();
        for tool in tools {
            let members = Members::read(tool).unwrap_or_default();
            let name = members.text("name").unwrap_or_default();
            match members.get("inputSchema").map_or(Ok(Vec::new()), mirrors) {
                Ok(mirrors) => {
                    kept.push(tool.get());
                    if !mirrors.is_empty() && self.0.len() < MAX_TOOLS {
                        self.0.insert(name, mirrors);
                    }
                }
                Err(schema::Invalid) => left_out.push(name),
            }
        }
        if left_out.is_empty() {
            return (None, left_out);
        }
        let mut splice = Splice::of(line);
        splice.replace(list, format!("[{}]", kept.join(",")));
        (Some(splice.finish()), left_out)
    }

    /// The headers of a call with these parameters.
    pub fn headers(&self, params: &Members<'_>) -> HeaderMap {
        let mirrors = params.text("name").and_then(|name| self.0.get(&name));
        let arguments = params.object("arguments").unwrap_or_default();
        let mut headers = HeaderMap::new();
        for mirror in mirrors.into_iter().flatten() {
            let value = value_at(&arguments, &mirror.path).and_then(|text| encoding::value(&text));
            let name = HeaderName::try_from(format!("Mcp-Param-{}", mirror.name)).ok();
            headers.extend(name.zip(value));
        }
        headers
    }
}

fn list(line: &[u8]) -> Option<&RawValue> {
    Members::read(Message::read(line)?.result?)?.get("tools")
}

/// A value as the text of a header; `None` for one that is missing, null or no simple value.
fn value_at(arguments: &Members<'_>, path: &[String]) -> Option<String> {
    let (name, rest) = path.split_first()?;
    if !rest.is_empty() {
        return value_at(&arguments.object(name)?, rest);
    }
    let value = arguments.get(name)?;
    match (value.get(), Id::read(value)) {
        (_, Some(Id::Text(text))) => Some(text),
        (_, Some(Id::Number(number))) => Some(number.to_string()),
        (text @ ("true" | "false"), None) => Some(text.to_owned()),
        (_, Some(Id::Odd(_)) | None) => None,
    }
}

#[cfg(test)]
mod tests;
