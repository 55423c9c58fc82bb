//! A blocking client: connect, say hello, call.

mod again;
mod halves;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use again::{ASKED_AGAIN, LOOK, RETURN, wait_for_return};
pub use halves::{Calls, Replies};

use interprocess::ConnectWaitMode;
use interprocess::local_socket::{ConnectOptions, GenericFilePath, Stream, prelude::*};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    AwaitDoneParams, AwaitDoneResult, Call, ClientInfo, ElicitParams, ElicitResult, FromAsker,
    FromDoorbell, HelloParams, HelloResult, Limits, LineTooLong, Lines, ListResult, Notice,
    OpenParams, OpenResult, PROTOCOL, Page, PreviewParams, PreviewResult, RequestId, RpcError,
    StatusResult, StopParams, StopResult, Stranger, WithdrawParams, WithdrawResult, listener,
};

/// How long Doorbell may take over an answer that no person is needed for.
const REPLY_TIME: Duration = Duration::from_secs(10);
/// How much is read at once.
const CHUNK: usize = 8 * 1024;

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
    stream: Stream,
    lines: Lines,
    calls: i64,
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
        let mut connection = Self {
            stream,
            lines: Lines::new(Limits::STANDARD.line),
            calls: 0,
            hello: HelloResult::new("", Limits::STANDARD),
        };
        let hello = connection.send(Call::Hello(HelloParams {
            protocol: PROTOCOL,
            client,
        }))?;
        connection.stream.set_recv_timeout(Some(patience))?;
        connection.hello = connection.receive(&hello)?;
        Ok(connection)
    }

    /// Takes sending and receiving apart, for those who ask several things at once.
    ///
    /// # Errors
    /// [`ClientError::Io`] if the connection is gone.
    pub fn split(self) -> Result<(Calls, Replies), ClientError> {
        self.stream.set_recv_timeout(None)?;
        // A Doorbell that no longer reads must not hold up whoever tells it something.
        self.stream.set_send_timeout(Some(REPLY_TIME))?;
        Ok(halves::of(self.stream, self.lines, self.calls))
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
        let id = self.send(Call::Elicit(Box::new(params)))?;
        self.stream.set_recv_timeout(None)?;
        self.receive(&id)
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
        let id = self.send(Call::AwaitDone(link))?;
        self.stream.set_recv_timeout(None)?;
        self.receive(&id)
    }

    /// Takes questions back; whether there were any.
    ///
    /// # Errors
    /// A [`ClientError`].
    pub fn withdraw(&mut self, which: WithdrawParams) -> Result<bool, ClientError> {
        let result: WithdrawResult = self.call(Call::Withdraw(which))?;
        Ok(result.withdrawn)
    }

    /// Tells something that wants no answer.
    fn tell(&mut self, notice: Notice) -> Result<(), ClientError> {
        let line = FromAsker::Notice(notice).encode();
        self.stream.write_all(line.as_bytes())?;
        Ok(())
    }

    fn call<R: DeserializeOwned>(&mut self, call: Call) -> Result<R, ClientError> {
        let id = self.send(call)?;
        self.stream.set_recv_timeout(Some(REPLY_TIME))?;
        self.receive(&id)
    }

    fn send(&mut self, call: Call) -> Result<RequestId, ClientError> {
        self.calls += 1;
        let id = RequestId::Number(self.calls);
        let message = FromAsker::Call {
            id: id.clone(),
            call,
        };
        match self.stream.write_all(message.encode().as_bytes()) {
            // Doorbell may have said why before it closed the connection.
            Err(error) if is_closed(&error) => Ok(id),
            written => written.map(|()| id).map_err(ClientError::from),
        }
    }

    fn receive<R: DeserializeOwned>(&mut self, wanted: &RequestId) -> Result<R, ClientError> {
        loop {
            match self.next_message()? {
                FromDoorbell::Reply { id, result } if id == *wanted => return understand(result),
                FromDoorbell::Error { id, error }
                    if id.is_none() || id.as_ref() == Some(wanted) =>
                {
                    return Err(error.into());
                }
                FromDoorbell::Reply { .. }
                | FromDoorbell::Error { .. }
                | FromDoorbell::Progress(_) => {}
            }
        }
    }

    fn next_message(&mut self) -> Result<FromDoorbell, ClientError> {
        next_message(&mut self.stream, &mut self.lines)
    }
}

fn next_message(stream: &mut impl Read, lines: &mut Lines) -> Result<FromDoorbell, ClientError> {
    let mut chunk = [0; CHUNK];
    loop {
        while let Some(line) = lines.next_line()? {
            if let Some(message) = FromDoorbell::decode(line) {
                return Ok(message);
            }
        }
        match stream.read(&mut chunk) {
            Ok(0) => return Err(ClientError::Closed),
            Ok(length) => lines.push(&chunk[..length]),
            Err(error) if is_closed(&error) => return Err(ClientError::Closed),
            Err(error) => return Err(error.into()),
        }
    }
}

fn is_closed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset
    )
}

fn understand<R: DeserializeOwned>(result: Value) -> Result<R, ClientError> {
    serde_json::from_value(result).map_err(|_| ClientError::NotUnderstood)
}
