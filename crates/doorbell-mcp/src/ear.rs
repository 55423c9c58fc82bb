//! What the agent says, and that it has left.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// Reads, and tells at once when there is no more to read. rmcp gives the tools that still run
/// seconds to finish then; a question that nobody waits for should leave the screen before.
pub struct Ear<R> {
    input: R,
    gone: CancellationToken,
}

impl<R> Ear<R> {
    pub fn new(input: R, gone: CancellationToken) -> Self {
        Self { input, gone }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Ear<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let ear = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut ear.input).poll_read(context, buffer);
        let has_ended = match &read {
            Poll::Ready(Ok(())) => buffer.filled().len() == before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if has_ended {
            ear.gone.cancel();
        }
        read
    }
}
