//! A configuration file of any format, parsed into a tree that knows the span of each value. One
//! value can be replaced without touching any other byte.

mod json;
mod toml;
mod yaml;

#[cfg(test)]
mod tests;

use std::ops::Range;

use serde_json::Value;

use crate::parse_error::ParseError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    /// JSON, with or without comments and trailing commas.
    Json,
    Toml,
    Yaml,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub span: Range<usize>,
    pub shape: Shape,
}

#[derive(Debug)]
pub(crate) enum Shape {
    Map(Layout, Vec<Member>),
    List(Layout, Vec<Node>),
    Text(String),
    /// A number, a boolean, null, or a value that is never edited.
    Other(Value),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In brackets, separated by commas.
    Flow,
    /// Each part on its own lines.
    Block,
}

#[derive(Debug)]
pub(crate) struct Member {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: Node,
}

impl FileFormat {
    /// Parses a text. An empty text is an empty map.
    pub fn parse(self, text: &str) -> Result<Node, ParseError> {
        match self {
            Self::Json => json::parse(text),
            Self::Toml => toml::parse(text),
            Self::Yaml => yaml::parse(text),
        }
    }

    /// Quotes a string value.
    pub fn quote(self, text: &str) -> String {
        match self {
            // A JSON string is valid YAML, and YAML does not take it for a number.
            Self::Json | Self::Yaml => Value::from(text).to_string(),
            Self::Toml => toml_edit::Value::from(text).to_string(),
        }
    }

    /// Formats a key, quoted if necessary.
    pub fn key(self, key: &str) -> String {
        match self {
            Self::Json => Value::from(key).to_string(),
            Self::Toml => toml_edit::Key::new(key).to_string(),
            Self::Yaml if is_plain_yaml_key(key) => key.to_owned(),
            Self::Yaml => Value::from(key).to_string(),
        }
    }

    pub fn key_separator(self) -> &'static str {
        match self {
            Self::Json | Self::Yaml => ": ",
            Self::Toml => " = ",
        }
    }

    /// Returns the start of a comment that ends with its line.
    pub fn line_comment(self) -> &'static str {
        match self {
            Self::Json => "//",
            Self::Toml | Self::Yaml => "#",
        }
    }
}

impl Node {
    pub fn members(&self) -> Option<&[Member]> {
        match &self.shape {
            Shape::Map(_, members) => Some(members),
            _ => None,
        }
    }

    pub fn items(&self) -> Option<&[Node]> {
        match &self.shape {
            Shape::List(_, items) => Some(items),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match &self.shape {
            Shape::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the items of a list of strings.
    pub fn as_strings(&self) -> Option<Vec<&str>> {
        self.items()?.iter().map(Self::as_str).collect()
    }

    /// Fails on a duplicate key, since parsers differ in which member they take.
    pub fn unique_member(&self, key: &str) -> Result<Option<&Member>, DuplicateKey> {
        let mut found = self
            .members()
            .unwrap_or_default()
            .iter()
            .filter(|member| member.key == key);
        let first = found.next();
        match found.next() {
            Some(second) => Err(DuplicateKey {
                offset: second.key_span.start,
            }),
            None => Ok(first),
        }
    }

    /// Returns the first member with this key, for maps without duplicate keys.
    pub fn member(&self, key: &str) -> Option<&Member> {
        let mut members = self.members()?.iter();
        members.find(|member| member.key == key)
    }

    pub fn get(&self, key: &str) -> Result<Option<&Self>, DuplicateKey> {
        Ok(self.unique_member(key)?.map(|member| &member.value))
    }

    /// Returns the value at a path of keys.
    pub fn get_path(
        &self,
        path: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Option<&Self>, DuplicateKey> {
        let mut node = self;
        for key in path {
            match node.get(key.as_ref())? {
                Some(next) => node = next,
                None => return Ok(None),
            }
        }
        Ok(Some(node))
    }

    /// Like `get_path`, with the error's position in the text.
    pub fn find(
        &self,
        text: &str,
        path: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Option<&Self>, ParseError> {
        self.get_path(path)
            .map_err(|duplicate| duplicate.into_parse_error(text))
    }

    pub fn to_json(&self) -> Value {
        match &self.shape {
            Shape::Map(_, members) => members
                .iter()
                .map(|member| (member.key.clone(), member.value.to_json()))
                .collect(),
            Shape::List(_, items) => items.iter().map(Self::to_json).collect(),
            Shape::Text(text) => text.as_str().into(),
            Shape::Other(value) => value.clone(),
        }
    }

    /// Formats the value for the line of its key: unchanged, or in brackets if it has block layout.
    pub fn to_flow_text(&self, format: FileFormat, text: &str) -> String {
        match &self.shape {
            Shape::Map(Layout::Block, members) => {
                let pairs = members.iter().map(|member| {
                    let value = member.value.to_quoted_flow_text(format, text);
                    format!(
                        "{}{}{value}",
                        format.key(&member.key),
                        format.key_separator()
                    )
                });
                format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
            }
            Shape::List(Layout::Block, items) => {
                let items = items
                    .iter()
                    .map(|item| item.to_quoted_flow_text(format, text));
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
            _ => text[self.span.clone()].to_owned(),
        }
    }

    fn to_quoted_flow_text(&self, format: FileFormat, text: &str) -> String {
        match self.as_str() {
            // An unquoted string may mean something else inside brackets.
            Some(string) => format.quote(string),
            None => self.to_flow_text(format, text),
        }
    }

    /// Returns the span including, for block layout, a comment at the end of the last line.
    pub fn extent(&self, text: &str) -> Range<usize> {
        match self.shape {
            Shape::Map(Layout::Block, _) | Shape::List(Layout::Block, _) => {
                self.span.start..line_end(text, self.span.end)
            }
            _ => self.span.clone(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DuplicateKey {
    offset: usize,
}

impl DuplicateKey {
    pub fn into_parse_error(self, text: &str) -> ParseError {
        ParseError::at_byte(text, self.offset, "this key appears twice")
    }
}

fn enclosing_span(spans: impl IntoIterator<Item = Range<usize>>) -> Option<Range<usize>> {
    spans
        .into_iter()
        .reduce(|all, one| all.start.min(one.start)..all.end.max(one.end))
}

/// Returns the end of the line at a byte offset, without its line break.
pub(crate) fn line_end(text: &str, offset: usize) -> usize {
    let end = text[offset..]
        .find('\n')
        .map_or(text.len(), |newline| offset + newline);
    if text[offset..end].ends_with('\r') {
        end - 1
    } else {
        end
    }
}

pub(crate) fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Returns true if YAML reads the word as a string without quotes.
fn is_plain_yaml_key(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&word.to_ascii_lowercase().as_str())
}
