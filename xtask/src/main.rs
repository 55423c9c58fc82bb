//! The project's commands: `cargo xtask run | test | package | fuzz | faults | servers | demo | bench |
//! icons`.
//!
//! They need only Rust and install the rest themselves, so that newcomers, developers and continuous
//! integration run the same commands.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a developer's command talks to its terminal"
)]

mod agents;
mod bench;
mod binaries;
mod checks;
mod command;
mod demo;
mod dependencies;
mod document;
mod faults;
mod fuzz;
mod icons;
mod package;
mod packages;
mod run;
mod servers;
mod steps;
mod test;
mod tools;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <command>

  run      build Doorbell, start it and ask a first question
  test     run every check and test, fastest first; `--fast` without a desktop, `--only STEP`,
           `--skip STEP`, `--repeat N`, `--load`, `-- TEST`; `--package` tries the packages instead
  package  make a Debian package and an archive with an install script
  fuzz     run the cargo-fuzz targets on what reads input from outside; `--minutes N`
  faults   break things on purpose and count what came of every question
  servers  install the MCP servers of others that the interop tests talk to
  demo     take the documents' pictures on a virtual screen; `demo moving` for one of them,
           `--text 200` or `--width 320` for the same in target/doorbell/pictures
  bench    measure the budgets in docs/performance.md; `bench wrap` for one part of them, `--save` to
           put the figures into the page
  icons    render the icon set from its SVG sources

What is missing on a Debian or Ubuntu system is installed with apt-get, and named before.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["run"] => run::run(),
        ["test", "--package"] => package::trial::try_packages(),
        ["test", args @ ..] => test::run(args),
        ["package"] => package::build_and_list(),
        ["fuzz", args @ ..] => fuzz::run_targets(args),
        ["faults"] => faults::run(),
        ["servers"] => servers::run(),
        ["demo", parts @ ..] => demo::run(parts),
        ["bench", args @ ..] => bench::run(args),
        ["icons"] => icons::run(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(64);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
