//! A daemon in a process of its own, which can be killed.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use rustix::process::Pid;
use serde_json::Value;

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
        Self::start_by(Command::new(daemon()), place)
    }

    /// Starts one by a command that ends in its program.
    pub fn start_by(mut command: Command, place: &Path) -> Self {
        let mut child = command
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

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// How many bytes it has allocated and not freed.
    pub fn heap_bytes(&mut self) -> i64 {
        self.is_told("heap");
        loop {
            if let Some(bytes) = self.says_next().strip_prefix("heap ") {
                return bytes.parse().unwrap();
            }
        }
    }

    pub fn socket(&self) -> PathBuf {
        self.place.join("run/doorbell.sock")
    }

    /// The next thing it says of what is on the screen.
    pub fn says_next(&self) -> String {
        self.said.recv_timeout(PATIENCE).unwrap()
    }

    /// Waits for the next question, and notes what the person is told before.
    pub fn shows(&self, told: &mut Vec<String>) {
        loop {
            let said = self.says_next();
            match said.strip_prefix("tells ") {
                Some(said) => told.push(said.to_owned()),
                None => return assert!(said.starts_with("shows "), "{said}"),
            }
        }
    }

    /// Whether something new is on the screen.
    pub fn shows_something(&self) -> bool {
        self.said.try_recv().is_ok()
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

    pub fn has_no_draft(&self) {
        wait_until("the draft is gone", || self.count("drafts") == 0);
    }

    /// Waits until the answer is written down, or the asker has it already.
    pub fn waits_for_answer(&self, asking: &mut Running) {
        wait_until("the answer is written", || {
            self.undelivered() > 0 || asking.has_ended()
        });
    }

    pub fn has_nothing_undelivered(&self) {
        wait_until("the answer was received", || self.undelivered() == 0);
    }

    /// Ends it as a crash would.
    pub fn kill(self) {
        drop(self);
    }

    /// Ends it as a crash would, and gives back the answers in its file.
    pub fn killed_with(self) -> Vec<Value> {
        let file = self.file();
        self.kill();
        in_file(&file)
    }

    fn file(&self) -> PathBuf {
        self.place.join("data/doorbell.db")
    }

    fn undelivered(&self) -> usize {
        self.count("undelivered")
    }

    fn count(&self, table: &str) -> usize {
        let Ok(connection) = rusqlite::Connection::open(self.file()) else {
            return 0;
        };
        let count = format!("SELECT count(*) FROM {table}");
        let count: u32 = connection
            .query_row(&count, [], |row| row.get(0))
            .unwrap_or(0);
        count.try_into().unwrap()
    }
}

/// The answers in a file that wait for their askers.
fn in_file(file: &Path) -> Vec<Value> {
    let connection = rusqlite::Connection::open(file).unwrap();
    // A life that was too short has made no table.
    let Ok(mut rows) = connection.prepare("SELECT result FROM undelivered") else {
        return Vec::new();
    };
    rows.query_map([], |row| row.get::<_, String>(0))
        .unwrap()
        .map(|result| serde_json::from_str(&result.unwrap()).unwrap())
        .collect()
}

impl Drop for Killable {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
