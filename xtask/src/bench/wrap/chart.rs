//! What each proxy adds to a call.

use super::Row;
use crate::bench::chart::{Bar, Bars, Chart};
use crate::bench::contestants::Who;
use crate::bench::roundtrip::SIZES;
use crate::bench::statistics::{median, percentile};

/// From some microseconds to some milliseconds: only powers of ten show all of them.
pub fn charts(rows: &[Row]) -> Vec<Chart> {
    let empty = Bars::new(
        "What a proxy adds to a call",
        "microseconds, less is better",
        "µs",
    );
    let sized = SIZES.iter().enumerate();
    let bars = sized.fold(empty.logarithmic(), |bars, (index, size)| {
        let proxies = rows.iter().filter(|row| row.who != Who::Direct);
        let section = proxies.map(|row| {
            let added = row.added(rows, index);
            let bar = if row.who == Who::Wrap {
                Bar::own
            } else {
                Bar::peer
            };
            bar(row.name.clone(), median(&added)).reaching(percentile(&added, 95))
        });
        bars.section(format!("{} of text", size.name), section.collect())
    });
    bars.draw("wrap").into_iter().collect()
}
