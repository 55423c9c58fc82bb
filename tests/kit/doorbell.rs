//! The `doorbell` command, built as an example so that tests can run it.

use std::io::{stderr, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    doorbell_cli::run(
        std::env::args_os(),
        &mut stdin(),
        &mut stdout(),
        &mut stderr(),
    )
}
