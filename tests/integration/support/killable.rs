//! A daemon in a process of its own, which can be killed.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::program::daemon;
use super::{PATIENCE, Running, wait_until};

/// A running daemon whose person does what a test says.
pub struct Killable {
    child: Child,
    input: ChildStdin,
    said: Receiver<String>,
    place: PathBuf,
}

impl Killable {
    /// Starts one that has its socket and its file in this folder.
    pub fn start(place: &Path) -> Self {
        let mut child = Command::new(daemon())
            .arg(place)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (say, said) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if say.send(line).is_err() {
                    return;
                }
            }
        });
        let killable = Self {
            input: child.stdin.take().unwrap(),
            child,
            said,
            place: place.to_owned(),
        };
        assert_eq!(killable.says_next(), "listens");
        killable
    }

    pub fn socket(&self) -> PathBuf {
        self.place.join("run/doorbell.sock")
    }

    /// The next thing it says of what is on the screen.
    pub fn says_next(&self) -> String {
        self.said.recv_timeout(PATIENCE).unwrap()
    }

    /// Tells the person what to do.
    pub fn is_told(&mut self, what: &str) {
        writeln!(self.input, "{what}").unwrap();
    }

    /// Types and sends if a question comes before the asker has its answer.
    pub fn answers_if_asked(&mut self, asking: &mut Running, text: &str) {
        let mut asked = false;
        wait_until("it is asked again or was answered", || {
            match self.said.try_recv() {
                Ok(_) => asked = true,
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => panic!("it has ended"),
            }
            asked || asking.has_ended()
        });
        if asked {
            self.is_told(&format!("type {text}"));
            self.is_told("send");
        }
    }

    /// Waits until what was typed is in the file.
    pub fn waits_for_draft(&self) {
        wait_until("a draft is saved", || self.count("drafts") == 1);
    }

    /// Waits until the answer is in the file, or the asker has it already.
    pub fn waits_for_answer(&self, asking: &mut Running) {
        wait_until("the answer is written", || {
            self.undelivered() == 1 || asking.has_ended()
        });
    }

    pub fn has_nothing_undelivered(&self) {
        wait_until("the answer was received", || self.undelivered() == 0);
    }

    /// Ends it as a crash would.
    pub fn kill(self) {
        drop(self);
    }

    fn undelivered(&self) -> i64 {
        self.count("undelivered")
    }

    fn count(&self, table: &str) -> i64 {
        let file = self.place.join("data/doorbell.db");
        let Ok(connection) = rusqlite::Connection::open(file) else {
            return 0;
        };
        let count = format!("SELECT count(*) FROM {table}");
        connection
            .query_row(&count, [], |row| row.get(0))
            .unwrap_or(0)
    }
}

impl Drop for Killable {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
