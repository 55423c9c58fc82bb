//! The sending and the receiving half of a connection.

use std::io::{Read, Write};
use std::sync::Arc;

use interprocess::local_socket::Stream;

use super::{ClientError, is_closed};
use crate::{FromAsker, FromDoorbell, LineBuffer, Notice, RequestId};

const CHUNK_BYTES: usize = 8 * 1024;

/// Sends requests without waiting for their responses.
#[derive(Debug)]
pub struct RequestSender {
    pub(super) stream: Arc<Stream>,
    pub(super) last_id: i64,
}

#[derive(Debug)]
pub struct ResponseReceiver {
    pub(super) stream: Arc<Stream>,
    pub(super) lines: LineBuffer,
}

impl RequestSender {
    /// Sends a request whose `params` are already JSON, without a newline. This forwards another
    /// program's params unchanged.
    ///
    /// # Errors
    /// A [`ClientError`] if the connection is closed.
    pub fn send(&mut self, method: &str, params: &str) -> Result<RequestId, ClientError> {
        let id = self.next_id();
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n"
        );
        self.write(&line)?;
        Ok(RequestId::Number(id))
    }

    /// # Errors
    /// A [`ClientError`] if the connection is closed.
    pub fn notify(&mut self, notice: Notice) -> Result<(), ClientError> {
        self.write(&FromAsker::Notice(notice).encode())
    }

    /// Closes the connection for both halves.
    pub fn close(self) {
        #[cfg(unix)]
        {
            use std::os::fd::AsFd;
            let Stream::UdSocket(socket) = &*self.stream;
            // It fails if the connection is already closed.
            let _ = rustix::net::shutdown(socket.as_fd(), rustix::net::Shutdown::Both);
        }
    }

    pub(super) fn next_id(&mut self) -> i64 {
        self.last_id += 1;
        self.last_id
    }

    pub(super) fn write(&mut self, line: &str) -> Result<(), ClientError> {
        match (&*self.stream).write_all(line.as_bytes()) {
            Err(error) if is_closed(&error) => Err(ClientError::Closed),
            result => result.map_err(ClientError::from),
        }
    }
}

impl ResponseReceiver {
    /// Waits for the next message.
    ///
    /// # Errors
    /// [`ClientError::Closed`] after the last message.
    pub fn receive(&mut self) -> Result<FromDoorbell, ClientError> {
        let mut chunk = [0; CHUNK_BYTES];
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
