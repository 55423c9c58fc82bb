//! A legacy session: its id and protocol version. Modern requests do not use it.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::value::RawValue;

use crate::members::Members;

pub const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
pub const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

#[derive(Clone, Debug, Default)]
pub struct Session {
    id: Option<HeaderValue>,
    version: Option<HeaderValue>,
}

impl Session {
    /// Takes the session id from the headers of the `initialize` response.
    pub fn set_id_from(&mut self, headers: &HeaderMap) {
        self.id = headers.get(SESSION_ID).cloned();
        if let Some(id) = &mut self.id {
            // The id lets its holder act as the host.
            id.set_sensitive(true);
        }
    }

    /// Takes the version from the `initialize` result.
    pub fn set_version_from(&mut self, result: &RawValue) {
        self.version = Members::parse(result)
            .and_then(|result| result.string("protocolVersion"))
            .and_then(|version| HeaderValue::try_from(version).ok());
    }

    pub fn has_id(&self) -> bool {
        self.id.is_some()
    }

    /// Returns whether a legacy handshake took place.
    pub fn is_established(&self) -> bool {
        self.id.is_some() || self.version.is_some()
    }

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
