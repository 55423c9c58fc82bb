//! One message and its answer.

use reqwest::{Response, StatusCode};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::body::{self, Media};
use super::failure::Failure;
use super::in_flight::Ticket;
use super::limits::{MAX_REFUSAL, REFUSAL};
use super::link::Link;
use super::outgoing::{Asked, Era, Outgoing, Subject};
use super::resume;
use super::stream::{self, Cursor, Incoming};
use crate::id::Id;
use crate::members::Members;
use crate::message::Message;

/// Sends a message that wants no answer, and says whether the server took it.
pub async fn tell(link: &Link, message: Outgoing, what: String, taken: oneshot::Sender<bool>) {
    let outcome = deliver(link, message).await;
    // Nobody may be waiting any more.
    let _ = taken.send(outcome.is_ok());
    if let Err(failure) = outcome {
        not_delivered(link, &what, &failure);
    }
}

/// Sends what is no single message, and gives the host whatever comes back.
pub async fn pass(link: &Link, message: Outgoing) {
    let outcome = async {
        let response = deliver(link, message).await?;
        let mut incoming = Incoming::new(link, None);
        match body::media(&response) {
            Media::Json => {
                let text = body::read(response, link.limits.message).await?;
                incoming.take(text).await
            }
            Media::Events => {
                stream::read(link, response, &mut incoming, &mut Cursor::default()).await
            }
            Media::Other => Ok(()),
        }
    };
    if let Err(failure) = outcome.await {
        not_delivered(link, "a message", &failure);
    }
}

/// Sends a message, and fails unless the server takes it.
async fn deliver(link: &Link, message: Outgoing) -> Result<Response, Failure> {
    let named = link.known().session.has_id();
    let response = link.post(message.headers, message.body).await?;
    let status = response.status();
    if status.is_success() {
        Ok(response)
    } else {
        Err(Failure::of_status(status, named))
    }
}

fn not_delivered(link: &Link, what: &str, failure: &Failure) {
    let server = link.server();
    link.report(format!("{what} was not delivered: {server} {failure}"));
}

/// Sends a request and gives the host its answer, or says in the server's place why there is
/// none. `taken` is told when the answer begins.
pub async fn ask(
    link: &Link,
    message: Outgoing,
    asked: Asked,
    ticket: Ticket,
    taken: oneshot::Sender<bool>,
) {
    let mut incoming = Incoming::new(link, Some(&asked));
    let outcome = converse(link, message, &asked, &ticket, taken, &mut incoming).await;
    if incoming.is_answered || ticket.is_cancelled() {
        return;
    }
    let failure = outcome.err().unwrap_or(Failure::Broken);
    refuse(link, &asked.id, &failure).await;
}

/// Answers a request in the server's place.
pub async fn refuse(link: &Link, id: &Id, failure: &Failure) {
    let answer = failure.answer(id, &link.server());
    link.tell(answer.into(), Some(id)).await;
}

async fn converse(
    link: &Link,
    message: Outgoing,
    asked: &Asked,
    ticket: &Ticket,
    taken: oneshot::Sender<bool>,
    incoming: &mut Incoming<'_>,
) -> Result<(), Failure> {
    let response = link.post(message.headers, message.body).await?;
    let status = response.status();
    if asked.subject == Subject::Initialize && status.is_success() {
        link.known().session.begun(response.headers());
    }
    // Nobody waits for most requests.
    let _ = taken.send(status.is_success());
    if !status.is_success() {
        return refused(response, asked, incoming).await;
    }
    match (status, body::media(&response)) {
        (StatusCode::ACCEPTED | StatusCode::NO_CONTENT, _) => Err(Failure::NoAnswer),
        (_, Media::Json) => {
            let text = body::read(response, link.limits.message).await?;
            incoming.take(text).await
        }
        (_, Media::Events) => {
            resume::read_answer(link, response, incoming, asked.era, ticket).await
        }
        (_, Media::Other) => Err(Failure::Media),
    }
}

/// Passes a refusal on if it is a JSON-RPC error. Other texts may hold anything.
async fn refused(
    response: Response,
    asked: &Asked,
    incoming: &mut Incoming<'_>,
) -> Result<(), Failure> {
    let named = asked.era == Era::Legacy { named: true };
    let failure = Failure::of_status(response.status(), named);
    match timeout(REFUSAL, body::read(response, MAX_REFUSAL)).await {
        Ok(Ok(text)) if explains(&text, &asked.id, &failure) => incoming.take(text).await,
        Ok(_) | Err(_) => Err(failure),
    }
}

/// Whether a text is the JSON-RPC error for a request.
fn explains(text: &[u8], id: &Id, failure: &Failure) -> bool {
    let Some(message) = Message::read(text) else {
        return false;
    };
    let error = message.error.and_then(Members::read);
    let is_error = error.is_some_and(|error| {
        let code = error.get("code").and_then(Id::read);
        matches!(code, Some(Id::Number(_))) && error.text("message").is_some()
    });
    let is_ours = match message.id {
        Some(named) => Id::read(named).as_ref() == Some(id),
        None => !failure.is_plain(),
    };
    is_error && is_ours && message.method.is_none() && message.result.is_none()
}
