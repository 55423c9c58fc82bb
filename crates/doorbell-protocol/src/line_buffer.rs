//! Splits received bytes into lines of limited length.

/// Collects bytes and returns whole lines.
///
/// A peer that sends no newline makes it hold at most the limit and the last pushed bytes.
#[derive(Debug)]
pub struct LineBuffer {
    buffer: Vec<u8>,
    line_start: usize,
    /// The bytes before this index contain no newline of an unread line.
    searched: usize,
    limit: usize,
}

/// A line is longer than the limit. The buffer cannot find the next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line is longer than {limit} bytes")]
pub struct LineTooLong {
    pub limit: usize,
}

impl LineBuffer {
    /// `limit` is in bytes, without the newline.
    pub fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            line_start: 0,
            searched: 0,
            limit,
        }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        if self.line_start > 0 {
            self.buffer.drain(..self.line_start);
            self.searched -= self.line_start;
            self.line_start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns true if no bytes follow the last line.
    pub fn is_empty(&self) -> bool {
        self.line_start >= self.buffer.len()
    }

    /// Returns the next whole line without its `\n` or `\r\n`, or `None` if more bytes are needed.
    ///
    /// # Errors
    /// [`LineTooLong`] as soon as the limit is exceeded, even before the newline arrives.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, LineTooLong> {
        let newline = self.buffer[self.searched..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map(|offset| self.searched + offset);
        let end = newline.unwrap_or(self.buffer.len());
        if end - self.line_start > self.limit {
            return Err(LineTooLong { limit: self.limit });
        }
        self.searched = end;
        if newline.is_none() {
            return Ok(None);
        }
        let line = &self.buffer[self.line_start..end];
        self.line_start = end + 1;
        self.searched = self.line_start;
        Ok(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drain(lines: &mut LineBuffer) -> Result<Vec<Vec<u8>>, LineTooLong> {
        let mut found = Vec::new();
        while let Some(line) = lines.next_line()? {
            found.push(line.to_vec());
        }
        Ok(found)
    }

    #[test]
    fn line_may_have_exactly_the_limit() {
        let mut lines = LineBuffer::new(4);
        lines.push(b"abcd\n");
        assert_eq!(drain(&mut lines), Ok(vec![b"abcd".to_vec()]));
        lines.push(b"abcde\n");
        assert_eq!(drain(&mut lines), Err(LineTooLong { limit: 4 }));
    }

    #[test]
    fn long_line_is_rejected_before_its_newline() {
        let mut lines = LineBuffer::new(4);
        lines.push(b"abcde");
        assert_eq!(drain(&mut lines), Err(LineTooLong { limit: 4 }));
    }

    #[test]
    fn carriage_return_before_newline_is_removed() {
        let mut lines = LineBuffer::new(9);
        lines.push(b"a\r\n\n");
        assert_eq!(drain(&mut lines), Ok(vec![b"a".to_vec(), Vec::new()]));
    }

    proptest! {
        #[test]
        fn lines_are_independent_of_chunk_boundaries(
            text in "[a-z\n]{0,200}",
            cuts in proptest::collection::vec(1usize..20, 0..40),
        ) {
            let mut lines = LineBuffer::new(1000);
            let mut found = Vec::new();
            let mut rest = text.as_bytes();
            for cut in cuts {
                let (now, later) = rest.split_at(cut.min(rest.len()));
                lines.push(now);
                found.extend(drain(&mut lines).unwrap());
                rest = later;
            }
            lines.push(rest);
            found.extend(drain(&mut lines).unwrap());
            let mut expected: Vec<_> = text.split('\n').map(|line| line.as_bytes().to_vec()).collect();
            expected.pop();
            prop_assert_eq!(found, expected);
        }
    }
}
