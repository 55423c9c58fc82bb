//! An asker that reads and writes raw protocol lines, so that tests see the exact bytes.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;

use serde_json::{Value, json};

use super::TIMEOUT;

pub struct Asker {
    stream: BufReader<UnixStream>,
}

impl Asker {
    pub fn connect(socket: &Path) -> Self {
        let stream = UnixStream::connect(socket).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_write_timeout(Some(TIMEOUT)).unwrap();
        Self {
            stream: BufReader::new(stream),
        }
    }

    /// Sends hello with id 0 and returns the response line.
    pub fn hello(&mut self) -> String {
        self.send_line(r#"{"jsonrpc":"2.0","id":0,"method":"doorbell/hello","params":{"protocol":1,"client":{"name":"tests","version":"1.0.0"}}}"#);
        let response = self.read_line();
        assert!(response.contains(r#""result""#), "{response}");
        response
    }

    /// Sends hello and returns whether the daemon accepts it.
    pub fn try_hello(&mut self) -> bool {
        let client = json!({"name": "tests", "version": "1.0.0"});
        let params = json!({"protocol": 1, "client": client});
        let hello =
            json!({"jsonrpc": "2.0", "id": 0, "method": "doorbell/hello", "params": params});
        self.try_send_bytes(format!("{hello}\n").as_bytes());
        self.read_line().contains("result")
    }

    pub fn send_line(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).unwrap();
    }

    /// Sends bytes. Returns false if the daemon has closed the connection.
    pub fn try_send_bytes(&mut self, bytes: &[u8]) -> bool {
        match self.stream.get_mut().write_all(bytes) {
            Ok(()) => true,
            Err(error) => {
                assert!(is_disconnect(error.kind()), "{error}");
                false
            }
        }
    }

    pub fn send_request(&mut self, id: impl Into<Value>, method: &str, params: Value) {
        let id = id.into();
        self.send_line(
            &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string(),
        );
    }

    pub fn ask(&mut self, id: impl Into<Value>, message: &str, schema: Value) {
        self.ask_with(id, json!({"message": message, "requestedSchema": schema}));
    }

    pub fn ask_with(&mut self, id: impl Into<Value>, params: Value) {
        self.send_request(id, "elicitation/create", params);
    }

    pub fn ask_with_key(&mut self, id: impl Into<Value>, message: &str, schema: Value, key: &str) {
        let meta = json!({"dev.doorbell/asker": {"key": key}});
        let params = json!({"message": message, "requestedSchema": schema, "_meta": meta});
        self.ask_with(id, params);
    }

    /// Acknowledges the answer to the question with this key.
    pub fn send_received(&mut self, key: &str) {
        let method = "notifications/doorbell/received";
        self.send_line(
            &json!({"jsonrpc": "2.0", "method": method, "params": {"key": key}}).to_string(),
        );
    }

    /// Reads the next line, which must be an error response to this request.
    pub fn read_error(&mut self, id: impl Into<Value>) -> (i64, String) {
        let reply = self.read_json();
        assert_eq!(reply["id"], id.into(), "{reply}");
        let message = reply["error"]["message"].as_str().unwrap().to_owned();
        (reply["error"]["code"].as_i64().unwrap(), message)
    }

    pub fn withdraw(&mut self, id: impl Into<Value>) {
        let id = id.into();
        self.send_line(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
                .to_string(),
        );
    }

    /// The next line, without its newline.
    pub fn read_line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the connection ended after {line:?}");
        line.pop();
        line
    }

    pub fn read_json(&mut self) -> Value {
        serde_json::from_str(&self.read_line()).unwrap()
    }

    /// Reads the next line, which must be a successful response to this request.
    pub fn read_result(&mut self, id: impl Into<Value>) -> Value {
        let mut reply = self.read_json();
        assert_eq!(reply["id"], id.into(), "{reply}");
        assert!(reply["result"].is_object(), "{reply}");
        reply["result"].take()
    }

    /// Sends a request that needs no person and returns its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.send_request("call", method, params);
        self.read_result("call")
    }

    /// Asserts that every line from the daemon was read: the next one answers a new request.
    pub fn assert_nothing_unread(&mut self) {
        let status = self.call("doorbell/status", json!({}));
        assert_eq!(status["protocol"], 1);
    }

    /// Waits for the daemon to close the connection without sending another line.
    pub fn expect_disconnect(&mut self) {
        let mut line = String::new();
        match self.stream.read_line(&mut line) {
            Ok(0) => {}
            Ok(_) => panic!("one more line: {line}"),
            Err(error) => assert!(is_disconnect(error.kind()), "{error}"),
        }
    }

    pub fn shutdown_write(&mut self) {
        self.stream.get_ref().shutdown(Shutdown::Write).unwrap();
    }
}

/// Closing a connection that still has unread lines resets it.
fn is_disconnect(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}
