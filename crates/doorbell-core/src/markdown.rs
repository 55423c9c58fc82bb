//! Reads Markdown into a closed set of parts. Nothing in it is interpreted as HTML, fetched or opened.
//!
//! A text that would lose words, or exceeds a limit, is shown as it was written instead.

mod blocks;
mod first_line;
mod inlines;

#[cfg(test)]
mod tests;

use blocks::Reader;
pub use first_line::first_line;

use crate::text::visible_lines;
use crate::view::{BlockView, DocumentView, InlineView};

/// How deep lists, quotes and emphasis may nest.
pub const MAX_DEPTH: usize = 12;
/// How many parts the page has to draw at most.
pub const MAX_PARTS: usize = 2000;

/// Makes invisible characters in the text and in all its parts visible.
pub fn document(text: &str) -> DocumentView {
    let (numbers, lines): (Vec<_>, Vec<_>) = visible_lines(text).into_iter().unzip();
    let text = lines.join("\n");
    DocumentView {
        blocks: blocks(&text, &numbers),
        text,
    }
}

/// Returns the text as it was written, with one part for each paragraph, or `None` if there are too
/// many.
pub fn paragraphs(text: &str) -> Option<Vec<BlockView>> {
    let lines = visible_lines(text);
    let paragraphs = lines.split(|(_, line)| line.trim().is_empty());
    let blocks: Vec<_> = paragraphs
        .filter_map(|lines| {
            let (line, _) = lines.first()?;
            let lines: Vec<_> = lines.iter().map(|(_, line)| line.as_str()).collect();
            let text = lines.join("\n");
            Some(BlockView::Paragraph {
                line: *line,
                text: vec![InlineView::Text { text }],
            })
        })
        .collect();
    (blocks.len() <= MAX_PARTS).then_some(blocks)
}

/// Returns `None` for a text without formatting, and for one that is better shown as it was written.
///
/// `numbers` has one for each line of the source.
fn blocks(source: &str, numbers: &[usize]) -> Option<Vec<BlockView>> {
    let mut reader = Reader::new(source, numbers);
    let blocks = reader.blocks(0).ok()?;
    reader.mark_shown(source.len()..source.len()).ok()?;
    (!blocks.is_empty() && !is_plain(&blocks, source)).then_some(blocks)
}

/// Returns true if the parts add nothing to the text.
fn is_plain(blocks: &[BlockView], source: &str) -> bool {
    let mut shown = String::with_capacity(source.len());
    for block in blocks {
        let BlockView::Paragraph { text, .. } = block else {
            return false;
        };
        for inline in text {
            let InlineView::Text { text } = inline else {
                return false;
            };
            shown.push_str(text);
        }
    }
    let is_visible = |character: &char| !character.is_whitespace();
    shown
        .chars()
        .filter(is_visible)
        .eq(source.chars().filter(is_visible))
}
