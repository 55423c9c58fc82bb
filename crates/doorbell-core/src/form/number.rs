//! Reads numbers as people write them.

use serde_json::{Number, Value};

/// The digits of `u64::MAX`.
const MAX_INTEGER_DIGITS: usize = 20;

/// Reads trimmed text. An integer field never sends a fraction.
pub(super) fn read(text: &str, whole: bool) -> Result<Value, String> {
    let text = text.replace('\u{2212}', "-");
    let Some(literal) = Literal::parse(&text) else {
        return Err(not_a_number(&text, whole));
    };
    if whole {
        return literal.to_integer();
    }
    if !literal.has_point
        && literal.exponent.is_none()
        && let Ok(value) = literal.to_integer()
    {
        return Ok(value);
    }
    let unsigned = text.strip_prefix('+').unwrap_or(&text);
    unsigned
        .parse::<f64>()
        .ok()
        .and_then(Number::from_f64)
        .map(Value::Number)
        .ok_or_else(|| TOO_LARGE.to_owned())
}

const TOO_LARGE: &str = "This number is too large";
const NOT_WHOLE: &str = "Must be a whole number";

/// The parts of a number such as `-12.50e3`.
struct Literal<'a> {
    negative: bool,
    integer: &'a str,
    has_point: bool,
    fraction: &'a str,
    exponent: Option<i64>,
}

impl<'a> Literal<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(parse_exponent(exponent)?)),
            None => (rest, None),
        };
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        (is_digits(integer) && is_digits(fraction) && integer.len() + fraction.len() > 0).then_some(
            Self {
                negative,
                integer,
                has_point: mantissa.contains('.'),
                fraction,
                exponent,
            },
        )
    }

    /// Converts the number without loss.
    fn to_integer(&self) -> Result<Value, String> {
        let digits = format!("{}{}", self.integer, self.fraction);
        let significant = digits.trim_end_matches('0');
        if significant.trim_start_matches('0').is_empty() {
            return Ok(Value::from(0));
        }
        // The zeros after the significant digits; a negative count means a fraction.
        let trailing = i64::try_from(digits.len() - significant.len()).unwrap_or(i64::MAX);
        let places = i64::try_from(self.fraction.len()).unwrap_or(i64::MAX);
        let zeros = self
            .exponent
            .unwrap_or(0)
            .saturating_add(trailing)
            .saturating_sub(places);
        let zeros = usize::try_from(zeros).map_err(|_| NOT_WHOLE.to_owned())?;
        let significant = significant.trim_start_matches('0');
        if significant.len().saturating_add(zeros) > MAX_INTEGER_DIGITS {
            return Err(TOO_LARGE.to_owned());
        }
        let sign = if self.negative { "-" } else { "" };
        let integer = format!("{sign}{significant}{}", "0".repeat(zeros));
        integer
            .parse::<i64>()
            .map(Value::from)
            .or_else(|_| integer.parse::<u64>().map(Value::from))
            .map_err(|_| TOO_LARGE.to_owned())
    }
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // An exponent that does not fit has the same effect as the largest one.
    let size = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if text.starts_with('-') { -size } else { size })
}

/// Suggests what to write instead.
fn not_a_number(text: &str, whole: bool) -> String {
    if let Some((integer, fraction)) = text.split_once(',') {
        let ungrouped = text.replace(',', "");
        let is_grouped = text.split(',').skip(1).all(|group| group.len() == 3);
        let with_point = format!("{integer}.{fraction}");
        if is_grouped && Literal::parse(&ungrouped).is_some() {
            return format!("Leave out the comma: {ungrouped}");
        }
        if Literal::parse(&with_point).is_some() && !whole {
            return format!("Use a decimal point: {with_point}");
        }
    }
    if whole {
        "Enter a whole number, for example 42".to_owned()
    } else {
        "Enter a number, for example 3.14".to_owned()
    }
}

#[cfg(test)]
mod tests;
