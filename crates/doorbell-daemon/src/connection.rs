//! One connection: the hello, then messages both ways.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId, SessionId};
use doorbell_core::view::ProgramCheck;
use doorbell_protocol::{
    Call, FromAsker, FromDoorbell, HelloParams, HelloResult, LineBuffer, Malformed, RequestId,
    RpcError, code,
};
use interprocess::local_socket::tokio::Stream;
use tokio::io::{AsyncWriteExt, Interest};
use tokio::sync::{mpsc, oneshot};

use crate::admission::{Admission, Admitted, TooManyConnections};
use crate::clock::{Clock, timeout};
use crate::convert::read_request;
use crate::event::{Event, Message};
use crate::identity::{ConnectedProcess, Peer, receive};
use crate::readers::Readers;

/// How many lines may be queued for an asker. One that does not read is then disconnected.
const OUTBOX_CAPACITY: usize = 64;
/// How much of the outbox must be free before the next message is read. This slows down an asker
/// that asks faster than it reads, and leaves room for answers that come later.
const OUTBOX_RESERVE: usize = OUTBOX_CAPACITY / 2;
const READ_SIZE: usize = 16 * 1024;
/// Longer lines are decoded on another thread, because that can take milliseconds.
const SHORT_LINE: usize = 16 * 1024;
/// How long an evicted connection may take to send its queued lines.
const EVICTION_TIMEOUT: Duration = Duration::from_secs(1);

/// What every connection needs from the daemon.
#[derive(Clone)]
pub struct ConnectionContext {
    pub events: mpsc::Sender<Event>,
    pub admission: Admission,
    pub next_asker_id: Arc<AtomicU64>,
    pub hello: HelloResult,
    pub hello_timeout: Duration,
    pub write_timeout: Duration,
    /// The home folder, in which agents may be installed.
    pub home: Option<Arc<str>>,
    pub readers: Readers,
    pub clock: Arc<dyn Clock>,
}

impl ConnectionContext {
    async fn write_line(&self, mut stream: &Stream, line: &str) -> io::Result<()> {
        timeout(
            &*self.clock,
            self.write_timeout,
            stream.write_all(line.as_bytes()),
        )
        .await
        .ok_or(io::ErrorKind::TimedOut)?
    }

    fn eviction(&self) -> RpcError {
        RpcError::new(code::BUSY, self.admission.eviction_message())
    }

    async fn reject(&self, stream: &Stream, id: Option<RequestId>, error: RpcError) {
        let line = FromDoorbell::Error { id, error }.encode();
        // The connection is closed next, so a failed write does not matter.
        let _ = self.write_line(stream, &line).await;
    }
}

/// Returns the last line for a connection that exceeds a limit.
pub fn busy(reason: TooManyConnections) -> String {
    let error = RpcError::new(code::BUSY, reason.to_string());
    FromDoorbell::Error { id: None, error }.encode()
}

/// Serves one connection until it ends.
pub async fn serve(stream: Stream, pid: u32, mut admitted: Admitted, context: ConnectionContext) {
    let identify = move || Peer::from_pid(pid);
    let Some(peer) = context.readers.read_identity(pid, identify).await else {
        return;
    };
    let session = peer.session();
    if let Err(reason) = admitted.join(session) {
        tracing::debug!(pid, %reason, "a connection was turned away");
        // The connection is closed next, so a failed write does not matter.
        let _ = context.write_line(&stream, &busy(reason)).await;
        return;
    }
    let mut reader = Reader {
        stream: &stream,
        lines: LineBuffer::new(context.hello.limits.line_bytes),
        chunk: vec![0; READ_SIZE],
        process: peer.process(),
        is_taken_over: false,
        session,
        context: &context,
    };
    let first = tokio::select! {
        first = timeout(&*context.clock, context.hello_timeout, reader.hello()) => first,
        // The daemon stops.
        () = context.events.closed() => return,
        () = admitted.evicted() => {
            tracing::warn!(pid, "a connection without a hello was dropped for a new one");
            let rejected = context.reject(&stream, None, context.eviction());
            timeout(&*context.clock, EVICTION_TIMEOUT, rejected).await;
            return;
        }
    };
    let (id, hello) = match first {
        Some(Ok(hello)) => hello,
        Some(Err(None)) => return,
        Some(Err(Some(malformed))) => {
            context.reject(&stream, malformed.id, malformed.error).await;
            return;
        }
        None => {
            let error = RpcError::invalid_request(format!(
                "no doorbell/hello came within {} s",
                context.hello_timeout.as_secs_f32()
            ));
            context.reject(&stream, None, error).await;
            return;
        }
    };
    // The process was identified before. Whatever it sent until now may be from another program.
    reader.is_taken_over |= reader.has_unread();
    let asker_id = AskerId(context.next_asker_id.fetch_add(1, Ordering::Relaxed));
    let response = FromDoorbell::reply(&id, &context.hello);
    if context.write_line(&stream, &response).await.is_err() {
        return;
    }
    let asker = Arc::new(peer.into_asker(asker_id, hello.client, context.home.as_deref()));
    let (outbox, outgoing) = mpsc::channel(OUTBOX_CAPACITY);
    let weak_outbox = outbox.downgrade();
    let connected = Event::Connected {
        asker: Arc::clone(&asker),
        outbox,
        is_waiting: Arc::clone(&admitted.is_waiting),
    };
    if context.events.send(connected).await.is_err() {
        return;
    }
    let lines = (weak_outbox, outgoing);
    exchange(&stream, reader, asker, lines, &mut admitted, &context).await;
}

/// Transfers messages both ways until either side closes. After the asker closes its side, queued
/// lines are still sent.
async fn exchange(
    stream: &Stream,
    mut reader: Reader<'_>,
    asker: Arc<Asker>,
    (outbox, outgoing): (mpsc::WeakSender<String>, mpsc::Receiver<String>),
    admitted: &mut Admitted,
    context: &ConnectionContext,
) {
    let events = &context.events;
    let id = asker.id;
    let disconnected = || Event::Disconnected { asker: id };
    let mut writing = std::pin::pin!(write_all(stream, outgoing, context));
    tokio::select! {
        () = &mut writing => {
            // The daemon stops, or the asker does not read.
            let _ = events.send(disconnected()).await;
        }
        () = reader.read_all(asker, events, &outbox) => {
            // Fails if the daemon has stopped; its last lines may still be queued.
            let _ = events.send(disconnected()).await;
            writing.await;
        }
        () = admitted.evicted() => {
            tracing::warn!(asker = id.0, "an idle connection was dropped for a new one");
            let error = context.eviction();
            if let Some(outbox) = outbox.upgrade() {
                // A full outbox means that the asker does not read.
                let _ = outbox.try_send(FromDoorbell::Error { id: None, error }.encode());
            }
            let _ = events.send(disconnected()).await;
            timeout(&*context.clock, EVICTION_TIMEOUT, writing).await;
        }
    }
}

async fn write_all(
    stream: &Stream,
    mut outgoing: mpsc::Receiver<String>,
    context: &ConnectionContext,
) {
    while let Some(line) = outgoing.recv().await {
        if context.write_line(stream, &line).await.is_err() {
            return;
        }
    }
}

struct Reader<'a> {
    stream: &'a Stream,
    lines: LineBuffer,
    /// Reused read buffer.
    chunk: Vec<u8>,
    process: ConnectedProcess,
    /// True once bytes came from another process, or the process runs another program.
    is_taken_over: bool,
    session: SessionId,
    context: &'a ConnectionContext,
}

impl Reader<'_> {
    /// Reads the hello. Fails with what is wrong with the first line, or `None` at the end.
    async fn hello(&mut self) -> Result<(RequestId, HelloParams), Option<Malformed>> {
        match self.next_message().await {
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

    /// Reads each message, sends it to the event loop and waits until it is handled, so that an asker
    /// never has more than one message in work.
    async fn read_all(
        &mut self,
        mut asker: Arc<Asker>,
        events: &mpsc::Sender<Event>,
        outbox: &mpsc::WeakSender<String>,
    ) {
        loop {
            // The event loop drops the outbox when it stops or disconnects the asker.
            let Some(outbox) = outbox.upgrade() else {
                return;
            };
            if outbox.reserve_many(OUTBOX_RESERVE).await.is_err() {
                return;
            }
            drop(outbox);
            let message = match self.next_message().await {
                Some(Ok(message)) => {
                    self.is_taken_over |= needs_identity(&message) && !self.process.is_unchanged();
                    if self.is_taken_over {
                        Arc::make_mut(&mut asker).verified.check = ProgramCheck::Changed;
                    }
                    self.read(message, &asker).await.map(Ok)
                }
                Some(Err(malformed)) => Some(Err(malformed)),
                None => None,
            };
            let Some(message) = message else {
                return;
            };
            let fatal = message.as_ref().is_err_and(|malformed| malformed.fatal);
            let (handled, was_handled) = oneshot::channel();
            let event = Event::Message {
                asker: asker.id,
                message,
                is_taken_over: self.is_taken_over,
                handled,
            };
            if events.send(event).await.is_err() || fatal {
                return;
            }
            // Fails when the daemon stops, which the next iteration notices.
            let _ = was_handled.await;
        }
    }

    /// Reads what is in the message; `None` if that fails. Forms are read on another thread, because
    /// that can take many milliseconds.
    async fn read(&self, message: FromAsker, asker: &Arc<Asker>) -> Option<Message> {
        let (id, call) = match message {
            FromAsker::Call { id, call } => (id, call),
            FromAsker::Notice(notice) => return Some(Message::Notice(notice)),
        };
        let (asker, limits) = (Arc::clone(asker), self.context.hello.limits.clone());
        let is_slow = matches!(call, Call::Elicit(_) | Call::Preview(_));
        let read = move || read_request(call, &asker, &limits);
        let request = if is_slow {
            self.context.readers.read_form(self.session, read).await?
        } else {
            read()
        };
        Some(Message::Request { id, request })
    }

    /// Reads the next message; `None` at the end of the connection.
    async fn next_message(&mut self) -> Option<Result<FromAsker, Malformed>> {
        loop {
            match self.lines.next_line() {
                Ok(Some([])) => continue,
                Ok(Some(line)) if line.len() <= SHORT_LINE => return Some(FromAsker::decode(line)),
                Ok(Some(line)) => {
                    let line = line.to_vec();
                    let decode = move || FromAsker::decode(&line);
                    return self.context.readers.read_form(self.session, decode).await;
                }
                Ok(None) => {}
                Err(too_long) => {
                    return Some(Err(Malformed {
                        id: None,
                        error: RpcError::new(code::PARSE_ERROR, too_long.to_string()),
                        fatal: true,
                    }));
                }
            }
            let Stream::UdSocket(socket) = self.stream;
            let (pid, chunk) = (self.process.pid, &mut self.chunk);
            let receiving = || receive(socket, pid, chunk);
            let received = socket.inner().async_io(Interest::READABLE, receiving);
            match received.await {
                Ok((0, _)) | Err(_) => return None,
                Ok((length, is_own)) => {
                    self.lines.push(&self.chunk[..length]);
                    self.is_taken_over |= !is_own;
                }
            }
        }
    }

    /// Returns true if bytes after the last message have arrived.
    fn has_unread(&mut self) -> bool {
        let Stream::UdSocket(socket) = self.stream;
        let received = receive(socket, self.process.pid, &mut self.chunk);
        if let Ok((length, _)) = received {
            self.lines.push(&self.chunk[..length]);
        }
        !self.lines.is_empty()
    }
}

/// True if it matters which program sent the message.
fn needs_identity(message: &FromAsker) -> bool {
    let FromAsker::Call { call, .. } = message else {
        return false;
    };
    matches!(call, Call::Elicit(_) | Call::Session(_))
}

fn hello_first(id: Option<RequestId>) -> Malformed {
    Malformed {
        id,
        error: RpcError::invalid_request("say doorbell/hello first"),
        fatal: true,
    }
}
