//! A message on its way to the server.

use bytes::Bytes;
use reqwest::header::HeaderMap;

use super::metadata;
use super::session::Session;
use super::tools::Tools;
use crate::id::Id;
use crate::members::Members;
use crate::message::{Kind, Message};

/// A message and the headers it travels with.
pub struct Outgoing {
    /// Its bytes, as the host wrote them.
    pub body: Bytes,
    /// What it says of itself, or the session it belongs to.
    pub headers: HeaderMap,
}

/// What matters of a message here.
pub enum What {
    /// Opens a legacy session. Nothing may overtake it.
    Initialize(Asked),
    /// Wants an answer.
    Request(Asked),
    /// Says that a request is no longer wanted.
    Cancelled(Option<Id>),
    /// Says that the legacy session is open.
    Initialized,
    /// Wants no answer: another notification, or an answer to the server.
    Told(String),
    /// No single message. A batch, perhaps, whose answers nobody here can tell apart.
    Unknown,
}

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its name.
    pub id: Id,
    /// What is asked.
    pub subject: Subject,
    /// Which rules it follows.
    pub era: Era,
}

/// What a request asks, where the answer is of interest here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// `initialize`: the answer has the version.
    Initialize,
    /// The tools of a modern server: the answer says which parameters to mirror.
    Tools {
        /// Whether it asks for the beginning of the list.
        first_page: bool,
    },
    /// Anything else.
    Other,
}

/// Which rules a message follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28 and later: every request stands for itself.
    Modern,
    /// Before it: what follows `initialize` belongs to a session, which may have a name.
    Legacy {
        /// Whether it was sent with the session's name.
        named: bool,
    },
}

/// Reads a message from the host.
pub fn read(body: Bytes, session: &Session, tools: &Tools) -> (What, Outgoing) {
    let (what, headers) = match Message::read(&body) {
        Some(message) => classify(&message, session, tools),
        None => (What::Unknown, session.headers()),
    };
    (what, Outgoing { body, headers })
}

fn classify(message: &Message<'_>, session: &Session, tools: &Tools) -> (What, HeaderMap) {
    let version = metadata::version(message.params);
    let era = match version {
        Some(_) => Era::Modern,
        None => Era::Legacy {
            named: session.has_id(),
        },
    };
    let headers = |method| match &version {
        Some(version) => metadata::headers(version, method, message.params),
        None => session.headers(),
    };
    match message.kind() {
        Kind::Request { id, method } if method == "initialize" && version.is_none() => {
            let subject = Subject::Initialize;
            let era = Era::Legacy { named: false };
            (
                What::Initialize(Asked { id, subject, era }),
                HeaderMap::new(),
            )
        }
        Kind::Request { id, method } => {
            let mut headers = headers(method);
            let params = message.params.and_then(Members::read);
            let subject = match (era, method) {
                (Era::Modern, "tools/list") => Subject::Tools {
                    first_page: params.is_none_or(|params| params.get("cursor").is_none()),
                },
                (Era::Modern, "tools/call") => {
                    headers.extend(
                        params
                            .map(|params| tools.headers(&params))
                            .unwrap_or_default(),
                    );
                    Subject::Other
                }
                _ => Subject::Other,
            };
            (What::Request(Asked { id, subject, era }), headers)
        }
        Kind::Notification { method } => {
            let what = match method {
                "notifications/cancelled" => {
                    What::Cancelled(message.param("requestId").and_then(Id::read))
                }
                "notifications/initialized" => What::Initialized,
                _ => What::Told(method.to_owned()),
            };
            (what, headers(method))
        }
        Kind::Response { .. } => (What::Told("an answer".to_owned()), session.headers()),
        Kind::Unknown => (What::Unknown, session.headers()),
    }
}
