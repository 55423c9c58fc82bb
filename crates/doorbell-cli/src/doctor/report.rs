//! What was found, and how it is told.

use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use serde_json::json;

use crate::Streams;

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum How {
    /// It is as it should be.
    Holds,
    /// Doorbell works without it, but less well.
    Warns,
    /// Questions do not get through.
    Fails,
}

/// What was found in one step.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    step: String,
    how: How,
    said: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<String>,
    milliseconds: f64,
}

impl Finding {
    pub fn holds(said: impl Into<String>) -> Self {
        Self::new(How::Holds, said)
    }

    pub fn warns(said: impl Into<String>) -> Self {
        Self::new(How::Warns, said)
    }

    pub fn fails(said: impl Into<String>) -> Self {
        Self::new(How::Fails, said)
    }

    fn new(how: How, said: impl Into<String>) -> Self {
        Self {
            step: String::new(),
            how,
            said: said.into(),
            fix: None,
            milliseconds: 0.0,
        }
    }

    /// With what to do about it.
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// Of this step.
    pub fn of(mut self, step: impl Into<String>) -> Self {
        self.step = step.into();
        self
    }
}

/// All of it, in order.
#[derive(Default)]
pub struct Report {
    pub findings: Vec<Finding>,
}

impl Report {
    /// Takes a step.
    pub fn step(&mut self, name: &str, look: impl FnOnce() -> Finding) {
        self.look(name, || Ok(((), look())));
    }

    /// Takes a step that the next ones need something of.
    pub fn look<T>(
        &mut self,
        name: &str,
        look: impl FnOnce() -> Result<(T, Finding), Finding>,
    ) -> Option<T> {
        let begun = Instant::now();
        let (found, finding) = match look() {
            Ok((found, finding)) => (Some(found), finding),
            Err(finding) => (None, finding),
        };
        let mut finding = finding.of(name);
        finding.milliseconds = (begun.elapsed().as_secs_f64() * 100_000.0).round() / 100.0;
        self.findings.push(finding);
        found
    }

    /// Whether some question would not get through.
    pub fn fails(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.how == How::Fails)
    }

    pub fn tell(&self, whole: bool, streams: &mut Streams<'_>) -> Result<()> {
        if whole {
            let found = json!({"works": !self.fails(), "steps": self.findings});
            writeln!(streams.out, "{found}")?;
            return Ok(());
        }
        for finding in &self.findings {
            let mark = match finding.how {
                How::Holds => "ok  ",
                How::Warns => "note",
                How::Fails => "FAIL",
            };
            let (step, said, time) = (&finding.step, &finding.said, finding.milliseconds);
            writeln!(streams.out, "{mark}  {step:<14} {said} ({time} ms)")?;
            if let Some(fix) = &finding.fix {
                writeln!(streams.out, "      {:<14} → {fix}", "")?;
            }
        }
        let verdict = if self.fails() {
            "Questions do not reach you: see FAIL above."
        } else {
            "Questions reach you."
        };
        writeln!(streams.out, "\n{verdict}")?;
        Ok(())
    }
}
