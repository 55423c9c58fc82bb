//! The same where the server is elsewhere, over Streamable HTTP.

use std::net::{TcpListener, TcpStream};
use std::process::Command;

use doorbell_daemon::view::{Press, OpenedLinkPress};
use doorbell_tests::process::Running;
use serde_json::json;
use tempfile::TempDir;

use super::everything::{FIELDS, FORM, LINK, raw_result};
use super::everything_links::{ASKED, REQUIRED, URL, required};
use super::python_sdk::TABLE;
use super::python_sdk_rounds::{NAME, SIGN_IN};
use super::{ends, hears_nothing_of, only, opens, opens_and_finishes, python, text, types};
use crate::interop::Server;
use crate::support::{Doorbell, Era, Host, program, wait_until};

/// A server that listens.
struct Elsewhere {
    /// Kept for as long as the server runs.
    _running: Running,
    _logs: TempDir,
    url: String,
}

#[test]
fn the_reference_server_asks_over_http() {
    let server = Elsewhere::everything();
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    let mut host = server.wrapped(&doorbell, Era::Legacy, &[]);

    let call = host.calls(FORM, json!({}));
    let question = person.sees(FIELDS);
    // The stream of the call tells which one it was.
    assert_eq!(question.view.asker.claimed.tool.as_deref(), Some(FORM));
    assert_eq!(question.view.asker.name, "127.0.0.1");
    question.types("String", "Zoë");
    question.sends();
    assert_eq!(
        raw_result(&host.hears_reply(call))["content"]["name"],
        "Zoë"
    );

    let call = host.calls(LINK, json!({"url": URL}));
    let question = opens(person, ASKED);
    assert_eq!(
        raw_result(&host.hears_reply(call)),
        json!({"action": "accept"})
    );
    ends(person, &question, OpenedLinkPress::Done);

    let call = host.calls(LINK, required());
    opens_and_finishes(person, REQUIRED);
    person.sees(ASKED).does(Press::Decline);
    assert_eq!(
        raw_result(&host.hears_reply(call)),
        json!({"action": "decline"})
    );

    let call = host.calls(FORM, json!({}));
    person.sees(FIELDS);
    host.notifies("notifications/cancelled", json!({"requestId": call}));
    person.sees_nothing();
    hears_nothing_of(&mut host, call);

    host.closes();
    assert!(host.sees_end().success(), "{}", host.complaints());
}

#[test]
fn a_server_elsewhere_is_spoken_to_in_both_eras() {
    let server = Elsewhere::python();
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    let headers = ["--header-env", "X-Token=SHOP_TOKEN"];

    let mut host = server.wrapped(&doorbell, Era::Legacy, &headers);
    let call = host.calls("ask_form", json!({}));
    types(person, TABLE, "Name", "Zoë");
    assert_eq!(
        text(&host.hears_reply(call)),
        r#"accept {"name":"Zoë","guests":2,"note":null}"#
    );
    let call = host.calls("header", json!({"name": "x-token"}));
    assert_eq!(text(&host.hears_reply(call)), "secret");
    host.closes();
    assert!(host.sees_end().success(), "{}", host.complaints());

    let mut host = server.wrapped(&doorbell, Era::Modern, &headers);
    let call = host.calls("ask_in_rounds", json!({"greeting": "Hello"}));
    types(person, NAME, "name", "Zoë");
    opens_and_finishes(person, SIGN_IN);
    types(person, "Which colour?", "colour", "red");
    assert_eq!(text(&host.hears_reply(call)), "Hello Zoë, red");
    let call = host.calls("header", json!({"name": "x-token"}));
    assert_eq!(text(&host.hears_reply(call)), "secret");
    host.closes();
    assert!(host.sees_end().success(), "{}", host.complaints());
}

impl Elsewhere {
    fn everything() -> Self {
        // Free a moment ago; the server does not tell which one it took.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let mut command = Server::Everything.command_over("streamableHttp");
        command.env("PORT", address.port().to_string());
        let logs = tempfile::tempdir().unwrap();
        let running = Running::start("everything", command, logs.path()).unwrap();
        wait_until("a server that listens", || {
            TcpStream::connect(address).is_ok()
        });
        Self {
            _running: running,
            _logs: logs,
            url: format!("http://{address}/mcp"),
        }
    }

    fn python() -> Self {
        let mut command = python("sdk_server.py");
        command.args(["--http", "0"]);
        let logs = tempfile::tempdir().unwrap();
        let (running, url) = Running::start_and_read_line("python", command, logs.path()).unwrap();
        Self {
            _running: running,
            _logs: logs,
            url,
        }
    }

    /// An agent that declares nothing, with this server behind `doorbell wrap`.
    fn wrapped(&self, doorbell: &Doorbell, era: Era, options: &[&str]) -> Host {
        let mut command = Command::new(program());
        command.args(["wrap", "--url", &self.url]).args(options);
        only(&doorbell.socket(), &mut command);
        command.env("SHOP_TOKEN", "secret");
        Host::start(command, era, json!({}))
    }
}
