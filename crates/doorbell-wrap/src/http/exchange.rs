//! Sends one message and handles its response.

use reqwest::{Response, StatusCode};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::body::{self, Media};
use super::context::HttpContext;
use super::failure::Failure;
use super::in_flight::InFlightGuard;
use super::limits::{ERROR_BODY_TIMEOUT, MAX_ERROR_BODY};
use super::outgoing::{Outgoing, PendingRequest, RequestKind};
use super::resume;
use super::stream::{self, Cursor, HostForwarder};
use crate::id::Id;
use crate::members::Members;
use crate::message::Message;

/// Sends a notification or a response; signals `accepted` with whether the server accepted it.
pub async fn send_one_way(
    context: &HttpContext,
    message: Outgoing,
    description: String,
    accepted: oneshot::Sender<bool>,
) {
    let outcome = post(context, message).await;
    // The dispatcher may have timed out.
    let _ = accepted.send(outcome.is_ok());
    if let Err(failure) = outcome {
        report_undelivered(context, &description, &failure);
    }
}

/// Sends a body that is not a single message, and forwards any response to the host.
pub async fn forward_raw(context: &HttpContext, message: Outgoing) {
    let outcome = async {
        let response = post(context, message).await?;
        let mut forwarder = HostForwarder::new(context, None);
        match body::media(&response) {
            Media::Json => {
                let text = body::read(response, context.limits.max_message).await?;
                forwarder.forward(text).await
            }
            Media::Events => {
                stream::read(context, response, &mut forwarder, &mut Cursor::default()).await
            }
            Media::Other => Ok(()),
        }
    };
    if let Err(failure) = outcome.await {
        report_undelivered(context, "a message", &failure);
    }
}

/// Posts a message; fails unless the status is a success.
async fn post(context: &HttpContext, message: Outgoing) -> Result<Response, Failure> {
    let has_session_id = context.server_state().session.has_id();
    let response = context.post(message.headers, message.body).await?;
    let status = response.status();
    if status.is_success() {
        Ok(response)
    } else {
        Err(Failure::from_status(status, has_session_id))
    }
}

fn report_undelivered(context: &HttpContext, description: &str, failure: &Failure) {
    let server = context.server_name();
    context.report(format!(
        "{description} was not delivered: {server} {failure}"
    ));
}

/// Sends a request and forwards its response, or answers with an error in the server's place.
/// Signals `accepted` when the response begins.
pub async fn send_request(
    context: &HttpContext,
    message: Outgoing,
    request: PendingRequest,
    guard: InFlightGuard,
    accepted: oneshot::Sender<bool>,
) {
    let mut forwarder = HostForwarder::new(context, Some(&request));
    let outcome = exchange(context, message, &request, &guard, accepted, &mut forwarder).await;
    if forwarder.is_answered || guard.is_cancelled() {
        return;
    }
    let failure = outcome.err().unwrap_or(Failure::ConnectionClosed);
    respond_with_failure(context, &request.id, &failure).await;
}

pub async fn respond_with_failure(context: &HttpContext, id: &Id, failure: &Failure) {
    let response = failure.error_response(id, &context.server_name());
    context.send_to_host(response.into(), Some(id)).await;
}

async fn exchange(
    context: &HttpContext,
    message: Outgoing,
    request: &PendingRequest,
    guard: &InFlightGuard,
    accepted: oneshot::Sender<bool>,
    forwarder: &mut HostForwarder<'_>,
) -> Result<(), Failure> {
    let response = context.post(message.headers, message.body).await?;
    let status = response.status();
    if request.kind == RequestKind::Initialize && status.is_success() {
        context
            .server_state()
            .session
            .set_id_from(response.headers());
    }
    // The dispatcher waits only for `initialize`.
    let _ = accepted.send(status.is_success());
    if !status.is_success() {
        return handle_error_status(response, request, forwarder).await;
    }
    match (status, body::media(&response)) {
        (StatusCode::ACCEPTED | StatusCode::NO_CONTENT, _) => Err(Failure::NoResponse),
        (_, Media::Json) => {
            let text = body::read(response, context.limits.max_message).await?;
            forwarder.forward(text).await
        }
        (_, Media::Events) => {
            resume::read_response(context, response, forwarder, request.era, guard).await
        }
        (_, Media::Other) => Err(Failure::UnexpectedMedia),
    }
}

/// Forwards an error body only if it is a JSON-RPC error: other text may contain secrets.
async fn handle_error_status(
    response: Response,
    request: &PendingRequest,
    forwarder: &mut HostForwarder<'_>,
) -> Result<(), Failure> {
    let failure = Failure::from_status(response.status(), request.era.has_session_id());
    match timeout(ERROR_BODY_TIMEOUT, body::read(response, MAX_ERROR_BODY)).await {
        Ok(Ok(text)) if is_error_for(&text, &request.id, &failure) => forwarder.forward(text).await,
        Ok(_) | Err(_) => Err(failure),
    }
}

/// Returns whether `text` is a JSON-RPC error for the request.
fn is_error_for(text: &[u8], id: &Id, failure: &Failure) -> bool {
    let Some(message) = Message::parse(text) else {
        return false;
    };
    let error = message.error.and_then(Members::parse);
    let is_error = error.is_some_and(|error| {
        let code = error.get("code").and_then(Id::parse);
        matches!(code, Some(Id::Number(_))) && error.string("message").is_some()
    });
    let is_for_request = match message.id {
        Some(raw) => Id::parse(raw).as_ref() == Some(id),
        None => !failure.is_self_explanatory(),
    };
    is_error && is_for_request && message.method.is_none() && message.result.is_none()
}
