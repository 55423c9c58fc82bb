//! A blocking client: connect, say hello, call.

mod again;
mod halves;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub use again::{ASKED_AGAIN, Connector, reach_again, reach_or_start, wait_for_return};
pub use halves::{Calls, Replies};

use interprocess::ConnectWaitMode;
use interprocess::local_socket::{ConnectOptions, GenericFilePath, prelude::*};
use serde::de::DeserializeOwned;

use crate::{
    AwaitDoneParams, AwaitDoneResult, Call, ClientInfo, ElicitParams, ElicitResult, FromAsker,
    FromDoorbell, HelloParams, HelloResult, Limits, LineTooLong, Lines, ListResult, OpenParams,
    OpenResult, PROTOCOL, Page, PreviewParams, PreviewResult, RequestId, RpcError, StatusResult,
    StopParams, StopResult, Stranger, WithdrawParams, WithdrawResult, listener,
};

/// How long Doorbell may take over an answer that no person is needed for.
const REPLY_TIME: Duration = Duration::from_secs(10);

/// Why a call did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Nobody listens: start Doorbell and try again.
    #[error("no Doorbell listens at {path}")]
    Absent {
        /// The socket.
        path: PathBuf,
    },
    /// Someone else listens in Doorbell's place; it was told nothing.
    #[error(transparent)]
    Stranger(#[from] Stranger),
    /// The connection failed.
    #[error("the connection to Doorbell failed")]
    Io(#[from] io::Error),
    /// Doorbell went away.
    #[error("Doorbell closed the connection")]
    Closed,
    /// Doorbell went away each time it was asked this, and is not made to do so once more. Whoever
    /// asks with the same key later still gets the answer, if the person had given one.
    #[error(
        "Doorbell went away {times} times while it was asked this; start `doorbell-desktop` in a terminal to see why"
    )]
    KeepsEnding {
        /// How often.
        times: u32,
    },
    /// Doorbell refused the request.
    #[error("Doorbell answered")]
    Refused(#[from] RpcError),
    /// Doorbell sent something that is no answer.
    #[error("Doorbell's answer is not understood; run `doorbell restart` after an update")]
    NotUnderstood,
}

impl ClientError {
    /// True if Doorbell was reached and did not answer in time.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Io(error) if matches!(
            error.kind(),
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock
        ))
    }
}

impl From<LineTooLong> for ClientError {
    fn from(_: LineTooLong) -> Self {
        Self::NotUnderstood
    }
}

/// A connection that has said hello.
#[derive(Debug)]
pub struct Client {
    calls: Calls,
    replies: Replies,
    hello: HelloResult,
}

impl Client {
    /// Connects to the Doorbell at `socket`.
    ///
    /// # Errors
    /// [`ClientError::Absent`] if nobody listens there.
    pub fn connect(socket: &Path, client: ClientInfo) -> Result<Self, ClientError> {
        Self::connect_within(REPLY_TIME, socket, client)
    }

    /// Connects, and gives up on a Doorbell that takes longer over its hello.
    ///
    /// # Errors
    /// [`ClientError::Absent`] if nobody listens there.
    pub fn connect_within(
        patience: Duration,
        socket: &Path,
        client: ClientInfo,
    ) -> Result<Self, ClientError> {
        let name = socket.to_fs_name::<GenericFilePath>()?;
        let connected = ConnectOptions::new()
            .name(name)
            .wait_mode(ConnectWaitMode::Timeout(patience))
            .connect_sync();
        let stream = connected.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => ClientError::Absent {
                path: socket.to_owned(),
            },
            _ => ClientError::Io(error),
        })?;
        listener::check(&stream, socket)?;
        let stream = Arc::new(stream);
        let mut connection = Self {
            calls: Calls {
                stream: Arc::clone(&stream),
                calls: 0,
            },
            replies: Replies {
                stream,
                lines: Lines::new(Limits::STANDARD.line),
            },
            hello: HelloResult::new("", Limits::STANDARD),
        };
        let hello = Call::Hello(HelloParams {
            protocol: PROTOCOL,
            client,
        });
        connection.hello = connection.call_within(Some(patience), hello)?;
        Ok(connection)
    }

    /// Takes sending and receiving apart, for those who ask several things at once.
    ///
    /// # Errors
    /// [`ClientError::Io`] if the connection is gone.
    pub fn split(self) -> Result<(Calls, Replies), ClientError> {
        self.replies.stream.set_recv_timeout(None)?;
        // A Doorbell that no longer reads must not hold up whoever tells it something.
        self.calls.stream.set_send_timeout(Some(REPLY_TIME))?;
        Ok((self.calls, self.replies))
    }

    /// What Doorbell said in its hello.
    pub fn hello(&self) -> &HelloResult {
        &self.hello
    }

    /// Asks, and waits as long as the person takes.
    ///
    /// # Errors
    /// A [`ClientError`]; a person's refusal is not one of them.
    pub fn ask(&mut self, params: ElicitParams) -> Result<ElicitResult, ClientError> {
        self.call_within(None, Call::Elicit(Box::new(params)))
    }

    /// What the author of a server should know about a form.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn preview(&mut self, params: PreviewParams) -> Result<PreviewResult, ClientError> {
        self.call(Call::Preview(params))
    }

    /// The open questions.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn list(&mut self) -> Result<ListResult, ClientError> {
        self.call(Call::List)
    }

    /// How Doorbell is.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn status(&mut self) -> Result<StatusResult, ClientError> {
        self.call(Call::Status)
    }

    /// Brings the window up.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn open(&mut self, question: Option<String>) -> Result<OpenResult, ClientError> {
        let page = None;
        self.call(Call::Open(OpenParams { question, page }))
    }

    /// Brings Home up at one of its pages.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn open_page(&mut self, page: Page) -> Result<OpenResult, ClientError> {
        let (question, page) = (None, Some(page));
        self.call(Call::Open(OpenParams { question, page }))
    }

    /// Ends Doorbell.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn stop(&mut self, params: StopParams) -> Result<StopResult, ClientError> {
        self.call(Call::Stop(params))
    }

    /// Waits until a link the person agreed to open is finished, as long as that takes.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn await_done(&mut self, link: AwaitDoneParams) -> Result<AwaitDoneResult, ClientError> {
        self.call_within(None, Call::AwaitDone(link))
    }

    /// Takes questions back; whether there were any.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn withdraw(&mut self, which: WithdrawParams) -> Result<bool, ClientError> {
        let result: WithdrawResult = self.call(Call::Withdraw(which))?;
        Ok(result.withdrawn)
    }

    fn call<R: DeserializeOwned>(&mut self, call: Call) -> Result<R, ClientError> {
        self.call_within(Some(REPLY_TIME), call)
    }

    fn call_within<R: DeserializeOwned>(
        &mut self,
        patience: Option<Duration>,
        call: Call,
    ) -> Result<R, ClientError> {
        self.calls.calls += 1;
        let wanted = RequestId::Number(self.calls.calls);
        let id = wanted.clone();
        match self.calls.write(&FromAsker::Call { id, call }.encode()) {
            // Doorbell may have said why before it closed the connection.
            Ok(()) | Err(ClientError::Closed) => {}
            Err(error) => return Err(error),
        }
        self.replies.stream.set_recv_timeout(patience)?;
        loop {
            match self.replies.receive()? {
                FromDoorbell::Reply { id, result } if id == wanted => {
                    return serde_json::from_value(result).map_err(|_| ClientError::NotUnderstood);
                }
                FromDoorbell::Error { id, error } if id.as_ref().is_none_or(|id| *id == wanted) => {
                    return Err(error.into());
                }
                FromDoorbell::Reply { .. }
                | FromDoorbell::Error { .. }
                | FromDoorbell::Progress(_) => {}
            }
        }
    }
}

fn is_closed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset
    )
}
