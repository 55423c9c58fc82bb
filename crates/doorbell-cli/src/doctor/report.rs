//! Collects and prints the findings.

use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use serde_json::json;

use super::agents::AgentReport;
use crate::Streams;

/// In the order in which findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Severity {
    /// Questions do not reach the user.
    #[serde(rename = "fails")]
    Failure,
    /// Doorbell works, but with limitations.
    #[serde(rename = "warns")]
    Warning,
    #[serde(rename = "holds")]
    Ok,
    /// Not checked, because an earlier step failed.
    #[serde(rename = "skipped")]
    Skipped,
}

/// The result of one step.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    step: String,
    #[serde(rename = "how")]
    severity: Severity,
    #[serde(rename = "said")]
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<String>,
    milliseconds: f64,
}

impl Finding {
    pub fn ok(message: impl Into<String>) -> Self {
        Self::new(Severity::Ok, message)
    }

    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    pub fn failure(message: impl Into<String>) -> Self {
        Self::new(Severity::Failure, message)
    }

    fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            step: String::new(),
            severity,
            message: message.into(),
            fix: None,
            milliseconds: 0.0,
        }
    }

    pub fn with_fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    pub fn for_step(mut self, step: impl Into<String>) -> Self {
        self.step = step.into();
        self
    }
}

#[derive(Default)]
pub struct Report {
    findings: Vec<Finding>,
    /// True if a question of at least one agent reaches Doorbell; `None` if that is not known.
    is_connected: Option<bool>,
}

impl Report {
    pub fn check(&mut self, step: &str, check: impl FnOnce() -> Finding) {
        self.check_with_result(step, || Ok(((), check())));
    }

    /// Returns the value that later steps need; `None` if this step failed.
    pub fn check_with_result<T>(
        &mut self,
        step: &str,
        check: impl FnOnce() -> Result<(T, Finding), Finding>,
    ) -> Option<T> {
        let start = Instant::now();
        let (value, finding) = match check() {
            Ok((value, finding)) => (Some(value), finding),
            Err(finding) => (None, finding),
        };
        let mut finding = finding.for_step(step);
        finding.milliseconds = (start.elapsed().as_secs_f64() * 100_000.0).round() / 100.0;
        self.findings.push(finding);
        value
    }

    /// Records that a step needs another one that failed.
    pub fn skip(&mut self, step: &str, needed: &str) {
        let message = format!("not checked: {needed} failed");
        let finding = Finding::new(Severity::Skipped, message);
        self.findings.push(finding.for_step(step));
    }

    pub fn has_failed(&self, step: &str) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.step == step && finding.severity == Severity::Failure)
    }

    pub fn add_agents(&mut self, agents: AgentReport) {
        self.findings.extend(agents.findings);
        self.is_connected = agents.is_connected;
    }

    pub fn has_failure(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.severity == Severity::Failure)
    }

    /// Prints the problems first, and the rest only if `verbose`.
    pub fn print(&self, verbose: bool, json: bool, streams: &mut Streams<'_>) -> Result<()> {
        if json {
            let report = json!({
                "works": !self.has_failure(),
                "connected": self.is_connected,
                "steps": self.findings,
            });
            writeln!(streams.out, "{report}")?;
            return Ok(());
        }
        let mut findings: Vec<&Finding> = self.findings.iter().collect();
        findings.sort_by_key(|finding| finding.severity);
        if !verbose {
            findings.retain(|finding| finding.severity < Severity::Ok);
        }
        for finding in &findings {
            finding.print(verbose, streams)?;
        }
        if !findings.is_empty() {
            writeln!(streams.out)?;
        }
        writeln!(streams.out, "{}", self.verdict())?;
        Ok(())
    }

    fn verdict(&self) -> &'static str {
        match (self.has_failure(), self.is_connected) {
            (true, _) => "Questions can't reach you yet: fix what is marked FAIL.",
            (false, Some(false)) => {
                "Doorbell works, but no agent is connected yet: run `doorbell setup`."
            }
            (false, _) => "Doorbell works.",
        }
    }
}

impl Finding {
    fn print(&self, verbose: bool, streams: &mut Streams<'_>) -> Result<()> {
        let mark = match self.severity {
            Severity::Failure => "FAIL",
            Severity::Warning => "note",
            Severity::Ok => "ok",
            Severity::Skipped => "skip",
        };
        let (step, message) = (&self.step, &self.message);
        write!(streams.out, "{mark:<4}  {step:<14} {message}")?;
        if verbose && self.milliseconds >= 1.0 {
            write!(streams.out, " ({:.0} ms)", self.milliseconds)?;
        }
        writeln!(streams.out)?;
        if let Some(fix) = &self.fix {
            writeln!(streams.out, "      {:<14} → {fix}", "")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(report: &Report, verbose: bool) -> String {
        let mut out = Vec::new();
        let mut streams = Streams {
            input: &mut std::io::empty(),
            out: &mut out,
            err: &mut std::io::sink(),
        };
        report.print(verbose, false, &mut streams).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn report(findings: Vec<Finding>, is_connected: Option<bool>) -> Report {
        Report {
            findings,
            is_connected,
        }
    }

    #[test]
    fn problems_come_first_and_alone() {
        let findings = || {
            vec![
                Finding::ok("fine").for_step("Programs"),
                Finding::warning("no icon").for_step("Tray"),
                Finding::failure("none")
                    .for_step("Display")
                    .with_fix("look"),
            ]
        };
        let problems = "\
FAIL  Display        none
                     → look
note  Tray           no icon
";
        let verdict = "\nQuestions can't reach you yet: fix what is marked FAIL.\n";
        let report = report(findings(), Some(true));
        assert_eq!(printed(&report, false), format!("{problems}{verdict}"));
        assert_eq!(
            printed(&report, true),
            format!("{problems}ok    Programs       fine\n{verdict}")
        );
    }

    #[test]
    fn verdict_says_whether_an_agent_is_connected() {
        let fine = || vec![Finding::ok("fine").for_step("Programs")];
        assert_eq!(
            printed(&report(fine(), Some(true)), false),
            "Doorbell works.\n"
        );
        assert_eq!(
            printed(&report(fine(), Some(false)), false),
            "Doorbell works, but no agent is connected yet: run `doorbell setup`.\n"
        );
        assert_eq!(printed(&report(fine(), None), false), "Doorbell works.\n");
    }
}
