//! What every task needs to talk to the server and to the host.

use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Response, Url};
use tokio::sync::mpsc;

use super::Report;
use super::failure::Failure;
use super::in_flight::InFlight;
use super::limits::Limits;
use super::session::Session;
use super::tools::Tools;
use crate::id::Id;
use crate::output::lock;
use crate::transport::Received;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The server, the host, and what is known of their conversation.
pub struct Link {
    pub client: Client,
    pub url: Url,
    pub report: Report,
    pub to_host: mpsc::Sender<Received>,
    pub known: Mutex<Known>,
    /// The requests that wait for their answers.
    pub in_flight: InFlight,
    /// How much and how long.
    pub limits: Limits,
}

/// What the server's answers have taught.
#[derive(Default)]
pub struct Known {
    /// The legacy session.
    pub session: Session,
    /// The modern server's tools.
    pub tools: Tools,
}

impl Link {
    /// The server's name in messages. The rest of its address may hold a secret.
    pub fn server(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        match self.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// What is known. The lock must not be held while waiting.
    pub fn known(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }

    /// Sends a message and waits for the beginning of the answer.
    pub async fn post(&self, headers: HeaderMap, body: Bytes) -> Result<Response, Failure> {
        let request = self
            .client
            .post(self.url.clone())
            .headers(headers)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .body(body);
        Ok(request.send().await?)
    }

    /// Asks for a stream: what the server says by itself, or the rest of one that broke off.
    pub async fn get(&self, after: Option<HeaderValue>) -> Result<Response, Failure> {
        let mut headers = self.known().session.headers();
        headers.extend(after.map(|id| (LAST_EVENT_ID, id)));
        let request = self
            .client
            .get(self.url.clone())
            .headers(headers)
            .header(ACCEPT, "text/event-stream");
        Ok(request.send().await?)
    }

    /// Ends the session, if it has a name.
    pub async fn delete(&self) {
        let session = self.known().session.clone();
        if session.has_id() {
            let request = self
                .client
                .delete(self.url.clone())
                .headers(session.headers());
            // The host is gone: there is nobody to tell, and the session ends by itself in time.
            let _ = tokio::time::timeout(self.limits.end, request.send()).await;
        }
    }

    /// Gives the host a line, and waits while it is slow.
    pub async fn tell(&self, line: Bytes, within: Option<&Id>) {
        let within = within.cloned();
        // Without a host, everything ends soon.
        let _ = self.to_host.send(Received { line, within }).await;
    }

    /// Ends when the host takes no more lines.
    pub async fn host_gone(&self) {
        self.to_host.closed().await;
    }

    /// Says what went wrong.
    pub fn report(&self, trouble: String) {
        (self.report)(trouble);
    }
}
