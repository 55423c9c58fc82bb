//! Reads dates and times as people write them.

use jiff::Zoned;
use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::{Pieces, PiecesOffset};
use jiff::tz::Offset;

pub(super) const DATE_HELP: &str = "Enter a date, for example 2026-11-16";
pub(super) const DATE_TIME_HELP: &str = "Enter a date and time, for example 2026-11-16 14:30";
const DATE_LENGTH: usize = "2026-11-16".len();

/// Reads a trimmed date.
pub(super) fn read_date(text: &str) -> Result<String, String> {
    if text.len() != DATE_LENGTH {
        return Err(DATE_HELP.to_owned());
    }
    let date: Date = text.parse().map_err(|_| DATE_HELP.to_owned())?;
    Ok(date.to_string())
}

/// Reads a trimmed date and time, and returns it in RFC 3339.
///
/// Without an offset, the time is in the zone of `now`. A time that a clock change skips moves
/// forward; of a repeated time the first is meant.
pub(super) fn read_date_time(text: &str, now: &Zoned) -> Result<String, String> {
    let help = |_| DATE_TIME_HELP.to_owned();
    let pieces = Pieces::parse(text).map_err(help)?;
    let (Some(time), None) = (pieces.time(), pieces.time_zone_annotation()) else {
        return Err(DATE_TIME_HELP.to_owned());
    };
    let moment = pieces.date().to_datetime(time);
    if moment.year() < 0 {
        return Err(DATE_TIME_HELP.to_owned());
    }
    match pieces.offset() {
        Some(PiecesOffset::Zulu) => Ok(format!("{}Z", format_moment(moment))),
        Some(offset) => Ok(format_at(moment, offset.to_numeric_offset())),
        None => {
            let zoned = moment.to_zoned(now.time_zone().clone()).map_err(help)?;
            Ok(format_at(zoned.datetime(), zoned.offset()))
        }
    }
}

/// Formats the zone: "Europe/Berlin, UTC+01:00".
pub(super) fn format_zone(now: &Zoned) -> String {
    let offset = now.offset();
    let offset = if offset == Offset::UTC {
        "UTC".to_owned()
    } else {
        format!("UTC{}", format_offset(offset))
    };
    match now.time_zone().iana_name() {
        Some(name) if !name.ends_with(&offset) => format!("{name}, {offset}"),
        _ => offset,
    }
}

fn format_moment(moment: DateTime) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%S%.f").to_string()
}

fn format_at(moment: DateTime, offset: Offset) -> String {
    // Historic offsets have seconds, which RFC 3339 cannot express.
    if offset.seconds() % 60 != 0
        && let Ok(timestamp) = offset.to_timestamp(moment)
    {
        return timestamp.to_string();
    }
    format!("{}{}", format_moment(moment), format_offset(offset))
}

fn format_offset(offset: Offset) -> String {
    let minutes = offset.seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    let minutes = minutes.abs();
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests;
