//! Why a request failed, in words that a person can act on.
//!
//! No variant contains an address, a header or the server's text: they may hold secrets, and the
//! message ends up in the agent's log.

use std::error::Error;
use std::io;

use reqwest::StatusCode;

use super::limits::{CONNECT_TIMEOUT, MAX_IN_FLIGHT, MAX_MESSAGE};
use super::sse::TooLarge;
use crate::id::Id;
use crate::splice::quoted;

/// An implementation-defined JSON-RPC code. Hosts do not take it as a sign of a modern server, so a
/// host that probes goes on to `initialize`.
const CODE: i32 = -32000;

/// Each text continues a sentence that begins with the server's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    #[error("refused the connection; check that the server runs and that the address is right")]
    ConnectionRefused,
    #[error("could not be found; check the address and the network")]
    HostNotFound,
    #[error("did not accept a connection within {} s; check the address and the network", CONNECT_TIMEOUT.as_secs())]
    ConnectTimeout,
    #[error("could not be reached securely: {0}")]
    TlsFailed(String),
    #[error("could not be reached; check the address and the network")]
    Unreachable,
    #[error("closed the connection before it answered")]
    ConnectionClosed,
    #[error(
        "wants a sign-in (HTTP {0}); give it a token with --header-env, \
         since Doorbell cannot sign in with OAuth yet"
    )]
    SignInRequired(u16),
    #[error("has ended the session; restart this MCP server in the agent")]
    SessionEnded,
    #[error(
        "sent a redirect (HTTP {0}), which is not followed because the request may carry \
         secrets; give the final address to --url"
    )]
    Redirect(u16),
    #[error("answered with HTTP {0}; check that the address is that of an MCP endpoint")]
    Status(u16),
    #[error(
        "answered with neither JSON nor events; check that the address is that of an MCP endpoint"
    )]
    UnexpectedMedia,
    #[error("sent an answer that is not JSON")]
    NotJson,
    #[error("sent an answer larger than {} MiB", MAX_MESSAGE / 1024 / 1024)]
    TooLarge,
    /// The status says that no response will come.
    #[error("took the request but does not answer it")]
    NoResponse,
    #[error("has {MAX_IN_FLIGHT} requests to answer already; try again when some are done")]
    Busy,
}

impl Failure {
    /// Interprets a status other than success. In a session, 404 means that it has ended.
    pub fn from_status(status: StatusCode, has_session_id: bool) -> Self {
        let number = status.as_u16();
        match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Self::SignInRequired(number),
            StatusCode::NOT_FOUND if has_session_id => Self::SessionEnded,
            _ if status.is_redirection() => Self::Redirect(number),
            _ => Self::Status(number),
        }
    }

    /// Returns whether the status alone says what to do, so that an error body without the request's
    /// id adds nothing.
    pub fn is_self_explanatory(&self) -> bool {
        matches!(
            self,
            Self::SignInRequired(_) | Self::SessionEnded | Self::Redirect(_)
        )
    }

    /// Builds the error response to send in the server's place.
    pub fn error_response(&self, id: &Id, server: &str) -> String {
        let id = id.to_json();
        let message = quoted(&format!("{server} {self}"));
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{CODE},"message":{message}}}}}"#)
            + "\n"
    }
}

impl From<TooLarge> for Failure {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        if error.is_connect() && error.is_timeout() {
            return Self::ConnectTimeout;
        }
        let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
        while let Some(error) = cause {
            if let Some(failure) = from_cause(error) {
                return failure;
            }
            cause = error.source();
        }
        if error.is_connect() {
            Self::Unreachable
        } else {
            Self::ConnectionClosed
        }
    }
}

fn from_cause(cause: &(dyn Error + 'static)) -> Option<Failure> {
    if let Some(error) = cause.downcast_ref::<rustls::Error>() {
        return Some(Failure::TlsFailed(error.to_string()));
    }
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        return match error.kind() {
            io::ErrorKind::ConnectionRefused => Some(Failure::ConnectionRefused),
            _ => error.get_ref().and_then(|inner| from_cause(inner)),
        };
    }
    // The resolver's error has no public type.
    (cause.to_string() == "dns error").then_some(Failure::HostNotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_response_is_json_line_with_request_id() {
        let line =
            Failure::SessionEnded.error_response(&Id::Text("a\"b".to_owned()), "example.com");
        assert!(line.ends_with("}\n"));
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], "a\"b");
        assert_eq!(
            answer["error"]["message"],
            "example.com has ended the session; restart this MCP server in the agent"
        );
    }

    /// A label this long fails without a network.
    #[test]
    fn unknown_host_is_not_found() {
        let url = format!("http://{}.invalid/", "a".repeat(64));
        let client = reqwest::Client::builder().no_proxy().tls_certs_only([]);
        let _ = rustls::crypto::ring::default_provider().install_default();
        let request = client.build().unwrap().get(url).send();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let error = runtime.unwrap().block_on(request).unwrap_err();
        assert_eq!(Failure::from(error), Failure::HostNotFound);
    }

    #[test]
    fn status_maps_to_failure() {
        for (status, has_session_id, failure) in [
            (401, true, Failure::SignInRequired(401)),
            (403, false, Failure::SignInRequired(403)),
            (404, true, Failure::SessionEnded),
            (404, false, Failure::Status(404)),
            (308, true, Failure::Redirect(308)),
            (500, true, Failure::Status(500)),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            assert_eq!(Failure::from_status(status, has_session_id), failure);
        }
    }
}
