//! Who is at the other end of the socket.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use doorbell_tests::app::output_directory;

/// A process that serves a socket, and ends with this.
pub struct Serving {
    child: Child,
    socket: PathBuf,
}

impl Serving {
    /// A daemon whose person answers at once, with its file and its socket in this folder.
    pub fn daemon(place: &Path) -> Result<Self> {
        std::fs::create_dir(place)?;
        let mut command = example("killable-daemon")?;
        command.arg(place).arg("answers");
        Self::start(command, place.join("run/doorbell.sock"))
    }

    /// One that gives every line back.
    pub fn echo(socket: &Path) -> Result<Self> {
        let mut command = example("bare-echo")?;
        command.arg(socket);
        Self::start(command, socket.to_owned())
    }

    pub fn socket(&self) -> &Path {
        &self.socket
    }

    fn start(mut command: Command, socket: PathBuf) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{:?} did not start", command.get_program()))?;
        let output = child.stdout.take();
        let serving = Self { child, socket };
        let mut line = String::new();
        BufReader::new(output.context("what it says")?).read_line(&mut line)?;
        ensure!(line == "listens\n", "{line}");
        Ok(serving)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // One that has ended by itself cannot be ended again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An example that was built beside this program.
pub fn example(name: &str) -> Result<Command> {
    let target = output_directory();
    let target = target.parent().context("the target directory")?;
    Ok(Command::new(target.join("release/examples").join(name)))
}

/// An echo as small as can be, for one connection: a thread of this very process.
pub fn echo_thread(socket: &Path) -> Result<PathBuf> {
    let listener = UnixListener::bind(socket)?;
    std::thread::spawn(move || {
        let (stream, _) = listener.accept()?;
        let mut writer = stream.try_clone()?;
        for line in BufReader::new(stream).lines() {
            writer.write_all(format!("{}\n", line?).as_bytes())?;
        }
        std::io::Result::Ok(())
    });
    Ok(socket.to_owned())
}
