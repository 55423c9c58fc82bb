//! Whatever is in the file, it is read or refused, and a change does what it says.

use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn random_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
        let _ = reading::read(&bytes);
    }

    #[test]
    fn a_damaged_file_is_read_or_refused(
        at in 0..STANDARD.len(),
        cut in 0..40_usize,
        put in proptest::collection::vec(any::<u8>(), 0..8),
    ) {
        let mut bytes = STANDARD.as_bytes().to_vec();
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, put);
        match reading::read(&bytes) {
            Ok(read) => prop_assert!(read.settings.check().is_ok()),
            Err(problem) => prop_assert!(problem.to_string().len() < 500),
        }
    }

    #[test]
    fn a_change_to_what_can_be_read_is_read_back(
        lines in proptest::sample::subsequence(lines(), 0..lines().len()),
        change in proptest::sample::select(changes().to_vec()),
        ends in prop_oneof![Just("\n"), Just("\r\n")],
    ) {
        let text = lines.join(ends);
        if let Ok(before) = reading::read(text.as_bytes()) {
            let changed = editing::set(&text, &change).unwrap();
            let after = reading::read(changed.as_bytes()).unwrap();
            prop_assert_eq!(after.settings, before.settings.with(change).unwrap());
            for comment in lines.iter().filter(|line| line.contains('#')) {
                prop_assert!(changed.contains(comment.split_once('#').unwrap().1));
            }
        }
    }
}

/// Lines of which some files are right.
fn lines() -> Vec<&'static str> {
    vec![
        "# before everything",
        "look.theme = 'light' # dotted",
        "history = { keep = true } # in one line",
        "more = [1, # within",
        "2]",
        "[arrival] # a",
        "window = 'window' # b",
        "[notifications]",
        "# about sound",
        "sound = true # c",
        "[answering]",
        "  delay_ms =  0x258",
        "[unknown.table]",
        "a = '''",
        "several lines '''",
        "[window]",
        "# at the end",
    ]
}
