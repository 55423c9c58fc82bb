//! A daemon in its own process, which tests can kill. It takes commands for its scripted person on
//! standard input and prints what is on the screen.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use rustix::process::Pid;
use serde_json::Value;

use super::binaries::killable_daemon_binary;
use super::{RunningCommand, TIMEOUT, wait_until};

/// Dropping it kills the daemon.
pub struct KillableDaemon {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    directory: PathBuf,
}

impl KillableDaemon {
    /// Starts a daemon that has its socket and its database in `directory`.
    pub fn start(directory: &Path) -> Self {
        Self::start_with_command(Command::new(killable_daemon_binary()), directory)
    }

    /// Starts a daemon with a command whose last argument so far is the daemon binary.
    pub fn start_with_command(mut command: Command, directory: &Path) -> Self {
        let mut child = command
            .arg(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, output) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let daemon = Self {
            input: child.stdin.take().unwrap(),
            child,
            output,
            directory: directory.to_owned(),
        };
        assert_eq!(daemon.next_line(), "listens");
        daemon
    }

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The number of bytes that are allocated and not freed.
    pub fn heap_bytes(&mut self) -> i64 {
        self.send_command("heap");
        loop {
            if let Some(bytes) = self.next_line().strip_prefix("heap ") {
                return bytes.parse().unwrap();
            }
        }
    }

    pub fn socket(&self) -> PathBuf {
        self.directory.join("run/doorbell.sock")
    }

    pub fn next_line(&self) -> String {
        self.output.recv_timeout(TIMEOUT).unwrap()
    }

    /// Waits for the next question and appends the messages shown before it to `messages`.
    pub fn wait_for_question(&self, messages: &mut Vec<String>) {
        loop {
            let line = self.next_line();
            match line.strip_prefix("tells ") {
                Some(message) => messages.push(message.to_owned()),
                None => return assert!(line.starts_with("shows "), "{line}"),
            }
        }
    }

    pub fn has_new_output(&self) -> bool {
        self.output.try_recv().is_ok()
    }

    /// Sends a command for the scripted person: `type TEXT`, `send`, `use` (the draft).
    pub fn send_command(&mut self, command: &str) {
        writeln!(self.input, "{command}").unwrap();
    }

    /// Answers with `text` if the question is shown before the asker exits.
    pub fn answer_if_asked_again(&mut self, asker: &mut RunningCommand, text: &str) {
        let mut is_asked = false;
        wait_until("the question is shown again or was answered", || {
            match self.output.try_recv() {
                Ok(_) => is_asked = true,
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => panic!("the daemon has exited"),
            }
            is_asked || asker.has_exited()
        });
        if is_asked {
            self.send_command(&format!("type {text}"));
            self.send_command("send");
        }
    }

    pub fn wait_for_draft(&self) {
        wait_until("a draft is saved", || self.count("drafts") == 1);
    }

    pub fn wait_for_no_draft(&self) {
        wait_until("the draft is gone", || self.count("drafts") == 0);
    }

    /// Waits until the answer is stored or the asker has received it.
    pub fn wait_for_stored_answer(&self, asker: &mut RunningCommand) {
        wait_until("the answer is stored", || {
            self.undelivered() > 0 || asker.has_exited()
        });
    }

    pub fn wait_for_delivery(&self) {
        wait_until("the answer was received", || self.undelivered() == 0);
    }

    pub fn kill(self) {
        drop(self);
    }

    /// Kills the daemon and returns the undelivered answers in its database.
    pub fn kill_and_read_answers(self) -> Vec<Value> {
        let database = self.database_path();
        self.kill();
        undelivered_answers(&database)
    }

    pub fn database_path(&self) -> PathBuf {
        self.directory.join("data/doorbell.db")
    }

    fn undelivered(&self) -> usize {
        self.count("undelivered")
    }

    fn count(&self, table: &str) -> usize {
        let Ok(connection) = rusqlite::Connection::open(self.database_path()) else {
            return 0;
        };
        let count = format!("SELECT count(*) FROM {table}");
        let count: u32 = connection
            .query_row(&count, [], |row| row.get(0))
            .unwrap_or(0);
        count.try_into().unwrap()
    }
}

fn undelivered_answers(database: &Path) -> Vec<Value> {
    let connection = rusqlite::Connection::open(database).unwrap();
    // A daemon killed early has created no table.
    let Ok(mut rows) = connection.prepare("SELECT result FROM undelivered") else {
        return Vec::new();
    };
    rows.query_map([], |row| row.get::<_, String>(0))
        .unwrap()
        .map(|result| serde_json::from_str(&result.unwrap()).unwrap())
        .collect()
}

impl Drop for KillableDaemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
