//! From a measured number to a place on the paper, and the round numbers beside it.

/// A line of numbers, drawn between two places.
pub struct Axis {
    kind: Kind,
    from: f64,
    to: f64,
    /// The round numbers on it, the last at or beyond the largest that is shown.
    pub ticks: Vec<f64>,
}

enum Kind {
    /// From zero.
    Linear { top: f64 },
    /// In powers of ten.
    Logarithmic { low: f64, high: f64 },
}

impl Axis {
    /// From zero, so that twice as long is twice as much.
    pub fn linear(largest: f64, steps: usize, (from, to): (f64, f64)) -> Self {
        let step = step(largest, steps);
        let count = (largest / step - 1e-9).ceil().max(1.0);
        let kind = Kind::Linear { top: count * step };
        let ticks = counted(count).map(|index| index * step).collect();
        Self {
            kind,
            from,
            to,
            ticks,
        }
    }

    /// In powers of ten, around what is shown. Its label must say so.
    pub fn logarithmic(shown: &[f64], (from, to): (f64, f64)) -> Self {
        let powers = || {
            shown
                .iter()
                .filter(|value| **value > 0.0)
                .map(|value| value.log10())
        };
        let low = powers().fold(f64::INFINITY, f64::min).floor();
        let (low, high) = if low.is_finite() {
            let high = powers().fold(low, f64::max).ceil();
            (low, high.max(low + 1.0))
        } else {
            (0.0, 1.0)
        };
        let ticks = counted(high - low)
            .map(|index| 10f64.powf(low + index))
            .collect();
        let kind = Kind::Logarithmic { low, high };
        Self {
            kind,
            from,
            to,
            ticks,
        }
    }

    /// Where a number stands, never outside.
    pub fn place(&self, value: f64) -> f64 {
        let part = match self.kind {
            Kind::Linear { top } => value / top,
            Kind::Logarithmic { .. } if value <= 0.0 => 0.0,
            Kind::Logarithmic { low, high } => (value.log10() - low) / (high - low),
        };
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }
}

/// 0, 1, 2 and so on to the count.
fn counted(count: f64) -> impl Iterator<Item = f64> {
    let mut next = 0.0;
    std::iter::from_fn(move || {
        let this = next;
        next += 1.0;
        (this <= count).then_some(this)
    })
}

/// The smallest of 1, 2, 5, 10, 20 and so on with which there are no more steps than this.
fn step(largest: f64, steps: usize) -> f64 {
    if largest <= 0.0 || !largest.is_finite() {
        return 1.0;
    }
    let least = largest / steps as f64;
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * power)
        .find(|step| *step >= least - 1e-9 * power)
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::Axis;

    #[test]
    fn a_linear_axis_starts_at_zero_and_has_round_numbers() {
        let axis = Axis::linear(113.0, 6, (100.0, 220.0));
        assert_eq!(axis.ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0]);
        assert_eq!(axis.place(0.0), 100.0);
        assert_eq!(axis.place(60.0), 160.0);
        assert_eq!(axis.place(120.0), 220.0);
    }

    #[test]
    fn nothing_and_less_than_nothing_have_a_place() {
        let axis = Axis::linear(0.0, 6, (0.0, 10.0));
        assert_eq!(axis.ticks, [0.0, 1.0]);
        assert_eq!(axis.place(0.0), 0.0);
        assert_eq!(axis.place(-3.0), 0.0);
    }

    #[test]
    fn a_logarithmic_axis_goes_around_what_is_shown() {
        let axis = Axis::logarithmic(&[13.0, 2745.0], (0.0, 300.0));
        assert_eq!(axis.ticks, [10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(axis.place(100.0), 100.0);
        assert_eq!(axis.place(0.0), 0.0);
        assert_eq!(axis.place(-5.0), 0.0);
        assert_eq!(Axis::logarithmic(&[], (0.0, 1.0)).ticks, [1.0, 10.0]);
        assert_eq!(
            Axis::logarithmic(&[100.0], (0.0, 1.0)).ticks,
            [100.0, 1000.0]
        );
    }
}
