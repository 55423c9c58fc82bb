//! The same servers behind `doorbell wrap`: an agent that can ask nobody at one end, a person at a
//! desktop at the other.

mod absent;
mod card;
mod conversation;
mod everything;
mod everything_links;
mod fastmcp;
mod hand_back;
mod http;
mod python_client;
mod python_sdk;
mod python_sdk_rounds;
mod rmcp;

use std::path::{Path, PathBuf};
use std::process::Command;

use doorbell_daemon::view::{Press, PressReply, OpenedLinkPress};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Server, forms_and_links, python, text};
use crate::support::{Doorbell, Era, Host, Person, program, wait_until};

/// A server behind `doorbell wrap`, for an agent that declares nothing.
fn wrapped(server: Server, era: Era) -> (Doorbell, Host) {
    wrapped_for(server, era, json!({}))
}

/// The same for an agent that declares something.
fn wrapped_for(server: Server, era: Era, capabilities: Value) -> (Doorbell, Host) {
    let doorbell = Doorbell::start();
    let wrap = wrap(&doorbell.socket(), &[], &server.command());
    let host = Host::start(wrap, era, capabilities);
    (doorbell, host)
}

/// `doorbell wrap` before a server.
fn wrap(socket: &Path, options: &[&str], server: &Command) -> Command {
    let mut command = Command::new(program());
    command.arg("wrap").args(options).arg("--");
    command.arg(server.get_program()).args(server.get_args());
    only(socket, &mut command);
    command
}

/// Leaves nothing in the environment but the way to one Doorbell: no display to start another on,
/// no mark of an agent that runs these tests.
pub(super) fn only(socket: &Path, command: &mut Command) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.env_clear().env("PATH", path);
    command.env("DOORBELL_SOCKET", socket);
}

/// Writes down what goes to a server and what comes from it, each a moment after it went.
struct Tap {
    directory: TempDir,
}

impl Tap {
    fn new() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    /// A command that runs the server with the tap on both sides of it.
    fn on(&self, server: &Command) -> Command {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            r#"to=$1 from=$2; shift 2; tee "$to" | "$@" | tee "$from""#,
        ]);
        command.args(["tap".into(), self.to(), self.from()]);
        command.arg(server.get_program()).args(server.get_args());
        command
    }

    /// Everything that was sent to the server so far.
    fn sent(&self) -> Vec<String> {
        lines(&self.to())
    }

    /// Everything that the server has said so far.
    fn said(&self) -> Vec<String> {
        lines(&self.from())
    }

    /// Waits until the server has said this very line.
    fn has_said(&self, line: &str) {
        wait_until(line, || self.said().iter().any(|said| said == line));
    }

    /// Waits for a message to the server.
    fn sees(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut found = None;
        wait_until(what, || {
            let messages = self.sent().into_iter();
            let mut messages = messages.filter_map(|line| serde_json::from_str(&line).ok());
            found = messages.find(&wanted);
            found.is_some()
        });
        found.unwrap()
    }

    fn to(&self) -> PathBuf {
        self.directory.path().join("to")
    }

    fn from(&self) -> PathBuf {
        self.directory.path().join("from")
    }
}

/// The lines of a file that another program writes; the last may not be whole yet.
fn lines(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Answers the form with this message: one text in the field with this title.
fn types(person: Person<'_>, message: &str, title: &str, answer: &str) {
    let question = person.sees(message);
    question.types(title, answer);
    question.sends();
}

/// Agrees to open the link with this message.
fn opens(person: Person<'_>, message: &str) -> String {
    let question = person.sees(message);
    question.does(Press::Open);
    question.view.id
}

/// Agrees to open it, and says that it is done.
fn opens_and_finishes(person: Person<'_>, message: &str) {
    let question = opens(person, message);
    ends(person, &question, OpenedLinkPress::Done);
}

/// Presses something on the card of a link that was opened.
fn ends(person: Person<'_>, question: &str, press: OpenedLinkPress) {
    person.sees_only_cards();
    assert_eq!(person.presses_card(question, press), PressReply::Done);
}

/// Whether the agent has heard everything that was said until now, and nothing under this id.
fn hears_nothing_of(host: &mut Host, id: u64) {
    let ping = host.requests("ping", json!({}));
    host.hears_reply(ping);
    assert!(
        !host.kept(|message| message["id"] == id),
        "{:#?}",
        host.heard()
    );
}
