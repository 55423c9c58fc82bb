//! Reads TOML.

use std::ops::Range;

use serde_json::Value;
use toml_edit::{Document, Item, TableLike};

use super::{Layout, Member, Node, Shape, hull};
use crate::place::Mistake;

pub fn read(text: &str) -> Result<Node, Mistake> {
    let document = Document::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let what = error.message().lines().next().unwrap_or("this is not TOML");
        Mistake::at(text, at, what)
    })?;
    Ok(table(document.as_table(), Layout::Lines, 0..0))
}

/// A table. One with a header, or whose names are written with dots, is wherever its parts are.
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
        Layout::Lines => {
            let parts = members
                .iter()
                .flat_map(|member| [member.key_span.clone(), member.value.span.clone()]);
            hull(parts).unwrap_or(span)
        }
    };
    Node {
        span,
        shape: Shape::Map(layout, members),
    }
}

fn node(item: &Item) -> Option<Node> {
    let span = item.span().unwrap_or_default();
    if let Some(found) = item.as_inline_table() {
        // One that is written with dots inside another has no brackets of its own.
        return (!found.is_dotted()).then(|| table(found, Layout::Flow, span));
    }
    if let Some(found) = item.as_table() {
        return Some(table(found, Layout::Lines, span));
    }
    let shape = if let Some(array) = item.as_array() {
        let items = array.iter().map(|value| node(&Item::Value(value.clone())));
        Shape::List(Layout::Flow, items.collect::<Option<_>>()?)
    } else if let Some(text) = item.as_str() {
        Shape::Text(text.to_owned())
    } else if let Some(number) = item.as_integer() {
        Shape::Other(number.into())
    } else if let Some(truth) = item.as_bool() {
        Shape::Other(truth.into())
    } else {
        // Nothing that is looked at: dates, fractions, arrays of tables.
        Shape::Other(Value::from(item.to_string().trim()))
    };
    Some(Node { span, shape })
}
