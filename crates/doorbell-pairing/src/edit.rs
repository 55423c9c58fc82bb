//! Edits a text by replacing spans. Bytes outside those spans stay the same.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::document::{FileFormat, Layout, Member, Node, Shape, line_end, line_start};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NewValue {
    Text(String),
    Texts(Vec<String>),
    Number(u64),
    /// Already formatted.
    Raw(String),
}

pub(crate) struct Edit<'a> {
    format: FileFormat,
    text: &'a str,
    splices: Vec<(Range<usize>, String)>,
}

impl<'a> Edit<'a> {
    pub fn new(format: FileFormat, text: &'a str) -> Self {
        Self {
            format,
            text,
            splices: Vec::new(),
        }
    }

    pub fn apply(mut self) -> String {
        // The sort is stable, so insertions at one offset keep their order.
        self.splices.sort_by_key(|(span, _)| (span.start, span.end));
        let mut edited = String::with_capacity(self.text.len());
        let mut at = 0;
        for (span, new) in self.splices {
            debug_assert!(at <= span.start, "edits overlap");
            // In release builds the caller checks the result, so an overlap must not panic.
            edited.push_str(&self.text[at..span.start.max(at)]);
            edited.push_str(&new);
            at = span.end.max(at);
        }
        edited.push_str(&self.text[at..]);
        edited
    }

    pub fn replace(&mut self, node: &Node, value: &NewValue) {
        let new = self.render(value);
        self.splice(node.span.clone(), new);
    }

    pub fn replace_text(&mut self, node: &Node, text: &str) {
        self.splice(node.span.clone(), self.format.quote(text));
    }

    pub fn rename(&mut self, member: &Member, key: &str) {
        let new = self.format.key(key);
        self.splice(member.key_span.clone(), new);
    }

    pub fn prepend(&mut self, list: &Node, texts: &[String]) {
        let Shape::List(layout, items) = &list.shape else {
            return;
        };
        let Some(first) = items.first() else {
            return self.replace(list, &NewValue::Texts(texts.to_vec()));
        };
        let start = match layout {
            Layout::Flow => first.span.start,
            Layout::Block => self.item_start(first),
        };
        let before = self.whitespace_before(start);
        for text in texts {
            let text = self.format.quote(text);
            let item = match layout {
                Layout::Flow if before.is_empty() => format!("{text}, "),
                Layout::Flow => format!("{text},{before}"),
                Layout::Block => format!("- {text}{before}"),
            };
            self.splice(start..start, item);
        }
    }

    /// Returns the offset of the dash before an item in block layout.
    pub fn item_start(&self, item: &Node) -> usize {
        let start = item.span.start;
        self.text[..start].rfind('-').unwrap_or(start)
    }

    pub fn append(&mut self, list: &Node, texts: &[String]) {
        let mut all: Vec<String> = list
            .as_strings()
            .unwrap_or_default()
            .into_iter()
            .map(str::to_owned)
            .collect();
        match (&list.shape, list.items().and_then(<[Node]>::last)) {
            (Shape::List(Layout::Flow, _), Some(last)) => {
                let end = last.span.end;
                let before = match self.whitespace_before(last.span.start) {
                    space if space.is_empty() => " ".to_owned(),
                    space => space,
                };
                let more = texts.iter().map(|text| {
                    let text = self.format.quote(text);
                    format!(",{before}{text}")
                });
                let more = more.collect();
                self.splice(end..end, more);
            }
            _ => {
                all.extend(texts.iter().cloned());
                self.replace(list, &NewValue::Texts(all));
            }
        }
    }

    /// Inserts members after `anchor`, formatted like it.
    pub fn insert_after(&mut self, layout: Layout, anchor: &Member, members: &[(&str, NewValue)]) {
        if members.is_empty() {
            return;
        }
        let end = anchor.value.span.end;
        let rendered = members
            .iter()
            .map(|(key, value)| self.render_member(key, value))
            .collect::<Vec<_>>();
        if layout == Layout::Block {
            // Repeats what precedes the key on its line: indentation or, in TOML, dotted keys.
            let start = line_start(self.text, anchor.key_span.start);
            let before = &self.text[start..anchor.key_span.start];
            let newline = newline(self.text);
            let lines = rendered
                .iter()
                .map(|member| format!("{newline}{before}{member}"))
                .collect();
            let at = line_end(self.text, end);
            return self.splice(at..at, lines);
        }
        let space = self.whitespace_before(anchor.key_span.start);
        if !space.contains('\n') {
            let more = rendered
                .iter()
                .map(|member| format!(", {member}"))
                .collect();
            return self.splice(end..end, more);
        }
        let comma = self.comma_after(end);
        // A comment after the value on the same line stays there.
        let at = self.end_with_comment(comma.map_or(end, |comma| comma + 1));
        let mut lines = rendered.join(&format!(",{space}"));
        if comma.is_some() {
            lines.push(',');
        } else {
            self.splice(end..end, ",".to_owned());
        }
        self.splice(at..at, format!("{space}{lines}"));
    }

    /// Adds a member at the end of a map.
    pub fn add_member(&mut self, map: &Node, key: &str, value: &NewValue) {
        let Shape::Map(layout, members) = &map.shape else {
            return;
        };
        // In TOML, a line after the header of a nested table would belong to that table.
        let is_table = |member: &&Member| {
            let is_block = matches!(member.value.shape, Shape::Map(Layout::Block, _));
            self.format == FileFormat::Toml && is_block
        };
        if let Some(last) = members.iter().rev().find(|member| !is_table(member)) {
            return self.insert_after(*layout, last, &[(key, value.clone())]);
        }
        let member = self.render_member(key, value);
        self.splice(map.span.clone(), format!("{{{member}}}"));
    }

    pub fn remove_member(&mut self, layout: Layout, member: &Member) {
        let span = member.key_span.start..member.value.span.end;
        match layout {
            Layout::Flow => self.remove_with_comma(span),
            Layout::Block => {
                let start = line_start(self.text, span.start);
                let end = line_end(self.text, span.end);
                let newline = self.text[end..].find('\n').map_or(0, |at| at + 1);
                self.splice(start..end + newline, String::new());
            }
        }
    }

    /// Removes an item from a list in flow layout.
    pub fn remove_item(&mut self, item: &Node) {
        self.remove_with_comma(item.span.clone());
    }

    fn remove_with_comma(&mut self, span: Range<usize>) {
        let start = self.text[..span.start].trim_end().len();
        // Also removes the white space before it, except the line break that ends a comment.
        let start = if self.ends_in_comment(start) {
            span.start
        } else {
            start
        };
        if let Some(comma) = self.comma_after(span.end) {
            return self.splice(start..comma + 1, String::new());
        }
        if self.text[..start].ends_with(',') {
            return self.splice(start - 1..span.end, String::new());
        }
        self.splice(start..span.end, String::new());
    }

    fn ends_in_comment(&self, at: usize) -> bool {
        let line = &self.text[line_start(self.text, at)..at];
        line.contains(self.format.line_comment()) || line.ends_with("*/")
    }

    pub fn splice(&mut self, span: Range<usize>, new: String) {
        self.splices.push((span, new));
    }

    fn render_member(&self, key: &str, value: &NewValue) -> String {
        let separator = self.format.key_separator();
        format!("{}{separator}{}", self.format.key(key), self.render(value))
    }

    fn render(&self, value: &NewValue) -> String {
        match value {
            NewValue::Text(text) => self.format.quote(text),
            NewValue::Texts(texts) => {
                let texts = texts.iter().map(|text| self.format.quote(text));
                format!("[{}]", texts.collect::<Vec<_>>().join(", "))
            }
            NewValue::Number(number) => number.to_string(),
            NewValue::Raw(text) => text.clone(),
        }
    }

    /// Returns the white space before an offset, with at most one line break.
    fn whitespace_before(&self, offset: usize) -> String {
        let before = &self.text[..offset];
        let space = &before[before.trim_end().len()..];
        match space.rfind('\n') {
            Some(last) => format!("{}{}", newline(self.text), &space[last + 1..]),
            None => space.to_owned(),
        }
    }

    /// Returns the offset of the next comma, if only white space and comments precede it.
    fn comma_after(&self, end: usize) -> Option<usize> {
        let mut at = end;
        loop {
            at += self.text[at..].len() - self.text[at..].trim_start().len();
            let rest = &self.text[at..];
            if rest.starts_with(',') {
                return Some(at);
            }
            if rest.starts_with("/*") && self.format == FileFormat::Json {
                at += rest.find("*/")? + 2;
            } else if rest.starts_with(self.format.line_comment()) {
                at = line_end(self.text, at);
            } else {
                return None;
            }
        }
    }

    /// Returns the end of the comment that fills the rest of the line, or `at` without one.
    fn end_with_comment(&self, at: usize) -> usize {
        let rest = &self.text[at..line_end(self.text, at)];
        let trimmed = rest.trim();
        let is_comment = trimmed.starts_with(self.format.line_comment())
            || (trimmed.starts_with("/*")
                && trimmed.find("*/") == Some(trimmed.len().saturating_sub(2)));
        if is_comment {
            at + rest.trim_end().len()
        } else {
            at
        }
    }
}

/// Returns the text's line break.
pub(crate) fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
