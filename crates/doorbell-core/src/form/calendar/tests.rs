use super::*;

fn berlin() -> Zoned {
    "2026-11-16T14:30:00+01:00[Europe/Berlin]".parse().unwrap()
}

#[test]
fn days() {
    for text in ["2026-11-16", "2024-02-29", "0001-01-01"] {
        assert_eq!(read_date(text), Ok(text.to_owned()));
    }
    for text in [
        "2026-02-29",
        "2026-13-01",
        "2026-1-1",
        "16.11.2026",
        "20261116",
        "today",
        "2026-W47-1",
    ] {
        assert_eq!(read_date(text), Err(DATE.to_owned()), "{text}");
    }
}

#[test]
fn moments() {
    for (text, sent) in [
        ("2026-11-16 14:30", "2026-11-16T14:30:00+01:00"),
        ("2026-11-16T14:30", "2026-11-16T14:30:00+01:00"),
        ("2026-11-16t14:30:05", "2026-11-16T14:30:05+01:00"),
        ("2026-11-16 14:30:05.25", "2026-11-16T14:30:05.25+01:00"),
        // Summer time, though it is winter now.
        ("2026-07-01 12:00", "2026-07-01T12:00:00+02:00"),
        // Skipped by the change to summer time, and repeated by the change back.
        ("2026-03-29 02:30", "2026-03-29T03:30:00+02:00"),
        ("2026-10-25 02:30", "2026-10-25T02:30:00+02:00"),
        // An offset that was typed is kept.
        ("2026-11-16 14:30Z", "2026-11-16T14:30:00Z"),
        ("2026-11-16T14:30:00-05:00", "2026-11-16T14:30:00-05:00"),
        ("2026-11-16 14:30+05:30", "2026-11-16T14:30:00+05:30"),
        // Berlin's own time before 1893 was off by seconds.
        ("1800-01-01 00:00", "1799-12-31T23:06:32Z"),
    ] {
        assert_eq!(
            read_date_time(text, &berlin()),
            Ok(sent.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn what_is_no_moment() {
    for text in [
        "",
        "2026-11-16",
        "14:30",
        "tomorrow",
        "2026-11-16 25:00",
        "2026-02-30 10:00",
        "2026-11-16 14:30[Asia/Tokyo]",
        "-000001-01-01 00:00",
        "16.11.2026 14:30",
    ] {
        assert_eq!(
            read_date_time(text, &berlin()),
            Err(DATE_TIME.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn zones() {
    assert_eq!(zone(&berlin()), "Europe/Berlin, UTC+01:00");
    let at = |text: &str| zone(&text.parse().unwrap());
    assert_eq!(at("2026-11-16T14:30:00+00:00[UTC]"), "UTC");
    assert_eq!(
        at("2026-11-16T14:30:00-03:30[America/St_Johns]"),
        "America/St_Johns, UTC-03:30"
    );
    assert_eq!(at("2026-11-16T14:30:00+02:00[+02:00]"), "UTC+02:00");
}
