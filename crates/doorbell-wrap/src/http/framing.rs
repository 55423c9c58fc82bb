//! Converts JSON bodies to lines.

use bytes::Bytes;
use serde_json::value::RawValue;

use crate::message::Message;

/// Returns one line, or one per message of a batch. `None` if `text` is not JSON: a newline in it
/// could start a forged message.
pub fn lines(text: Vec<u8>) -> Option<Vec<Bytes>> {
    if Message::parse(&text).is_some() {
        return Some(vec![line(text)]);
    }
    if let Ok(batch) = serde_json::from_slice::<Vec<&RawValue>>(&text) {
        let messages = batch.into_iter();
        return Some(messages.map(|message| line(message.get().into())).collect());
    }
    let is_json = serde_json::from_slice::<&RawValue>(&text).is_ok();
    is_json.then(|| vec![line(text)])
}

/// In JSON, raw newlines occur only between tokens, where a space is equivalent.
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
    fn message_becomes_one_line() {
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
    fn batch_becomes_several_lines() {
        let batch = "[{\"id\":1},\n{\"id\":\n2}]";
        assert_eq!(framed(batch).unwrap(), ["{\"id\":1}\n", "{\"id\": 2}\n"]);
        assert_eq!(framed("[]").unwrap(), [""; 0]);
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "<html>", "{\"a\":\"x\ny\"}", "{} {}", "{\"a\":1"] {
            assert_eq!(framed(text), None, "{text:?}");
        }
    }
}
