//! A stdio server controlled by a test over a socket: it forwards its stdin to the socket and the
//! socket to its stdout. The line `exit N` on the socket ends it.

use std::io::{self, BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::exit;
use std::thread;

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let socket = UnixStream::connect(path)?;
    let mut received = socket.try_clone()?;
    thread::spawn(move || {
        // Fails if either end is closed.
        let _ = io::copy(&mut io::stdin().lock(), &mut received);
        let _ = received.shutdown(Shutdown::Write);
    });
    let mut script = BufReader::new(socket);
    let mut line = Vec::new();
    let mut output = io::stdout().lock();
    while script.read_until(b'\n', &mut line)? > 0 {
        if let Some(code) = line.strip_prefix(b"exit ") {
            let code = String::from_utf8_lossy(code);
            exit(code.trim().parse().unwrap_or_default());
        }
        output.write_all(&line)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
