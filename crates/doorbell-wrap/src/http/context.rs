//! The state that all tasks of the transport share.

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
use crate::transport::ReceivedLine;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

pub struct HttpContext {
    pub client: Client,
    pub url: Url,
    pub report: Report,
    pub to_host: mpsc::Sender<ReceivedLine>,
    pub server_state: Mutex<ServerState>,
    pub in_flight: InFlight,
    pub limits: Limits,
}

/// Learnt from the server's responses.
#[derive(Default)]
pub struct ServerState {
    /// The legacy session.
    pub session: Session,
    /// The modern server's tools.
    pub tools: Tools,
}

impl HttpContext {
    /// Returns host and port for messages. The rest of the address may be secret.
    pub fn server_name(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        match self.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Do not hold the guard across an `await`.
    pub fn server_state(&self) -> MutexGuard<'_, ServerState> {
        lock(&self.server_state)
    }

    /// Posts a message and waits for the response's head.
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

    /// Opens the standalone stream, or resumes one after an event.
    pub async fn get(&self, after: Option<HeaderValue>) -> Result<Response, Failure> {
        let mut headers = self.server_state().session.headers();
        headers.extend(after.map(|id| (LAST_EVENT_ID, id)));
        let request = self
            .client
            .get(self.url.clone())
            .headers(headers)
            .header(ACCEPT, "text/event-stream");
        Ok(request.send().await?)
    }

    /// Deletes the session if it has an id.
    pub async fn delete(&self) {
        let session = self.server_state().session.clone();
        if session.has_id() {
            let request = self
                .client
                .delete(self.url.clone())
                .headers(session.headers());
            // The host is gone and the server expires sessions, so errors do not matter.
            let _ = tokio::time::timeout(self.limits.shutdown_timeout, request.send()).await;
        }
    }

    /// Waits while the host is slow.
    pub async fn send_to_host(&self, line: Bytes, related_request: Option<&Id>) {
        let related_request = related_request.cloned();
        // If the host is gone, the transport ends soon.
        let _ = self
            .to_host
            .send(ReceivedLine {
                line,
                related_request,
            })
            .await;
    }

    /// Completes when the host stops reading.
    pub async fn host_gone(&self) {
        self.to_host.closed().await;
    }

    pub fn report(&self, problem: String) {
        (self.report)(problem);
    }
}
