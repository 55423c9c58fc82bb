//! Fake agents. Doorbell identifies them by the name of the script that an interpreter runs.

use std::fs;
use std::path::Path;

use anyhow::Result;
use doorbell_tests::process::ChildProcess;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use serde_json::{Value, json};

const PYTHON: &str = "python3";

/// The method and params of a question.
pub type Request = (&'static str, Value);

/// Starts an agent that asks questions. Dropping the process withdraws them.
pub fn start(
    desktop: &VirtualDesktop,
    program: &str,
    requests: &[Request],
) -> Result<ChildProcess> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("kit/bin/demo/agent.py");
    let script = desktop.home().join(format!("{program}.py"));
    fs::copy(source, &script)?;
    let mut command = desktop.command(PYTHON);
    command
        .arg(script)
        .arg(desktop.socket())
        .arg(json!(requests).to_string());
    desktop.start_process(program, command)
}
