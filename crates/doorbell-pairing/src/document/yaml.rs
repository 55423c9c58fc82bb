//! Parses YAML. Values with anchors, and aliases of them, are opaque. Only one document is allowed.

use std::borrow::Cow;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::Value;

use super::{Layout, Member, Node, Shape, enclosing_span};
use crate::parse_error::ParseError;

pub const MAX_DEPTH: usize = 128;

/// Represents an alias or a value with an anchor.
const OPAQUE: &str = "*";

pub fn parse(text: &str) -> Result<Node, ParseError> {
    let mut reader = EventReader {
        text,
        char_offsets: text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect(),
        parser: Parser::new_from_str(text),
    };
    let mut root = None;
    while let Some((event, span)) = reader.next()? {
        match event {
            Event::DocumentStart(_) if root.is_some() => {
                let message = "a second document begins here";
                return Err(ParseError::at_byte(text, span.start, message));
            }
            Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => {}
            event => root = Some(reader.node(event, span, 0)?),
        }
    }
    Ok(root.filter(|node| !is_null(node)).unwrap_or(Node {
        span: text.len()..text.len(),
        shape: Shape::Map(Layout::Block, Vec::new()),
    }))
}

fn is_null(node: &Node) -> bool {
    matches!(node.shape, Shape::Other(Value::Null))
}

struct EventReader<'a> {
    text: &'a str,
    /// The byte offset of each character, since the parser counts characters.
    char_offsets: Vec<usize>,
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
}

impl<'a> EventReader<'a> {
    fn next(&mut self) -> Result<Option<(Event<'a>, Range<usize>)>, ParseError> {
        match self.parser.next() {
            None => Ok(None),
            Some(Ok((event, span))) => Ok(Some((event, self.range(span)))),
            Some(Err(error)) => {
                let offset = self.byte_offset(error.marker().index());
                Err(ParseError::at_byte(self.text, offset, error.info()))
            }
        }
    }

    /// Returns the next event of an open map or list.
    fn next_inside(&mut self) -> Result<(Event<'a>, Range<usize>), ParseError> {
        let end = self.text.len();
        self.next()?
            .ok_or_else(|| ParseError::at_byte(self.text, end, "something is not closed"))
    }

    fn node(
        &mut self,
        event: Event<'a>,
        span: Range<usize>,
        depth: usize,
    ) -> Result<Node, ParseError> {
        if depth >= MAX_DEPTH {
            let message = "this is nested too deeply";
            return Err(ParseError::at_byte(self.text, span.start, message));
        }
        let has_anchor = matches!(
            event,
            Event::Scalar(_, _, 1.., _)
                | Event::SequenceStart(1.., _)
                | Event::MappingStart(1.., _)
        );
        let mut node = self.value(event, span, depth)?;
        if has_anchor {
            // A change here would also change the aliases.
            node.shape = Shape::Other(Value::from(OPAQUE));
        }
        Ok(node)
    }

    fn value(
        &mut self,
        event: Event<'a>,
        span: Range<usize>,
        depth: usize,
    ) -> Result<Node, ParseError> {
        match event {
            Event::Scalar(word, style, _, tag) => Ok(self.scalar(word, style, tag.is_some(), span)),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match self.next_inside()? {
                        (Event::SequenceEnd, end) => {
                            let parts = items.iter().map(|item: &Node| item.span.clone());
                            let (layout, span) = self.layout_and_span(span, end, parts);
                            let shape = Shape::List(layout, items);
                            return Ok(Node { span, shape });
                        }
                        (event, span) => items.push(self.node(event, span, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut members = Vec::new();
                loop {
                    let (event, begin) = self.next_inside()?;
                    if matches!(event, Event::MappingEnd) {
                        let parts = members.iter().flat_map(|member: &Member| {
                            [member.key_span.clone(), member.value.span.clone()]
                        });
                        let (layout, span) = self.layout_and_span(span, begin, parts);
                        let shape = Shape::Map(layout, members);
                        return Ok(Node { span, shape });
                    }
                    let name = self.node(event, begin, depth + 1)?;
                    let (event, begin) = self.next_inside()?;
                    let value = self.node(event, begin, depth + 1)?;
                    members.push(Member {
                        key: match &name.shape {
                            Shape::Text(key) => key.clone(),
                            _ => self.text[name.span.clone()].to_owned(),
                        },
                        key_span: name.span,
                        value,
                    });
                }
            }
            _ => Ok(Node {
                span,
                shape: Shape::Other(Value::from(OPAQUE)),
            }),
        }
    }

    /// Returns the layout and span of a map or list.
    fn layout_and_span(
        &self,
        begin: Range<usize>,
        end: Range<usize>,
        parts: impl Iterator<Item = Range<usize>>,
    ) -> (Layout, Range<usize>) {
        if matches!(&self.text[begin.clone()], "{" | "[") {
            return (Layout::Flow, begin.start..end.end);
        }
        let empty = begin.start..begin.start;
        (Layout::Block, enclosing_span(parts).unwrap_or(empty))
    }

    fn scalar(
        &self,
        word: Cow<'a, str>,
        style: ScalarStyle,
        is_tagged: bool,
        span: Range<usize>,
    ) -> Node {
        let source = &self.text[span.clone()];
        let length = match style {
            ScalarStyle::SingleQuoted => single_quoted_length(source),
            ScalarStyle::DoubleQuoted => double_quoted_length(source),
            // The parser's span includes trailing white space.
            _ => source.trim_end().len(),
        };
        let shape = match style {
            ScalarStyle::Plain if !is_tagged => plain_scalar(word.into_owned()),
            _ => Shape::Text(word.into_owned()),
        };
        Node {
            span: span.start..span.start + length,
            shape,
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let start = self.byte_offset(span.start.index());
        start..self.byte_offset(span.end.index()).max(start)
    }

    fn byte_offset(&self, character: usize) -> usize {
        let end = self.text.len();
        self.char_offsets.get(character).copied().unwrap_or(end)
    }
}

fn plain_scalar(word: String) -> Shape {
    match word.as_str() {
        "" | "~" | "null" | "Null" | "NULL" => Shape::Other(Value::Null),
        "true" | "True" | "TRUE" => Shape::Other(true.into()),
        "false" | "False" | "FALSE" => Shape::Other(false.into()),
        _ => match serde_json::from_str::<serde_json::Number>(&word) {
            Ok(number) => Shape::Other(Value::Number(number)),
            Err(_) => Shape::Text(word),
        },
    }
}

/// Returns the length of the quoted string. The parser's span includes a comment after it.
fn single_quoted_length(source: &str) -> usize {
    let mut letters = source.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '\'' && letters.next_if(|(_, next)| *next == '\'').is_none() {
            return at + 1;
        }
    }
    source.len()
}

fn double_quoted_length(source: &str) -> usize {
    let mut letters = source.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '"' => return at + 1,
            _ => {}
        }
    }
    source.len()
}
