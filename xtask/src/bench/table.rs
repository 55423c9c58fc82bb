//! A table for people: Markdown with its columns in line, so that a terminal shows it as well as
//! a document does.

use std::fmt;

/// Named columns, the first for words, the others for numbers.
#[derive(Default)]
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: &[&str]) -> Self {
        Self {
            columns: columns.iter().map(ToString::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; cells it lacks stay empty.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

/// A number with as many digits as are worth reading, or a dash.
pub fn number(value: Option<f64>) -> String {
    match value {
        None => "-".into(),
        Some(value) if value.abs() >= 9.95 => grouped(value),
        Some(value) if value.abs() >= 0.995 => format!("{value:.1}"),
        Some(value) => format!("{value:.3}"),
    }
}

fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 {
        format!("-{text}")
    } else {
        text
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                let rows = self
                    .rows
                    .iter()
                    .map(|row| cell(row, column).chars().count());
                rows.chain([self.columns[column].chars().count(), 3])
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let line = |f: &mut fmt::Formatter<'_>, row: &[String]| {
            for (column, &width) in widths.iter().enumerate() {
                let text = cell(row, column);
                if column == 0 {
                    write!(f, "| {text:<width$} ")?;
                } else {
                    write!(f, "| {text:>width$} ")?;
                }
            }
            writeln!(f, "|")
        };
        line(f, &self.columns)?;
        let rules: Vec<String> = widths
            .iter()
            .enumerate()
            .map(|(column, width)| match column {
                0 => "-".repeat(*width),
                _ => format!("{}:", "-".repeat(width - 1)),
            })
            .collect();
        line(f, &rules)?;
        self.rows.iter().try_for_each(|row| line(f, row))
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, number};

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(&["", "p50 µs", "x"]);
        table.row(vec!["direct".into(), "19".into(), "-".into()]);
        table.row(vec!["FastMCP".into(), "3,500".into()]);
        assert_eq!(
            table.to_string(),
            "\
|         | p50 µs |   x |
| ------- | -----: | --: |
| direct  |     19 |   - |
| FastMCP |  3,500 |     |
"
        );
    }

    #[test]
    fn numbers_have_the_digits_worth_reading() {
        let check = |value, expected: &str| assert_eq!(number(Some(value)), expected);
        check(1_234_567.8, "1,234,568");
        check(-1234.0, "-1,234");
        check(999.6, "1,000");
        check(123.4, "123");
        check(9.96, "10");
        check(9.94, "9.9");
        check(0.996, "1.0");
        check(0.0123, "0.012");
        check(-0.5, "-0.500");
        assert_eq!(number(None), "-");
    }
}
