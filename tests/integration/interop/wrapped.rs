//! The same servers behind `doorbell wrap`, called by an agent without elicitation and answered by
//! a person in Doorbell.

mod asker_card;
mod everything;
mod everything_links;
mod fastmcp;
mod hand_back;
mod http;
mod no_doorbell;
mod passthrough;
mod python_client;
mod python_sdk;
mod python_sdk_rounds;
mod rmcp;

use std::path::{Path, PathBuf};
use std::process::Command;

use doorbell_daemon::view::{OpenedLinkPress, Press, PressReply};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{SampleServer, forms_and_links, python, text};
use crate::support::{Doorbell, Era, Host, Person, doorbell_binary, wait_until};

/// A server behind `doorbell wrap`, for an agent without capabilities.
fn wrapped(server: SampleServer, era: Era) -> (Doorbell, Host) {
    wrapped_for(server, era, json!({}))
}

/// Like [`wrapped`], for an agent with these capabilities.
fn wrapped_for(server: SampleServer, era: Era, capabilities: Value) -> (Doorbell, Host) {
    let doorbell = Doorbell::start();
    let wrap = wrap(&doorbell.socket(), &[], &server.command());
    let host = Host::start(wrap, era, capabilities);
    (doorbell, host)
}

/// A `doorbell wrap` command for a server.
fn wrap(socket: &Path, options: &[&str], server: &Command) -> Command {
    let mut command = Command::new(doorbell_binary());
    command.arg("wrap").args(options).arg("--");
    command.arg(server.get_program()).args(server.get_args());
    isolate_environment(socket, &mut command);
    command
}

/// Clears the environment except for `PATH` and the socket. Without a display no second Doorbell
/// starts, and no variable identifies the agent that runs these tests.
pub(super) fn isolate_environment(socket: &Path, command: &mut Command) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.env_clear().env("PATH", path);
    command.env("DOORBELL_SOCKET", socket);
}

/// Records the traffic of a server to files, which may lag behind the traffic itself.
struct Tap {
    directory: TempDir,
}

impl Tap {
    fn new() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    /// A command that runs the server and records its input and output.
    fn command(&self, server: &Command) -> Command {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            r#"to=$1 from=$2; shift 2; tee "$to" | "$@" | tee "$from""#,
        ]);
        command.args(["tap".into(), self.input_file(), self.output_file()]);
        command.arg(server.get_program()).args(server.get_args());
        command
    }

    fn sent_to_server(&self) -> Vec<String> {
        lines(&self.input_file())
    }

    fn sent_by_server(&self) -> Vec<String> {
        lines(&self.output_file())
    }

    /// Waits until the server has sent exactly this line.
    fn wait_for_server_line(&self, line: &str) {
        wait_until(line, || {
            self.sent_by_server().iter().any(|sent| sent == line)
        });
    }

    /// Waits for a message to the server.
    fn wait_for_message(&self, what: &str, matches: impl Fn(&Value) -> bool) -> Value {
        let mut found = None;
        wait_until(what, || {
            let messages = self.sent_to_server().into_iter();
            let mut messages = messages.filter_map(|line| serde_json::from_str(&line).ok());
            found = messages.find(&matches);
            found.is_some()
        });
        found.unwrap()
    }

    fn input_file(&self) -> PathBuf {
        self.directory.path().join("to")
    }

    fn output_file(&self) -> PathBuf {
        self.directory.path().join("from")
    }
}

/// The lines of a file that another program is writing. The last may be incomplete.
fn lines(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Answers the form with this message by typing into the field with this title.
fn answer_form(person: Person<'_>, message: &str, title: &str, answer: &str) {
    let question = person.wait_for_question(message);
    question.type_text(title, answer);
    question.send();
}

/// Presses Open for the link with this message and returns the question id.
fn open_link(person: Person<'_>, message: &str) -> String {
    let question = person.wait_for_question(message);
    question.press(Press::Open);
    question.view.id
}

/// Opens the link and presses Done on its card.
fn open_and_finish_link(person: Person<'_>, message: &str) {
    let question = open_link(person, message);
    press_card(person, &question, OpenedLinkPress::Done);
}

/// Presses a button on the card of an opened link.
fn press_card(person: Person<'_>, question: &str, press: OpenedLinkPress) {
    person.wait_for_cards_only();
    assert_eq!(person.press_card(question, press), PressReply::Done);
}

/// Asserts that the agent has received no message with this id. A ping makes sure that everything
/// sent so far has arrived.
fn assert_no_reply(host: &mut Host, id: u64) {
    let ping = host.send_request("ping", json!({}));
    host.wait_for_reply(ping);
    assert!(
        !host.has_unclaimed(|message| message["id"] == id),
        "{:#?}",
        host.received_lines()
    );
}
