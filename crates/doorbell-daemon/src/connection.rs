//! One connection: hello, then lines both ways.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use doorbell_core::asker::AskerId;
use doorbell_protocol::{
    Call, FromAsker, FromDoorbell, HelloParams, HelloResult, LineBuffer, Malformed, RequestId, RpcError,
    code,
};
use interprocess::local_socket::tokio::Stream;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};

use crate::admission::Admission;
use crate::clock::{Clock, timeout};
use crate::event::Event;
use crate::identity::Peer;

/// How many lines may wait for an asker that does not read. Past that it is cut off.
const OUTBOX: usize = 64;
/// How many of them must be free before the asker is heard again: whoever asks faster than it
/// reads is slowed down, and there is always room for answers that take a person's time.
const ROOM: usize = OUTBOX / 2;
/// How much is read at once.
const CHUNK: usize = 16 * 1024;

/// What every connection needs of the daemon.
#[derive(Clone)]
pub struct Line {
    pub events: mpsc::Sender<Event>,
    pub admission: Admission,
    pub askers: Arc<AtomicU64>,
    pub hello: HelloResult,
    pub hello_time: Duration,
    pub write_time: Duration,
    pub clock: Arc<dyn Clock>,
}

impl Line {
    /// Sends a line, unless the peer does not take it in time.
    async fn write(&self, mut stream: &Stream, line: &str) -> io::Result<()> {
        timeout(
            &*self.clock,
            self.write_time,
            stream.write_all(line.as_bytes()),
        )
        .await
        .ok_or(io::ErrorKind::TimedOut)?
    }

    async fn turn_away(&self, stream: &Stream, id: Option<RequestId>, error: RpcError) {
        let line = FromDoorbell::Error { id, error }.encode();
        // It is being closed; whether it still listens does not matter.
        let _ = self.write(stream, &line).await;
    }
}

/// Serves one connection until it ends.
pub async fn serve(stream: Stream, pid: u32, line: Line) {
    let peer = Peer::of(pid);
    let admitted = match line.admission.admit(pid, peer.session()) {
        Ok(admitted) => admitted,
        Err(reason) => {
            tracing::warn!(pid, %reason, "a connection was turned away");
            let error = RpcError::new(code::BUSY, reason.to_string());
            line.turn_away(&stream, None, error).await;
            return;
        }
    };
    let mut reader = Reader {
        stream: &stream,
        lines: LineBuffer::new(line.hello.limits.line_bytes),
        chunk: Vec::with_capacity(CHUNK),
    };
    let said = tokio::select! {
        said = timeout(&*line.clock, line.hello_time, reader.hello()) => said,
        // The daemon ends; a connection that has said nothing need not be waited for.
        () = line.events.closed() => return,
    };
    let (id, hello) = match said {
        Some(Ok(hello)) => hello,
        Some(Err(None)) => return,
        Some(Err(Some(refused))) => {
            line.turn_away(&stream, refused.id, refused.error).await;
            return;
        }
        None => {
            let error = RpcError::invalid_request(format!(
                "no doorbell/hello came within {} s",
                line.hello_time.as_secs_f32()
            ));
            line.turn_away(&stream, None, error).await;
            return;
        }
    };
    let asker = AskerId(line.askers.fetch_add(1, Ordering::Relaxed));
    let (outbox, waiting) = mpsc::channel(OUTBOX);
    let welcome = FromDoorbell::reply(&id, &line.hello);
    if line.write(&stream, &welcome).await.is_err() {
        return;
    }
    let room = outbox.downgrade();
    let arrived = Event::Arrived {
        asker: Box::new(peer.into_asker(asker, hello.client)),
        outbox,
    };
    if line.events.send(arrived).await.is_err() {
        return;
    }
    talk(&stream, reader, asker, (room, waiting), &line).await;
    drop(admitted);
}

/// Lines both ways until either side is done. Whatever was already answered is still sent after
/// the asker has closed its side.
async fn talk(
    stream: &Stream,
    mut reader: Reader<'_>,
    asker: AskerId,
    (room, waiting): (mpsc::WeakSender<String>, mpsc::Receiver<String>),
    line: &Line,
) {
    let events = &line.events;
    let mut writing = std::pin::pin!(write_all(stream, waiting, line));
    tokio::select! {
        () = &mut writing => {
            // The daemon ends, or the asker does not take what it is sent.
            let _ = events.send(Event::Left { asker }).await;
        }
        () = reader.read_all(asker, events, &room) => {
            // When the daemon has ended, its last lines may still be on their way.
            let _ = events.send(Event::Left { asker }).await;
            writing.await;
        }
    }
}

async fn write_all(stream: &Stream, mut waiting: mpsc::Receiver<String>, connection: &Line) {
    while let Some(line) = waiting.recv().await {
        if connection.write(stream, &line).await.is_err() {
            return;
        }
    }
}

struct Reader<'a> {
    stream: &'a Stream,
    lines: LineBuffer,
    /// Where what is read lies until it is looked at. It is made once, and never filled with zeros.
    chunk: Vec<u8>,
}

impl Reader<'_> {
    /// The hello, or what is wrong with the first line, or nothing if the connection ended.
    async fn hello(&mut self) -> Result<(RequestId, HelloParams), Option<Malformed>> {
        match self.next().await {
            Some(Ok(FromAsker::Call {
                id,
                call: Call::Hello(hello),
            })) => Ok((id, hello)),
            Some(Ok(FromAsker::Call { id, .. })) => Err(Some(hello_first(Some(id)))),
            Some(Ok(FromAsker::Notice(_))) => Err(Some(hello_first(None))),
            Some(Err(malformed)) => Err(Some(malformed)),
            None => Err(None),
        }
    }

    /// Hands each line to the daemon's loop and waits until it was heard, so that one asker never
    /// has more than one line under way there.
    async fn read_all(
        &mut self,
        asker: AskerId,
        events: &mpsc::Sender<Event>,
        outbox: &mpsc::WeakSender<String>,
    ) {
        loop {
            // Without an outbox the daemon has ended or has cut the asker off.
            let Some(room) = outbox.upgrade() else { return };
            if room.reserve_many(ROOM).await.is_err() {
                return;
            }
            drop(room);
            let Some(message) = self.next().await else {
                return;
            };
            let fatal = message.as_ref().is_err_and(|malformed| malformed.fatal);
            let (heard, was_heard) = oneshot::channel();
            let said = Event::Said {
                asker,
                message,
                heard,
            };
            if events.send(said).await.is_err() || fatal {
                return;
            }
            // Dropped unheard when the daemon ends, which the next turn finds out.
            let _ = was_heard.await;
        }
    }

    /// The next message; `None` at the end of the connection.
    async fn next(&mut self) -> Option<Result<FromAsker, Malformed>> {
        loop {
            match self.lines.next_line() {
                Ok(Some([])) => continue,
                Ok(Some(line)) => return Some(FromAsker::decode(line)),
                Ok(None) => {}
                Err(too_long) => {
                    return Some(Err(Malformed {
                        id: None,
                        error: RpcError::new(code::PARSE_ERROR, too_long.to_string()),
                        fatal: true,
                    }));
                }
            }
            self.chunk.clear();
            match self.stream.read_buf(&mut self.chunk).await {
                Ok(0) | Err(_) => return None,
                Ok(_) => self.lines.push(&self.chunk),
            }
        }
    }
}

fn hello_first(id: Option<RequestId>) -> Malformed {
    Malformed {
        id,
        error: RpcError::invalid_request("say doorbell/hello first"),
        fatal: true,
    }
}
