//! Paragraphs, lists, code and tables.

use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, OffsetIter, Options, Parser, Tag};

use super::{MAX_DEPTH, MAX_PARTS};
use crate::text::{one_line, visible};
use crate::view::{BlockView, InlineView, ListItemView};

/// The text must be shown as it was written.
pub struct ShowSource;

pub struct Reader<'s> {
    pub(super) source: &'s str,
    pub(super) events: Peekable<OffsetIter<'s>>,
    /// Where each line of the source begins, and its number in the original text.
    lines: Vec<(usize, usize)>,
    /// The source up to here is shown by a part, or holds no words.
    shown_to: usize,
    pub(super) parts: usize,
}

impl<'s> Reader<'s> {
    /// `numbers` has the original number of each line of the source.
    pub fn new(source: &'s str, numbers: &[usize]) -> Self {
        let parser = Parser::new_ext(source, Options::ENABLE_TABLES);
        let ends = source.match_indices('\n').map(|(end, _)| end + 1);
        Self {
            source,
            lines: std::iter::once(0)
                .chain(ends)
                .zip(numbers.iter().copied())
                .collect(),
            events: parser.into_offset_iter().peekable(),
            shown_to: 0,
            parts: 0,
        }
    }

    pub fn blocks(&mut self, depth: usize) -> Result<Vec<BlockView>, ShowSource> {
        let mut blocks = Vec::new();
        while let Some((event, range)) = self.events.peek() {
            let start = range.start;
            match event {
                Event::End(_) => break,
                Event::Start(tag) if is_block(tag) => {
                    if let Some(block) = self.block(depth)? {
                        blocks.push(block);
                    }
                }
                Event::Rule => {
                    self.events.next();
                    self.count()?;
                    blocks.push(BlockView::Rule);
                }
                // A short list item holds its words without a paragraph.
                _ => {
                    self.count()?;
                    let line = self.line_at(start);
                    let text = self.inlines(depth)?;
                    blocks.push(BlockView::Paragraph { line, text });
                }
            }
        }
        Ok(blocks)
    }

    fn block(&mut self, depth: usize) -> Result<Option<BlockView>, ShowSource> {
        let Some((Event::Start(tag), range)) = self.events.next() else {
            return Ok(None);
        };
        self.count()?;
        let line = self.line_at(range.start);
        let block = match tag {
            Tag::Heading { level, .. } => BlockView::Heading {
                line,
                level: heading_level(level),
                text: self.inlines(depth)?,
            },
            Tag::CodeBlock(kind) => {
                // Its label and all its lines are shown.
                self.mark_shown(range)?;
                BlockView::Code {
                    line,
                    label: match kind {
                        CodeBlockKind::Fenced(info) => one_line(&info),
                        CodeBlockKind::Indented => String::new(),
                    },
                    code: visible(self.raw_text().trim_end_matches('\n')),
                }
            }
            Tag::List(first) => BlockView::List {
                items: self.items(first.is_some(), deeper(depth)?)?,
            },
            Tag::BlockQuote(_) => BlockView::Quote {
                blocks: self.blocks(deeper(depth)?)?,
            },
            Tag::Table(_) => self.table(line, depth)?,
            Tag::HtmlBlock => {
                self.mark_shown(range)?;
                let text = visible(self.raw_text().trim_end_matches('\n'));
                BlockView::Paragraph {
                    line,
                    text: vec![InlineView::Text { text }],
                }
            }
            _ => BlockView::Paragraph {
                line,
                text: self.inlines(depth)?,
            },
        };
        self.events.next();
        Ok(Some(block))
    }

    fn items(&mut self, is_numbered: bool, depth: usize) -> Result<Vec<ListItemView>, ShowSource> {
        let mut items = Vec::new();
        while let Some((_, range)) = self
            .events
            .next_if(|(event, _)| matches!(event, Event::Start(Tag::Item)))
        {
            self.count()?;
            let number = is_numbered
                .then(|| self.item_number(range.start))
                .transpose()?;
            items.push(ListItemView {
                number,
                blocks: self.blocks(depth)?,
            });
            self.events.next();
        }
        Ok(items)
    }

    /// The parser only numbers the first item. The person sees the author's numbers.
    fn item_number(&mut self, start: usize) -> Result<u32, ShowSource> {
        let digits = self.source[start..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let range = start..start + digits;
        self.mark_shown(range.clone())?;
        self.source[range].parse().map_err(|_| ShowSource)
    }

    fn table(&mut self, line: usize, depth: usize) -> Result<BlockView, ShowSource> {
        let mut rows = Vec::new();
        while self
            .events
            .next_if(|(event, _)| matches!(event, Event::Start(Tag::TableHead | Tag::TableRow)))
            .is_some()
        {
            let mut cells = Vec::new();
            while self
                .events
                .next_if(|(event, _)| matches!(event, Event::Start(Tag::TableCell)))
                .is_some()
            {
                self.count()?;
                cells.push(self.inlines(depth)?);
                self.events.next();
            }
            self.events.next();
            rows.push(cells);
        }
        let header = rows.drain(..rows.len().min(1)).next().unwrap_or_default();
        Ok(BlockView::Table { line, header, rows })
    }

    fn line_at(&self, offset: usize) -> usize {
        let after = self.lines.partition_point(|(start, _)| *start <= offset);
        self.lines[..after].last().map_or(1, |(_, number)| *number)
    }

    /// The text of a block that holds nothing else.
    fn raw_text(&mut self) -> String {
        let mut text = String::new();
        while let Some((event, _)) = self
            .events
            .next_if(|(event, _)| !matches!(event, Event::End(_)))
        {
            if let Event::Text(part) | Event::Html(part) = event {
                text.push_str(&part);
            }
        }
        text
    }

    /// Fails if words before the range are not shown, such as a link definition or the cells that a
    /// table has too many.
    pub fn mark_shown(&mut self, range: Range<usize>) -> Result<(), ShowSource> {
        let skipped = self.source.get(self.shown_to..range.start).unwrap_or("");
        self.shown_to = self.shown_to.max(range.end);
        if skipped.contains(char::is_alphanumeric) {
            return Err(ShowSource);
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), ShowSource> {
        self.parts += 1;
        self.check_count()
    }

    pub(super) fn check_count(&self) -> Result<(), ShowSource> {
        if self.parts > MAX_PARTS {
            return Err(ShowSource);
        }
        Ok(())
    }
}

pub(super) fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
    )
}

pub(super) fn deeper(depth: usize) -> Result<usize, ShowSource> {
    if depth >= MAX_DEPTH {
        return Err(ShowSource);
    }
    Ok(depth + 1)
}

fn heading_level(level: HeadingLevel) -> u8 {
    level as u8
}
