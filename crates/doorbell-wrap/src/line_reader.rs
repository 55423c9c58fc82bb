//! Splits a byte stream into lines.

use std::io::{self, Read};

use bytes::{Bytes, BytesMut};

/// Room for a message of 64 KiB and its envelope.
const CHUNK_SIZE: usize = 128 * 1024;
/// The longest accepted line: bounds the memory of a peer that never sends a newline.
pub const MAX_LINE: usize = 256 * 1024 * 1024;

/// Reads lines without changing a byte.
pub struct LineReader<R> {
    input: R,
    chunk: Box<[u8]>,
    buffer: BytesMut,
    /// The buffer up to here contains no newline.
    searched: usize,
    limit: usize,
}

impl<R: Read> LineReader<R> {
    pub fn new(input: R) -> Self {
        Self::with_limit(MAX_LINE, input)
    }

    fn with_limit(limit: usize, input: R) -> Self {
        Self {
            input,
            chunk: vec![0; CHUNK_SIZE].into_boxed_slice(),
            buffer: BytesMut::new(),
            searched: 0,
            limit,
        }
    }

    /// Returns the next line with its newline; the last line may lack one. `None` at the end.
    ///
    /// # Errors
    /// If reading fails or a line is too long.
    pub fn next_line(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[self.searched..]) {
                let line = self.buffer.split_to(self.searched + at + 1).freeze();
                self.searched = 0;
                return Ok(Some(line));
            }
            self.searched = self.buffer.len();
            if self.searched > self.limit {
                let text = format!("a line is longer than {} bytes", self.limit);
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
            match self.input.read(&mut self.chunk) {
                Ok(0) => {
                    self.searched = 0;
                    let rest = self.buffer.split().freeze();
                    return Ok((!rest.is_empty()).then_some(rest));
                }
                Ok(length) => self.buffer.extend_from_slice(&self.chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns at limit the given number of bytes per read.
    struct SlowReader<'a>(&'a [u8], usize);

    impl Read for SlowReader<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(self.0.len()).min(into.len());
            let (now, later) = self.0.split_at(length);
            into[..length].copy_from_slice(now);
            self.0 = later;
            Ok(length)
        }
    }

    fn all(mut lines: LineReader<impl Read>) -> io::Result<Vec<Bytes>> {
        std::iter::from_fn(|| lines.next_line().transpose()).collect()
    }

    #[test]
    fn lines_keep_every_byte() {
        let lines = all(LineReader::new(&b"a\r\n\n b\nrest"[..])).unwrap();
        assert_eq!(lines, [&b"a\r\n"[..], b"\n", b" b\n", b"rest"]);
    }

    #[test]
    fn line_length_is_limited() {
        assert!(all(LineReader::with_limit(4, &b"abcd"[..])).is_ok());
        assert!(all(LineReader::with_limit(4, &b"abcde"[..])).is_err());
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_the_bytes_arrive(text in "[a\n]{0,60}", read_size in 1usize..9) {
            let lines = all(LineReader::new(SlowReader(text.as_bytes(), read_size))).unwrap();
            let expected: Vec<&[u8]> = text.split_inclusive('\n').map(str::as_bytes).collect();
            prop_assert_eq!(lines, expected);
        }
    }
}
