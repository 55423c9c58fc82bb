//! Lines: how a cost grows with what there is.

use super::Chart;
use super::axis::Axis;
use super::bars::round;
use super::canvas::{BELOW_HEADING, Canvas, LETTERS, MARGIN, SMALL, Side, Sign, WIDTH};
use super::words::width;
use crate::bench::table::number;

const HEIGHT: f64 = 220.0;
const STEPS: usize = 5;
const GAP: f64 = 10.0;

/// One line.
pub struct Line {
    name: String,
    points: Vec<(f64, f64)>,
    is_own: bool,
}

impl Line {
    /// Doorbell's.
    pub fn own(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        let mut points: Vec<_> = points
            .into_iter()
            .filter(|(x, y)| x.is_finite() && y.is_finite())
            .collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        Self {
            name: name.into(),
            points,
            is_own: true,
        }
    }

    /// Somebody else's.
    pub fn peer(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self {
            is_own: false,
            ..Self::own(name, points)
        }
    }
}

/// A chart of lines, both of its axes from zero.
pub struct Lines {
    title: String,
    across: String,
    upward: String,
    unit: &'static str,
    lines: Vec<Line>,
}

impl Lines {
    /// The axes are named in plain words, the unit stands behind the last number of each line.
    pub fn new(
        title: impl Into<String>,
        across: impl Into<String>,
        upward: impl Into<String>,
        unit: &'static str,
    ) -> Self {
        Self {
            title: title.into(),
            across: across.into(),
            upward: upward.into(),
            unit,
            lines: Vec::new(),
        }
    }

    /// Adds a line; one without points is left out.
    pub fn line(mut self, line: Line) -> Self {
        if !line.points.is_empty() {
            self.lines.push(line);
        }
        self
    }

    /// The chart; none where nothing was measured.
    pub fn draw(&self, name: &str) -> Option<Chart> {
        if self.lines.is_empty() {
            return None;
        }
        let mut canvas = Canvas::default();
        let legend: Vec<(Sign, &str)> = self
            .lines
            .iter()
            .map(|line| {
                let sign = if line.is_own {
                    Sign::OwnLine
                } else {
                    Sign::PeerLine
                };
                (sign, line.name.as_str())
            })
            .collect();
        canvas.heading(&self.title, &legend);
        let top = BELOW_HEADING + 14.0;
        let bottom = top + HEIGHT;
        let (across, upward) = self.scales(top, bottom);
        self.frame(&mut canvas, &across, &upward, bottom);
        for line in &self.lines {
            self.draw_line(&mut canvas, &across, &upward, line);
        }
        let said = self.said();
        Some(Chart {
            name: name.into(),
            svg: canvas.finish(bottom + 58.0, &self.title, &said),
            said: format!("{}. {said}", self.title),
        })
    }

    fn scales(&self, top: f64, bottom: f64) -> (Axis, Axis) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let upward = points().map(|(_, y)| *y).fold(0.0, f64::max);
        let upward = Axis::linear(upward, STEPS, (bottom, top));
        let ticks = upward.ticks.iter().map(|tick| width(&round(*tick), SMALL));
        let left = MARGIN + ticks.fold(0.0, f64::max) + GAP;
        let ends = self.lines.iter().filter_map(|line| line.points.last());
        let ends = ends.map(|end| width(&self.value(end.1), LETTERS));
        let right = WIDTH - MARGIN - ends.fold(0.0, f64::max) - GAP;
        let across = points().map(|(x, _)| *x).fold(0.0, f64::max);
        (Axis::linear(across, STEPS, (left, right)), upward)
    }

    fn frame(&self, canvas: &mut Canvas, across: &Axis, upward: &Axis, bottom: f64) {
        let ends = |axis: &Axis| {
            let place = |tick: Option<&f64>| tick.map_or(0.0, |tick| axis.place(*tick));
            (place(axis.ticks.first()), place(axis.ticks.last()))
        };
        let (left, right) = ends(across);
        for (index, tick) in upward.ticks.iter().enumerate() {
            let y = upward.place(*tick);
            let class = if index == 0 { "base" } else { "grid" };
            canvas.line(class, (left, y), (right, y));
            let place = (left - GAP, y + 4.0);
            canvas.text("soft small", Side::Ends, place, &round(*tick));
        }
        let (_, top) = ends(upward);
        let place = (MARGIN, top - 14.0);
        canvas.text("soft small", Side::Begins, place, &self.upward);
        for tick in &across.ticks {
            let x = across.place(*tick);
            canvas.line("base", (x, bottom), (x, bottom + 4.0));
            let place = (x, bottom + 20.0);
            canvas.text("soft small", Side::Middle, place, &round(*tick));
        }
        let place = (left, bottom + 42.0);
        canvas.text("soft small", Side::Begins, place, &self.across);
    }

    fn draw_line(&self, canvas: &mut Canvas, across: &Axis, upward: &Axis, line: &Line) {
        let places: Vec<(f64, f64)> = line
            .points
            .iter()
            .map(|(x, y)| (across.place(*x), upward.place(*y)))
            .collect();
        let (stroke, fill, words) = if line.is_own {
            ("line own-line", "own", "strong")
        } else {
            ("line peer-line", "peer", "soft")
        };
        if places.len() > 1 {
            canvas.path(stroke, &places);
        }
        for place in &places {
            canvas.dot(fill, *place, 3.5);
        }
        if let (Some((x, y)), Some((_, value))) = (places.last(), line.points.last()) {
            let place = (x + GAP, y + 4.5);
            canvas.text(words, Side::Begins, place, &self.value(*value));
        }
    }

    fn value(&self, value: f64) -> String {
        format!("{} {}", number(Some(value)), self.unit)
    }

    fn said(&self) -> String {
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|line| {
                let points: Vec<String> = line
                    .points
                    .iter()
                    .map(|(x, y)| format!("{} at {}", self.value(*y), round(*x)))
                    .collect();
                format!("{}: {}.", line.name, points.join(", "))
            })
            .collect();
        format!("Across: {}. {}", self.across, lines.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Lines};
    use crate::bench::chart::golden;

    fn chart(lines: Vec<Line>) -> Option<crate::bench::chart::Chart> {
        let empty = Lines::new(
            "Growth",
            "questions in history",
            "microseconds, median",
            "µs",
        );
        lines.into_iter().fold(empty, Lines::line).draw("growth")
    }

    #[test]
    fn lines_start_at_zero_and_end_with_their_number() {
        let drawn = chart(vec![
            Line::own("a question", vec![(10_000.0, 203.0), (0.0, 206.0)]),
            Line::peer("an echo", vec![(0.0, 21.0), (10_000.0, 21.0)]),
        ])
        .unwrap();
        golden::check("lines", &drawn.svg);
        assert_eq!(
            drawn.said,
            "Growth. Across: questions in history. a question: 206 µs at 0, 203 µs at 10,000. \
             an echo: 21 µs at 0, 21 µs at 10,000."
        );
    }

    #[test]
    fn nothing_measured_is_no_chart() {
        assert!(chart(Vec::new()).is_none());
        assert!(chart(vec![Line::own("a", Vec::new())]).is_none());
        assert!(chart(vec![Line::own("a", vec![(1.0, f64::NAN)])]).is_none());
    }

    #[test]
    fn one_point_is_a_dot_and_zero_is_on_the_axis() {
        for point in [(5.0, 7.0), (0.0, 0.0)] {
            let svg = chart(vec![Line::own("a", vec![point])]).unwrap().svg;
            assert!(
                svg.contains("<circle") && !svg.contains("<polyline"),
                "{svg}"
            );
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
