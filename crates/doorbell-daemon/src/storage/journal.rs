//! Answers on their way to the database.
//!
//! What a person decided must survive a kill before it is sent, and the loop must not wait for a disk.
//! The journal lies beside the socket, where systems have a directory that lives in memory: a line
//! in it is there at once, outlives the process, and is gone with the machine. The database has the
//! answer a moment later, with whatever else is to be written, unless its asker has said meanwhile
//! that it received it. So most answers never reach a disk.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use doorbell_core::draft::Draft;
use doorbell_core::form::Input;
use doorbell_protocol::ElicitResult;
use serde::{Deserialize, Serialize};

use super::row::timestamp;
use super::undelivered::Undelivered;
use crate::digest::Digest;

/// The most bytes an answer may have in the journal. A longer one goes to the database first: memory
/// is not the place for it.
pub const LONGEST: usize = 64 * 1024;

/// How many bytes most answers have.
const USUAL: usize = 1024;

/// Where the loop writes answers down by itself.
pub struct Journal {
    /// What its pages are called, before their numbers.
    path: PathBuf,
    page: Option<(File, PathBuf)>,
    next: u64,
}

/// Files of the journal, which have done their duty when the database has what is in them.
#[derive(Default)]
pub struct Pages(Vec<PathBuf>);

impl Journal {
    /// Goes on with a journal; gives back the answers that an earlier life left in it, the oldest
    /// first, and its pages.
    pub fn open(path: &Path) -> (Self, Vec<Undelivered>, Pages) {
        let found = numbered(path);
        let journal = Self {
            path: path.to_owned(),
            page: None,
            next: found.last().map_or(1, |(number, _)| number + 1),
        };
        let (mut left, mut pages) = (Vec::new(), Vec::new());
        for (_, page) in found {
            match fs::read(&page) {
                Ok(bytes) => {
                    left.extend(answers(&bytes));
                    pages.push(page);
                }
                // It stays for a life that can.
                Err(error) => tracing::warn!(%error, "a page of the journal cannot be read"),
            }
        }
        (journal, left, Pages(pages))
    }

    /// Writes an answer down; whether it is.
    pub fn write(&mut self, answer: &Undelivered) -> bool {
        let line = Record::of(answer).line();
        if line.len() > LONGEST {
            return false;
        }
        let written = self.page().and_then(|page| page.write_all(&line));
        if let Err(error) = &written {
            tracing::warn!(%error, "an answer goes to the database first");
        }
        written.is_ok()
    }

    /// Begins a new page; gives back the last.
    pub fn turn(&mut self) -> Pages {
        Pages(self.page.take().into_iter().map(|(_, path)| path).collect())
    }

    fn page(&mut self) -> io::Result<&mut File> {
        let page = match self.page.take() {
            Some(page) => page,
            None => {
                let path = page_path(&self.path, self.next);
                let mut options = OpenOptions::new();
                let file = options.create_new(true).append(true).mode(0o600);
                let file = file.open(&path)?;
                self.next += 1;
                (file, path)
            }
        };
        Ok(&mut self.page.insert(page).0)
    }
}

impl Pages {
    /// Adds what comes after them.
    pub fn append(&mut self, mut later: Self) {
        self.0.append(&mut later.0);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes them away.
    pub fn remove(self) {
        for page in self.0 {
            if let Err(error) = fs::remove_file(&page) {
                tracing::warn!(%error, "a page of the journal cannot be removed");
            }
        }
    }
}

fn page_path(path: &Path, number: u64) -> PathBuf {
    let mut page = path.as_os_str().to_owned();
    page.push(format!(".{number}"));
    page.into()
}

/// The pages there are, in their order.
fn numbered(path: &Path) -> Vec<(u64, PathBuf)> {
    let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else {
        return Vec::new();
    };
    let number = |page: &Path| {
        let page = page.file_name()?.to_str()?;
        let number = page.strip_prefix(name.to_str()?)?.strip_prefix('.')?;
        number.parse().ok()
    };
    let Ok(files) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut pages: Vec<_> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter_map(|page| Some((number(&page)?, page)))
        .collect();
    pages.sort_unstable();
    pages
}

/// What a page holds. A line that a kill cut short was not sent, and means nothing.
fn answers(page: &[u8]) -> Vec<Undelivered> {
    page.split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Record>(line).ok())
        .map(Record::into_answer)
        .collect()
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Record<'a> {
    name: Digest,
    params: Digest,
    at: i64,
    result: Cow<'a, ElicitResult>,
    subject: Option<Digest>,
    inputs: Option<Cow<'a, [Option<Input>]>>,
}

impl<'a> Record<'a> {
    fn of(answer: &'a Undelivered) -> Self {
        let draft = answer.draft.as_ref();
        Self {
            name: answer.name,
            params: answer.params,
            at: answer.at.as_millisecond(),
            result: Cow::Borrowed(&answer.result),
            subject: answer.subject,
            inputs: draft.map(|draft| Cow::Borrowed(draft.inputs.as_slice())),
        }
    }

    /// It begins a line, whatever became of the one before.
    fn line(&self) -> Vec<u8> {
        let mut line = Vec::with_capacity(USUAL);
        line.push(b'\n');
        serde_json::to_writer(&mut line, self)
            .expect("it is a plain structure, and memory takes every write");
        line.push(b'\n');
        line
    }

    fn into_answer(self) -> Undelivered {
        let at = timestamp(self.at);
        Undelivered {
            name: self.name,
            params: self.params,
            at,
            result: Arc::new(self.result.into_owned()),
            subject: self.subject,
            draft: self.inputs.map(|inputs| Draft {
                typed_at: at,
                inputs: inputs.into_owned(),
            }),
        }
    }
}
