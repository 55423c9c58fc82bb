//! Detects that the agent has closed standard input.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// Reads from `input` and cancels `closed` at its end. rmcp alone would give running tools seconds to
/// finish, and their questions would stay on the screen.
pub struct EofWatcher<R> {
    input: R,
    closed: CancellationToken,
}

impl<R> EofWatcher<R> {
    pub fn new(input: R, closed: CancellationToken) -> Self {
        Self { input, closed }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for EofWatcher<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let watcher = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut watcher.input).poll_read(context, buffer);
        let is_closed = match &read {
            Poll::Ready(Ok(())) => buffer.filled().len() == before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if is_closed {
            watcher.closed.cancel();
        }
        read
    }
}
