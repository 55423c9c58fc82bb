//! Lines out of bytes, with a hard limit.

/// Collects bytes as they arrive and gives back whole lines.
///
/// It never holds more than one line beyond what it was given, so a peer that sends no newline
/// costs at most the limit.
#[derive(Debug)]
pub struct Lines {
    buffer: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Everything before this was already searched for a newline.
    searched: usize,
    limit: usize,
}

/// A line longer than the limit. What follows it cannot be understood any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line is longer than {limit} bytes")]
pub struct LineTooLong {
    /// The limit.
    pub limit: usize,
}

impl Lines {
    /// Lines of at most `limit` bytes, the newline not counted.
    pub fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            limit,
        }
    }

    /// Adds what was read.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole line without its newline (and without a carriage return before it), or
    /// `None` until more bytes are pushed.
    ///
    /// # Errors
    /// [`LineTooLong`] as soon as the limit is passed, whether or not the newline was seen.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, LineTooLong> {
        let newline = self.buffer[self.searched..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map(|offset| self.searched + offset);
        let end = newline.unwrap_or(self.buffer.len());
        if end - self.start > self.limit {
            return Err(LineTooLong { limit: self.limit });
        }
        self.searched = end;
        if newline.is_none() {
            return Ok(None);
        }
        let line = &self.buffer[self.start..end];
        self.start = end + 1;
        self.searched = self.start;
        Ok(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(lines: &mut Lines) -> Result<Vec<Vec<u8>>, LineTooLong> {
        let mut found = Vec::new();
        while let Some(line) = lines.next_line()? {
            found.push(line.to_vec());
        }
        Ok(found)
    }

    #[test]
    fn a_line_of_exactly_the_limit_passes_and_one_more_byte_does_not() {
        let mut lines = Lines::new(4);
        lines.push(b"abcd\n");
        assert_eq!(all(&mut lines), Ok(vec![b"abcd".to_vec()]));
        lines.push(b"abcde\n");
        assert_eq!(all(&mut lines), Err(LineTooLong { limit: 4 }));
    }

    #[test]
    fn a_line_without_an_end_is_refused_before_its_end() {
        let mut lines = Lines::new(4);
        lines.push(b"abcde");
        assert_eq!(all(&mut lines), Err(LineTooLong { limit: 4 }));
    }

    #[test]
    fn a_carriage_return_belongs_to_the_newline() {
        let mut lines = Lines::new(9);
        lines.push(b"a\r\n\n");
        assert_eq!(all(&mut lines), Ok(vec![b"a".to_vec(), Vec::new()]));
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_the_bytes_arrive(
            text in "[a-z\n]{0,200}",
            cuts in proptest::collection::vec(1usize..20, 0..40),
        ) {
            let mut lines = Lines::new(1000);
            let mut found = Vec::new();
            let mut rest = text.as_bytes();
            for cut in cuts {
                let (now, later) = rest.split_at(cut.min(rest.len()));
                lines.push(now);
                found.extend(all(&mut lines).unwrap());
                rest = later;
            }
            lines.push(rest);
            found.extend(all(&mut lines).unwrap());
            let mut expected: Vec<_> = text.split('\n').map(|line| line.as_bytes().to_vec()).collect();
            expected.pop();
            prop_assert_eq!(found, expected);
        }
    }
}
