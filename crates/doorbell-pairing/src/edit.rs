//! Changes to a text, made of spans that are replaced. What is not in a span stays byte for byte.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::document::{Format, Layout, Member, Node, Shape, line_end, line_start};

/// A value to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Text(String),
    Texts(Vec<String>),
    Number(u64),
    /// As it stood in the file before.
    Raw(String),
}

/// Changes to one text of one format.
pub(crate) struct Edit<'a> {
    format: Format,
    text: &'a str,
    splices: Vec<(Range<usize>, String)>,
}

impl<'a> Edit<'a> {
    pub fn new(format: Format, text: &'a str) -> Self {
        Self {
            format,
            text,
            splices: Vec::new(),
        }
    }

    /// The text with all changes made.
    pub fn apply(mut self) -> String {
        // Stable: what is put in at one place comes in the order in which it was put in.
        self.splices.sort_by_key(|(span, _)| (span.start, span.end));
        let mut changed = String::with_capacity(self.text.len());
        let mut at = 0;
        for (span, new) in self.splices {
            debug_assert!(at <= span.start, "changes overlap");
            // Whoever asked for changes looks at what came of them; a panic would be worse.
            changed.push_str(&self.text[at..span.start.max(at)]);
            changed.push_str(&new);
            at = span.end.max(at);
        }
        changed.push_str(&self.text[at..]);
        changed
    }

    /// Puts another value in the place of one.
    pub fn replace(&mut self, node: &Node, value: &Written) {
        let written = self.written(value);
        self.splice(node.span.clone(), written);
    }

    /// Puts a text in the place of a value.
    pub fn replace_text(&mut self, node: &Node, text: &str) {
        self.splice(node.span.clone(), self.format.text(text));
    }

    /// Gives a member another name.
    pub fn rename(&mut self, member: &Member, key: &str) {
        let written = self.format.key(key);
        self.splice(member.key_span.clone(), written);
    }

    /// Puts texts before the first item of a list.
    pub fn prepend(&mut self, list: &Node, texts: &[String]) {
        let Shape::List(layout, items) = &list.shape else {
            return;
        };
        let Some(first) = items.first() else {
            return self.replace(list, &Written::Texts(texts.to_vec()));
        };
        let start = match layout {
            Layout::Flow => first.span.start,
            Layout::Lines => self.item_start(first),
        };
        let before = self.gap(start);
        for text in texts {
            let text = self.format.text(text);
            let item = match layout {
                Layout::Flow if before.is_empty() => format!("{text}, "),
                Layout::Flow => format!("{text},{before}"),
                Layout::Lines => format!("- {text}{before}"),
            };
            self.splice(start..start, item);
        }
    }

    /// Where an item on lines of its own begins: at its dash.
    pub fn item_start(&self, item: &Node) -> usize {
        let start = item.span.start;
        self.text[..start].rfind('-').unwrap_or(start)
    }

    /// Puts texts behind the last item of a list.
    pub fn append(&mut self, list: &Node, texts: &[String]) {
        let mut all: Vec<String> = list
            .texts()
            .unwrap_or_default()
            .into_iter()
            .map(str::to_owned)
            .collect();
        match (&list.shape, list.items().and_then(<[Node]>::last)) {
            (Shape::List(Layout::Flow, _), Some(last)) => {
                let end = last.span.end;
                let before = match self.gap(last.span.start) {
                    gap if gap.is_empty() => " ".to_owned(),
                    gap => gap,
                };
                let more = texts.iter().map(|text| {
                    let text = self.format.text(text);
                    format!(",{before}{text}")
                });
                let more = more.collect();
                self.splice(end..end, more);
            }
            _ => {
                all.extend(texts.iter().cloned());
                self.replace(list, &Written::Texts(all));
            }
        }
    }

    /// Puts members behind another one, written as that one is.
    pub fn insert_after(&mut self, layout: Layout, anchor: &Member, members: &[(&str, Written)]) {
        if members.is_empty() {
            return;
        }
        let end = anchor.value.span.end;
        let written = members
            .iter()
            .map(|(key, value)| self.pair(key, value))
            .collect::<Vec<_>>();
        if layout == Layout::Lines {
            // With what stands before the name on its line: the indentation, or names and dots.
            let start = line_start(self.text, anchor.key_span.start);
            let before = &self.text[start..anchor.key_span.start];
            let newline = newline(self.text);
            let lines = written
                .iter()
                .map(|pair| format!("{newline}{before}{pair}"))
                .collect();
            let at = line_end(self.text, end);
            return self.splice(at..at, lines);
        }
        let gap = self.gap(anchor.key_span.start);
        if !gap.contains('\n') {
            let more = written.iter().map(|pair| format!(", {pair}")).collect();
            return self.splice(end..end, more);
        }
        let comma = self.comma_behind(end);
        // A comment behind the value on its line stays with it.
        let at = self.rest_of_line(comma.map_or(end, |comma| comma + 1));
        let mut lines = written.join(&format!(",{gap}"));
        if comma.is_some() {
            lines.push(',');
        } else {
            self.splice(end..end, ",".to_owned());
        }
        self.splice(at..at, format!("{gap}{lines}"));
    }

    /// Puts the first member into a map that has none, or one behind its last.
    pub fn add(&mut self, map: &Node, key: &str, value: &Written) {
        let Shape::Map(layout, members) = &map.shape else {
            return;
        };
        // What stands behind the header of a table within would be part of that table.
        let is_table = |member: &&Member| {
            let is_lines = matches!(member.value.shape, Shape::Map(Layout::Lines, _));
            self.format == Format::Toml && is_lines
        };
        if let Some(last) = members.iter().rev().find(|member| !is_table(member)) {
            return self.insert_after(*layout, last, &[(key, value.clone())]);
        }
        let pair = self.pair(key, value);
        self.splice(map.span.clone(), format!("{{{pair}}}"));
    }

    /// Takes a member out.
    pub fn remove_member(&mut self, layout: Layout, member: &Member) {
        let span = member.key_span.start..member.value.span.end;
        match layout {
            Layout::Flow => self.remove_between_commas(span),
            Layout::Lines => {
                let start = line_start(self.text, span.start);
                let end = line_end(self.text, span.end);
                let newline = self.text[end..].find('\n').map_or(0, |at| at + 1);
                self.splice(start..end + newline, String::new());
            }
        }
    }

    /// Takes an item out of a list between brackets.
    pub fn remove_item(&mut self, item: &Node) {
        self.remove_between_commas(item.span.clone());
    }

    fn remove_between_commas(&mut self, span: Range<usize>) {
        let start = self.text[..span.start].trim_end().len();
        // White space before it goes too, but not the end of a comment's line.
        let start = if self.ends_in_comment(start) {
            span.start
        } else {
            start
        };
        if let Some(comma) = self.comma_behind(span.end) {
            return self.splice(start..comma + 1, String::new());
        }
        if self.text[..start].ends_with(',') {
            return self.splice(start - 1..span.end, String::new());
        }
        self.splice(start..span.end, String::new());
    }

    fn ends_in_comment(&self, at: usize) -> bool {
        let line = &self.text[line_start(self.text, at)..at];
        line.contains(self.format.comment()) || line.ends_with("*/")
    }

    /// Puts a text in the place of a span.
    pub fn splice(&mut self, span: Range<usize>, new: String) {
        self.splices.push((span, new));
    }

    fn pair(&self, key: &str, value: &Written) -> String {
        let between = self.format.between();
        format!("{}{between}{}", self.format.key(key), self.written(value))
    }

    fn written(&self, value: &Written) -> String {
        match value {
            Written::Text(text) => self.format.text(text),
            Written::Texts(texts) => {
                let texts = texts.iter().map(|text| self.format.text(text));
                format!("[{}]", texts.collect::<Vec<_>>().join(", "))
            }
            Written::Number(number) => number.to_string(),
            Written::Raw(text) => text.clone(),
        }
    }

    /// The white space before a byte.
    fn gap(&self, at: usize) -> String {
        let before = &self.text[..at];
        let gap = &before[before.trim_end().len()..];
        // Of several line breaks the last one, with its indentation.
        match gap.rfind('\n') {
            Some(last) => format!("{}{}", newline(self.text), &gap[last + 1..]),
            None => gap.to_owned(),
        }
    }

    /// The comma behind a value, if one is before anything else but comments.
    fn comma_behind(&self, end: usize) -> Option<usize> {
        let mut at = end;
        loop {
            at += self.text[at..].len() - self.text[at..].trim_start().len();
            let rest = &self.text[at..];
            if rest.starts_with(',') {
                return Some(at);
            }
            if rest.starts_with("/*") && self.format == Format::Json {
                at += rest.find("*/")? + 2;
            } else if rest.starts_with(self.format.comment()) {
                at = line_end(self.text, at);
            } else {
                return None;
            }
        }
    }

    /// Where what belongs to a byte's line ends: only white space and a comment.
    fn rest_of_line(&self, at: usize) -> usize {
        let rest = &self.text[at..line_end(self.text, at)];
        let said = rest.trim();
        let is_comment = said.starts_with(self.format.comment())
            || (said.starts_with("/*") && said.find("*/") == Some(said.len().saturating_sub(2)));
        if is_comment {
            at + rest.trim_end().len()
        } else {
            at
        }
    }
}

/// How the lines of a text end.
pub(crate) fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
