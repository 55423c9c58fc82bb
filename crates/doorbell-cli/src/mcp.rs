//! `doorbell mcp`.

use std::error::Error;
use std::io::{empty, sink, stderr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use doorbell_mcp::Doorstep;
use doorbell_protocol::client::{Client, ClientError};

use crate::exit::Exit;
use crate::{Streams, launch};

/// Serves the agent until it leaves.
pub fn run() -> Result<Exit> {
    doorbell_mcp::serve(Arc::new(Installed))?;
    Ok(Exit::Accepted)
}

/// The Doorbell that is installed beside this command.
struct Installed;

impl Doorstep for Installed {
    fn reach(&self) -> Result<Client, ClientError> {
        launch::reach()
    }

    fn connect(&self) -> Result<Client, Box<dyn Error + Send + Sync>> {
        // Standard output is the agent's; what people should know goes where agents keep it.
        let mut streams = Streams {
            input: &mut empty(),
            out: &mut sink(),
            err: &mut stderr(),
        };
        launch::connect(&mut streams).map_err(Into::into)
    }

    fn reach_again(&self) -> Box<dyn FnMut(Duration) -> Option<Client> + Send> {
        Box::new(launch::reach_again())
    }
}
