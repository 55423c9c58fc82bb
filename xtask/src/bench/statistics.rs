//! The arithmetic: percentiles of one series, differences and ratios of paired ones.

/// The smallest sample that at least `percent` of the samples do not exceed.
pub fn percentile(samples: &[f64], percent: usize) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}

/// The middle sample; of an even number, the mean of the middle two.
pub fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    Some((sorted[middle - 1] + upper) / 2.0)
}

/// What each round took more than the same round of the base.
///
/// Pairs, because what else the machine did in a round slowed both.
pub fn added(rounds: &[f64], base: &[f64]) -> Vec<f64> {
    rounds
        .iter()
        .zip(base)
        .map(|(one, two)| one - two)
        .collect()
}

/// A ratio of two series' medians, and how much it varied from round to round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// The one median divided by the other.
    pub value: f64,
    /// Half of the rounds lie between these.
    pub middle_half: (f64, f64),
}

/// The ratio of two paired series; none when the lower one is lost in the noise.
pub fn ratio(upper: &[f64], lower: &[f64]) -> Option<Ratio> {
    let (over, under) = (median(upper)?, median(lower)?);
    if under <= 0.0 {
        return None;
    }
    let each: Vec<f64> = upper
        .iter()
        .zip(lower)
        .filter(|(_, lower)| **lower > 0.0)
        .map(|(upper, lower)| upper / lower)
        .collect();
    Some(Ratio {
        value: over / under,
        middle_half: (percentile(&each, 25)?, percentile(&each, 75)?),
    })
}

/// With three decimals: what lies beyond is not measured, only computed.
pub fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::{Ratio, added, median, percentile, ratio, rounded};

    #[test]
    fn a_percentile_is_a_sample() {
        let samples = [5.0, 1.0, 4.0, 2.0, 3.0];
        let check = |percent, expected| assert_eq!(percentile(&samples, percent), Some(expected));
        check(0, 1.0);
        check(20, 1.0);
        check(21, 2.0);
        check(50, 3.0);
        check(95, 5.0);
        check(100, 5.0);
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(percentile(&hundred, 95), Some(95.0));
        assert_eq!(percentile(&[], 50), None);
    }

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn what_is_added_is_told_round_by_round() {
        assert_eq!(added(&[12.0, 33.0], &[10.0, 30.0]), [2.0, 3.0]);
    }

    #[test]
    fn a_ratio_is_of_the_medians_with_the_rounds_spread_beside_it() {
        assert_eq!(
            ratio(&[2.0, 4.0, 9.0], &[2.0, 2.0, 3.0]),
            Some(Ratio {
                value: 2.0,
                middle_half: (1.0, 3.0)
            })
        );
    }

    #[test]
    fn three_decimals_are_kept() {
        assert_eq!(rounded(9.677_999_999), 9.678);
        assert_eq!(rounded(-0.000_4), 0.0);
    }

    #[test]
    fn there_is_no_ratio_to_noise() {
        assert_eq!(ratio(&[2.0], &[0.0]), None);
        assert_eq!(ratio(&[2.0, 2.0, 2.0], &[-1.0, -2.0, 5.0]), None);
        assert_eq!(ratio(&[], &[]), None);
    }
}
