//! Collects and prints the findings.

use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use serde_json::json;

use crate::Streams;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Severity {
    #[serde(rename = "holds")]
    Ok,
    /// Doorbell works, but with limitations.
    #[serde(rename = "warns")]
    Warning,
    /// Questions do not reach the user.
    #[serde(rename = "fails")]
    Failure,
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
    pub findings: Vec<Finding>,
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

    pub fn has_failure(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.severity == Severity::Failure)
    }

    pub fn print(&self, json: bool, streams: &mut Streams<'_>) -> Result<()> {
        if json {
            let report = json!({"works": !self.has_failure(), "steps": self.findings});
            writeln!(streams.out, "{report}")?;
            return Ok(());
        }
        for finding in &self.findings {
            let mark = match finding.severity {
                Severity::Ok => "ok  ",
                Severity::Warning => "note",
                Severity::Failure => "FAIL",
            };
            let (step, message, time) = (&finding.step, &finding.message, finding.milliseconds);
            writeln!(streams.out, "{mark}  {step:<14} {message} ({time} ms)")?;
            if let Some(fix) = &finding.fix {
                writeln!(streams.out, "      {:<14} → {fix}", "")?;
            }
        }
        let verdict = if self.has_failure() {
            "Questions do not reach you: see FAIL above."
        } else {
            "Questions reach you."
        };
        writeln!(streams.out, "\n{verdict}")?;
        Ok(())
    }
}
