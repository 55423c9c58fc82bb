//! A server on pipes whose words a test says: what it hears goes to a socket, and what comes from
//! there is what it says. `exit N` there ends it.

use std::io::{self, BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::exit;
use std::thread;

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let socket = UnixStream::connect(path)?;
    let mut heard = socket.try_clone()?;
    thread::spawn(move || {
        // Either end may be gone.
        let _ = io::copy(&mut io::stdin().lock(), &mut heard);
        let _ = heard.shutdown(Shutdown::Write);
    });
    let mut words = BufReader::new(socket);
    let mut line = Vec::new();
    let mut output = io::stdout().lock();
    while words.read_until(b'\n', &mut line)? > 0 {
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
