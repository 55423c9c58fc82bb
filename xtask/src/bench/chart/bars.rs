//! Horizontal bars: who took how long, and what was allowed.

use super::Chart;
use super::axis::Axis;
use super::canvas::{BELOW_HEADING, Canvas, LETTERS, MARGIN, SMALL, Side, Sign, WIDTH};
use super::words::{lines, width};
use crate::bench::table::number;

/// A row and the next.
const PITCH: f64 = 30.0;
const THICK: f64 = 16.0;
/// What the labels may take of the width.
const LABELS: f64 = 210.0;
/// Between a label and its bar, and between a bar and its number.
const GAP: f64 = 10.0;
/// After the widest label, whose width is only a guess.
const AFTER_LABELS: f64 = 14.0;
const HEADING: f64 = 26.0;
/// Between the rows under a heading and the next heading.
const APART: f64 = 10.0;
const DOT: f64 = 6.0;
const STEPS: usize = 6;

/// One row.
pub struct Bar {
    label: String,
    median: Option<f64>,
    reach: Option<f64>,
    limit: Option<f64>,
    is_own: bool,
}

impl Bar {
    /// Doorbell's.
    pub fn own(label: impl Into<String>, median: Option<f64>) -> Self {
        Self {
            label: label.into(),
            median,
            reach: None,
            limit: None,
            is_own: true,
        }
    }

    /// Somebody else's.
    pub fn peer(label: impl Into<String>, median: Option<f64>) -> Self {
        Self {
            is_own: false,
            ..Self::own(label, median)
        }
    }

    /// How far the 95th percentile is.
    pub fn reaching(self, reach: Option<f64>) -> Self {
        Self { reach, ..self }
    }

    /// What it may take.
    pub fn limit(self, limit: Option<f64>) -> Self {
        Self { limit, ..self }
    }

    fn numbers(&self) -> impl Iterator<Item = f64> {
        [self.median, self.reach, self.limit].into_iter().flatten()
    }
}

/// A chart of bars. What was not measured is left out.
pub struct Bars {
    title: String,
    axis: String,
    unit: &'static str,
    is_logarithmic: bool,
    sections: Vec<(Option<String>, Vec<Bar>)>,
}

impl Bars {
    /// The axis is named in plain words, the unit stands behind each number.
    pub fn new(title: impl Into<String>, axis: impl Into<String>, unit: &'static str) -> Self {
        Self {
            title: title.into(),
            axis: axis.into(),
            unit,
            is_logarithmic: false,
            sections: Vec::new(),
        }
    }

    /// In powers of ten, and says so. There are dots then: a bar's length would mean nothing where
    /// there is no zero.
    pub fn logarithmic(self) -> Self {
        Self {
            is_logarithmic: true,
            ..self
        }
    }

    /// All the rows of a chart without headings.
    pub fn rows(self, bars: Vec<Bar>) -> Self {
        self.push(None, bars)
    }

    /// Rows under a heading.
    pub fn section(self, heading: impl Into<String>, bars: Vec<Bar>) -> Self {
        self.push(Some(heading.into()), bars)
    }

    fn push(mut self, heading: Option<String>, bars: Vec<Bar>) -> Self {
        let bars: Vec<Bar> = bars
            .into_iter()
            .filter(|bar| bar.median.is_some_and(f64::is_finite))
            .collect();
        if !bars.is_empty() {
            self.sections.push((heading, bars));
        }
        self
    }

    /// The chart; none where nothing was measured.
    pub fn draw(&self, name: &str) -> Option<Chart> {
        if self.sections.is_empty() {
            return None;
        }
        let mut canvas = Canvas::default();
        canvas.heading(&self.title, &self.legend());
        let axis = self.scale();
        let (top, bottom) = (BELOW_HEADING, BELOW_HEADING + self.height());
        self.ticks(&mut canvas, &axis, top, bottom);
        let mut y = top;
        for (index, (heading, bars)) in self.sections.iter().enumerate() {
            if index > 0 {
                y += APART;
            }
            if let Some(heading) = heading {
                let place = (MARGIN, y + HEADING - 9.0);
                canvas.text("strong", Side::Begins, place, heading);
                y += HEADING;
            }
            let first = y;
            for bar in bars {
                self.row(&mut canvas, &axis, y + PITCH / 2.0, bar);
                y += PITCH;
            }
            // Over the bars: it must be seen where one is too long.
            budgets(&mut canvas, &axis, first, bars);
        }
        let said = self.said();
        Some(Chart {
            name: name.into(),
            svg: canvas.finish(bottom + 58.0, &self.title, &said),
            said: format!("{}. {said}", self.title),
        })
    }

    fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.sections.iter().flat_map(|(_, bars)| bars)
    }

    fn height(&self) -> f64 {
        let headings = self.sections.iter().filter(|(name, _)| name.is_some());
        headings.count() as f64 * HEADING
            + self.sections.len().saturating_sub(1) as f64 * APART
            + self.bars().count() as f64 * PITCH
    }

    fn legend(&self) -> Vec<(Sign, &'static str)> {
        let is_spread = self.bars().any(|bar| bar.reach.is_some());
        let (own, peer) = if is_spread {
            ("Doorbell, median", "others, median")
        } else {
            ("Doorbell", "others")
        };
        let signs = [
            (self.bars().any(|bar| bar.is_own), (Sign::Own, own)),
            (self.bars().any(|bar| !bar.is_own), (Sign::Peer, peer)),
            (is_spread, (Sign::Reach, "to the 95th percentile")),
            (
                self.bars().any(|bar| bar.limit.is_some()),
                (
                    Sign::Budget,
                    if is_spread {
                        "budget of the median"
                    } else {
                        "budget"
                    },
                ),
            ),
        ];
        let used = signs.into_iter().filter(|(is_used, _)| *is_used);
        used.map(|(_, sign)| sign).collect()
    }

    /// As much room as the widest label and the widest number leave.
    fn scale(&self) -> Axis {
        let widest = |texts: &mut dyn Iterator<Item = f64>| texts.fold(0.0, f64::max);
        let labels = widest(&mut self.bars().flat_map(|bar| {
            lines(&bar.label, LETTERS, LABELS)
                .into_iter()
                .map(|line| width(&line, LETTERS))
        }));
        let numbers = widest(&mut self.bars().map(|bar| width(&self.value(bar), LETTERS)));
        let places = (
            MARGIN + labels + AFTER_LABELS,
            WIDTH - MARGIN - numbers - GAP,
        );
        let shown: Vec<f64> = self.bars().flat_map(Bar::numbers).collect();
        if self.is_logarithmic {
            Axis::logarithmic(&shown, places)
        } else {
            let largest = shown.iter().copied().fold(0.0, f64::max);
            Axis::linear(largest, STEPS, places)
        }
    }

    fn ticks(&self, canvas: &mut Canvas, axis: &Axis, top: f64, bottom: f64) {
        for (index, tick) in axis.ticks.iter().enumerate() {
            let x = axis.place(*tick);
            let class = if index == 0 && !self.is_logarithmic {
                "base"
            } else {
                "grid"
            };
            canvas.line(class, (x, top), (x, bottom));
            let place = (x, bottom + 18.0);
            canvas.text("soft small", Side::Middle, place, &round(*tick));
        }
        let label = if self.is_logarithmic {
            format!(
                "{} (logarithmic: each line is ten times the one before)",
                self.axis
            )
        } else {
            self.axis.clone()
        };
        let left = axis.ticks.first().map_or(MARGIN, |tick| axis.place(*tick));
        // Words that do not fit under the axis begin further left.
        let left = left.min(WIDTH - MARGIN - width(&label, SMALL)).max(MARGIN);
        let class = "soft small";
        canvas.text(class, Side::Begins, (left, bottom + 40.0), &label);
    }

    fn row(&self, canvas: &mut Canvas, axis: &Axis, middle: f64, bar: &Bar) {
        let Some(median) = bar.median else { return };
        let zero = axis.ticks.first().map_or(0.0, |tick| axis.place(*tick));
        let label = lines(&bar.label, LETTERS, LABELS);
        let mut y = middle + 4.5 - 7.0 * (label.len().saturating_sub(1)) as f64;
        for line in &label {
            let class = if bar.is_own { "ink" } else { "soft" };
            canvas.text(class, Side::Begins, (MARGIN, y), line);
            y += 14.0;
        }
        let class = if bar.is_own { "own" } else { "peer" };
        let x = axis.place(median);
        let mut end = x;
        // A reach that ends in the dot is not seen.
        let hidden = x + if self.is_logarithmic { DOT + 1.0 } else { 0.0 };
        let reach = bar.reach.map(|reach| axis.place(reach));
        if let Some(reach) = reach.filter(|reach| *reach > hidden) {
            end = reach;
            canvas.line("reach", (x, middle), (end, middle));
            canvas.line("reach", (end, middle - 4.0), (end, middle + 4.0));
        }
        if !self.is_logarithmic {
            // Something is something: less than a pixel would look like nothing.
            let wide = if median > 0.0 {
                (x - zero).max(1.0)
            } else {
                0.0
            };
            canvas.rectangle(class, (zero, middle - THICK / 2.0), (wide, THICK));
        } else if median > 0.0 {
            canvas.dot(class, (x, middle), DOT);
            end = end.max(x + DOT);
        }
        let value = self.value(bar);
        let mut begin = end + GAP;
        if let Some(limit) = bar.limit.map(|limit| axis.place(limit)) {
            let is_in_the_way = limit > end - GAP && limit < begin + width(&value, LETTERS) + 4.0;
            if is_in_the_way {
                begin = limit.max(end) + GAP;
            }
        }
        let place = (begin, middle + 4.5);
        // Clear of the lines behind it.
        let class = if bar.is_own {
            "strong clear"
        } else {
            "soft clear"
        };
        canvas.text(class, Side::Begins, place, &value);
    }

    fn value(&self, bar: &Bar) -> String {
        format!("{} {}", number(bar.median), self.unit)
    }

    fn said(&self) -> String {
        let mut said = Vec::new();
        for (heading, bars) in &self.sections {
            let rows: Vec<String> = bars
                .iter()
                .map(|bar| {
                    let value = self.value(bar);
                    let limit = bar.limit.map_or_else(String::new, |limit| {
                        format!(" of at most {}", number(Some(limit)))
                    });
                    format!("{}: {value}{limit}", bar.label)
                })
                .collect();
            let heading = heading
                .as_ref()
                .map_or_else(String::new, |heading| format!("{heading}: "));
            said.push(format!("{heading}{}.", rows.join("; ")));
        }
        said.join(" ")
    }
}

/// One line for neighbours that may take the same.
fn budgets(canvas: &mut Canvas, axis: &Axis, top: f64, bars: &[Bar]) {
    let mut y = top;
    for run in bars.chunk_by(|one, next| one.limit == next.limit) {
        let below = y + run.len() as f64 * PITCH;
        if let Some(limit) = run.first().and_then(|bar| bar.limit) {
            let x = axis.place(limit);
            let (from, to) = ((x, y + 2.0), (x, below - 2.0));
            canvas.line("around-budget", from, to);
            canvas.line("budget", from, to);
        }
        y = below;
    }
}

/// A number that is round already.
pub fn round(tick: f64) -> String {
    if tick >= 1000.0 || tick == 0.0 {
        number(Some(tick)).replace("0.000", "0")
    } else {
        format!("{}", (tick * 1e6).round() / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bar, Bars};
    use crate::bench::chart::golden;

    fn small() -> Bars {
        Bars::new(
            "From the request to the form",
            "milliseconds, less is better",
            "ms",
        )
        .rows(vec![
            Bar::peer("zenity", Some(103.0)).reaching(Some(113.0)),
            Bar::own("Doorbell, 1 field", Some(15.0))
                .reaching(Some(32.0))
                .limit(Some(19.5)),
            Bar::own("left out", None),
        ])
    }

    #[test]
    fn bars_have_labels_numbers_a_reach_and_a_limit() {
        golden::check("bars", &small().draw("window").unwrap().svg);
    }

    #[test]
    fn powers_of_ten_are_dots_and_say_so() {
        let chart = Bars::new("Added to a call", "microseconds", "µs")
            .logarithmic()
            .section("64 B", vec![Bar::own("doorbell wrap", Some(16.0))])
            .section("64 KiB", vec![Bar::peer("FastMCP", Some(3331.0))])
            .draw("wrap")
            .unwrap();
        golden::check("dots", &chart.svg);
        assert!(chart.svg.contains("logarithmic"));
        assert_eq!(
            chart.said,
            "Added to a call. 64 B: doorbell wrap: 16 µs. 64 KiB: FastMCP: 3,331 µs."
        );
    }

    #[test]
    fn the_same_numbers_are_the_same_bytes_and_few() {
        let (one, other) = (small().draw("a").unwrap(), small().draw("a").unwrap());
        assert_eq!(one.svg, other.svg);
        assert!(one.svg.len() < 6_000, "{}", one.svg.len());
    }

    #[test]
    fn nothing_measured_is_no_chart() {
        let empty = Bars::new("a", "b", "ms").rows(vec![Bar::own("c", None)]);
        assert!(empty.draw("a").is_none());
        let lost = Bars::new("a", "b", "ms").rows(vec![Bar::own("c", Some(f64::NAN))]);
        assert!(lost.draw("a").is_none());
    }

    #[test]
    fn zero_has_a_row_without_a_bar_on_either_axis() {
        let zero = || Bars::new("a", "b", "ms").rows(vec![Bar::own("nothing", Some(0.0))]);
        let linear = zero().draw("a").unwrap().svg;
        assert!(
            linear.contains("width=\"0\"") && linear.contains("0.000 ms"),
            "{linear}"
        );
        let dots = zero().logarithmic().draw("a").unwrap().svg;
        assert!(
            !dots.contains("<circle") && dots.contains("0.000 ms"),
            "{dots}"
        );
        assert!(!linear.contains("NaN") && !dots.contains("NaN"));
    }

    #[test]
    fn a_very_long_label_leaves_room_for_the_bars() {
        let label = "a question with so many words that no label could ever hold them all";
        let bars = Bars::new("a", "b", "ms").rows(vec![Bar::own(label, Some(1.0))]);
        let chart = bars.draw("a").unwrap();
        assert!(chart.svg.contains("…</text>"), "{}", chart.svg);
        assert!(chart.said.contains(label));
    }

    #[test]
    fn a_number_does_not_stand_in_a_limit() {
        let limited = |limit| {
            let bar = Bar::own("warm", Some(78.0)).limit(Some(limit));
            let other = Bar::own("most", Some(200.0));
            let chart = Bars::new("a", "b", "MiB").rows(vec![bar, other]).draw("a");
            let svg = chart.unwrap().svg;
            let line = svg.lines().find(|line| line.contains("78 MiB</text>"));
            let x = line.and_then(|line| line.split("x=\"").nth(1)).unwrap();
            x.split('"').next().unwrap().parse::<f64>().unwrap()
        };
        assert!(limited(80.0) > limited(199.0));
        assert_eq!(limited(199.0), limited(20.0));
    }
}
