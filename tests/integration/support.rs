//! What the tests stand on.

mod asker;
mod bystander;
mod cable;
mod command;
mod doorbell;
#[cfg_attr(
    not(feature = "servers"),
    expect(dead_code, reason = "only the interop tests use all of it")
)]
mod host;
mod journal;
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

use serde_json::{Value, json};

/// How long a loaded machine may take for what usually takes a moment.
pub const PATIENCE: Duration = Duration::from_secs(20);

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

/// Looks until it is true.
pub fn wait_until(what: &str, mut look: impl FnMut() -> bool) {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
    let begun = std::time::Instant::now();
    while !look() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::park_timeout(BETWEEN_LOOKS);
    }
}
