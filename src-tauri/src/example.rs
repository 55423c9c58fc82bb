//! The example question of Home. Doorbell asks it over its own socket, as any program would, and
//! drops the answer.

use std::io;
use std::path::Path;

use doorbell_daemon::example_question;
use doorbell_protocol::client::Client;
use doorbell_protocol::{ClientInfo, socket_path};

/// The messages are shown to the person.
#[derive(Debug, thiserror::Error)]
pub enum ExampleError {
    #[error("Couldn’t ask the example question: {0}.")]
    Thread(#[from] io::Error),
}

/// Asks on a thread of its own, which ends with the answer.
pub fn ask() -> Result<(), ExampleError> {
    let socket = socket_path();
    std::thread::Builder::new()
        .name("example".into())
        .spawn(move || ask_and_wait(&socket))?;
    Ok(())
}

fn ask_and_wait(socket: &Path) {
    let client = ClientInfo {
        name: "example".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        title: None,
    };
    let asked =
        Client::connect(socket, client).and_then(|mut client| client.ask(example_question()));
    if let Err(error) = asked {
        tracing::warn!(%error, "the example question got no answer");
    }
}
