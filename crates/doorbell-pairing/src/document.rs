//! A configuration file as a tree that knows where in the text each value stands, whatever the
//! file's format, so that one value can be changed and every other byte stays.

mod json;
mod toml;
mod yaml;

#[cfg(test)]
mod tests;

use std::ops::Range;

use serde_json::Value;

use crate::place::Mistake;

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// JSON, with or without comments and trailing commas.
    Json,
    Toml,
    Yaml,
}

/// A value and where it stands.
#[derive(Debug)]
pub(crate) struct Node {
    pub span: Range<usize>,
    pub shape: Shape,
}

/// What a value is.
#[derive(Debug)]
pub(crate) enum Shape {
    Map(Layout, Vec<Member>),
    List(Layout, Vec<Node>),
    Text(String),
    /// A number, a truth, nothing, or whatever else the format has.
    Other(Value),
}

/// How the parts of a value stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Between brackets, with commas.
    Flow,
    /// Each on lines of its own.
    Lines,
}

/// One value of a map.
#[derive(Debug)]
pub(crate) struct Member {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: Node,
}

impl Format {
    /// Reads a text. An empty one is an empty map.
    pub fn read(self, text: &str) -> Result<Node, Mistake> {
        match self {
            Self::Json => json::read(text),
            Self::Toml => toml::read(text),
            Self::Yaml => yaml::read(text),
        }
    }

    /// A text as a value is written.
    pub fn text(self, text: &str) -> String {
        match self {
            // What JSON writes is right in YAML too, and no plain word is then taken for a number.
            Self::Json | Self::Yaml => Value::from(text).to_string(),
            Self::Toml => toml_edit::Value::from(text).to_string(),
        }
    }

    /// A name as it is written before its value.
    pub fn key(self, key: &str) -> String {
        match self {
            Self::Json => Value::from(key).to_string(),
            Self::Toml => toml_edit::Key::new(key).to_string(),
            Self::Yaml if is_plain(key) => key.to_owned(),
            Self::Yaml => Value::from(key).to_string(),
        }
    }

    /// What stands between a name and its value.
    pub fn between(self) -> &'static str {
        match self {
            Self::Json | Self::Yaml => ": ",
            Self::Toml => " = ",
        }
    }

    /// What a comment that ends with its line begins with.
    pub fn comment(self) -> &'static str {
        match self {
            Self::Json => "//",
            Self::Toml | Self::Yaml => "#",
        }
    }
}

impl Node {
    /// The members of a map.
    pub fn members(&self) -> Option<&[Member]> {
        match &self.shape {
            Shape::Map(_, members) => Some(members),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.shape {
            Shape::List(_, items) => Some(items),
            _ => None,
        }
    }

    /// The text that it is.
    pub fn text(&self) -> Option<&str> {
        match &self.shape {
            Shape::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The texts of a list that has nothing else.
    pub fn texts(&self) -> Option<Vec<&str>> {
        self.items()?.iter().map(Self::text).collect()
    }

    /// The member of that name. Of two of the same name readers take one or the other, so that is
    /// a mistake.
    pub fn member(&self, key: &str) -> Result<Option<&Member>, Twice> {
        let mut found = self
            .members()
            .unwrap_or_default()
            .iter()
            .filter(|member| member.key == key);
        let first = found.next();
        match found.next() {
            Some(second) => Err(Twice {
                at: second.key_span.start,
            }),
            None => Ok(first),
        }
    }

    /// The first member of that name, where there is known to be no second.
    pub fn first(&self, key: &str) -> Option<&Member> {
        let mut members = self.members()?.iter();
        members.find(|member| member.key == key)
    }

    /// The value of that name.
    pub fn get(&self, key: &str) -> Result<Option<&Self>, Twice> {
        Ok(self.member(key)?.map(|member| &member.value))
    }

    /// What is found by going down these names.
    pub fn down(
        &self,
        path: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Option<&Self>, Twice> {
        let mut node = self;
        for key in path {
            match node.get(key.as_ref())? {
                Some(next) => node = next,
                None => return Ok(None),
            }
        }
        Ok(Some(node))
    }

    /// The same, with a mistake that says where in the text it is.
    pub fn find(
        &self,
        text: &str,
        path: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Option<&Self>, Mistake> {
        self.down(path).map_err(|twice| twice.in_text(text))
    }

    /// What it says, however it is written.
    pub fn value(&self) -> Value {
        match &self.shape {
            Shape::Map(_, members) => members
                .iter()
                .map(|member| (member.key.clone(), member.value.value()))
                .collect(),
            Shape::List(_, items) => items.iter().map(Self::value).collect(),
            Shape::Text(text) => text.as_str().into(),
            Shape::Other(value) => value.clone(),
        }
    }

    /// It as it can be written behind a name: as it is, or between brackets if it is on lines of its
    /// own.
    pub fn alone(&self, format: Format, text: &str) -> String {
        match &self.shape {
            Shape::Map(Layout::Lines, members) => {
                let pairs = members.iter().map(|member| {
                    let value = member.value.between_brackets(format, text);
                    format!("{}{}{value}", format.key(&member.key), format.between())
                });
                format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
            }
            Shape::List(Layout::Lines, items) => {
                let items = items.iter().map(|item| item.between_brackets(format, text));
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
            _ => text[self.span.clone()].to_owned(),
        }
    }

    fn between_brackets(&self, format: Format, text: &str) -> String {
        match self.text() {
            // Without quotation marks it may mean something else there.
            Some(word) => format.text(word),
            None => self.alone(format, text),
        }
    }

    /// Everything that belongs to it: of what is on lines of its own, also the rest of the last
    /// line, where a comment may be.
    pub fn extent(&self, text: &str) -> Range<usize> {
        match self.shape {
            Shape::Map(Layout::Lines, _) | Shape::List(Layout::Lines, _) => {
                self.span.start..line_end(text, self.span.end)
            }
            _ => self.span.clone(),
        }
    }
}

/// A name that a map has twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Twice {
    at: usize,
}

impl Twice {
    /// As a mistake in this text.
    pub fn in_text(self, text: &str) -> Mistake {
        Mistake::at(text, self.at, "this name is there twice")
    }
}

/// From the first to the last of several.
fn hull(spans: impl IntoIterator<Item = Range<usize>>) -> Option<Range<usize>> {
    spans
        .into_iter()
        .reduce(|all, one| all.start.min(one.start)..all.end.max(one.end))
}

/// Where the line of a byte ends, before its line break.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..]
        .find('\n')
        .map_or(text.len(), |newline| at + newline);
    if text[at..end].ends_with('\r') {
        end - 1
    } else {
        end
    }
}

/// Where the line of a byte begins.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Whether YAML takes a word for itself, as a name.
fn is_plain(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&word.to_ascii_lowercase().as_str())
}
