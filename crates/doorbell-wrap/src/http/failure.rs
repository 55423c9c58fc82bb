//! Why a message has no answer, in words that a person can act on.
//!
//! No variant carries what the server wrote, nor an address or a header: any of them may hold a
//! secret, and the words end up in the agent's log.

use std::error::Error;
use std::io;

use reqwest::StatusCode;

use super::limits::{CONNECT, MAX_IN_FLIGHT, MAX_MESSAGE};
use super::sse::TooLarge;
use crate::id::Id;
use crate::splice::quoted;

/// JSON-RPC leaves this code to implementations. It is none that tells a modern server from a
/// legacy one, so a host that probes goes on to `initialize`.
const CODE: i32 = -32000;

/// What the server did or failed to do: the rest of a sentence that begins with its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Nobody listens there.
    #[error("refused the connection; check that the server runs and that the address is right")]
    Refused,
    /// The name means nothing.
    #[error("could not be found; check the address and the network")]
    NotFound,
    /// No connection in time.
    #[error("did not accept a connection within {} s; check the address and the network", CONNECT.as_secs())]
    Timeout,
    /// The encryption failed, for this reason.
    #[error("could not be reached securely: {0}")]
    Insecure(String),
    /// No connection for another reason.
    #[error("could not be reached; check the address and the network")]
    Unreachable,
    /// The connection ended too early.
    #[error("closed the connection before it answered")]
    Broken,
    /// It does not know who asks.
    #[error(
        "wants a sign-in (HTTP {0}); give it a token with --header-env, \
         since Doorbell cannot sign in with OAuth yet"
    )]
    SignIn(u16),
    /// The session is over.
    #[error("has ended the session; restart this MCP server in the agent")]
    SessionEnded,
    /// It is elsewhere.
    #[error(
        "sent a redirect (HTTP {0}), which is not followed because the request may carry \
         secrets; give the final address to --url"
    )]
    Redirect(u16),
    /// It refused, and did not say why.
    #[error("answered with HTTP {0}; check that the address is that of an MCP endpoint")]
    Status(u16),
    /// The answer is a web page or so.
    #[error(
        "answered with neither JSON nor events; check that the address is that of an MCP endpoint"
    )]
    Media,
    /// The answer is called JSON but is not.
    #[error("sent an answer that is not JSON")]
    NotJson,
    /// The answer does not fit.
    #[error("sent an answer larger than {} MiB", MAX_MESSAGE / 1024 / 1024)]
    TooLarge,
    /// It took a request like a notification.
    #[error("took the request but does not answer it")]
    NoAnswer,
    /// It has too many already.
    #[error("has {MAX_IN_FLIGHT} requests to answer already; try again when some are done")]
    Busy,
}

impl Failure {
    /// What a status other than success means; `named` if the message named its session.
    pub fn of_status(status: StatusCode, named: bool) -> Self {
        let number = status.as_u16();
        match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Self::SignIn(number),
            StatusCode::NOT_FOUND if named => Self::SessionEnded,
            _ if status.is_redirection() => Self::Redirect(number),
            _ => Self::Status(number),
        }
    }

    /// Whether the status alone says what to do, so that an explanation which does not name the
    /// request adds nothing.
    pub fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::SignIn(_) | Self::SessionEnded | Self::Redirect(_)
        )
    }

    /// The answer to give in the server's place.
    pub fn answer(&self, id: &Id, server: &str) -> String {
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
            return Self::Timeout;
        }
        let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
        while let Some(error) = cause {
            if let Some(failure) = of_cause(error) {
                return failure;
            }
            cause = error.source();
        }
        if error.is_connect() {
            Self::Unreachable
        } else {
            Self::Broken
        }
    }
}

fn of_cause(cause: &(dyn Error + 'static)) -> Option<Failure> {
    if let Some(error) = cause.downcast_ref::<rustls::Error>() {
        return Some(Failure::Insecure(error.to_string()));
    }
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        return match error.kind() {
            io::ErrorKind::ConnectionRefused => Some(Failure::Refused),
            _ => error.get_ref().and_then(|inner| of_cause(inner)),
        };
    }
    // The resolver's errors have no type of their own.
    (cause.to_string() == "dns error").then_some(Failure::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_line_of_json_under_the_right_name() {
        let line = Failure::SessionEnded.answer(&Id::Text("a\"b".to_owned()), "example.com");
        assert!(line.ends_with("}\n"));
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], "a\"b");
        assert_eq!(
            answer["error"]["message"],
            "example.com has ended the session; restart this MCP server in the agent"
        );
    }

    /// The name is too long to be looked up anywhere, so no network is needed to fail.
    #[test]
    fn a_name_that_means_nothing_is_not_found() {
        let url = format!("http://{}.invalid/", "a".repeat(64));
        let client = reqwest::Client::builder().no_proxy().tls_certs_only([]);
        let _ = rustls::crypto::ring::default_provider().install_default();
        let request = client.build().unwrap().get(url).send();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let error = runtime.unwrap().block_on(request).unwrap_err();
        assert_eq!(Failure::from(error), Failure::NotFound);
    }

    #[test]
    fn a_status_says_what_to_do() {
        for (status, named, failure) in [
            (401, true, Failure::SignIn(401)),
            (403, false, Failure::SignIn(403)),
            (404, true, Failure::SessionEnded),
            (404, false, Failure::Status(404)),
            (308, true, Failure::Redirect(308)),
            (500, true, Failure::Status(500)),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            assert_eq!(Failure::of_status(status, named), failure);
        }
    }
}
