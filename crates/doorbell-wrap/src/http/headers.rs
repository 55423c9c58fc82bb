//! Headers that the person adds, such as a token. Values are secrets: they come from the environment
//! or a private file, never from the command line, and no error shows them.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use doorbell_protocol::is_reserved_header;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

pub const MAX_HEADER_FILE: usize = 64 * 1024;

/// Headers to send with every request. `Debug` hides their values.
#[derive(Clone, Debug, Default)]
pub struct Headers(HeaderMap);

/// Why a header is refused.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// The setting is not `NAME=VARIABLE`.
    #[error("--header-env takes NAME=VARIABLE, such as Authorization=MY_TOKEN")]
    Syntax,
    /// The variable is not set.
    #[error("the environment variable for the header {0} is not set")]
    Unset(HeaderName),
    /// The value is empty or contains a byte that a header cannot hold.
    #[error("the value for the header {0} is empty or has characters that a header cannot hold")]
    InvalidValue(HeaderName),
    /// Doorbell sets this header itself.
    #[error("the header {0} is set by Doorbell itself")]
    Reserved(HeaderName),
    /// The header is already set.
    #[error("the header {0} is given twice")]
    Duplicate(HeaderName),
    /// The file cannot be read.
    #[error("cannot read the headers in {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file's permissions are wider than 0600.
    #[error("{0} may hold secrets, but its mode is {1:03o}; run: chmod 600 {0}", path.display(), mode)]
    Permissions {
        /// The file.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// The file is too large.
    #[error("{} is larger than {} KiB", .0.display(), MAX_HEADER_FILE / 1024)]
    TooLarge(PathBuf),
    /// A line of the file is not `Name: value`.
    #[error("line {line} of {} is not of the form Name: value", path.display())]
    InvalidLine {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1. Its text may be a secret.
        line: usize,
    },
}

impl Headers {
    /// Adds a header from `NAME=VARIABLE`; `variable` reads an environment variable.
    ///
    /// # Errors
    /// If the header is refused.
    pub fn add_env(
        &mut self,
        setting: &str,
        variable: impl FnOnce(&str) -> Option<OsString>,
    ) -> Result<(), HeaderError> {
        let (name, from) = setting.split_once('=').ok_or(HeaderError::Syntax)?;
        let name =
            HeaderName::from_bytes(name.trim().as_bytes()).map_err(|_| HeaderError::Syntax)?;
        // By mistake, the secret may be where the variable's name belongs, so errors omit that text.
        let value = variable(from).ok_or_else(|| HeaderError::Unset(name.clone()))?;
        self.add(name, value.as_encoded_bytes())
    }

    /// Adds the headers of a file with lines `Name: value`. Ignores blank lines and lines that begin
    /// with `#`.
    ///
    /// # Errors
    /// If others can read the file or a header is refused.
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
                .ok_or_else(|| HeaderError::InvalidLine {
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
            return Err(HeaderError::Duplicate(name));
        }
        let value = value.trim_ascii();
        let value = HeaderValue::from_bytes(value)
            .ok()
            .filter(|value| !value.is_empty());
        let Some(mut value) = value else {
            return Err(HeaderError::InvalidValue(name));
        };
        value.set_sensitive(true);
        self.0.insert(name, value);
        Ok(())
    }

    /// Returns whether no header is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn map(&self) -> &HeaderMap {
        &self.0
    }
}

fn read_private(path: &Path) -> Result<Vec<u8>, HeaderError> {
    let failed = |source| HeaderError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(failed)?;
    // Check the opened file: the path may be replaced meanwhile.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = file.metadata().map_err(failed)?.permissions().mode() & 0o7777;
        if mode & !0o600 != 0 {
            return Err(HeaderError::Permissions {
                path: path.to_owned(),
                mode,
            });
        }
    }
    let mut text = Vec::new();
    let limit = MAX_HEADER_FILE as u64 + 1;
    file.take(limit).read_to_end(&mut text).map_err(failed)?;
    if text.len() > MAX_HEADER_FILE {
        return Err(HeaderError::TooLarge(path.to_owned()));
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
