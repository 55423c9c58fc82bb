//! Test harness: a daemon on a manual clock with a fake desktop, the programs that talk to it, and
//! a scripted person.

mod asker;
mod binaries;
mod bystander;
mod clock;
mod command;
mod doorbell;
mod fake_desktop;
mod home_page;
#[cfg_attr(
    not(feature = "servers"),
    expect(dead_code, reason = "only the interop tests use all of it")
)]
mod host;
mod killable_daemon;
mod person;
mod scripted_server;
mod socket_forwarder;

use std::time::Duration;

pub use asker::Asker;
#[cfg(feature = "servers")]
pub use binaries::rmcp_server_binary;
pub use binaries::{doorbell_binary, killable_daemon_binary};
pub use bystander::Bystander;
pub use command::{CommandOutput, RunningCommand, doorbell_command, example, workspace_root};
pub use doorbell::{Doorbell, hello_response, hold, without_flood_limits};
pub use fake_desktop::{Browser, DesktopCall, empty_window};
pub use host::{Era, Host};
pub use killable_daemon::KillableDaemon;
pub use person::{LATER, Person, SEND, ShownLink, ShownQuestion, block_on};
pub use scripted_server::ScriptedServer;
pub use socket_forwarder::SocketForwarder;

use doorbell_tests::wait::PollResult;
use serde_json::{Value, json};

/// Long enough for a loaded machine; what is waited for usually takes milliseconds.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// Subtracted from a duration to stop the clock just before a timer fires.
pub const ONE_MS: Duration = Duration::from_millis(1);

/// The action of one row in a table of test cases.
pub type Step<'a> = &'a dyn Fn(&Doorbell);

/// A form with one required text field, titled Name.
pub fn name_form() -> Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name"}},
        "required": ["name"],
    })
}

/// A form without fields, which only asks for confirmation.
pub fn empty_form() -> Value {
    json!({"type": "object", "properties": {}})
}

pub fn wait_until<L: PollResult>(what: &str, look: impl FnMut() -> L) -> L::Value {
    doorbell_tests::wait::wait_until(what, TIMEOUT, look).unwrap()
}
