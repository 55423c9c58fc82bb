//! One proxied connection, from its start to its end.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use doorbell_protocol::client::Connector;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::bell::{self, Bell};
use crate::child::Server;
use crate::clock::Clock;
use crate::farewell::{self, Ended};
use crate::http::{self, Headers, Upstream};
use crate::interceptor::{Claims, Interceptor, When};
use crate::keys::Keys;
use crate::lines::Lines;
use crate::output::Output;
use crate::pipe::widen;
use crate::relay::{End, Origin, Relay};
use crate::transport::Received;
use crate::{WrapError, environment, spawn};

/// The exit code of a proxy that fails itself (sysexits.h: EX_SOFTWARE).
const FAILED: i32 = 70;

/// What to run.
pub struct Options {
    /// The server's name, for the person.
    pub name: Option<String>,
    /// Whom to ask for.
    pub when: When,
    /// Where the server is.
    pub place: Place,
}

/// Where a server is.
pub enum Place {
    /// A program with its arguments, to be run.
    Command {
        /// The program.
        program: OsString,
        /// Its arguments.
        arguments: Vec<OsString>,
    },
    /// Elsewhere, over Streamable HTTP.
    Url {
        /// Its address.
        url: String,
        /// What is sent with every request.
        headers: Headers,
    },
}

/// Stands between a server and the agent at standard input and output, until one of them ends.
///
/// # Errors
/// [`WrapError`] if there is no way to the server.
pub fn run(options: Options, connector: Arc<dyn Connector>) -> Result<Ended, WrapError> {
    end_on_panic();
    let claims = claims(&options);
    let interceptor = Interceptor::new(options.when, claims);
    let (ends, ended) = mpsc::channel();
    // Before there is a server: a signal that came in between would end the proxy alone.
    watch_signals(ends.clone())?;
    match options.place {
        Place::Command { program, arguments } => {
            let (server, input, output) =
                Server::start(&program, &arguments).map_err(|source| WrapError::Start {
                    program: program.to_string_lossy().into_owned(),
                    source,
                })?;
            let send = move |line: &[u8]| (&input).write_all(line);
            let mut lines = Lines::of(output);
            let receive = move || {
                let line = lines.next_line()?;
                Ok(line.map(|line| Received { line, within: None }))
            };
            let relay = begin(interceptor, send, receive, connector, &ends)?;
            let pid = server.pid();
            let exited = ends.clone();
            spawn("server's end", move || {
                Server::wait_for_end(pid);
                let _ = exited.send(End::Exited);
            })?;
            Ok(farewell::see_out(&relay, server, &ended)?)
        }
        Place::Url { url, headers } => {
            let upstream = Upstream {
                url: url.clone(),
                headers,
                report: Box::new(|trouble| crate::tell(&trouble)),
            };
            let (mut sender, mut receiver) =
                http::connect(upstream).map_err(|source| WrapError::Connect {
                    host: environment::address(&url).0,
                    source,
                })?;
            let send = move |line: &[u8]| sender.send(line);
            let receive = move || Ok(receiver.blocking_recv());
            let relay = begin(interceptor, send, receive, connector, &ends)?;
            Ok(farewell::let_go(&relay, &ended))
        }
    }
}

/// What the person is told of who asks.
fn claims(options: &Options) -> Claims {
    let (name, command, url) = match &options.place {
        Place::Command { program, arguments } => {
            let words: Vec<&OsStr> = std::iter::once(program)
                .chain(arguments)
                .map(OsString::as_os_str)
                .collect();
            let command = environment::spelled(&words);
            (environment::name_of(&words), Some(command), None)
        }
        Place::Url { url, .. } => {
            let (host, plain) = environment::address(url);
            (host, None, Some(plain))
        }
    };
    let mut claims = Claims {
        server: options.name.clone().unwrap_or(name),
        command,
        url,
        keys: Keys::random(),
        ..Claims::default()
    };
    environment::mark(&mut claims, |name| std::env::var(name).ok());
    claims
}

/// A thread that fails would leave the agent waiting for ever; an end it can see. What a panic says
/// may quote a message, so only the place is told.
fn end_on_panic() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map_or_else(String::new, ToString::to_string);
        crate::tell(&format!("failed at {place}; please report this"));
        std::process::exit(FAILED);
    }));
}

/// Starts the threads that carry messages.
fn begin(
    interceptor: Interceptor,
    send: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static,
    mut receive: impl FnMut() -> io::Result<Option<Received>> + Send + 'static,
    connector: Arc<dyn Connector>,
    ends: &Sender<End>,
) -> Result<Arc<Relay>, WrapError> {
    // Not the buffered ones of std: every message is written at once, and read in large parts.
    let host_input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut host_output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    widen(&host_input);
    widen(&host_output);
    let host = Output::to(move |line| host_output.write_all(line));
    let server = Output::to(send);
    let (bell, jobs) = Bell::new(connector, interceptor.keys());
    let relay = Arc::new(Relay {
        interceptor: Mutex::new(interceptor),
        host,
        server,
        bell,
        clock: Clock::default(),
        ends: ends.clone(),
    });
    let hosts = Arc::clone(&relay);
    spawn("host", move || {
        let mut lines = Lines::of(host_input);
        while let Some(line) = or_tell(lines.next_line()).flatten() {
            // Looked for before the rules are asked: it may take a while.
            let is_reachable = hosts.bell.is_reachable();
            hosts.step(Origin::Host, |interceptor| {
                interceptor.on_host(line, Instant::now(), || is_reachable)
            });
        }
        hosts.end(End::Host);
    })?;
    let servers = Arc::clone(&relay);
    spawn("server", move || {
        while let Some(received) = or_tell(receive()).flatten() {
            let within = received.within.as_ref();
            servers.step(Origin::Server, |interceptor| {
                interceptor.on_server(received.line, within, Instant::now())
            });
        }
        servers.end(End::Server);
    })?;
    let to_host = Arc::clone(&relay);
    spawn("to the host", move || to_host.write_to_host())?;
    let to_server = Arc::clone(&relay);
    spawn("to the server", move || {
        let _ = to_server.server.write_for_others();
    })?;
    let clocks = Arc::clone(&relay);
    spawn("clock", move || clocks.tick())?;
    let bells = Arc::clone(&relay);
    spawn("bell", move || bell::work(&bells, &jobs))?;
    Ok(relay)
}

fn or_tell<T>(read: io::Result<T>) -> Option<T> {
    read.map_err(|error| crate::tell(&format!("cannot go on: {error}")))
        .ok()
}

fn watch_signals(ends: Sender<End>) -> Result<(), WrapError> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    spawn("signals", move || {
        for signal in signals.forever() {
            let _ = ends.send(End::Signal(signal));
        }
    })
}
