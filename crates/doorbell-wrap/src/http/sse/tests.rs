use proptest::prelude::*;

use super::*;

fn read(stream: &[u8]) -> (Vec<String>, Parser) {
    let mut parser = Parser::new(1024);
    let messages = parser.push(stream).unwrap();
    let texts = messages
        .into_iter()
        .map(|data| String::from_utf8(data).unwrap());
    (texts.collect(), parser)
}

#[test]
fn all_line_endings_are_accepted() {
    for end in ["\n", "\r", "\r\n"] {
        let stream = ["data: a", "data:b", "", "event: message", "data: c", "", ""].join(end);
        assert_eq!(read(stream.as_bytes()).0, ["a\nb", "c"], "{end:?}");
    }
}

#[test]
fn other_events_are_ignored() {
    let stream = b": comment\n\nevent: endpoint\ndata: x\n\ndata\n\ndata:\n\nother: y\ndata: z\n\n";
    assert_eq!(read(stream).0, ["z"]);
    assert!(read(b"data: not complete\n").0.is_empty());
}

#[test]
fn one_leading_space_is_removed() {
    assert_eq!(read(b"data:  a: b \n\n").0, [" a: b "]);
}

#[test]
fn leading_byte_order_mark_is_removed() {
    assert_eq!(read(b"\xef\xbb\xbfdata: a\n\n").0, ["a"]);
    assert!(read(b"\n\xef\xbb\xbfdata: a\n\n").0.is_empty());
}

#[test]
fn id_takes_effect_when_event_is_complete() {
    assert_eq!(
        read(b"id: 1\ndata:\n\nid: 2\ndata: a").1.last_id.as_deref(),
        Some("1")
    );
    assert_eq!(
        read(b"id: 1\n\ndata: a\n\n").1.last_id.as_deref(),
        Some("1")
    );
    assert_eq!(read(b"id: 1\n\nid\n\n").1.last_id.as_deref(), Some(""));
    assert_eq!(
        read(b"id: 1\n\nid: a\0b\n\n").1.last_id.as_deref(),
        Some("1")
    );
    assert_eq!(read(b"data: a\n\n").1.last_id.as_deref(), None);
}

#[test]
fn retry_is_in_milliseconds() {
    assert_eq!(
        read(b"retry: 1500\n").1.retry,
        Some(Duration::from_millis(1500))
    );
    for wrong in ["retry:\n", "retry: -1\n", "retry: 1.5\n", "retry: a\n"] {
        assert_eq!(read(wrong.as_bytes()).1.retry, None, "{wrong}");
    }
    assert!(read(b"retry: 99999999999999999999999\n").1.retry > Some(Duration::from_secs(1)));
}

#[test]
fn event_size_is_limited() {
    let mut parser = Parser::new(4);
    assert_eq!(parser.push(b"data: abcd\n\n"), Ok(vec![b"abcd".to_vec()]));
    assert_eq!(
        parser.push(b"data: a\ndata: bc\n\n"),
        Ok(vec![b"a\nbc".to_vec()])
    );
    assert_eq!(parser.push(b"data:abcde\n"), Err(TooLarge));
    assert_eq!(Parser::new(4).push(b"data: abcde"), Err(TooLarge));
    assert_eq!(Parser::new(4).push(b"data: a\ndata: bcd\n"), Err(TooLarge));
    assert_eq!(
        Parser::new(4).push(b":a comment without end"),
        Err(TooLarge)
    );
}

proptest! {
    /// The network may split a stream anywhere, even within `\r\n`.
    #[test]
    fn result_does_not_depend_on_pieces(
        parts in prop::collection::vec(
            prop::sample::select(vec!["data", ":", " ", "a", "é", "\n", "\r", "\r\n", "id", "\u{feff}"]),
            0..40,
        ),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let stream = parts.concat().into_bytes();
        let mut unsplit = Parser::new(1024);
        let expected = unsplit.push(&stream).unwrap();

        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
        cuts.extend([0, stream.len()]);
        cuts.sort_unstable();
        let mut parser = Parser::new(1024);
        let mut messages = Vec::new();
        for pair in cuts.windows(2) {
            messages.extend(parser.push(&stream[pair[0]..pair[1]]).unwrap());
        }
        prop_assert_eq!(messages, expected);
        prop_assert_eq!(parser.last_id.as_deref(), unsplit.last_id.as_deref());
    }
}
