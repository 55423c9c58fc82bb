//! Serves a socket the way the daemon does, and gives every line back: what a question costs beyond
//! this is the daemon's own.

#![allow(
    clippy::print_stdout,
    reason = "standard output is how it tells that it listens"
)]

use std::path::Path;

use anyhow::{Context, Result};
use interprocess::local_socket::tokio::{Stream, prelude::*};
use interprocess::local_socket::{GenericFilePath, ListenerOptions};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

fn main() -> Result<()> {
    let socket = std::env::args_os().nth(1).context("name a socket")?;
    let name = Path::new(&socket).to_fs_name::<GenericFilePath>()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = ListenerOptions::new().name(name).create_tokio()?;
        println!("listens");
        loop {
            let stream = listener.accept().await?;
            tokio::spawn(async move {
                // A connection that ends has nothing more to be given back.
                let _ = serve(&stream).await;
            });
        }
    })
}

async fn serve(mut stream: &Stream) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).await? > 0 {
        stream.write_all(&line).await?;
        line.clear();
    }
    Ok(())
}
