//! Parses JSON with comments.

use jsonc_parser::ast::{ObjectProp, Value as Ast};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

use super::{Layout, Member, Node, Shape};
use crate::parse_error::ParseError;

/// JSON with comments and trailing commas, as editors allow it.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub fn parse(text: &str) -> Result<Node, ParseError> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &OPTIONS).map_err(|error| {
        let message = lowercase_first(&error.kind().to_string());
        ParseError::at_byte(text, error.range().start, message)
    })?;
    Ok(match parsed.value {
        Some(value) => node(&value, text),
        None => Node {
            span: text.len()..text.len(),
            shape: Shape::Map(Layout::Flow, Vec::new()),
        },
    })
}

/// The message follows "line 1, column 2: ".
fn lowercase_first(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

fn node(value: &Ast<'_>, text: &str) -> Node {
    let range = value.range();
    let shape = match value {
        Ast::StringLit(string) => Shape::Text(string.value.to_string()),
        Ast::Object(object) => {
            let members = object
                .properties
                .iter()
                .map(|property| member(property, text));
            Shape::Map(Layout::Flow, members.collect())
        }
        Ast::Array(array) => {
            let items = array.elements.iter().map(|element| node(element, text));
            Shape::List(Layout::Flow, items.collect())
        }
        Ast::NumberLit(_) | Ast::BooleanLit(_) | Ast::NullKeyword(_) => {
            let source = &text[range.start..range.end];
            Shape::Other(serde_json::from_str(source).unwrap_or_else(|_| Value::from(source)))
        }
    };
    Node {
        span: range.start..range.end,
        shape,
    }
}

fn member(property: &ObjectProp<'_>, text: &str) -> Member {
    let range = property.name.range();
    Member {
        key: property.name.as_str().to_owned(),
        key_span: range.start..range.end,
        value: node(&property.value, text),
    }
}
