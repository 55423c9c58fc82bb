//! A server that tests control, and the transport connected to it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::http::limits::Limits;
use crate::http::{Headers, HttpSender, Upstream, connect_with_limits};
use crate::transport::ReceivedLine;

/// A step that takes longer has failed.
const TIMEOUT: Duration = Duration::from_secs(20);
const PROBE: &str = r#"{"jsonrpc":"2.0","id":"probe","method":"ping"}"#;
const PROBE_RESULT: &str = r#"{"jsonrpc":"2.0","id":"probe","result":{}}"#;

pub const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
pub const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
pub const INITIALIZE_RESULT: &str =
    r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}"#;

pub struct HttpHarness {
    pub requests: Receiver<Request>,
    pub lines: Receiver<ReceivedLine>,
    pub reports: Receiver<String>,
    pub sender: Option<HttpSender>,
    pub address: String,
    server: Arc<Server>,
    /// Whether a session with an id is open.
    has_session_id: bool,
}

/// State that the server's threads share.
#[derive(Default)]
struct Server {
    is_closing: AtomicBool,
    /// Unanswered requests.
    open: AtomicUsize,
    /// The most unanswered requests at once.
    max_open: AtomicUsize,
}

pub fn new_harness() -> HttpHarness {
    harness_with(short_limits(), Headers::default())
}

/// Short delays, but a long shutdown timeout.
pub fn short_limits() -> Limits {
    Limits {
        first_retry_delay: Duration::ZERO,
        cancelled_timeout: Duration::ZERO,
        linger: Duration::from_millis(1),
        shutdown_timeout: TIMEOUT,
        ..Limits::default()
    }
}

pub fn harness_with(limits: Limits, headers: Headers) -> HttpHarness {
    let server = Arc::default();
    let (requests, address) = serve(&server);
    let (report_sender, reports) = channel();
    let (sender, mut receiver) = open(
        &format!("http://{address}/mcp"),
        limits,
        headers,
        move |report| {
            report_sender.send(report).unwrap();
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
    HttpHarness {
        requests,
        lines,
        reports,
        sender: Some(sender),
        address,
        server,
        has_session_id: false,
    }
}

pub fn open(
    url: &str,
    limits: Limits,
    headers: Headers,
    report: impl Fn(String) + Send + Sync + 'static,
) -> (HttpSender, tokio::sync::mpsc::Receiver<ReceivedLine>) {
    let upstream = Upstream {
        url: url.to_owned(),
        headers,
        report: Box::new(report),
    };
    connect_with_limits(upstream, limits).unwrap()
}

impl HttpHarness {
    pub fn send(&mut self, message: &str) {
        let sender = self.sender.as_mut().unwrap();
        sender.send(format!("{message}\n").as_bytes()).unwrap();
    }

    pub fn next_request(&self) -> Request {
        self.requests.recv_timeout(TIMEOUT).unwrap()
    }

    /// Checks that nothing is in progress: a probe is the next request and the next line, and the
    /// transport then ends without another request.
    pub fn assert_idle(mut self) {
        self.send(PROBE);
        let probe = self.next_request();
        assert_eq!(probe.body, PROBE);
        probe.json(PROBE_RESULT);
        assert_eq!(self.next_line().0, PROBE_RESULT);
        self.leave_without_requests();
    }

    /// The host leaves. Checks that at most the session's DELETE is sent.
    pub fn leave_without_requests(mut self) {
        self.sender = None;
        if self.has_session_id {
            let end = self.next_request();
            assert!(end.head.starts_with("DELETE "), "{}", end.head);
            end.answer("200 OK", &[], "");
        }
        let line = self.lines.recv_timeout(TIMEOUT);
        assert!(matches!(line, Err(RecvTimeoutError::Disconnected)));
        self.server.is_closing.store(true, Ordering::SeqCst);
        // Wakes the server, which then accepts every connection made before.
        drop(TcpStream::connect(&self.address).unwrap());
        match self.requests.recv_timeout(TIMEOUT) {
            Err(RecvTimeoutError::Disconnected) => {}
            Err(RecvTimeoutError::Timeout) => panic!("the server does not end"),
            Ok(request) => panic!("one more request: {}", request.head),
        }
    }

    pub fn max_open_requests(&self) -> usize {
        self.server.max_open.load(Ordering::SeqCst)
    }

    /// Returns the next line that the host receives, and its related request.
    pub fn next_line(&self) -> (String, Option<String>) {
        let ReceivedLine {
            line,
            related_request,
        } = self.lines.recv_timeout(TIMEOUT).unwrap();
        let line = String::from_utf8(line.to_vec()).unwrap();
        assert_eq!(line.find('\n'), Some(line.len() - 1), "{line}");
        (
            line.trim_end().to_owned(),
            related_request.map(|id| id.to_json()),
        )
    }

    /// Returns the text of the next line, which must be an error for request `id`.
    pub fn next_error(&self, id: &str) -> String {
        let (line, related_request) = self.next_line();
        assert_eq!(related_request.as_deref(), Some(id));
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(line["id"].to_string(), id);
        line["error"]["message"].as_str().unwrap().to_owned()
    }

    pub fn next_report(&self) -> String {
        self.reports.recv_timeout(TIMEOUT).unwrap().to_string()
    }

    /// Opens a legacy session with id `s1` on a server without a standalone stream.
    pub fn initialize(&mut self) {
        self.send(INITIALIZE);
        let request = self.next_request();
        request.answer(
            "200 OK",
            &["Content-Type: application/json", "Mcp-Session-Id: s1"],
            INITIALIZE_RESULT,
        );
        self.next_line();
        self.send(INITIALIZED);
        self.next_request().accept();
        let standalone = self.next_request();
        assert!(standalone.head.starts_with("GET "));
        standalone.answer("405 Method Not Allowed", &[], "");
        self.has_session_id = true;
    }

    /// The host leaves. Waits until the transport has ended.
    pub fn leave(&mut self) {
        self.sender = None;
        self.wait_for_end();
    }

    pub fn wait_for_end(&self) {
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("the transport does not end"),
            }
        }
    }
}

/// A request that the test answers.
pub struct Request {
    /// The request line and the headers.
    pub head: String,
    pub body: String,
    socket: TcpStream,
    open: OpenRequest,
}

/// Counts a request while it is unanswered.
struct OpenRequest(Arc<Server>);

impl OpenRequest {
    fn new(server: &Arc<Server>) -> Self {
        let open = server.open.fetch_add(1, Ordering::SeqCst) + 1;
        server.max_open.fetch_max(open, Ordering::SeqCst);
        Self(Arc::clone(server))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers
            .find(|(other, _)| other.eq_ignore_ascii_case(name))
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

    /// Starts an event stream.
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
    pub fn wait_for_close(self) {
        Events(self.socket).wait_for_close();
    }
}

/// An event stream. Dropping it breaks the connection.
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

    /// Ends the stream cleanly.
    pub fn end(mut self) {
        self.0.write_all(b"0\r\n\r\n").unwrap();
    }

    pub fn wait_for_close(mut self) {
        self.0.set_read_timeout(Some(TIMEOUT)).unwrap();
        match self.0.read(&mut [0]) {
            Ok(0) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
            other => panic!("the connection is still open: {other:?}"),
        }
    }
}

/// Listens, and passes every request to the test.
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
        open: OpenRequest::new(server),
    };
    let length = request
        .header("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.body = String::from_utf8(body).unwrap();
    Some(request)
}
