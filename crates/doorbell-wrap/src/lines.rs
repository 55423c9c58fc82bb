//! Lines out of a stream of bytes, each with its own end.

use std::io::{self, Read};

use bytes::{Bytes, BytesMut};

/// How much is read at once: a message of 64 KiB with what stands around it.
const CHUNK: usize = 128 * 1024;
/// The longest line that is taken in. A peer that never ends its line costs no more than this.
pub const MOST_LINE: usize = 256 * 1024 * 1024;

/// Reads lines and keeps every byte of them.
pub struct Lines<R> {
    input: R,
    chunk: Box<[u8]>,
    buffer: BytesMut,
    /// Everything before this was already searched for a newline.
    searched: usize,
    most: usize,
}

impl<R: Read> Lines<R> {
    /// Lines of `input`.
    pub fn of(input: R) -> Self {
        Self::of_at_most(MOST_LINE, input)
    }

    fn of_at_most(most: usize, input: R) -> Self {
        Self {
            input,
            chunk: vec![0; CHUNK].into_boxed_slice(),
            buffer: BytesMut::new(),
            searched: 0,
            most,
        }
    }

    /// Waits for the next line, its newline included. The last one may have none; then comes
    /// `None`.
    ///
    /// # Errors
    /// If reading fails, or a line is longer than can be taken in.
    pub fn next_line(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[self.searched..]) {
                let line = self.buffer.split_to(self.searched + at + 1).freeze();
                self.searched = 0;
                return Ok(Some(line));
            }
            self.searched = self.buffer.len();
            if self.searched > self.most {
                let text = format!("a line is longer than {} bytes", self.most);
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

    /// Gives out as many bytes at once as it is told.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(self.0.len()).min(into.len());
            let (now, later) = self.0.split_at(length);
            into[..length].copy_from_slice(now);
            self.0 = later;
            Ok(length)
        }
    }

    fn all(mut lines: Lines<impl Read>) -> io::Result<Vec<Bytes>> {
        std::iter::from_fn(|| lines.next_line().transpose()).collect()
    }

    #[test]
    fn every_byte_is_kept() {
        let lines = all(Lines::of(&b"a\r\n\n b\nrest"[..])).unwrap();
        assert_eq!(lines, [&b"a\r\n"[..], b"\n", b" b\n", b"rest"]);
    }

    #[test]
    fn a_line_of_the_limit_passes_and_a_longer_one_does_not() {
        assert!(all(Lines::of_at_most(4, &b"abcd"[..])).is_ok());
        assert!(all(Lines::of_at_most(4, &b"abcde"[..])).is_err());
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_the_bytes_arrive(text in "[a\n]{0,60}", at_once in 1usize..9) {
            let lines = all(Lines::of(Drip(text.as_bytes(), at_once))).unwrap();
            let expected: Vec<&[u8]> = text.split_inclusive('\n').map(str::as_bytes).collect();
            prop_assert_eq!(lines, expected);
        }
    }
}
