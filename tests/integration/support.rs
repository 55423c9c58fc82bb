//! What the tests stand on.

mod asker;
mod bystander;
mod cable;
mod clock;
mod command;
mod doorbell;
#[cfg_attr(
    not(feature = "servers"),
    expect(dead_code, reason = "only the interop tests use all of it")
)]
mod host;
mod killable;
mod past;
mod person;
mod program;
mod screen;
mod scripted_server;

use std::time::Duration;

pub use asker::Asker;
pub use bystander::Bystander;
pub use cable::Cable;
pub use command::{Finished, Running, command_line, example, project};
pub use doorbell::{Doorbell, patient, welcome};
pub use host::{Era, Host};
pub use killable::Killable;
pub use person::{LATER, Person, SEND, Seen, ShownLink, wait};
#[cfg(feature = "servers")]
pub use program::rmcp_server;
pub use program::{daemon, doorbell as program};
pub use screen::{Browser, Called, nothing};
pub use scripted_server::ScriptedServer;

use doorbell_tests::wait::Look;
use serde_json::{Value, json};

/// How long a loaded machine may take for what usually takes a moment.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The shortest time that a rule about time may tell apart in a test.
pub const MOMENT: Duration = Duration::from_millis(1);

/// Something that somebody does to a Doorbell in one row of a table.
pub type Act<'a> = &'a dyn Fn(&Doorbell);

/// A form with one text field, called Name.
pub fn name_form() -> Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name"}},
        "required": ["name"],
    })
}

/// A form without fields.
pub fn confirmation() -> Value {
    json!({"type": "object", "properties": {}})
}

/// Looks until it is there.
pub fn wait_until<L: Look>(what: &str, look: impl FnMut() -> L) -> L::Found {
    doorbell_tests::wait::wait_until(what, PATIENCE, look).unwrap()
}
