//! Reads YAML. What it has beyond maps, lists and words (anchors, tags, several documents) is kept
//! as it is and not looked into.

use std::borrow::Cow;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::Value;

use super::{Layout, Member, Node, Shape, hull};
use crate::place::Mistake;

/// How deep values may be in each other.
pub const MOST_DEPTH: usize = 128;

/// What is said of a value that is written in one place and used in another.
const ELSEWHERE: &str = "*";

pub fn read(text: &str) -> Result<Node, Mistake> {
    let mut events = Events {
        text,
        bytes: text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect(),
        parser: Parser::new_from_str(text),
    };
    let mut root = None;
    while let Some((event, span)) = events.next()? {
        match event {
            Event::DocumentStart(_) if root.is_some() => {
                let what = "a second document begins here";
                return Err(Mistake::at(text, span.start, what));
            }
            Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => {}
            event => root = Some(events.node(event, span, 0)?),
        }
    }
    Ok(root.filter(|node| !is_nothing(node)).unwrap_or(Node {
        span: text.len()..text.len(),
        shape: Shape::Map(Layout::Lines, Vec::new()),
    }))
}

fn is_nothing(node: &Node) -> bool {
    matches!(node.shape, Shape::Other(Value::Null))
}

struct Events<'a> {
    text: &'a str,
    /// Where each character begins: the parser counts characters.
    bytes: Vec<usize>,
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
}

impl<'a> Events<'a> {
    fn next(&mut self) -> Result<Option<(Event<'a>, Range<usize>)>, Mistake> {
        match self.parser.next() {
            None => Ok(None),
            Some(Ok((event, span))) => Ok(Some((event, self.range(span)))),
            Some(Err(error)) => {
                let at = self.byte(error.marker().index());
                Err(Mistake::at(self.text, at, error.info()))
            }
        }
    }

    fn inside(&mut self) -> Result<(Event<'a>, Range<usize>), Mistake> {
        let end = self.text.len();
        self.next()?
            .ok_or_else(|| Mistake::at(self.text, end, "something is not closed"))
    }

    fn node(
        &mut self,
        event: Event<'a>,
        span: Range<usize>,
        depth: usize,
    ) -> Result<Node, Mistake> {
        if depth >= MOST_DEPTH {
            let what = "this is nested too deep";
            return Err(Mistake::at(self.text, span.start, what));
        }
        let is_named = matches!(
            event,
            Event::Scalar(_, _, 1.., _)
                | Event::SequenceStart(1.., _)
                | Event::MappingStart(1.., _)
        );
        let mut node = self.value(event, span, depth)?;
        if is_named {
            // It is used elsewhere too: a change here would change that.
            node.shape = Shape::Other(Value::from(ELSEWHERE));
        }
        Ok(node)
    }

    fn value(
        &mut self,
        event: Event<'a>,
        span: Range<usize>,
        depth: usize,
    ) -> Result<Node, Mistake> {
        match event {
            Event::Scalar(word, style, _, tag) => Ok(self.scalar(word, style, tag.is_some(), span)),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match self.inside()? {
                        (Event::SequenceEnd, end) => {
                            let parts = items.iter().map(|item: &Node| item.span.clone());
                            let (layout, span) = self.brackets(span, end, parts);
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
                    let (event, begin) = self.inside()?;
                    if matches!(event, Event::MappingEnd) {
                        let parts = members.iter().flat_map(|member: &Member| {
                            [member.key_span.clone(), member.value.span.clone()]
                        });
                        let (layout, span) = self.brackets(span, begin, parts);
                        let shape = Shape::Map(layout, members);
                        return Ok(Node { span, shape });
                    }
                    let name = self.node(event, begin, depth + 1)?;
                    let (event, begin) = self.inside()?;
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
                shape: Shape::Other(Value::from(ELSEWHERE)),
            }),
        }
    }

    /// Whether there are brackets around the parts, and all of it.
    fn brackets(
        &self,
        begin: Range<usize>,
        end: Range<usize>,
        parts: impl Iterator<Item = Range<usize>>,
    ) -> (Layout, Range<usize>) {
        if matches!(&self.text[begin.clone()], "{" | "[") {
            return (Layout::Flow, begin.start..end.end);
        }
        let empty = begin.start..begin.start;
        (Layout::Lines, hull(parts).unwrap_or(empty))
    }

    fn scalar(
        &self,
        word: Cow<'a, str>,
        style: ScalarStyle,
        is_tagged: bool,
        span: Range<usize>,
    ) -> Node {
        let written = &self.text[span.clone()];
        let length = match style {
            ScalarStyle::SingleQuoted => single_quoted(written),
            ScalarStyle::DoubleQuoted => double_quoted(written),
            // The parser takes the white space behind them along.
            _ => written.trim_end().len(),
        };
        let shape = match style {
            ScalarStyle::Plain if !is_tagged => plain(word.into_owned()),
            _ => Shape::Text(word.into_owned()),
        };
        Node {
            span: span.start..span.start + length,
            shape,
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }

    fn byte(&self, character: usize) -> usize {
        let end = self.text.len();
        self.bytes.get(character).copied().unwrap_or(end)
    }
}

/// What a word without quotation marks means.
fn plain(word: String) -> Shape {
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

/// How long the text in single quotation marks at the beginning is. The parser takes a comment
/// behind it along.
fn single_quoted(written: &str) -> usize {
    let mut letters = written.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '\'' && letters.next_if(|(_, next)| *next == '\'').is_none() {
            return at + 1;
        }
    }
    written.len()
}

fn double_quoted(written: &str) -> usize {
    let mut letters = written.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '"' => return at + 1,
            _ => {}
        }
    }
    written.len()
}
