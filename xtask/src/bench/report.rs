//! What a group gives back: tables for people, JSON for programs, and what should be known of both.

use std::fmt;

use serde_json::Value;

use super::budgets::Budget;
use super::finding::Finding;
use super::table::Table;

/// The result of one group.
#[derive(Default)]
pub struct Report {
    /// What was measured.
    pub title: String,
    /// What limits the numbers: not pinned, somebody missing, a busy machine.
    pub notes: Vec<String>,
    /// A row of the table of everything for each of Doorbell's.
    pub findings: Vec<Finding>,
    /// What was promised.
    pub budgets: Vec<Budget>,
    /// In the order they are read.
    pub tables: Vec<Table>,
    /// The same, with every round.
    pub json: Value,
}

impl Report {
    /// As the document has it.
    pub fn in_document(&self) -> String {
        let tables = self.tables.iter();
        let tables = tables.map(|table| table.to_string().trim_end().to_owned());
        tables.collect::<Vec<_>>().join("\n\n")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.title)?;
        for note in &self.notes {
            writeln!(f, "- {note}")?;
        }
        for table in &self.tables {
            write!(f, "\n{table}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Report;
    use crate::bench::table::Table;

    #[test]
    fn notes_stand_before_the_tables() {
        let report = Report {
            title: "wrap".into(),
            notes: vec!["not pinned".into()],
            tables: vec![Table::new(&["who"]), Table::new(&["budget"])],
            ..Report::default()
        };
        assert_eq!(
            report.to_string(),
            "wrap\n\n- not pinned\n\n| who |\n| --- |\n\n| budget |\n| ------ |\n"
        );
    }
}
