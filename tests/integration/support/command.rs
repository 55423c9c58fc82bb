//! Programs that ask: the `doorbell` command and the examples.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;

use super::PATIENCE;
use super::program::doorbell;

/// The project's folder.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The built `doorbell` command with an environment of its own: nothing but the socket.
pub fn command_line<A: AsRef<OsStr>>(
    socket: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> Running {
    let mut command = Command::new(doorbell());
    command.env_clear();
    Running::start(command, socket, arguments)
}

/// An example asker, by its interpreter and its file.
pub fn example<A: AsRef<OsStr>>(
    interpreter: &str,
    file: &str,
    socket: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> Running {
    let mut command = Command::new(interpreter);
    command.arg(project().join("docs/examples").join(file));
    Running::start(command, socket, arguments)
}

/// A started program.
pub struct Running {
    child: Child,
}

/// How a program ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Finished {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Running {
    /// Starts a program that asks the Doorbell on this socket.
    pub fn start<A: AsRef<OsStr>>(
        mut command: Command,
        socket: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        let child = command
            .env("DOORBELL_SOCKET", socket)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Self { child }
    }

    /// Gives it its standard input, whether or not it reads it.
    pub fn reads(mut self, input: &str) -> Self {
        let mut stdin = self.child.stdin.take().unwrap();
        let _ = stdin.write_all(input.as_bytes());
        self
    }

    /// Kills it.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for its end.
    pub fn finishes(self) -> Finished {
        let (end, ended) = channel();
        std::thread::spawn(move || end.send(self.child.wait_with_output()));
        let Output {
            status,
            stdout,
            stderr,
        } = ended
            .recv_timeout(PATIENCE)
            .expect("the program ends")
            .unwrap();
        Finished {
            code: status.code(),
            out: String::from_utf8(stdout).unwrap(),
            err: String::from_utf8(stderr).unwrap(),
        }
    }
}

impl Finished {
    pub fn new(code: i32, out: &str, err: &str) -> Self {
        Self {
            code: Some(code),
            out: out.to_owned(),
            err: err.to_owned(),
        }
    }
}
