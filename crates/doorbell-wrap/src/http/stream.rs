//! Forwards messages from the server to the host.

use std::time::Duration;

use bytes::Bytes;
use reqwest::Response;
use reqwest::header::HeaderValue;

use super::context::HttpContext;
use super::failure::Failure;
use super::framing;
use super::limits::{MAX_BACKOFF, MAX_RETRY_DELAY};
use super::outgoing::{PendingRequest, RequestKind};
use super::sse::Parser;
use crate::id::Id;
use crate::message::Message;
use crate::splice::Splice;

pub struct HostForwarder<'a> {
    context: &'a HttpContext,
    /// The request on whose response the messages come; `None` on the standalone stream.
    request: Option<&'a PendingRequest>,
    pub is_answered: bool,
}

impl<'a> HostForwarder<'a> {
    pub fn new(context: &'a HttpContext, request: Option<&'a PendingRequest>) -> Self {
        Self {
            context,
            request,
            is_answered: false,
        }
    }

    /// Forwards a JSON text, which may be a batch. Fails if it is not JSON.
    pub async fn forward(&mut self, text: Vec<u8>) -> Result<(), Failure> {
        for line in framing::lines(text).ok_or(Failure::NotJson)? {
            let line = match self.request {
                Some(request) => self.inspect(line, request),
                None => line,
            };
            self.context
                .send_to_host(line, self.request.map(|request| &request.id))
                .await;
        }
        Ok(())
    }

    /// Records what the response to the request reveals; returns the line to forward.
    fn inspect(&mut self, line: Bytes, request: &PendingRequest) -> Bytes {
        let Some(message) = Message::parse(&line) else {
            return line;
        };
        if message.method.is_some() || (message.result.is_none() && message.error.is_none()) {
            return line;
        }
        match message.id {
            Some(id) if Id::parse(id).as_ref() != Some(&request.id) => return line,
            Some(_) => {}
            // A server that cannot parse the request does not know its id.
            None if message.error.is_some() => {
                self.is_answered = true;
                return with_id(&line, &request.id);
            }
            None => return line,
        }
        self.is_answered = true;
        match (request.kind, message.result) {
            (RequestKind::Initialize, Some(result)) => {
                self.context.server_state().session.set_version_from(result)
            }
            (RequestKind::Tools { first_page }, Some(_)) => {
                let (changed, hidden) = self.context.server_state().tools.learn(&line, first_page);
                for tool in hidden {
                    let server = self.context.server_name();
                    self.context.report(format!(
                        "{server} has a tool {tool:?} with invalid x-mcp-header settings; it was skipped"
                    ));
                }
                return changed.unwrap_or(line);
            }
            (RequestKind::Initialize | RequestKind::Tools { .. }, None)
            | (RequestKind::Other, _) => {}
        }
        line
    }
}

fn with_id(line: &Bytes, id: &Id) -> Bytes {
    let Ok(object) = serde_json::from_slice(line) else {
        return line.clone();
    };
    let mut splice = Splice::new(line);
    splice.edit_members(object, |name| name == "id", &[("id", &id.to_json())]);
    splice.finish()
}

/// The position at which a stream can be resumed.
#[derive(Default)]
pub struct Cursor {
    pub last_event_id: Option<HeaderValue>,
    retry: Option<Duration>,
    /// Attempts since the last event.
    pub silent_attempts: u32,
}

impl Cursor {
    /// Returns the delay before the next attempt. It starts with the server's and grows with each
    /// attempt without an event.
    pub fn next_delay(&mut self, first: Duration) -> Duration {
        let doubled = first
            .saturating_mul(1 << self.silent_attempts.min(16))
            .min(MAX_BACKOFF);
        let delay = match self.retry {
            Some(retry) if self.silent_attempts == 0 => retry,
            Some(retry) => retry.max(doubled),
            None => doubled,
        };
        self.silent_attempts += 1;
        delay.min(MAX_RETRY_DELAY)
    }

    fn update(&mut self, parser: &Parser) {
        self.retry = parser.retry.or(self.retry);
        if let Some(id) = &parser.last_id {
            let id = HeaderValue::from_bytes(id.as_bytes()).ok();
            self.last_event_id = id.filter(|id| !id.is_empty());
        }
    }
}

/// Reads events until the stream ends or breaks, or goes silent after the response. Fails if an event
/// is too large.
pub async fn read(
    context: &HttpContext,
    mut response: Response,
    forwarder: &mut HostForwarder<'_>,
    cursor: &mut Cursor,
) -> Result<(), Failure> {
    let mut parser = Parser::new(context.limits.max_message);
    loop {
        let next = response.chunk();
        let chunk = if forwarder.is_answered {
            match tokio::time::timeout(context.limits.linger, next).await {
                Ok(chunk) => chunk,
                Err(_) => return Ok(()),
            }
        } else {
            next.await
        };
        let Ok(Some(chunk)) = chunk else {
            return Ok(());
        };
        let before = cursor.last_event_id.clone();
        let messages = parser.push(&chunk)?;
        cursor.update(&parser);
        if !messages.is_empty() || cursor.last_event_id != before {
            cursor.silent_attempts = 0;
        }
        for message in messages {
            if forwarder.forward(message).await.is_err() {
                let server = context.server_name();
                context.report(format!(
                    "{server} sent an event that is not JSON; it was skipped"
                ));
            }
        }
    }
}
