//! The two halves of a connection.

use std::io::{Read, Write};
use std::sync::Arc;

use interprocess::local_socket::Stream;

use super::{ClientError, is_closed};
use crate::{FromAsker, FromDoorbell, Lines, Notice, RequestId};

/// How much is read at once.
const CHUNK: usize = 8 * 1024;

/// Sends requests and does not wait for what comes of them.
#[derive(Debug)]
pub struct Calls {
    pub(super) stream: Arc<Stream>,
    pub(super) calls: i64,
}

/// Receives what comes of them.
#[derive(Debug)]
pub struct Replies {
    pub(super) stream: Arc<Stream>,
    pub(super) lines: Lines,
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

    pub(super) fn write(&mut self, line: &str) -> Result<(), ClientError> {
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
        let mut chunk = [0; CHUNK];
        loop {
            while let Some(line) = self.lines.next_line()? {
                if let Some(message) = FromDoorbell::decode(line) {
                    return Ok(message);
                }
            }
            match (&*self.stream).read(&mut chunk) {
                Ok(0) => return Err(ClientError::Closed),
                Ok(length) => self.lines.push(&chunk[..length]),
                Err(error) if is_closed(&error) => return Err(ClientError::Closed),
                Err(error) => return Err(error.into()),
            }
        }
    }
}
