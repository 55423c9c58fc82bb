use proptest::prelude::*;

use super::*;
use crate::text::{has_hidden_characters, visible};

/// A short notation of the parts: `p(a *b*)`, `- item`, `code[sh](…)`.
fn outline(text: &str) -> String {
    match document(text).blocks {
        None => "plain".to_owned(),
        Some(blocks) => of_blocks(&blocks),
    }
}

fn of_blocks(blocks: &[BlockView]) -> String {
    let blocks: Vec<_> = blocks.iter().map(of_block).collect();
    blocks.join(" ")
}

fn of_block(block: &BlockView) -> String {
    match block {
        BlockView::Paragraph { text, .. } => format!("p({})", of_inlines(text)),
        BlockView::Heading { level, text, .. } => format!("h{level}({})", of_inlines(text)),
        BlockView::Code { label, code, .. } => format!("code[{label}]({code})"),
        BlockView::List { items } => {
            let items: Vec<_> = items
                .iter()
                .map(|item| {
                    let marker = item.number.map_or("-".to_owned(), |n| format!("{n}."));
                    format!("{marker} {}", of_blocks(&item.blocks))
                })
                .collect();
            format!("list({})", items.join("; "))
        }
        BlockView::Quote { blocks } => format!("quote({})", of_blocks(blocks)),
        BlockView::Table { header, rows, .. } => {
            let rows: Vec<_> = std::iter::once(header)
                .chain(rows)
                .map(|row| {
                    let cells: Vec<_> = row.iter().map(|cell| of_inlines(cell)).collect();
                    cells.join("|")
                })
                .collect();
            format!("table({})", rows.join("; "))
        }
        BlockView::Rule => "rule".to_owned(),
    }
}

fn of_inlines(inlines: &[InlineView]) -> String {
    inlines
        .iter()
        .map(|inline| match inline {
            InlineView::Text { text } => text.clone(),
            InlineView::Code { text } => format!("`{text}`"),
            InlineView::Emphasis { text } => format!("<em {}>", of_inlines(text)),
            InlineView::Strong { text } => format!("<b {}>", of_inlines(text)),
            InlineView::Address { text, address } => {
                format!("<a {} @ {address}>", of_inlines(text))
            }
        })
        .collect()
}

#[test]
fn plain_text_stays_as_it_is() {
    for text in [
        "",
        "Deploy?",
        "First line\nsecond line\n\n  indented line",
        "snake_case_name and *.rs and 2*5*2",
        "Tom & Jerry <3 \u{202e}x",
        "a\n\n\n\n\n\nb",
        "It's 5 o'clock (really): 100% #1 $x",
    ] {
        assert_eq!(outline(text), "plain", "{text:?}");
        assert_eq!(document(text).text, visible(text));
    }
}

#[test]
fn reads_each_part() {
    for (text, expected) in [
        ("a **b** *c* `d`", "p(a <b b> <em c> `d`)"),
        ("# Plan\ntext", "h1(Plan) p(text)"),
        ("```sh\nls -l\n\ncd\n```", "code[sh](ls -l\n\ncd)"),
        ("- a\n- b\n  - c", "list(- p(a); - p(b) list(- p(c)))"),
        ("> a\n> b", "quote(p(a\nb))"),
        ("|a|b|\n|-|-|\n|1|`2`|", "table(a|b; 1|`2`)"),
        ("a\n\n---\n\nb", "p(a) rule p(b)"),
        ("**a**\nb  \nc", "p(<b a>\nb\nc)"),
        ("Tom &amp; Jerry", "p(Tom & Jerry)"),
        ("\\*a\\*", "p(*a*)"),
    ] {
        assert_eq!(outline(text), expected, "{text:?}");
    }
}

#[test]
fn list_items_keep_their_numbers() {
    assert_eq!(outline("3. a\n7. b"), "list(3. p(a); 7. p(b))");
    assert_eq!(outline("1. a\n\n   b\n1. c"), "list(1. p(a) p(b); 1. p(c))");
}

#[test]
fn links_and_images_are_text_with_their_address() {
    for (text, expected) in [
        ("[a](https://b.example)", "p(<a a @ https://b.example>)"),
        (
            "[https://a.example](https://b.example)",
            "p(<a https://a.example @ https://b.example>)",
        ),
        ("<https://a.example>", "p(<a  @ https://a.example>)"),
        ("[a](b \"c\")", "p(<a a @ b “c”>)"),
        ("![alt](x.png)", "p(<a alt @ x.png>)"),
        ("[**a**](b)", "p(<a <b a> @ b>)"),
    ] {
        assert_eq!(outline(text), expected, "{text:?}");
    }
}

#[test]
fn html_is_literal_text() {
    assert_eq!(outline("a <b>b</b> *c*"), "p(a <b>b</b> <em c>)");
    assert_eq!(
        outline("<script>alert(1)</script>\n\n*a*"),
        "p(<script>alert(1)</script>) p(<em a>)"
    );
    assert_eq!(outline("*a* <!-- b -->"), "p(<em a> <!-- b -->)");
}

#[test]
fn products_are_not_emphasis() {
    assert_eq!(outline("**a** 2*5*2 x**y**z"), "p(<b a> 2*5*2 x**y**z)");
}

#[test]
fn words_that_would_vanish_are_shown_as_written() {
    for text in [
        // A link definition has no part.
        "[note]: nothing-to-see\n\n**a**",
        "[a][b] **c**\n\n[b]: https://d.example",
        // GFM drops the cells that the header lacks.
        "|a|\n|-|\n|1|2|",
    ] {
        assert_eq!(outline(text), "plain", "{text:?}");
    }
}

#[test]
fn characters_from_entities_are_made_visible() {
    assert_eq!(
        outline("**a** &#x202e;b&#0; &#8203;"),
        "p(<b a> ⟨U+202E⟩b\u{fffd} ⟨U+200B⟩)"
    );
    assert_eq!(
        outline("[a](b&#x202e;c \"&#x200b;\")"),
        "p(<a a @ b⟨U+202E⟩c “⟨U+200B⟩”>)"
    );
    assert_eq!(outline("`\u{202e}`"), "p(`⟨U+202E⟩`)");
}

#[test]
fn deeper_nesting_is_plain() {
    let quotes = |depth: usize| format!("{}a", "> ".repeat(depth));
    assert!(document(&quotes(MAX_DEPTH)).blocks.is_some());
    assert!(document(&quotes(MAX_DEPTH + 1)).blocks.is_none());
    assert!(document(&quotes(10_000)).blocks.is_none());
}

#[test]
fn more_parts_are_plain() {
    // Each item is itself, its paragraph and a text; the list is one more.
    let items = |count: usize| "- a\n".repeat(count);
    let most = (MAX_PARTS - 1) / 3;
    assert!(document(&items(most)).blocks.is_some());
    assert!(document(&items(most + 1)).blocks.is_none());
}

fn line_numbers(blocks: &[BlockView], numbers: &mut Vec<usize>) {
    for block in blocks {
        match block {
            BlockView::Paragraph { line, .. }
            | BlockView::Heading { line, .. }
            | BlockView::Code { line, .. }
            | BlockView::Table { line, .. } => numbers.push(*line),
            BlockView::List { items } => {
                for item in items {
                    line_numbers(&item.blocks, numbers);
                }
            }
            BlockView::Quote { blocks } => line_numbers(blocks, numbers),
            BlockView::Rule => {}
        }
    }
}

#[test]
fn parts_know_their_line() {
    for (text, expected) in [
        ("# a\n\nb\nc\n\n```\nd\n```\ne", &[1, 3, 6, 9][..]),
        ("\n- a\n- b\n  - c\n\n  d\n1. e", &[2, 3, 4, 6, 7]),
        ("> a\n>\n> - b\n\n|c|\n|-|\n|d|", &[1, 3, 5]),
        ("*a*\n\n    code\n\n<p>\nhtml\n\nb", &[1, 3, 5, 8]),
        // Blank lines are shown as a count.
        ("\n\n\n\n# a\r\n\r\n\r\n\r\n\r\n- b", &[1, 5, 6, 10]),
    ] {
        let mut numbers = Vec::new();
        line_numbers(&document(text).blocks.unwrap(), &mut numbers);
        assert_eq!(numbers, expected, "{text:?}");
    }
}

#[test]
fn text_as_written_has_paragraphs() {
    let blocks = paragraphs("\n a *b*\n  c\n\nd\n\n\n\ne").unwrap();
    assert_eq!(
        of_blocks(&blocks),
        "p( a *b*\n  c) p(d\n⟨3 empty lines⟩\ne)"
    );
    let mut numbers = Vec::new();
    line_numbers(&blocks, &mut numbers);
    assert_eq!(numbers, [2, 5]);
    assert!(paragraphs(&"a\n\n".repeat(MAX_PARTS)).is_some());
    assert!(paragraphs(&"a\n\n".repeat(MAX_PARTS + 1)).is_none());
}

fn leaves(blocks: &[BlockView]) -> Vec<String> {
    let mut leaves = Vec::new();
    for block in blocks {
        match block {
            BlockView::Paragraph { text, .. } | BlockView::Heading { text, .. } => {
                inline_leaves(text, &mut leaves);
            }
            BlockView::Code { label, code, .. } => leaves.extend([label.clone(), code.clone()]),
            BlockView::List { items } => {
                for item in items {
                    leaves.extend(self::leaves(&item.blocks));
                }
            }
            BlockView::Quote { blocks } => leaves.extend(self::leaves(blocks)),
            BlockView::Table { header, rows, .. } => {
                for cell in header.iter().chain(rows.iter().flatten()) {
                    inline_leaves(cell, &mut leaves);
                }
            }
            BlockView::Rule => {}
        }
    }
    leaves
}

fn inline_leaves(inlines: &[InlineView], leaves: &mut Vec<String>) {
    for inline in inlines {
        match inline {
            InlineView::Text { text } | InlineView::Code { text } => leaves.push(text.clone()),
            InlineView::Emphasis { text } | InlineView::Strong { text } => {
                inline_leaves(text, leaves);
            }
            InlineView::Address { text, address } => {
                inline_leaves(text, leaves);
                leaves.push(address.clone());
            }
        }
    }
}

/// Text that is likely to be Markdown.
fn markdown_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ -~]{0,8}",
        any::<char>().prop_map(String::from),
        proptest::sample::select(vec![
            "\n", "\n\n", "  ", "    ", "- ", "1. ", "> ", "# ", "```", "`", "*", "**", "_", "[",
            "](", ")", "|", "|-|", "<b>", "<!--", "&#x202e;", "&#10;", "&#0;", "\\", "\u{202e}",
            "\u{0}", "\r", "\t", "![", "~~~", "---", "===", "\u{200d}", "❤️", "é",
        ])
        .prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_shown_without_hidden_characters(text in markdown_text()) {
        let view = document(&text);
        prop_assert!(!has_hidden_characters(&view.text));
        for leaf in leaves(&view.blocks.unwrap_or_default()) {
            prop_assert!(!has_hidden_characters(&leaf), "{leaf:?}");
        }
    }

    /// Words are neither lost nor added, except by entities.
    #[test]
    fn no_word_is_lost(text in "[a-z0-9 \n*_`#>|\\[\\]()!<>.-]{0,80}") {
        let view = document(&text);
        if let Some(blocks) = view.blocks {
            let mut numbers = Vec::new();
            item_numbers(&blocks, &mut numbers);
            let shown = leaves(&blocks).concat() + &numbers.concat();
            let sorted = |text: &str| {
                let mut letters: Vec<_> = text.chars().filter(char::is_ascii_alphanumeric).collect();
                letters.sort_unstable();
                letters
            };
            prop_assert_eq!(sorted(&shown), sorted(&view.text));
        }
    }
}

fn item_numbers(blocks: &[BlockView], numbers: &mut Vec<String>) {
    for block in blocks {
        match block {
            BlockView::List { items } => {
                for item in items {
                    numbers.extend(item.number.map(|number| number.to_string()));
                    item_numbers(&item.blocks, numbers);
                }
            }
            BlockView::Quote { blocks } => item_numbers(blocks, numbers),
            _ => {}
        }
    }
}
