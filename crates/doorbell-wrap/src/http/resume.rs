//! Streams that break off and are taken up again. Only legacy servers allow it.

use reqwest::{Response, StatusCode};
use tokio::time::sleep;

use super::body::{self, Media};
use super::failure::Failure;
use super::in_flight::Ticket;
use super::link::Link;
use super::outgoing::Era;
use super::stream::{self, Cursor, Incoming};

/// Reads the answer to a request, however many connections it takes.
///
/// # Errors
/// If the answer does not come.
pub async fn read_answer(
    link: &Link,
    response: Response,
    incoming: &mut Incoming<'_>,
    era: Era,
    ticket: &Ticket,
) -> Result<(), Failure> {
    let mut cursor = Cursor::default();
    let mut stream = Some(response);
    loop {
        if let Some(response) = stream.take() {
            stream::read(link, response, incoming, &mut cursor).await?;
        }
        let lost = era == Era::Modern
            || cursor.after.is_none()
            || cursor.silent >= link.limits.resumes
            || ticket.is_cancelled();
        if incoming.is_answered {
            return Ok(());
        } else if lost {
            return Err(Failure::Broken);
        }
        sleep(cursor.pause(link.limits.first_pause)).await;
        stream = open(link, &cursor, era == Era::Legacy { named: true }).await?;
    }
}

/// Listens to what the server says by itself, until it says that it will not.
pub async fn listen(link: &Link) {
    let named = link.known().session.has_id();
    let mut cursor = Cursor::default();
    loop {
        let mut incoming = Incoming::new(link, None);
        let heard = match open(link, &cursor, named).await {
            Ok(Some(response)) => stream::read(link, response, &mut incoming, &mut cursor).await,
            Ok(None) => Ok(()),
            Err(failure) => Err(failure),
        };
        match heard {
            Ok(()) => sleep(cursor.pause(link.limits.first_pause)).await,
            // It has no such stream.
            Err(Failure::Status(405)) => return,
            Err(failure) => {
                let server = link.server();
                let missed = "what it says outside of answers is missed";
                return link.report(format!("{server} {failure}; {missed}"));
            }
        }
    }
}

/// Opens a stream; `None` if it is worth another attempt later.
async fn open(link: &Link, cursor: &Cursor, named: bool) -> Result<Option<Response>, Failure> {
    let Ok(response) = link.get(cursor.after.clone()).await else {
        return Ok(None);
    };
    let status = response.status();
    match (status, body::media(&response)) {
        (StatusCode::TOO_MANY_REQUESTS, _) => Ok(None),
        _ if status.is_server_error() => Ok(None),
        _ if !status.is_success() => Err(Failure::of_status(status, named)),
        (_, Media::Events) => Ok(Some(response)),
        (_, Media::Json | Media::Other) => Err(Failure::Media),
    }
}
