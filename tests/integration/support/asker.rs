//! An asker that speaks lines, so that the tests see the very bytes.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;

use serde_json::{Value, json};

use super::PATIENCE;

/// One connection.
pub struct Asker {
    stream: BufReader<UnixStream>,
}

impl Asker {
    pub fn connect(socket: &Path) -> Self {
        let stream = UnixStream::connect(socket).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self {
            stream: BufReader::new(stream),
        }
    }

    /// Says hello with the id 0 and gives back the answer.
    pub fn says_hello(&mut self) -> String {
        self.says(r#"{"jsonrpc":"2.0","id":0,"method":"doorbell/hello","params":{"protocol":1,"client":{"name":"tests","version":"1.0.0"}}}"#);
        let welcome = self.hears();
        assert!(welcome.contains(r#""result""#), "{welcome}");
        welcome
    }

    /// Says hello and tells whether it is let in.
    pub fn tries_hello(&mut self) -> bool {
        let client = json!({"name": "tests", "version": "1.0.0"});
        let params = json!({"protocol": 1, "client": client});
        let hello =
            json!({"jsonrpc": "2.0", "id": 0, "method": "doorbell/hello", "params": params});
        self.sends_in_vain(format!("{hello}\n").as_bytes());
        self.hears().contains("result")
    }

    /// Sends one line.
    pub fn says(&mut self, line: &str) {
        self.sends(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn sends(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).unwrap();
    }

    /// Sends bytes that may be cut short by the end of the connection.
    pub fn sends_in_vain(&mut self, bytes: &[u8]) {
        self.is_taken(bytes);
    }

    /// Sends bytes and tells whether the connection still takes them.
    pub fn is_taken(&mut self, bytes: &[u8]) -> bool {
        match self.stream.get_mut().write_all(bytes) {
            Ok(()) => true,
            Err(error) => {
                assert!(is_end(error.kind()), "{error}");
                false
            }
        }
    }

    pub fn requests(&mut self, id: impl Into<Value>, method: &str, params: Value) {
        let id = id.into();
        self.says(
            &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string(),
        );
    }

    pub fn asks(&mut self, id: impl Into<Value>, message: &str, schema: Value) {
        self.asks_with(id, json!({"message": message, "requestedSchema": schema}));
    }

    pub fn asks_with(&mut self, id: impl Into<Value>, params: Value) {
        self.requests(id, "elicitation/create", params);
    }

    /// Asks with a key.
    pub fn asks_keyed(&mut self, id: impl Into<Value>, message: &str, schema: Value, key: &str) {
        let meta = json!({"dev.doorbell/asker": {"key": key}});
        let params = json!({"message": message, "requestedSchema": schema, "_meta": meta});
        self.asks_with(id, params);
    }

    /// Says that it has the answer.
    pub fn says_received(&mut self, key: &str) {
        let method = "notifications/doorbell/received";
        self.says(&json!({"jsonrpc": "2.0", "method": method, "params": {"key": key}}).to_string());
    }

    /// The error that must come next, for this request.
    pub fn hears_error(&mut self, id: impl Into<Value>) -> (i64, String) {
        let reply = self.hears_json();
        assert_eq!(reply["id"], id.into(), "{reply}");
        let message = reply["error"]["message"].as_str().unwrap().to_owned();
        (reply["error"]["code"].as_i64().unwrap(), message)
    }

    pub fn withdraws(&mut self, id: impl Into<Value>) {
        let id = id.into();
        self.says(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
                .to_string(),
        );
    }

    /// The next line, its newline taken off.
    pub fn hears(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the connection ended after {line:?}");
        line.pop();
        line
    }

    pub fn hears_json(&mut self) -> Value {
        serde_json::from_str(&self.hears()).unwrap()
    }

    /// The result that must come next, for this request.
    pub fn hears_result(&mut self, id: impl Into<Value>) -> Value {
        let mut reply = self.hears_json();
        assert_eq!(reply["id"], id.into(), "{reply}");
        assert!(reply["result"].is_object(), "{reply}");
        reply["result"].take()
    }

    /// The result of a request that no person is needed for.
    pub fn calls(&mut self, method: &str, params: Value) -> Value {
        self.requests("call", method, params);
        self.hears_result("call")
    }

    /// Proves that nothing was sent that was not heard: the next line answers a new request.
    pub fn has_heard_everything(&mut self) {
        let status = self.calls("doorbell/status", json!({}));
        assert_eq!(status["protocol"], 1);
    }

    /// The connection must end now, without another line.
    pub fn is_cut_off(&mut self) {
        let mut line = String::new();
        match self.stream.read_line(&mut line) {
            Ok(0) => {}
            Ok(_) => panic!("one more line: {line}"),
            Err(error) => assert!(is_end(error.kind()), "{error}"),
        }
    }

    /// Closes the sending side.
    pub fn stops_sending(&mut self) {
        self.stream.get_ref().shutdown(Shutdown::Write).unwrap();
    }
}

/// A connection closed with unread lines in it ends with a reset.
fn is_end(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}
