//! Classifies a message from the host and adds its headers.

use bytes::Bytes;
use reqwest::header::HeaderMap;

use super::metadata;
use super::session::Session;
use super::tools::Tools;
use crate::id::Id;
use crate::members::Members;
use crate::message::{Message, MessageKind};

pub struct Outgoing {
    pub body: Bytes,
    pub headers: HeaderMap,
}

pub enum OutgoingKind {
    /// Opens a legacy session. Later messages must wait for it.
    Initialize(PendingRequest),
    Request(PendingRequest),
    /// `notifications/cancelled`.
    Cancelled(Option<Id>),
    /// `notifications/initialized`.
    Initialized,
    /// Another notification, or a response to the server; described for error messages.
    OneWay(String),
    /// Not a single message; perhaps a batch.
    Unknown,
}

#[derive(Clone, Debug)]
pub struct PendingRequest {
    pub id: Id,
    pub kind: RequestKind,
    pub era: Era,
}

/// Distinguishes the requests whose responses the transport itself uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// `initialize`: the response contains the version.
    Initialize,
    /// A modern `tools/list`: the response says which parameters to mirror.
    Tools {
        first_page: bool,
    },
    Other,
}

/// The protocol era of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28 and later: requests are self-contained.
    Modern,
    /// Before 2026-07-28: requests belong to the session of `initialize`.
    Legacy { has_session_id: bool },
}

impl Era {
    pub fn has_session_id(self) -> bool {
        matches!(
            self,
            Self::Legacy {
                has_session_id: true
            }
        )
    }
}

/// Classifies a message and builds its headers.
pub fn prepare(body: Bytes, session: &Session, tools: &Tools) -> (OutgoingKind, Outgoing) {
    let (kind, headers) = match Message::parse(&body) {
        Some(message) => classify(&message, session, tools),
        None => (OutgoingKind::Unknown, session.headers()),
    };
    (kind, Outgoing { body, headers })
}

fn classify(message: &Message<'_>, session: &Session, tools: &Tools) -> (OutgoingKind, HeaderMap) {
    let version = metadata::version(message.params);
    let era = match version {
        Some(_) => Era::Modern,
        None => Era::Legacy {
            has_session_id: session.has_id(),
        },
    };
    let headers = |method| match &version {
        Some(version) => metadata::headers(version, method, message.params),
        None => session.headers(),
    };
    match message.kind() {
        MessageKind::Request { id, method } if method == "initialize" && version.is_none() => {
            let kind = RequestKind::Initialize;
            let era = Era::Legacy {
                has_session_id: false,
            };
            (
                OutgoingKind::Initialize(PendingRequest { id, kind, era }),
                HeaderMap::new(),
            )
        }
        MessageKind::Request { id, method } => {
            let mut headers = headers(method);
            let params = message.params.and_then(Members::parse);
            let kind = match (era, method) {
                (Era::Modern, "tools/list") => RequestKind::Tools {
                    first_page: params.is_none_or(|params| params.get("cursor").is_none()),
                },
                (Era::Modern, "tools/call") => {
                    headers.extend(
                        params
                            .map(|params| tools.headers(&params))
                            .unwrap_or_default(),
                    );
                    RequestKind::Other
                }
                _ => RequestKind::Other,
            };
            (
                OutgoingKind::Request(PendingRequest { id, kind, era }),
                headers,
            )
        }
        MessageKind::Notification { method } => {
            let kind = match method {
                "notifications/cancelled" => {
                    OutgoingKind::Cancelled(message.param("requestId").and_then(Id::parse))
                }
                "notifications/initialized" => OutgoingKind::Initialized,
                _ => OutgoingKind::OneWay(method.to_owned()),
            };
            (kind, headers(method))
        }
        MessageKind::Response { .. } => (
            OutgoingKind::OneWay("an answer".to_owned()),
            session.headers(),
        ),
        MessageKind::Unknown => (OutgoingKind::Unknown, session.headers()),
    }
}
