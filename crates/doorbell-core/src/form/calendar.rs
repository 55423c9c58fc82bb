//! Dates and times as people write them.

use jiff::Zoned;
use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::{Pieces, PiecesOffset};
use jiff::tz::Offset;

pub(super) const DATE: &str = "Write a date as 2026-11-16";
pub(super) const DATE_TIME: &str = "Write a date and a time as 2026-11-16 14:30";
/// The length of 2026-11-16.
const DATE_LENGTH: usize = 10;

/// Reads a typed day, already trimmed.
pub(super) fn read_date(text: &str) -> Result<String, String> {
    if text.len() != DATE_LENGTH {
        return Err(DATE.to_owned());
    }
    let date: Date = text.parse().map_err(|_| DATE.to_owned())?;
    Ok(date.to_string())
}

/// Reads a typed day and time, already trimmed, and returns it as RFC 3339.
///
/// Without an offset it is meant where `now` is: with the offset that holds there at that
/// moment. A time that a clock change skips moves forward, one that it repeats is the first.
pub(super) fn read_date_time(text: &str, now: &Zoned) -> Result<String, String> {
    let wrong = |_| DATE_TIME.to_owned();
    let pieces = Pieces::parse(text).map_err(wrong)?;
    let (Some(time), None) = (pieces.time(), pieces.time_zone_annotation()) else {
        return Err(DATE_TIME.to_owned());
    };
    let moment = pieces.date().to_datetime(time);
    if moment.year() < 0 {
        return Err(DATE_TIME.to_owned());
    }
    match pieces.offset() {
        Some(PiecesOffset::Zulu) => Ok(format!("{}Z", spell(moment))),
        Some(offset) => Ok(spell_at(moment, offset.to_numeric_offset())),
        None => {
            let zoned = moment.to_zoned(now.time_zone().clone()).map_err(wrong)?;
            Ok(spell_at(zoned.datetime(), zoned.offset()))
        }
    }
}

/// Where and when `now` is: "Europe/Berlin, UTC+01:00".
pub(super) fn zone(now: &Zoned) -> String {
    let offset = now.offset();
    let offset = if offset == Offset::UTC {
        "UTC".to_owned()
    } else {
        format!("UTC{}", spell_offset(offset))
    };
    match now.time_zone().iana_name() {
        Some(name) if name != offset => format!("{name}, {offset}"),
        _ => offset,
    }
}

fn spell(moment: DateTime) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%S%.f").to_string()
}

fn spell_at(moment: DateTime, offset: Offset) -> String {
    // Before standard time, zones were off by seconds, which RFC 3339 cannot say.
    if offset.seconds() % 60 != 0
        && let Ok(timestamp) = offset.to_timestamp(moment)
    {
        return timestamp.to_string();
    }
    format!("{}{}", spell(moment), spell_offset(offset))
}

fn spell_offset(offset: Offset) -> String {
    let minutes = offset.seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    let minutes = minutes.abs();
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests;
