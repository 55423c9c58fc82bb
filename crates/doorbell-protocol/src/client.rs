//! A blocking client.

mod reconnect;
mod split;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub use reconnect::{Connector, MAX_RECONNECTS, reach_or_start, reconnector, wait_for_restart};
pub use split::{RequestSender, ResponseReceiver};

use interprocess::ConnectWaitMode;
use interprocess::local_socket::{ConnectOptions, GenericFilePath, prelude::*};
use serde::de::DeserializeOwned;

use crate::{
    AwaitDoneParams, AwaitDoneResult, Call, ClientInfo, ElicitParams, ElicitResult, FromAsker,
    FromDoorbell, HelloParams, HelloResult, Limits, LineBuffer, LineTooLong, ListResult,
    OpenParams, OpenResult, PROTOCOL, Page, PreviewParams, PreviewResult, RequestId, RpcError,
    SessionParams, SessionResult, StatusResult, StopParams, StopResult, UnexpectedListener,
    WithdrawParams, WithdrawResult, listener,
};

/// Applies to requests that Doorbell answers without a person.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("Doorbell isn't running (start it with `doorbell start`)")]
    NotRunning { path: PathBuf },
    #[error(transparent)]
    UnexpectedListener(#[from] UnexpectedListener),
    #[error("the connection to Doorbell failed")]
    Io(#[from] io::Error),
    #[error("Doorbell closed the connection")]
    Closed,
    /// The connection was lost on every attempt. Asking later with the same key still returns the
    /// person's answer, if there is one.
    #[error(
        "Doorbell stopped {times} times during this question; run `doorbell-desktop` in a terminal to see why"
    )]
    RepeatedlyLost { times: u32 },
    #[error("{}", .0.plain())]
    Rpc(RpcError),
    #[error("can't understand Doorbell's answer; run `doorbell restart` and try again")]
    InvalidResponse,
}

impl ClientError {
    /// Returns true if Doorbell accepted the connection but did not answer in time.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Io(error) if matches!(
            error.kind(),
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock
        ))
    }
}

/// Not a source: its text is for programs.
impl From<RpcError> for ClientError {
    fn from(error: RpcError) -> Self {
        Self::Rpc(error)
    }
}

impl From<LineTooLong> for ClientError {
    fn from(_: LineTooLong) -> Self {
        Self::InvalidResponse
    }
}

/// A connection after the handshake.
#[derive(Debug)]
pub struct Client {
    sender: RequestSender,
    receiver: ResponseReceiver,
    hello: HelloResult,
}

impl Client {
    /// Connects to the Doorbell at `socket`.
    ///
    /// # Errors
    /// [`ClientError::NotRunning`] if no program listens there.
    pub fn connect(socket: &Path, client: ClientInfo) -> Result<Self, ClientError> {
        Self::connect_with_timeout(RESPONSE_TIMEOUT, socket, client)
    }

    /// Like [`Client::connect`], with a timeout for the handshake.
    ///
    /// # Errors
    /// [`ClientError::NotRunning`] if no program listens there.
    pub fn connect_with_timeout(
        timeout: Duration,
        socket: &Path,
        client: ClientInfo,
    ) -> Result<Self, ClientError> {
        let name = socket.to_fs_name::<GenericFilePath>()?;
        let connected = ConnectOptions::new()
            .name(name)
            .wait_mode(ConnectWaitMode::Timeout(timeout))
            .connect_sync();
        let stream = connected.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => ClientError::NotRunning {
                path: socket.to_owned(),
            },
            _ => ClientError::Io(error),
        })?;
        listener::check(&stream, socket)?;
        let stream = Arc::new(stream);
        let mut connection = Self {
            sender: RequestSender {
                stream: Arc::clone(&stream),
                last_id: 0,
            },
            receiver: ResponseReceiver {
                stream,
                lines: LineBuffer::new(Limits::STANDARD.line_bytes),
            },
            hello: HelloResult::new("", Limits::STANDARD),
        };
        let hello = Call::Hello(HelloParams {
            protocol: PROTOCOL,
            client,
        });
        connection.hello = connection.call_with_timeout(Some(timeout), hello)?;
        Ok(connection)
    }

    /// Separates sending from receiving, for several requests at once.
    ///
    /// # Errors
    /// [`ClientError::Io`] if the connection is gone.
    pub fn split(self) -> Result<(RequestSender, ResponseReceiver), ClientError> {
        self.receiver.stream.set_recv_timeout(None)?;
        // A Doorbell that no longer reads must not block the sender.
        self.sender
            .stream
            .set_send_timeout(Some(RESPONSE_TIMEOUT))?;
        Ok((self.sender, self.receiver))
    }

    pub fn hello(&self) -> &HelloResult {
        &self.hello
    }

    /// Asks and waits, without a timeout, for the person's answer.
    ///
    /// # Errors
    /// A [`ClientError`]; a declined question is not an error.
    pub fn ask(&mut self, params: ElicitParams) -> Result<ElicitResult, ClientError> {
        self.call_with_timeout(None, Call::Elicit(Box::new(params)))
    }

    /// Checks a form for the author of a server.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn preview(&mut self, params: PreviewParams) -> Result<PreviewResult, ClientError> {
        self.call(Call::Preview(params))
    }

    /// Lists the open questions.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn list(&mut self) -> Result<ListResult, ClientError> {
        self.call(Call::List)
    }

    /// # Errors
    /// A [`ClientError`].
    pub fn status(&mut self) -> Result<StatusResult, ClientError> {
        self.call(Call::Status)
    }

    /// Shows the question, or the next one.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn open(&mut self, question: Option<String>) -> Result<OpenResult, ClientError> {
        let page = None;
        self.call(Call::Open(OpenParams { question, page }))
    }

    /// Shows a page of Home.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn open_page(&mut self, page: Page) -> Result<OpenResult, ClientError> {
        let (question, page) = (None, Some(page));
        self.call(Call::Open(OpenParams { question, page }))
    }

    /// # Errors
    /// A [`ClientError`].
    pub fn stop(&mut self, params: StopParams) -> Result<StopResult, ClientError> {
        self.call(Call::Stop(params))
    }

    /// Waits, without a timeout, until a link that the person opened is finished.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn await_done(&mut self, link: AwaitDoneParams) -> Result<AwaitDoneResult, ClientError> {
        self.call_with_timeout(None, Call::AwaitDone(link))
    }

    /// Withdraws questions. Returns true if any were open.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn withdraw(&mut self, which: impl Into<WithdrawParams>) -> Result<bool, ClientError> {
        let result: WithdrawResult = self.call(Call::Withdraw(which.into()))?;
        Ok(result.withdrawn)
    }

    /// Reports what the agent session does. Waits for the person if `reply` is set.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn report_session(&mut self, params: SessionParams) -> Result<SessionResult, ClientError> {
        let timeout = (!params.reply).then_some(RESPONSE_TIMEOUT);
        self.call_with_timeout(timeout, Call::Session(params))
    }

    fn call<R: DeserializeOwned>(&mut self, call: Call) -> Result<R, ClientError> {
        self.call_with_timeout(Some(RESPONSE_TIMEOUT), call)
    }

    fn call_with_timeout<R: DeserializeOwned>(
        &mut self,
        timeout: Option<Duration>,
        call: Call,
    ) -> Result<R, ClientError> {
        let expected_id = RequestId::Number(self.sender.next_id());
        let id = expected_id.clone();
        match self.sender.write(&FromAsker::Call { id, call }.encode()) {
            // Doorbell may have sent an error before it closed the connection.
            Ok(()) | Err(ClientError::Closed) => {}
            Err(error) => return Err(error),
        }
        self.receiver.stream.set_recv_timeout(timeout)?;
        loop {
            match self.receiver.receive()? {
                FromDoorbell::Reply { id, result } if id == expected_id => {
                    return serde_json::from_value(result)
                        .map_err(|_| ClientError::InvalidResponse);
                }
                FromDoorbell::Error { id, error }
                    if id.as_ref().is_none_or(|id| *id == expected_id) =>
                {
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
