//! A server that does nothing by itself, and the transport that talks to it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::http::limits::Limits;
use crate::http::{Headers, HttpSender, Upstream, connect_within};
use crate::transport::Received;

/// Nothing here takes so long; what does has failed.
const PATIENCE: Duration = Duration::from_secs(20);
/// A request that is answered after everything that was under way before it.
const PROBE: &str = r#"{"jsonrpc":"2.0","id":"probe","method":"ping"}"#;
const PROBE_RESULT: &str = r#"{"jsonrpc":"2.0","id":"probe","result":{}}"#;

pub const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
pub const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
pub const INITIALIZE_RESULT: &str =
    r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}"#;

/// The transport, its server, and what it reports.
pub struct Talk {
    pub requests: Receiver<Request>,
    pub lines: Receiver<Received>,
    pub troubles: Receiver<String>,
    pub sender: Option<HttpSender>,
    pub address: String,
    server: Arc<Server>,
    /// Whether the server wants to hear of the end of the session.
    is_named: bool,
}

/// What the threads of the server share.
#[derive(Default)]
struct Server {
    is_closing: AtomicBool,
    /// Requests that are not answered.
    open: AtomicUsize,
    /// The most that were open at once.
    most: AtomicUsize,
}

pub fn talk() -> Talk {
    talk_within(quick(), Headers::default())
}

/// Limits for tests that have to see a pause end. The end is not hurried.
pub fn quick() -> Limits {
    Limits {
        first_pause: Duration::ZERO,
        cancelled: Duration::ZERO,
        linger: Duration::from_millis(1),
        end: PATIENCE,
        ..Limits::default()
    }
}

pub fn talk_within(limits: Limits, headers: Headers) -> Talk {
    let server = Arc::default();
    let (requests, address) = serve(&server);
    let (reported, troubles) = channel();
    let (sender, mut receiver) = open(
        &format!("http://{address}/mcp"),
        limits,
        headers,
        move |trouble| {
            reported.send(trouble).unwrap();
        },
    );
    let (received, lines) = channel();
    thread::spawn(move || {
        while let Some(line) = receiver.blocking_recv() {
            if received.send(line).is_err() {
                return;
            }
        }
    });
    Talk {
        requests,
        lines,
        troubles,
        sender: Some(sender),
        address,
        server,
        is_named: false,
    }
}

pub fn open(
    url: &str,
    limits: Limits,
    headers: Headers,
    report: impl Fn(String) + Send + Sync + 'static,
) -> (HttpSender, tokio::sync::mpsc::Receiver<Received>) {
    let upstream = Upstream {
        url: url.to_owned(),
        headers,
        report: Box::new(report),
    };
    connect_within(upstream, limits).unwrap()
}

impl Talk {
    pub fn send(&mut self, message: &str) {
        let sender = self.sender.as_mut().unwrap();
        sender.send(format!("{message}\n").as_bytes()).unwrap();
    }

    /// The next request that reaches the server.
    pub fn request(&self) -> Request {
        self.requests.recv_timeout(PATIENCE).unwrap()
    }

    /// Proves that nothing is under way: the next request and the next line are those of a probe, and
    /// when the transport has ended and the server has read all that was sent, nothing is left.
    pub fn nothing_more(mut self) {
        self.send(PROBE);
        let probe = self.request();
        assert_eq!(probe.body, PROBE);
        probe.json(PROBE_RESULT);
        assert_eq!(self.line().0, PROBE_RESULT);
        self.leaves_nothing();
    }

    /// The host leaves. Nothing is sent but the end of the session, if it has a name.
    pub fn leaves_nothing(mut self) {
        self.sender = None;
        if self.is_named {
            let end = self.request();
            assert!(end.head.starts_with("DELETE "), "{}", end.head);
            end.answer("200 OK", &[], "");
        }
        let line = self.lines.recv_timeout(PATIENCE);
        assert!(matches!(line, Err(RecvTimeoutError::Disconnected)));
        self.server.is_closing.store(true, Ordering::SeqCst);
        // Wakes the server, which then takes every connection that was made before.
        drop(TcpStream::connect(&self.address).unwrap());
        match self.requests.recv_timeout(PATIENCE) {
            Err(RecvTimeoutError::Disconnected) => {}
            Err(RecvTimeoutError::Timeout) => panic!("the server does not end"),
            Ok(request) => panic!("one more request: {}", request.head),
        }
    }

    /// The most requests that were open at the same time.
    pub fn most_at_once(&self) -> usize {
        self.server.most.load(Ordering::SeqCst)
    }

    /// The next line that reaches the host, and the request it belongs to.
    pub fn line(&self) -> (String, Option<String>) {
        let Received { line, within } = self.lines.recv_timeout(PATIENCE).unwrap();
        let line = String::from_utf8(line.to_vec()).unwrap();
        assert_eq!(line.find('\n'), Some(line.len() - 1), "{line}");
        (line.trim_end().to_owned(), within.map(|id| id.to_json()))
    }

    /// The next line, which is an error for a request.
    pub fn error(&self, id: &str) -> String {
        let (line, within) = self.line();
        assert_eq!(within.as_deref(), Some(id));
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(line["id"].to_string(), id);
        line["error"]["message"].as_str().unwrap().to_owned()
    }

    pub fn trouble(&self) -> String {
        self.troubles.recv_timeout(PATIENCE).unwrap().to_string()
    }

    /// Opens a legacy session named `s1` on a server that says nothing by itself.
    pub fn initialize(&mut self) {
        self.send(INITIALIZE);
        let request = self.request();
        request.answer(
            "200 OK",
            &["Content-Type: application/json", "Mcp-Session-Id: s1"],
            INITIALIZE_RESULT,
        );
        self.line();
        self.send(INITIALIZED);
        self.request().accept();
        let listening = self.request();
        assert!(listening.head.starts_with("GET "));
        listening.answer("405 Method Not Allowed", &[], "");
        self.is_named = true;
    }

    /// The host leaves. Returns when the transport has ended.
    pub fn leave(&mut self) {
        self.sender = None;
        self.ended();
    }

    pub fn ended(&self) {
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("the transport does not end"),
            }
        }
    }
}

/// A request that waits for the test to answer it.
pub struct Request {
    /// The request line and the headers, as they came.
    pub head: String,
    pub body: String,
    socket: TcpStream,
    open: Open,
}

/// Counts a request for as long as it is not answered.
struct Open(Arc<Server>);

impl Open {
    fn new(server: &Arc<Server>) -> Self {
        let open = server.open.fetch_add(1, Ordering::SeqCst) + 1;
        server.most.fetch_max(open, Ordering::SeqCst);
        Self(Arc::clone(server))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    pub fn answer(mut self, status: &str, headers: &[&str], body: &str) {
        drop(self.open);
        let headers = headers.join("\r\n");
        let length = body.len();
        write!(
            self.socket,
            "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}{}\r\n{body}",
            if headers.is_empty() { "" } else { "\r\n" },
        )
        .unwrap();
    }

    pub fn json(self, body: &str) {
        self.answer(
            "200 OK",
            &["Content-Type: application/json; charset=utf-8"],
            body,
        );
    }

    pub fn accept(self) {
        self.answer("202 Accepted", &[], "");
    }

    /// Begins to answer with events.
    pub fn events(self) -> Events {
        self.events_with("")
    }

    pub fn events_with(mut self, headers: &str) -> Events {
        write!(
            self.socket,
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n{headers}\r\n"
        )
        .unwrap();
        Events(self.socket)
    }

    /// Waits until the client closes the connection.
    pub fn closed(self) {
        Events(self.socket).closed();
    }
}

/// A stream that the test writes. It breaks off when it is dropped.
pub struct Events(TcpStream);

impl Events {
    pub fn send(&mut self, text: &str) -> &mut Self {
        self.try_send(text).unwrap();
        self
    }

    pub fn try_send(&mut self, text: &str) -> std::io::Result<()> {
        self.0
            .write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes())
    }

    pub fn message(&mut self, json: &str) -> &mut Self {
        self.send(&format!("event: message\ndata: {json}\n\n"))
    }

    /// Ends the stream in good order.
    pub fn end(mut self) {
        self.0.write_all(b"0\r\n\r\n").unwrap();
    }

    pub fn closed(mut self) {
        self.0.set_read_timeout(Some(PATIENCE)).unwrap();
        match self.0.read(&mut [0]) {
            Ok(0) => {}
            // A reset says the same as an end.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
            other => panic!("the connection is still open: {other:?}"),
        }
    }
}

/// Listens, and hands over every request as it comes.
fn serve(server: &Arc<Server>) -> (Receiver<Request>, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (arrived, requests) = channel();
    let server = Arc::clone(server);
    thread::spawn(move || {
        for socket in listener.incoming() {
            if server.is_closing.load(Ordering::SeqCst) {
                listener.set_nonblocking(true).unwrap();
            }
            let Ok(socket) = socket else { return };
            socket.set_nonblocking(false).unwrap();
            let (arrived, server) = (arrived.clone(), Arc::clone(&server));
            thread::spawn(move || {
                if let Some(request) = read(socket, &server) {
                    // The test may be over.
                    let _ = arrived.send(request);
                }
            });
        }
    });
    (requests, address)
}

fn read(socket: TcpStream, server: &Arc<Server>) -> Option<Request> {
    let mut reader = BufReader::new(socket.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let mut request = Request {
        head,
        body: String::new(),
        socket,
        open: Open::new(server),
    };
    let length = request
        .header("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.body = String::from_utf8(body).unwrap();
    Some(request)
}
