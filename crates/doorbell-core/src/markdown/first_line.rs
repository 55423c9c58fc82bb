//! A text in one line, as it reads.

use super::document;
use crate::view::{BlockView, InlineView};

/// Returns the first line that has words, without Markdown's marks. Its invisible characters are
/// visible.
pub fn first_line(text: &str) -> String {
    let document = document(text);
    let line = match &document.blocks {
        None => first(&document.text),
        Some(blocks) => of_blocks(blocks),
    };
    line.unwrap_or_default()
}

fn first(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| !line.is_empty()).map(str::to_owned)
}

fn of_blocks(blocks: &[BlockView]) -> Option<String> {
    blocks.iter().find_map(of_block)
}

fn of_block(block: &BlockView) -> Option<String> {
    match block {
        BlockView::Paragraph { text, .. } | BlockView::Heading { text, .. } => {
            first(&of_inlines(text))
        }
        BlockView::Code { code, .. } => first(code),
        BlockView::List { items } => items.iter().find_map(|item| {
            let line = of_blocks(&item.blocks)?;
            Some(match item.number {
                Some(number) => format!("{number}. {line}"),
                None => line,
            })
        }),
        BlockView::Quote { blocks } => of_blocks(blocks),
        BlockView::Table { header, .. } => {
            let cells: Vec<_> = header.iter().map(|cell| of_inlines(cell)).collect();
            first(&cells.join(" · "))
        }
        BlockView::Rule => None,
    }
}

fn of_inlines(inlines: &[InlineView]) -> String {
    inlines
        .iter()
        .map(|inline| match inline {
            InlineView::Text { text } | InlineView::Code { text } => text.clone(),
            InlineView::Emphasis { text } | InlineView::Strong { text } => of_inlines(text),
            InlineView::Address { text, address } if text.is_empty() => address.clone(),
            InlineView::Address { text, address } => format!("{} ({address})", of_inlines(text)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_left_out() {
        for (text, line) in [
            ("\n  Deploy?\nNow", "Deploy?"),
            ("## The **plan** for `auth`\n\nFirst", "The plan for auth"),
            ("---\n\n*a*\nb", "a"),
            ("```sh\n\nnpm test\n```", "npm test"),
            ("3. **a**\n4. b", "3. a"),
            ("- [a](https://b.example)", "a (https://b.example)"),
            ("> <https://b.example>", "https://b.example"),
            ("|a|**b**|\n|-|-|\n|1|2|", "a · b"),
            ("snake_case 2*5*2", "snake_case 2*5*2"),
            ("**a\u{202e}**", "a⟨U+202E⟩"),
            ("", ""),
        ] {
            assert_eq!(first_line(text), line, "{text:?}");
        }
    }
}
