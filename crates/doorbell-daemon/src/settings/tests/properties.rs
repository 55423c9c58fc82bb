use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn random_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
        let _ = parsing::parse(&bytes);
    }

    #[test]
    fn damaged_file_is_valid_or_a_problem(
        at in 0..DEFAULT_FILE.len(),
        cut in 0..40_usize,
        put in proptest::collection::vec(any::<u8>(), 0..8),
    ) {
        let mut bytes = DEFAULT_FILE.as_bytes().to_vec();
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, put);
        match parsing::parse(&bytes) {
            Ok(read) => prop_assert!(read.settings.check().is_ok()),
            Err(problem) => prop_assert!(problem.to_string().len() < 500),
        }
    }

    #[test]
    fn change_to_a_valid_file_is_read_back(
        lines in proptest::sample::subsequence(lines(), 0..lines().len()),
        change in proptest::sample::select(changes().to_vec()),
        ends in prop_oneof![Just("\n"), Just("\r\n")],
    ) {
        let text = lines.join(ends);
        if let Ok(before) = parsing::parse(text.as_bytes()) {
            let changed = editing::set(&text, &change).unwrap();
            let after = parsing::parse(changed.as_bytes()).unwrap();
            prop_assert_eq!(after.settings, before.settings.with(change).unwrap());
            for comment in lines.iter().filter(|line| line.contains('#')) {
                prop_assert!(changed.contains(comment.split_once('#').unwrap().1));
            }
        }
    }
}

/// Lines that sometimes form a valid file.
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
