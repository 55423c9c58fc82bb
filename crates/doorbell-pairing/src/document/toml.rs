//! Parses TOML.

use std::ops::Range;

use serde_json::Value;
use toml_edit::{Document, Item, TableLike};

use super::{Layout, Member, Node, Shape, enclosing_span};
use crate::parse_error::ParseError;

pub fn parse(text: &str) -> Result<Node, ParseError> {
    let document = Document::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().next().unwrap_or("this is not TOML");
        ParseError::at_byte(text, offset, message)
    })?;
    Ok(table(document.as_table(), Layout::Block, 0..0))
}

/// The span of a table with a header or dotted keys encloses its parts.
fn table(table: &dyn TableLike, layout: Layout, span: Range<usize>) -> Node {
    let members: Vec<_> = table
        .iter()
        .filter_map(|(key, item)| {
            let key_span = table.key(key).and_then(toml_edit::Key::span)?;
            Some(Member {
                key: key.to_owned(),
                key_span,
                value: node(item)?,
            })
        })
        .collect();
    let span = match layout {
        Layout::Flow => span,
        Layout::Block => {
            let parts = members
                .iter()
                .flat_map(|member| [member.key_span.clone(), member.value.span.clone()]);
            enclosing_span(parts).unwrap_or(span)
        }
    };
    Node {
        span,
        shape: Shape::Map(layout, members),
    }
}

fn node(item: &Item) -> Option<Node> {
    let span = item.span().unwrap_or_default();
    if let Some(inline) = item.as_inline_table() {
        // A dotted key inside an inline table has no brackets of its own.
        return (!inline.is_dotted()).then(|| table(inline, Layout::Flow, span));
    }
    if let Some(block) = item.as_table() {
        return Some(table(block, Layout::Block, span));
    }
    let shape = if let Some(array) = item.as_array() {
        let items = array.iter().map(|value| node(&Item::Value(value.clone())));
        Shape::List(Layout::Flow, items.collect::<Option<_>>()?)
    } else if let Some(text) = item.as_str() {
        Shape::Text(text.to_owned())
    } else if let Some(number) = item.as_integer() {
        Shape::Other(number.into())
    } else if let Some(boolean) = item.as_bool() {
        Shape::Other(boolean.into())
    } else {
        // Dates, floats and arrays of tables are never edited.
        Shape::Other(Value::from(item.to_string().trim()))
    };
    Some(Node { span, shape })
}
