//! The `doorbell` command line: asks, lists, opens, starts and stops. It has no window of its
//! own and nothing it can say on the socket answers a question.

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
mod setup;
mod wrap;

use std::ffi::OsString;
use std::io::{Read, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use doorbell_protocol::StopParams;

pub use exit::Exit;

use arguments::{Arguments, Command};

/// The three streams of the command line.
pub(crate) struct Streams<'a> {
    pub input: &'a mut dyn Read,
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
}

/// The command line as it is described to people.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs one command line to its exit code.
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
            Err(error) => usage(&error, &mut streams),
        },
        Err(error) => usage(&error, &mut streams),
    };
    exit.into()
}

fn dispatch(command: &Command, matches: &clap::ArgMatches, streams: &mut Streams<'_>) -> Exit {
    let done = match command {
        Command::Ask(ask) => {
            let quick = matches
                .subcommand_matches("ask")
                .map(fields::given)
                .unwrap_or_default();
            ask::run(ask, quick, streams)
        }
        Command::Wrap(options) => wrap::run(options),
        Command::Mcp => mcp::run(),
        Command::Preview(options) => preview::run(options, streams),
        Command::Setup(options) => setup::run(options, streams),
        Command::Hook { agent } => hook::run(*agent, streams),
        Command::Doctor { json } => doctor::run(*json, streams),
        Command::List { json } => service::list(*json, streams),
        Command::Status { json } => service::status(*json, streams),
        Command::Open { wanted } => service::open(wanted.clone(), streams),
        Command::Start {
            at_login: None,
            r#virtual,
        } => {
            if *r#virtual {
                launch::let_be_virtual();
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
    done.unwrap_or_else(|error| {
        // With a broken stderr there is nobody left to tell.
        let _ = writeln!(streams.err, "doorbell: {error:#}");
        Exit::of(&error)
    })
}

/// Help and version are no mistakes; everything else clap finds is.
fn usage(error: &clap::Error, streams: &mut Streams<'_>) -> Exit {
    // As one text: piece by piece, a terminal's stream would be written to line by line.
    let text = error.render().to_string();
    if error.use_stderr() {
        let _ = streams.err.write_all(text.as_bytes());
        Exit::Usage
    } else {
        let _ = streams.out.write_all(text.as_bytes());
        Exit::Accepted
    }
}
