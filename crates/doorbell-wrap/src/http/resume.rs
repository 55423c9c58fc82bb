//! Resumes broken streams. Only legacy servers allow it.

use reqwest::{Response, StatusCode};
use tokio::time::sleep;

use super::body::{self, Media};
use super::context::HttpContext;
use super::failure::Failure;
use super::in_flight::InFlightGuard;
use super::outgoing::Era;
use super::stream::{self, Cursor, HostForwarder};

/// Reads the response to a request, over several connections if needed.
pub async fn read_response(
    context: &HttpContext,
    response: Response,
    forwarder: &mut HostForwarder<'_>,
    era: Era,
    guard: &InFlightGuard,
) -> Result<(), Failure> {
    let mut cursor = Cursor::default();
    let mut stream = Some(response);
    loop {
        if let Some(response) = stream.take() {
            stream::read(context, response, forwarder, &mut cursor).await?;
        }
        let is_lost = era == Era::Modern
            || cursor.last_event_id.is_none()
            || cursor.silent_attempts >= context.limits.max_resumes
            || guard.is_cancelled();
        if forwarder.is_answered {
            return Ok(());
        } else if is_lost {
            return Err(Failure::ConnectionClosed);
        }
        sleep(cursor.next_delay(context.limits.first_retry_delay)).await;
        stream = open(context, &cursor, era.has_session_id()).await?;
    }
}

/// Reads the server's standalone stream until the server refuses it.
pub async fn read_standalone(context: &HttpContext) {
    let has_session_id = context.server_state().session.has_id();
    let mut cursor = Cursor::default();
    loop {
        let mut forwarder = HostForwarder::new(context, None);
        let outcome = match open(context, &cursor, has_session_id).await {
            Ok(Some(response)) => {
                stream::read(context, response, &mut forwarder, &mut cursor).await
            }
            Ok(None) => Ok(()),
            Err(failure) => Err(failure),
        };
        match outcome {
            Ok(()) => sleep(cursor.next_delay(context.limits.first_retry_delay)).await,
            // The server has no standalone stream.
            Err(Failure::Status(405)) => return,
            Err(failure) => {
                let server = context.server_name();
                let consequence = "messages it sends on its own are lost";
                return context.report(format!("{server} {failure}; {consequence}"));
            }
        }
    }
}

/// Returns `None` if a later attempt may succeed.
async fn open(
    context: &HttpContext,
    cursor: &Cursor,
    has_session_id: bool,
) -> Result<Option<Response>, Failure> {
    let Ok(response) = context.get(cursor.last_event_id.clone()).await else {
        return Ok(None);
    };
    let status = response.status();
    match (status, body::media(&response)) {
        (StatusCode::TOO_MANY_REQUESTS, _) => Ok(None),
        _ if status.is_server_error() => Ok(None),
        _ if !status.is_success() => Err(Failure::from_status(status, has_session_id)),
        (_, Media::Events) => Ok(Some(response)),
        (_, Media::Json | Media::Other) => Err(Failure::UnexpectedMedia),
    }
}
