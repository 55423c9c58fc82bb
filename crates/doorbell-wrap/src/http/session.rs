//! What a legacy server and its client have agreed on: the session and the version. Modern
//! requests know nothing of it.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::value::RawValue;

use crate::members::Members;

/// Names the session.
pub const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
/// Names the revision of the protocol.
pub const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// A legacy session, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Session {
    id: Option<HeaderValue>,
    version: Option<HeaderValue>,
}

impl Session {
    /// Takes note of the answer to `initialize`, whose headers name the session.
    pub fn begun(&mut self, headers: &HeaderMap) {
        self.id = headers.get(SESSION_ID).cloned();
        if let Some(id) = &mut self.id {
            // Whoever has it can speak in the host's name.
            id.set_sensitive(true);
        }
    }

    /// Takes note of the result of `initialize`, which has the version.
    pub fn agreed(&mut self, result: &RawValue) {
        self.version = Members::read(result)
            .and_then(|result| result.text("protocolVersion"))
            .and_then(|version| HeaderValue::try_from(version).ok());
    }

    /// Whether the server has named the session.
    pub fn has_id(&self) -> bool {
        self.id.is_some()
    }

    /// Whether a legacy handshake took place.
    pub fn is_known(&self) -> bool {
        self.id.is_some() || self.version.is_some()
    }

    /// The headers that every later request carries.
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.extend(self.id.clone().map(|id| (SESSION_ID, id)));
        headers.extend(
            self.version
                .clone()
                .map(|version| (PROTOCOL_VERSION, version)),
        );
        headers
    }
}
