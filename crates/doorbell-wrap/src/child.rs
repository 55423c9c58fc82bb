//! A server that runs as a child process and speaks over standard input and output.

use std::ffi::OsString;
use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use crate::pipe::enlarge;

/// The server's process. It inherits standard error, which the agent shows.
pub struct ServerProcess {
    child: Child,
    pid: Pid,
}

impl ServerProcess {
    /// Starts the process. The calling thread must live as long as the proxy: Linux sends the
    /// parent-death signal when that thread ends.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(
        program: &OsString,
        arguments: &[OsString],
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        terminate_with_parent(&mut command);
        let mut child = command.spawn()?;
        let piped = child.stdin.take().zip(child.stdout.take());
        let (input, output) = piped.ok_or_else(|| io::Error::other("the server has no pipes"))?;
        enlarge(&input);
        enlarge(&output);
        let pid = Pid::from_child(&child);
        let server = Self { child, pid };
        Ok((server, input, output))
    }

    /// Waits for the exit without reaping the process, so that its pid stays valid for signals.
    pub fn wait_for_exit(pid: Pid) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while let Err(rustix::io::Errno::INTR) = rustix::process::waitid(WaitId::Pid(pid), options)
        {
        }
    }

    pub fn pid(&self) -> Pid {
        self.pid
    }

    pub fn signal(&self, signal: Signal) {
        // Fails if the process has exited.
        let _ = rustix::process::kill_process(self.pid, signal);
    }

    /// Waits for the exit and reaps the process.
    ///
    /// # Errors
    /// If waiting fails.
    pub fn reap(mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }
}

/// Has the kernel terminate the server if the proxy is killed. Agents kill the processes they
/// started, and a server that waits for an answer would otherwise stay behind.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "std has no safe way to run code in the child before exec"
)]
fn terminate_with_parent(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    // SAFETY: only one system call runs between fork and exec, and it uses none of our memory.
    unsafe {
        command.pre_exec(|| {
            rustix::process::set_parent_process_death_signal(Some(Signal::TERM))?;
            Ok(())
        });
    }
}

#[cfg(not(target_os = "linux"))]
fn terminate_with_parent(_: &mut Command) {}
