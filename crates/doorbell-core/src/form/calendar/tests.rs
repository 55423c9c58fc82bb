use super::*;

fn berlin() -> Zoned {
    "2026-11-16T14:30:00+01:00[Europe/Berlin]".parse().unwrap()
}

#[test]
fn dates_are_read() {
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
        assert_eq!(read_date(text), Err(DATE_HELP.to_owned()), "{text}");
    }
}

#[test]
fn date_times_are_read_with_local_offset() {
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
        // A typed offset is preserved.
        ("2026-11-16 14:30Z", "2026-11-16T14:30:00Z"),
        ("2026-11-16T14:30:00-05:00", "2026-11-16T14:30:00-05:00"),
        ("2026-11-16 14:30+05:30", "2026-11-16T14:30:00+05:30"),
        // Berlin's local mean time before 1893 has an offset with seconds.
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
fn invalid_date_times_are_rejected() {
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
            Err(DATE_TIME_HELP.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn zones_are_formatted() {
    assert_eq!(format_zone(&berlin()), "Europe/Berlin, UTC+01:00");
    let at = |text: &str| format_zone(&text.parse().unwrap());
    assert_eq!(at("2026-11-16T14:30:00+00:00[UTC]"), "UTC");
    assert_eq!(at("2026-11-16T14:30:00+00:00[Etc/UTC]"), "UTC");
    assert_eq!(
        at("2026-11-16T14:30:00-03:30[America/St_Johns]"),
        "America/St_Johns, UTC-03:30"
    );
    assert_eq!(at("2026-11-16T14:30:00+02:00[+02:00]"), "UTC+02:00");
}
