//! Headers that the person adds, such as a token. Their values are secrets: they come from the
//! environment or from a private file, never from the command line, and no error shows them.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use doorbell_protocol::is_reserved_header;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

/// The largest file of headers.
pub const MAX_HEADER_FILE: usize = 64 * 1024;

/// Headers to send with every request. Their values do not show when it is printed.
#[derive(Clone, Debug, Default)]
pub struct Headers(HeaderMap);

/// Why a header cannot be sent.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// It is not `NAME=VARIABLE`.
    #[error("--header-env takes NAME=VARIABLE, such as Authorization=MY_TOKEN")]
    Form,
    /// The variable is not there.
    #[error("the environment variable for the header {0} is not set")]
    Unset(HeaderName),
    /// The value is empty or has a byte that no header can carry.
    #[error("the value for the header {0} is empty or has characters that a header cannot hold")]
    Value(HeaderName),
    /// Doorbell sets it.
    #[error("the header {0} is set by Doorbell itself")]
    Reserved(HeaderName),
    /// It was given before.
    #[error("the header {0} is given twice")]
    Twice(HeaderName),
    /// The file cannot be read.
    #[error("cannot read the headers in {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Others can read the file, or run it.
    #[error("{0} may hold secrets, but its mode is {1:03o}; run: chmod 600 {0}", path.display(), mode)]
    Mode {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// The file is no list of headers but something else.
    #[error("{} is larger than {} KiB", .0.display(), MAX_HEADER_FILE / 1024)]
    Large(PathBuf),
    /// A line of the file is not `Name: value`.
    #[error("line {line} of {} is not of the form Name: value", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1. Its text may be a secret.
        line: usize,
    },
}

impl Headers {
    /// Adds a header whose value is in a variable: `setting` is `NAME=VARIABLE`, and `variable`
    /// looks one up.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn add_env(
        &mut self,
        setting: &str,
        variable: impl FnOnce(&str) -> Option<OsString>,
    ) -> Result<(), HeaderError> {
        let (name, from) = setting.split_once('=').ok_or(HeaderError::Form)?;
        let name = HeaderName::from_bytes(name.trim().as_bytes()).map_err(|_| HeaderError::Form)?;
        // A person who mixes things up writes the secret where its variable should be named, so
        // that text is never repeated.
        let value = variable(from).ok_or_else(|| HeaderError::Unset(name.clone()))?;
        self.add(name, value.as_encoded_bytes())
    }

    /// Adds the headers in a file of lines `Name: value`. Empty lines and lines that begin with
    /// `#` are left out.
    ///
    /// # Errors
    /// If others may read the file, or a header cannot be sent.
    pub fn add_file(&mut self, path: &Path) -> Result<(), HeaderError> {
        let text = read_private(path)?;
        for (at, line) in text.split(|byte| *byte == b'\n').enumerate() {
            let line = line.trim_ascii();
            if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            let (name, value) = memchr::memchr(b':', line)
                .and_then(|colon| {
                    let name = HeaderName::from_bytes(line[..colon].trim_ascii()).ok()?;
                    Some((name, &line[colon + 1..]))
                })
                .ok_or_else(|| HeaderError::Line {
                    path: path.to_owned(),
                    line: at + 1,
                })?;
            self.add(name, value)?;
        }
        Ok(())
    }

    fn add(&mut self, name: HeaderName, value: &[u8]) -> Result<(), HeaderError> {
        if is_reserved_header(name.as_str()) {
            return Err(HeaderError::Reserved(name));
        }
        if self.0.contains_key(&name) {
            return Err(HeaderError::Twice(name));
        }
        let value = value.trim_ascii();
        let value = HeaderValue::from_bytes(value)
            .ok()
            .filter(|value| !value.is_empty());
        let Some(mut value) = value else {
            return Err(HeaderError::Value(name));
        };
        value.set_sensitive(true);
        self.0.insert(name, value);
        Ok(())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub(super) fn map(&self) -> &HeaderMap {
        &self.0
    }
}

fn read_private(path: &Path) -> Result<Vec<u8>, HeaderError> {
    let failed = |source| HeaderError::File {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(failed)?;
    // The mode of what was opened: the path may name something else by now.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = file.metadata().map_err(failed)?.permissions().mode() & 0o7777;
        if mode & !0o600 != 0 {
            return Err(HeaderError::Mode {
                path: path.to_owned(),
                mode,
            });
        }
    }
    let mut text = Vec::new();
    let most = MAX_HEADER_FILE as u64 + 1;
    file.take(most).read_to_end(&mut text).map_err(failed)?;
    if text.len() > MAX_HEADER_FILE {
        return Err(HeaderError::Large(path.to_owned()));
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
