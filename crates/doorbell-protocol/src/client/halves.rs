//! The two halves of a connection, for those who ask several things at once.

use std::io::Write;
use std::sync::Arc;

use interprocess::local_socket::Stream;

use super::{ClientError, is_closed, next_message};
use crate::{FromAsker, FromDoorbell, Lines, Notice, RequestId};

/// Sends requests and does not wait for what comes of them.
#[derive(Debug)]
pub struct Calls {
    stream: Arc<Stream>,
    calls: i64,
}

/// Receives what comes of them.
#[derive(Debug)]
pub struct Replies {
    stream: Arc<Stream>,
    lines: Lines,
}

pub(super) fn of(stream: Stream, lines: Lines, calls: i64) -> (Calls, Replies) {
    let stream = Arc::new(stream);
    let replies = Replies {
        stream: Arc::clone(&stream),
        lines,
    };
    (Calls { stream, calls }, replies)
}

impl Calls {
    /// Sends a request whose params are JSON already, without a newline in it: what another
    /// program wrote is handed on as it is.
    ///
    /// # Errors
    /// A [`ClientError`] if the connection is gone.
    pub fn send(&mut self, method: &str, params: &str) -> Result<RequestId, ClientError> {
        self.calls += 1;
        let id = self.calls;
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n"
        );
        self.write(&line)?;
        Ok(RequestId::Number(id))
    }

    /// Tells something that wants no answer.
    ///
    /// # Errors
    /// A [`ClientError`] if the connection is gone.
    pub fn tell(&mut self, notice: Notice) -> Result<(), ClientError> {
        self.write(&FromAsker::Notice(notice).encode())
    }

    /// Ends the connection for both halves.
    pub fn close(self) {
        #[cfg(unix)]
        {
            use std::os::fd::AsFd;
            let Stream::UdSocket(socket) = &*self.stream;
            // One that is gone already needs no end.
            let _ = rustix::net::shutdown(socket.as_fd(), rustix::net::Shutdown::Both);
        }
    }

    fn write(&mut self, line: &str) -> Result<(), ClientError> {
        match (&*self.stream).write_all(line.as_bytes()) {
            Err(error) if is_closed(&error) => Err(ClientError::Closed),
            written => written.map_err(ClientError::from),
        }
    }
}

impl Replies {
    /// Waits for the next message.
    ///
    /// # Errors
    /// [`ClientError::Closed`] when there will be no more.
    pub fn receive(&mut self) -> Result<FromDoorbell, ClientError> {
        next_message(&mut &*self.stream, &mut self.lines)
    }
}
