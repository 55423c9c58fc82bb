//! Messages from the server, on a stream of their own or in answer to a request.

use std::time::Duration;

use bytes::Bytes;
use reqwest::Response;
use reqwest::header::HeaderValue;

use super::failure::Failure;
use super::framing;
use super::limits::{LONGEST_PAUSE, MAX_RETRY};
use super::link::Link;
use super::outgoing::{Asked, Subject};
use super::sse::Parser;
use crate::id::Id;
use crate::message::Message;
use crate::splice::Splice;

/// Takes messages for the host.
pub struct Incoming<'a> {
    link: &'a Link,
    /// The request they come in answer to.
    asked: Option<&'a Asked>,
    /// Whether the request has its answer.
    pub is_answered: bool,
}

impl<'a> Incoming<'a> {
    /// Messages in answer to `asked`, or else by the server itself.
    pub fn new(link: &'a Link, asked: Option<&'a Asked>) -> Self {
        Self {
            link,
            asked,
            is_answered: false,
        }
    }

    /// Takes one JSON text.
    ///
    /// # Errors
    /// If it is something else.
    pub async fn take(&mut self, text: Vec<u8>) -> Result<(), Failure> {
        for line in framing::lines(text).ok_or(Failure::NotJson)? {
            let line = match self.asked {
                Some(asked) => self.read(line, asked),
                None => line,
            };
            self.link
                .tell(line, self.asked.map(|asked| &asked.id))
                .await;
        }
        Ok(())
    }

    /// Learns from the answer, if it is that.
    fn read(&mut self, line: Bytes, asked: &Asked) -> Bytes {
        let Some(message) = Message::read(&line) else {
            return line;
        };
        if message.method.is_some() || (message.result.is_none() && message.error.is_none()) {
            return line;
        }
        match message.id {
            Some(id) if Id::read(id).as_ref() != Some(&asked.id) => return line,
            Some(_) => {}
            // A server that could not read the request does not know its name, but we do.
            None if message.error.is_some() => {
                self.is_answered = true;
                return named(&line, &asked.id);
            }
            None => return line,
        }
        self.is_answered = true;
        match (asked.subject, message.result) {
            (Subject::Initialize, Some(result)) => self.link.known().session.agreed(result),
            (Subject::Tools { first_page }, Some(_)) => {
                let (changed, left_out) = self.link.known().tools.learn(&line, first_page);
                for tool in left_out {
                    let server = self.link.server();
                    self.link.report(format!(
                        "{server} has a tool {tool:?} with invalid x-mcp-header settings; it was left out"
                    ));
                }
                return changed.unwrap_or(line);
            }
            (Subject::Initialize | Subject::Tools { .. }, None) | (Subject::Other, _) => {}
        }
        line
    }
}

/// Puts a request's name on an answer that has none.
fn named(line: &Bytes, id: &Id) -> Bytes {
    let Ok(whole) = serde_json::from_slice(line) else {
        return line.clone();
    };
    let mut splice = Splice::of(line);
    splice.exchange(whole, |name| name == "id", &[("id", &id.to_json())]);
    splice.finish()
}

/// Where a stream can be taken up again.
#[derive(Default)]
pub struct Cursor {
    /// The last event that came.
    pub after: Option<HeaderValue>,
    retry: Option<Duration>,
    /// Attempts since something was heard.
    pub silent: u32,
}

impl Cursor {
    /// How long to wait before the next attempt. The server's wish counts, but an attempt that
    /// brings nothing makes the next one wait longer.
    pub fn pause(&mut self, first: Duration) -> Duration {
        let doubled = first
            .saturating_mul(1 << self.silent.min(16))
            .min(LONGEST_PAUSE);
        let pause = match self.retry {
            Some(retry) if self.silent == 0 => retry,
            Some(retry) => retry.max(doubled),
            None => doubled,
        };
        self.silent += 1;
        pause.min(MAX_RETRY)
    }

    fn note(&mut self, parser: &Parser) {
        self.retry = parser.retry.or(self.retry);
        if let Some(id) = &parser.last_id {
            let id = HeaderValue::from_bytes(id.as_bytes()).ok();
            self.after = id.filter(|id| !id.is_empty());
        }
    }
}

/// Reads events until the stream ends or breaks, or has nothing more to say after the answer.
///
/// # Errors
/// If an event is too large.
pub async fn read(
    link: &Link,
    mut response: Response,
    incoming: &mut Incoming<'_>,
    cursor: &mut Cursor,
) -> Result<(), Failure> {
    let mut parser = Parser::new(link.limits.message);
    loop {
        let next = response.chunk();
        let chunk = if incoming.is_answered {
            match tokio::time::timeout(link.limits.linger, next).await {
                Ok(chunk) => chunk,
                Err(_) => return Ok(()),
            }
        } else {
            next.await
        };
        let Ok(Some(chunk)) = chunk else {
            return Ok(());
        };
        let before = cursor.after.clone();
        let messages = parser.push(&chunk)?;
        cursor.note(&parser);
        if !messages.is_empty() || cursor.after != before {
            cursor.silent = 0;
        }
        for message in messages {
            if incoming.take(message).await.is_err() {
                let server = link.server();
                link.report(format!(
                    "{server} sent an event that is not JSON; it was left out"
                ));
            }
        }
    }
}
