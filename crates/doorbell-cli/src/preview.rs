//! `doorbell preview`.

use anyhow::Result;
use doorbell_protocol::{
    ElicitParams, PreviewFinding, PreviewParams, PreviewResult, PreviewSeverity,
};
use serde_json::json;

use crate::arguments::Preview;
use crate::exit::Exit;
use crate::{Streams, ask, launch};

/// Prints the findings and shows the form until it is closed.
pub fn run(preview: &Preview, streams: &mut Streams<'_>) -> Result<Exit> {
    let requested_schema = ask::read_schema(&preview.schema, streams)?;
    let mut client = launch::connect_or_start(streams)?;
    let found = client.preview(PreviewParams {
        message: preview.message.clone(),
        requested_schema: requested_schema.clone(),
    })?;
    if preview.json {
        writeln!(streams.out, "{}", json!(found))?;
    } else {
        print_findings(&found, streams)?;
    }
    // The findings must be visible while the window is open.
    streams.out.flush()?;
    if !preview.no_window {
        let mut params = ElicitParams::form(&preview.message, requested_schema);
        params.preview = true;
        let shown = client.ask_with_reconnect(params, launch::reconnect())?;
        let outcome = shown.outcome();
        if Exit::for_outcome(&outcome.outcome) == Exit::Unavailable {
            let reason = outcome.reason.as_deref().unwrap_or("no reason given");
            writeln!(
                streams.err,
                "doorbell: the form could not be shown: {reason}"
            )?;
            return Ok(Exit::Unavailable);
        }
    }
    let breaks = |finding: &PreviewFinding| finding.severity == PreviewSeverity::Error;
    Ok(if found.findings.iter().any(breaks) {
        Exit::Declined
    } else {
        Exit::Accepted
    })
}

fn print_findings(found: &PreviewResult, streams: &mut Streams<'_>) -> Result<()> {
    if found.findings.is_empty() {
        writeln!(streams.out, "The schema is valid MCP.")?;
    }
    for finding in &found.findings {
        let weight = match finding.severity {
            PreviewSeverity::Error => "error",
            PreviewSeverity::Warning => "warning",
        };
        // Debug formatting escapes control characters in the name.
        let field = finding.field.as_ref();
        let place = field.map_or(String::new(), |field| format!("{field:?}: "));
        let (rule, text) = (&finding.rule, &finding.text);
        writeln!(streams.out, "{weight}: {place}{text} [{rule}]")?;
    }
    Ok(())
}
