//! The `doorbell` command, built where the tests find it.

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
