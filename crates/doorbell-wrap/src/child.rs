//! A server that runs as a child process and speaks over its standard input and output.

use std::ffi::OsString;
use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use crate::pipe::widen;

/// The server's process. Its standard error is the agent's to see.
pub struct Server {
    child: Child,
    pid: Pid,
}

impl Server {
    /// Starts it. To be called on a thread that lives as long as the proxy does: the system takes the
    /// end of that thread for the proxy's.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(
        program: &OsString,
        arguments: &[OsString],
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        end_with_us(&mut command);
        let mut child = command.spawn()?;
        let piped = child.stdin.take().zip(child.stdout.take());
        let (input, output) = piped.ok_or_else(|| io::Error::other("the server has no pipes"))?;
        widen(&input);
        widen(&output);
        let pid = Pid::from_child(&child);
        let server = Self { child, pid };
        Ok((server, input, output))
    }

    /// Waits for its end without taking its number from it, so that it can still be signalled.
    pub fn wait_for_end(pid: Pid) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while let Err(rustix::io::Errno::INTR) = rustix::process::waitid(WaitId::Pid(pid), options)
        {
        }
    }

    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// Sends it a signal; one that has ended needs none.
    pub fn signal(&self, signal: Signal) {
        let _ = rustix::process::kill_process(self.pid, signal);
    }

    /// How it ended; waits until it has.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn status(mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }
}

/// Has the system end the server should the proxy be killed: agents kill what they have started, and
/// a server that waits for an answer would live on without anyone to talk to.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "std has no safe way to do something in the child"
)]
fn end_with_us(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    // SAFETY: what runs between fork and exec is one system call, without memory of ours.
    unsafe {
        command.pre_exec(|| {
            rustix::process::set_parent_process_death_signal(Some(Signal::TERM))?;
            Ok(())
        });
    }
}

#[cfg(not(target_os = "linux"))]
fn end_with_us(_: &mut Command) {}
