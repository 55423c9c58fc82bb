//! The `doorbell` command and the example askers as child processes.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;

use rustix::process::{Pid, Signal, kill_process};

use super::TIMEOUT;
use super::binaries::doorbell_binary;

pub fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Starts the built `doorbell` command. Its environment has only the socket.
pub fn doorbell_command<A: AsRef<OsStr>>(
    socket: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> RunningCommand {
    let mut command = Command::new(doorbell_binary());
    command.env_clear();
    RunningCommand::start(command, socket, arguments)
}

/// Starts an example asker from the documentation.
pub fn example<A: AsRef<OsStr>>(
    interpreter: &str,
    file: &str,
    socket: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> RunningCommand {
    let mut command = Command::new(interpreter);
    command.arg(workspace_root().join("docs/examples").join(file));
    RunningCommand::start(command, socket, arguments)
}

pub struct RunningCommand {
    child: Child,
}

#[derive(Debug, PartialEq, Eq)]
pub struct CommandOutput {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl RunningCommand {
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

    /// Writes standard input and closes it. Ignores errors: the program may exit without reading
    /// it.
    pub fn with_stdin(mut self, input: &str) -> Self {
        let mut stdin = self.child.stdin.take().unwrap();
        let _ = stdin.write_all(input.as_bytes());
        self
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Closes the only reader of the program's standard output.
    pub fn close_output(&mut self) {
        self.child.stdout.take();
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn has_exited(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    pub fn finish(self) -> CommandOutput {
        let (sender, receiver) = channel();
        std::thread::spawn(move || sender.send(self.child.wait_with_output()));
        let Output {
            status,
            stdout,
            stderr,
        } = receiver
            .recv_timeout(TIMEOUT)
            .expect("the program should exit")
            .unwrap();
        CommandOutput {
            code: status.code(),
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: String::from_utf8(stderr).unwrap(),
        }
    }
}

impl CommandOutput {
    pub fn new(code: i32, stdout: &str, stderr: &str) -> Self {
        Self {
            code: Some(code),
            stdout: stdout.to_owned(),
            stderr: stderr.to_owned(),
        }
    }
}
