//! JSON from the server as lines.

use bytes::Bytes;
use serde_json::value::RawValue;

use crate::message::Message;

/// Makes lines of a JSON text: one, or for a batch one for each of its messages. `None` if it is
/// no JSON, for then a newline in it could begin a message that nobody wrote.
pub fn lines(text: Vec<u8>) -> Option<Vec<Bytes>> {
    if Message::read(&text).is_some() {
        return Some(vec![line(text)]);
    }
    // Only revision 2025-03-26 has batches.
    if let Ok(batch) = serde_json::from_slice::<Vec<&RawValue>>(&text) {
        let messages = batch.into_iter();
        return Some(messages.map(|message| line(message.get().into())).collect());
    }
    let whole = serde_json::from_slice::<&RawValue>(&text).is_ok();
    whole.then(|| vec![line(text)])
}

/// In JSON, raw newlines stand only between tokens, where a space means the same.
fn line(mut text: Vec<u8>) -> Bytes {
    text.truncate(text.trim_ascii_end().len());
    let mut from = 0;
    while let Some(at) = memchr::memchr2(b'\r', b'\n', &text[from..]) {
        text[from + at] = b' ';
        from += at + 1;
    }
    text.push(b'\n');
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(text: &str) -> Option<Vec<String>> {
        let lines = lines(text.as_bytes().to_vec())?;
        let text = |line: Bytes| String::from_utf8(line.to_vec()).unwrap();
        Some(lines.into_iter().map(text).collect())
    }

    #[test]
    fn a_message_is_one_line() {
        for (text, line) in [
            ("{\"id\":1}", "{\"id\":1}\n"),
            ("{\r\n  \"id\": 1\n}\n", "{    \"id\": 1 }\n"),
            ("{\"a\":\"x\\ny\"}", "{\"a\":\"x\\ny\"}\n"),
            ("{\"id\":1,\n\"id\":2}", "{\"id\":1, \"id\":2}\n"),
        ] {
            assert_eq!(framed(text).unwrap(), [line], "{text:?}");
        }
    }

    #[test]
    fn a_batch_is_several() {
        let batch = "[{\"id\":1},\n{\"id\":\n2}]";
        assert_eq!(framed(batch).unwrap(), ["{\"id\":1}\n", "{\"id\": 2}\n"]);
        assert_eq!(framed("[]").unwrap(), [""; 0]);
    }

    #[test]
    fn what_is_no_json_is_no_line() {
        for text in ["", "<html>", "{\"a\":\"x\ny\"}", "{} {}", "{\"a\":1"] {
            assert_eq!(framed(text), None, "{text:?}");
        }
    }
}
