//! Text inside a block, with emphasis, code and addresses.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::blocks::{Reader, ShowSource, deeper, is_block};
use crate::text::{one_line, visible};
use crate::view::InlineView;

impl<'s> Reader<'s> {
    /// Reads up to the end of the part, or to the next block.
    pub(super) fn inlines(&mut self, depth: usize) -> Result<Vec<InlineView>, ShowSource> {
        let mut line = Line::default();
        self.read_into(&mut line, depth)?;
        let inlines = line.finish();
        self.parts += inlines.len();
        self.check_count()?;
        Ok(inlines)
    }

    fn read_into(&mut self, line: &mut Line, depth: usize) -> Result<(), ShowSource> {
        while let Some((event, range)) = self.events.next_if(|(event, _)| match event {
            Event::End(_) | Event::Rule => false,
            Event::Start(tag) => !is_block(tag),
            _ => true,
        }) {
            self.mark_shown(range.start..range.start)?;
            match event {
                Event::SoftBreak | Event::HardBreak => line.text.push('\n'),
                Event::Code(code) => {
                    self.mark_shown(range)?;
                    line.push(InlineView::Code {
                        text: visible(&code),
                    });
                }
                Event::Start(tag) => self.span(tag, range, line, depth)?,
                Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => {
                    self.mark_shown(range)?;
                    line.text.push_str(&text);
                }
                // Extensions that are off.
                _ => return Err(ShowSource),
            }
        }
        Ok(())
    }

    fn span(
        &mut self,
        tag: Tag<'s>,
        range: Range<usize>,
        line: &mut Line,
        depth: usize,
    ) -> Result<(), ShowSource> {
        let depth = deeper(depth)?;
        match tag {
            Tag::Emphasis | Tag::Strong if self.is_inside_word(&range) => {
                let marks = if tag == Tag::Strong { 2 } else { 1 };
                let marks = &self.source[range.start..range.start + marks];
                line.text.push_str(marks);
                self.read_into(line, depth)?;
                line.text.push_str(marks);
            }
            Tag::Emphasis => {
                let text = self.inlines(depth)?;
                line.push(InlineView::Emphasis { text });
            }
            Tag::Strong => {
                let text = self.inlines(depth)?;
                line.push(InlineView::Strong { text });
            }
            Tag::Link {
                dest_url, title, ..
            }
            | Tag::Image {
                dest_url, title, ..
            } => {
                self.mark_shown(range)?;
                let text = self.inlines(depth)?;
                let mut address = one_line(&dest_url);
                if !title.is_empty() {
                    address = format!("{address} “{}”", one_line(&title));
                }
                // <https://example.com> needs to be shown once.
                let text = if is_text(&text, &address) {
                    Vec::new()
                } else {
                    text
                };
                line.push(InlineView::Address { text, address });
            }
            _ => return Err(ShowSource),
        }
        self.events.next();
        Ok(())
    }

    /// Returns true for 2*5*2, a product, and for *.js or x*y, a pattern.
    fn is_inside_word(&self, range: &Range<usize>) -> bool {
        let before = self.source[..range.start].chars().next_back();
        let after = self.source[range.end..].chars().next();
        [before, after]
            .into_iter()
            .any(|next| next.is_some_and(|character| character.is_ascii_alphanumeric()))
    }
}

/// A run of inline parts, with neighbouring texts as one.
#[derive(Default)]
struct Line {
    parts: Vec<InlineView>,
    text: String,
}

impl Line {
    fn push(&mut self, part: InlineView) {
        self.end_text();
        self.parts.push(part);
    }

    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return;
        }
        // A space between two parts is no empty line.
        let is_space = text.chars().all(|character| character == ' ');
        let text = if is_space { text } else { visible(&text) };
        self.parts.push(InlineView::Text { text });
    }

    fn finish(mut self) -> Vec<InlineView> {
        self.end_text();
        self.parts
    }
}

fn is_text(inlines: &[InlineView], expected: &str) -> bool {
    match inlines {
        [] => true,
        [InlineView::Text { text }] => text == expected,
        _ => false,
    }
}
