//! Parses server-sent events as the [HTML standard] defines them.
//!
//! [HTML standard]: https://html.spec.whatwg.org/multipage/server-sent-events.html

use std::mem;
use std::time::Duration;

pub struct Parser {
    /// The largest line, and the largest data of one event.
    limit: usize,
    /// The incomplete current line.
    line: Vec<u8>,
    /// Whether the last byte was a carriage return; a newline then belongs to it.
    after_return: bool,
    first_line: bool,
    event: Pending,
    /// The id of the last complete event that had one; empty if the server reset it.
    pub last_id: Option<String>,
    /// The server's reconnection delay.
    pub retry: Option<Duration>,
}

#[derive(Default)]
struct Pending {
    name: Vec<u8>,
    data: Option<Vec<u8>>,
    id: Option<String>,
}

/// A line or an event is larger than allowed.
#[derive(Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Parser {
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            after_return: false,
            first_line: true,
            event: Pending::default(),
            last_id: None,
            retry: None,
        }
    }

    /// Parses a piece and returns the data of the messages it completes. Other events only
    /// contribute their ids.
    ///
    /// # Errors
    /// If a line or an event is too large. The parser is then unusable.
    pub fn push(&mut self, mut piece: &[u8]) -> Result<Vec<Vec<u8>>, TooLarge> {
        let mut messages = Vec::new();
        loop {
            if mem::take(&mut self.after_return) {
                match piece.split_first() {
                    Some((b'\n', rest)) => piece = rest,
                    Some(_) => {}
                    None => self.after_return = true,
                }
            }
            let Some(end) = memchr::memchr2(b'\r', b'\n', piece) else {
                self.extend(piece)?;
                return Ok(messages);
            };
            self.extend(&piece[..end])?;
            self.after_return = piece[end] == b'\r';
            piece = &piece[end + 1..];
            messages.extend(self.end_line()?);
        }
    }

    fn extend(&mut self, part: &[u8]) -> Result<(), TooLarge> {
        // Leaves room for the field's name.
        if self.line.len() + part.len() > self.limit + b"data: ".len() {
            return Err(TooLarge);
        }
        self.line.extend_from_slice(part);
        Ok(())
    }

    fn end_line(&mut self) -> Result<Option<Vec<u8>>, TooLarge> {
        let mut line = mem::take(&mut self.line);
        let text = match line.strip_prefix(b"\xef\xbb\xbf") {
            Some(text) if self.first_line => text,
            Some(_) | None => &line,
        };
        self.first_line = false;
        if text.is_empty() {
            return Ok(self.end_event());
        }
        let (field, value) = match memchr::memchr(b':', text) {
            Some(colon) => (&text[..colon], &text[colon + 1..]),
            None => (text, &[][..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        self.field(field, value)?;
        // Reuse the buffer, but do not keep the memory of one large line.
        line.clear();
        line.shrink_to(64 * 1024);
        self.line = line;
        Ok(None)
    }

    fn field(&mut self, field: &[u8], value: &[u8]) -> Result<(), TooLarge> {
        match field {
            b"data" => {
                let length = self.event.data.as_ref().map_or(0, |data| data.len() + 1);
                if length + value.len() > self.limit {
                    return Err(TooLarge);
                }
                match &mut self.event.data {
                    Some(data) => {
                        data.push(b'\n');
                        data.extend_from_slice(value);
                    }
                    None => self.event.data = Some(value.to_vec()),
                }
            }
            b"event" => self.event.name = value.to_vec(),
            b"id" if !value.contains(&0) => {
                self.event.id = std::str::from_utf8(value).ok().map(str::to_owned);
            }
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                // A number too large for u64 is capped.
                let digits = std::str::from_utf8(value).unwrap_or_default();
                self.retry = Some(Duration::from_millis(digits.parse().unwrap_or(u64::MAX)));
            }
            _ => {}
        }
        Ok(())
    }

    fn end_event(&mut self) -> Option<Vec<u8>> {
        let event = mem::take(&mut self.event);
        if event.id.is_some() {
            self.last_id = event.id;
        }
        let is_message = event.name.is_empty() || event.name == b"message";
        event.data.filter(|data| is_message && !data.is_empty())
    }
}

#[cfg(test)]
mod tests;
