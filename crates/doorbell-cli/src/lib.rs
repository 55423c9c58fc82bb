//! The `doorbell` command line. It has no window, and no request it sends can answer a question.

mod agent_question;
mod arguments;
mod ask;
mod doctor;
mod exit;
mod fields;
mod hook;
mod launch;
mod mcp;
mod preview;
mod service;
mod session_news;
mod setup;
mod wrap;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use doorbell_protocol::StopParams;

pub use exit::Exit;

use arguments::{Arguments, Command};

pub(crate) struct Streams<'a> {
    pub input: &'a mut dyn Read,
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
}

/// Returns the command line's definition, for help and man pages.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs one command line and returns its exit code.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> ExitCode {
    let mut streams = Streams { input, out, err };
    let exit = match command().try_get_matches_from(arguments) {
        Ok(matches) => match Arguments::from_arg_matches(&matches) {
            Ok(arguments) => dispatch(&arguments.command, &matches, &mut streams),
            Err(error) => print_clap_error(&error, &mut streams),
        },
        Err(error) => print_clap_error(&error, &mut streams),
    };
    exit.into()
}

fn dispatch(command: &Command, matches: &clap::ArgMatches, streams: &mut Streams<'_>) -> Exit {
    let result = match command {
        Command::Ask(ask) => {
            let fields = matches
                .subcommand_matches("ask")
                .map(fields::from_matches)
                .unwrap_or_default();
            ask::run(ask, &fields, streams)
        }
        Command::Wrap(options) => wrap::run(options),
        Command::Mcp => mcp::run(),
        Command::Preview(options) => preview::run(options, streams),
        Command::Setup(options) => setup::run(options, streams),
        Command::Hook { agent, reply } => hook::run(*agent, *reply, streams),
        Command::Doctor { verbose, json } => doctor::run(*verbose, *json, streams),
        Command::List { json } => service::list(*json, streams),
        Command::Status { json } => service::status(*json, streams),
        Command::Open { wanted } => service::open(wanted.clone(), streams),
        Command::Start {
            at_login: None,
            r#virtual,
        } => {
            if *r#virtual {
                launch::allow_virtual_display();
            }
            service::start(streams)
        }
        Command::Start {
            at_login: Some(switch),
            ..
        } => service::at_login(*switch, streams),
        Command::Stop { force } => {
            let (force, restart) = (*force, false);
            service::stop(StopParams { force, restart }, streams)
        }
        Command::Restart { force } => service::restart(*force, streams),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut self::command(), "doorbell", &mut streams.out);
            Ok(Exit::Accepted)
        }
    };
    result.unwrap_or_else(|error| {
        // Standard error may be closed; ignore that.
        let _ = writeln!(streams.err, "doorbell: {error:#}");
        Exit::for_error(&error)
    })
}

/// Prints help and version to standard output, and errors to standard error.
fn print_clap_error(error: &clap::Error, streams: &mut Streams<'_>) -> Exit {
    // One write, since standard output would flush each line.
    let text = error.render().to_string();
    if error.use_stderr() {
        let _ = streams.err.write_all(text.as_bytes());
        Exit::Usage
    } else {
        let _ = streams.out.write_all(text.as_bytes());
        Exit::Accepted
    }
}
