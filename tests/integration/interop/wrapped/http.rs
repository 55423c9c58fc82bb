//! Wrapped servers over streamable HTTP.

use std::net::{TcpListener, TcpStream};
use std::process::Command;

use doorbell_daemon::view::{OpenedLinkPress, Press};
use doorbell_tests::process::ChildProcess;
use serde_json::json;
use tempfile::TempDir;

use super::everything::{FIELDS, FORM, LINK, raw_result};
use super::everything_links::{ASKED, REQUIRED, URL, required};
use super::python_sdk::TABLE;
use super::python_sdk_rounds::{NAME, SIGN_IN};
use super::{
    answer_form, assert_no_reply, isolate_environment, open_and_finish_link, open_link, press_card,
    python, text,
};
use crate::interop::SampleServer;
use crate::support::{Doorbell, Era, Host, doorbell_binary, wait_until};

struct HttpServer {
    _running: ChildProcess,
    _logs: TempDir,
    url: String,
}

#[test]
fn reference_server_asks_over_http() {
    let server = HttpServer::everything();
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    let mut host = server.wrapped(&doorbell, Era::Legacy, &[]);

    let call = host.call_tool(FORM, json!({}));
    let question = person.wait_for_question(FIELDS);
    // The HTTP stream identifies the call.
    assert_eq!(question.view.asker.claimed.tool.as_deref(), Some(FORM));
    assert_eq!(question.view.asker.name, "127.0.0.1");
    question.type_text("String", "Zoë");
    question.send();
    assert_eq!(
        raw_result(&host.wait_for_reply(call))["content"]["name"],
        "Zoë"
    );

    let call = host.call_tool(LINK, json!({"url": URL}));
    let question = open_link(person, ASKED);
    assert_eq!(
        raw_result(&host.wait_for_reply(call)),
        json!({"action": "accept"})
    );
    press_card(person, &question, OpenedLinkPress::Done);

    let call = host.call_tool(LINK, required());
    open_and_finish_link(person, REQUIRED);
    person.wait_for_question(ASKED).press(Press::Decline);
    assert_eq!(
        raw_result(&host.wait_for_reply(call)),
        json!({"action": "decline"})
    );

    let call = host.call_tool(FORM, json!({}));
    person.wait_for_question(FIELDS);
    host.notify("notifications/cancelled", json!({"requestId": call}));
    person.wait_for_empty_screen();
    assert_no_reply(&mut host, call);

    host.close_stdin();
    assert!(host.wait_for_exit().success(), "{}", host.stderr());
}

#[test]
fn http_server_is_wrapped_in_both_eras() {
    let server = HttpServer::python();
    let doorbell = Doorbell::start();
    let person = doorbell.person();
    let headers = ["--header-env", "X-Token=SHOP_TOKEN"];

    let mut host = server.wrapped(&doorbell, Era::Legacy, &headers);
    let call = host.call_tool("ask_form", json!({}));
    answer_form(person, TABLE, "Name", "Zoë");
    assert_eq!(
        text(&host.wait_for_reply(call)),
        r#"accept {"name":"Zoë","guests":2,"note":null}"#
    );
    let call = host.call_tool("header", json!({"name": "x-token"}));
    assert_eq!(text(&host.wait_for_reply(call)), "secret");
    host.close_stdin();
    assert!(host.wait_for_exit().success(), "{}", host.stderr());

    let mut host = server.wrapped(&doorbell, Era::Modern, &headers);
    let call = host.call_tool("ask_in_rounds", json!({"greeting": "Hello"}));
    answer_form(person, NAME, "name", "Zoë");
    open_and_finish_link(person, SIGN_IN);
    answer_form(person, "Which colour?", "colour", "red");
    assert_eq!(text(&host.wait_for_reply(call)), "Hello Zoë, red");
    let call = host.call_tool("header", json!({"name": "x-token"}));
    assert_eq!(text(&host.wait_for_reply(call)), "secret");
    host.close_stdin();
    assert!(host.wait_for_exit().success(), "{}", host.stderr());
}

impl HttpServer {
    fn everything() -> Self {
        // Choose a free port now, because the server does not report its port.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let mut command = SampleServer::Everything.command_over("streamableHttp");
        command.env("PORT", address.port().to_string());
        let logs = tempfile::tempdir().unwrap();
        let running = ChildProcess::start("everything", command, logs.path()).unwrap();
        wait_until("the server to listen", || {
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
        let (running, url) =
            ChildProcess::start_and_read_line("python", command, logs.path()).unwrap();
        Self {
            _running: running,
            _logs: logs,
            url,
        }
    }

    /// An agent without capabilities, connected to this server through `doorbell wrap`.
    fn wrapped(&self, doorbell: &Doorbell, era: Era, options: &[&str]) -> Host {
        let mut command = Command::new(doorbell_binary());
        command.args(["wrap", "--url", &self.url]).args(options);
        isolate_environment(&doorbell.socket(), &mut command);
        command.env("SHOP_TOKEN", "secret");
        Host::start(command, era, json!({}))
    }
}
