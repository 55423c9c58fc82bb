//! `doorbell wrap` between a scripted agent and a scripted server.

mod cancellation;
mod passthrough;
mod reconnect;

use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Doorbell, Era, Host, ScriptedServer};

/// An agent and a server that are connected through the proxy, and a Doorbell.
struct Session {
    doorbell: Doorbell,
    host: Host,
    server: ScriptedServer,
}

impl Session {
    /// Starts everything and performs the handshake, with an agent without capabilities.
    fn start() -> Self {
        let doorbell = Doorbell::start();
        let server = ScriptedServer::new();
        let command = server.wrapped(&doorbell.socket(), &["--name", "acme"]);
        let (host, server) = connect(command, server, json!({}));
        Self {
            doorbell,
            host,
            server,
        }
    }

    /// The agent calls a tool, and the server asks a question before it answers. Returns the id of
    /// the call.
    fn call_and_ask(&mut self) -> u64 {
        let call = self.host.call_tool("deploy", json!({}));
        assert_eq!(self.server.read_message()["method"], "tools/call");
        self.server.ask(0, "Who are you?");
        self.doorbell.wait_for_question("Who are you?");
        call
    }
}

/// Starts the proxy and performs the handshake, with an agent that has these capabilities.
fn connect(
    command: Command,
    mut server: ScriptedServer,
    capabilities: Value,
) -> (Host, ScriptedServer) {
    let mut host = Host::start_without_handshake(command, Era::Legacy, capabilities);
    std::thread::scope(|scope| {
        scope.spawn(|| server.handshake());
        host.handshake();
    });
    assert_eq!(server.read_message()["method"], "notifications/initialized");
    (host, server)
}

fn cancelled() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "result": {"action": "cancel"}})
}
