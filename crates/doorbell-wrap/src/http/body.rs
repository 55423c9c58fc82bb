//! Response bodies.

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;

use super::failure::Failure;

/// The media type of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    Json,
    Events,
    Other,
}

pub fn media(response: &Response) -> Media {
    let media = response.headers().get(CONTENT_TYPE);
    let media = media
        .and_then(|media| media.to_str().ok())
        .unwrap_or_default();
    let essence = media.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        Media::Json
    } else if essence.eq_ignore_ascii_case("text/event-stream") {
        Media::Events
    } else {
        Media::Other
    }
}

/// Fails if the body is larger than `limit` or incomplete.
pub async fn read(mut response: Response, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if text.len() + chunk.len() > limit {
            return Err(Failure::TooLarge);
        }
        text.extend_from_slice(&chunk);
    }
    Ok(text)
}
