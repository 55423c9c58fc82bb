//! `doorbell wrap` as a process, between a host and a server that say what the tests tell them.

mod ends;
mod losses;
mod passing;

use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Doorbell, Era, Host, ScriptedServer};

/// An agent, a proxy, a server and a Doorbell.
struct Scene {
    doorbell: Doorbell,
    host: Host,
    server: ScriptedServer,
}

impl Scene {
    /// Everybody has shaken hands; the agent declares nothing.
    fn begin() -> Self {
        let doorbell = Doorbell::start();
        let server = ScriptedServer::new();
        let command = server.wrapped(&doorbell.socket(), &["--name", "acme"]);
        let (host, server) = meet(command, server, json!({}));
        Self {
            doorbell,
            host,
            server,
        }
    }

    /// The agent calls a tool, and the server asks for a name before it answers.
    fn is_asked(&mut self) -> u64 {
        let call = self.host.calls("deploy", json!({}));
        assert_eq!(self.server.hears()["method"], "tools/call");
        self.server.asks(0, "Who are you?");
        self.doorbell.person().sees("Who are you?");
        call
    }
}

/// Lets an agent with these capabilities and the server behind `command` shake hands.
fn meet(
    command: Command,
    mut server: ScriptedServer,
    capabilities: Value,
) -> (Host, ScriptedServer) {
    let mut host = Host::start_silent(command, Era::Legacy, capabilities);
    std::thread::scope(|scope| {
        scope.spawn(|| server.shakes_hands());
        host.shakes_hands();
    });
    assert_eq!(server.hears()["method"], "notifications/initialized");
    (host, server)
}

fn cancelled() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "result": {"action": "cancel"}})
}
