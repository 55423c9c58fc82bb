//! What Doorbell may cost, and whether it did.

use serde_json::{Value, json};

use super::statistics::Ratio;
use super::table::{Table, number};

/// One promise: a measured number that must not exceed a limit.
pub struct Budget {
    what: String,
    limit: f64,
    unit: &'static str,
    measured: Measured,
}

enum Measured {
    Not,
    Value(f64),
    Ratio(Ratio),
}

impl Budget {
    /// An amount, such as milliseconds.
    pub fn amount(
        what: impl Into<String>,
        limit: f64,
        unit: &'static str,
        measured: Option<f64>,
    ) -> Self {
        Self {
            what: what.into(),
            limit,
            unit,
            measured: measured.map_or(Measured::Not, Measured::Value),
        }
    }

    /// How many times something else of the same run.
    pub fn times(what: impl Into<String>, limit: f64, measured: Option<Ratio>) -> Self {
        Self {
            what: what.into(),
            limit,
            unit: "×",
            measured: measured.map_or(Measured::Not, Measured::Ratio),
        }
    }

    fn value(&self) -> Option<f64> {
        match self.measured {
            Measured::Not => None,
            Measured::Value(value) => Some(value),
            Measured::Ratio(ratio) => Some(ratio.value),
        }
    }

    fn verdict(&self) -> &'static str {
        match self.value() {
            None => "not measured",
            Some(value) if value <= self.limit => "held",
            Some(_) => "NOT held",
        }
    }

    fn json(&self) -> Value {
        let middle_half = match self.measured {
            Measured::Ratio(ratio) => json!([ratio.middle_half.0, ratio.middle_half.1]),
            Measured::Not | Measured::Value(_) => Value::Null,
        };
        json!({
            "budget": self.what,
            "limit": self.limit,
            "unit": self.unit,
            "measured": self.value(),
            "middleHalf": middle_half,
            "verdict": self.verdict(),
        })
    }
}

/// The budgets as a table.
pub fn table(budgets: &[Budget]) -> Table {
    named(budgets.iter().map(|budget| (budget.what.clone(), budget)))
}

/// The budgets of several groups, each with its group's name.
pub fn table_of_groups<'a>(budgets: impl Iterator<Item = (&'a str, &'a Budget)>) -> Table {
    named(budgets.map(|(group, budget)| {
        let what = &budget.what;
        // Some say their group themselves.
        let says_it = what.starts_with(&format!("{group}:"));
        let name = if says_it {
            what.clone()
        } else {
            format!("{group}: {what}")
        };
        (name, budget)
    }))
}

fn named<'a>(budgets: impl Iterator<Item = (String, &'a Budget)>) -> Table {
    let mut table = Table::new(&[
        "budget",
        "at most",
        "measured",
        "half of the rounds",
        "verdict",
    ]);
    for (name, budget) in budgets {
        let with_unit = |value| format!("{} {}", readable(value), budget.unit);
        table.row(vec![
            name,
            with_unit(budget.limit),
            budget.value().map_or_else(|| "-".into(), with_unit),
            match budget.measured {
                Measured::Ratio(Ratio { middle_half, .. }) => {
                    let (low, high) = middle_half;
                    format!("{} to {}", readable(low), readable(high))
                }
                Measured::Not | Measured::Value(_) => String::new(),
            },
            budget.verdict().into(),
        ]);
    }
    table
}

/// A small part is said as a fraction: 1/30 is easier to hold against 1/190 than 0.033 is.
pub fn readable(value: f64) -> String {
    if value > 0.0 && value < 0.1 {
        format!("1/{}", number(Some(1.0 / value)))
    } else {
        number(Some(value))
    }
}

/// The budgets for programs.
pub fn json(budgets: &[Budget]) -> Value {
    budgets.iter().map(Budget::json).collect()
}

#[cfg(test)]
mod tests {
    use super::{Budget, json, table};
    use crate::bench::statistics::Ratio;

    #[test]
    fn a_budget_is_held_up_to_its_limit() {
        let verdict = |measured| Budget::amount("start", 10.0, "ms", measured).verdict();
        assert_eq!(verdict(Some(10.0)), "held");
        assert_eq!(verdict(Some(10.1)), "NOT held");
        assert_eq!(verdict(None), "not measured");
    }

    #[test]
    fn the_table_says_what_was_promised_and_what_came() {
        let ratio = Ratio {
            value: 3.5,
            middle_half: (3.25, 12.0),
        };
        let part = Ratio {
            value: 0.005,
            middle_half: (0.004, 0.125),
        };
        let budgets = [
            Budget::times("adds, of the relay", 3.0, Some(ratio)),
            Budget::times("adds, of FastMCP", 1.0 / 30.0, Some(part)),
            Budget::amount("resident", 8.0, "MiB", None),
        ];
        assert_eq!(
            table(&budgets).to_string(),
            "\
| budget             | at most | measured | half of the rounds |      verdict |
| ------------------ | ------: | -------: | -----------------: | -----------: |
| adds, of the relay |   3.0 × |    3.5 × |          3.2 to 12 |     NOT held |
| adds, of FastMCP   |  1/30 × |  1/200 × |     1/250 to 0.125 |         held |
| resident           | 8.0 MiB |        - |                    | not measured |
"
        );
        assert_eq!(
            json(&budgets)[0].to_string(),
            r#"{"budget":"adds, of the relay","limit":3.0,"unit":"×","measured":3.5,"middleHalf":[3.25,12.0],"verdict":"NOT held"}"#
        );
    }
}
