//! Sets up and runs one proxied connection.

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

use crate::child::ServerProcess;
use crate::doorbell_client::{self, DoorbellClient};
use crate::http::{self, Headers, Upstream};
use crate::interceptor::{Claims, InterceptPolicy, Interceptor};
use crate::key_generator::KeyGenerator;
use crate::line_reader::LineReader;
use crate::output::Output;
use crate::pipe::enlarge;
use crate::relay::{EndReason, Origin, Relay};
use crate::shutdown::{self, ProxyExit};
use crate::timer::Timer;
use crate::transport::ReceivedLine;
use crate::{WrapError, environment, spawn};

/// The exit code after a panic (sysexits.h).
const EXIT_SOFTWARE: i32 = 70;

/// What to proxy, and how.
pub struct Options {
    /// The server's name in questions. Derived from the target if `None`.
    pub name: Option<String>,
    /// Which questions go to Doorbell.
    pub policy: InterceptPolicy,
    /// The server.
    pub target: ServerTarget,
}

/// How to reach the server.
pub enum ServerTarget {
    /// Start a program and speak over standard input and output.
    Command {
        /// The program to run.
        program: OsString,
        /// Its arguments.
        arguments: Vec<OsString>,
    },
    /// Connect over Streamable HTTP.
    Url {
        /// Its address.
        url: String,
        /// Headers sent with every request.
        headers: Headers,
    },
}

/// Runs the proxy until the server or the agent ends. The agent is on standard input and output.
///
/// # Errors
/// [`WrapError`] if the server cannot be started or reached.
pub fn run(options: Options, connector: Arc<dyn Connector>) -> Result<ProxyExit, WrapError> {
    exit_on_panic();
    let claims = claims(&options);
    let interceptor = Interceptor::new(options.policy, claims);
    let (end_sender, end_reasons) = mpsc::channel();
    // Before the server starts: an earlier signal would end only the proxy.
    watch_signals(end_sender.clone())?;
    match options.target {
        ServerTarget::Command { program, arguments } => {
            let (server, input, output) =
                ServerProcess::start(&program, &arguments).map_err(|source| WrapError::Start {
                    program: program.to_string_lossy().into_owned(),
                    source,
                })?;
            let send = move |line: &[u8]| (&input).write_all(line);
            let mut lines = LineReader::new(output);
            let receive = move || {
                let line = lines.next_line()?;
                Ok(line.map(|line| ReceivedLine {
                    line,
                    related_request: None,
                }))
            };
            let relay = start_threads(interceptor, send, receive, connector, &end_sender)?;
            let pid = server.pid();
            let exit_sender = end_sender.clone();
            spawn("server's end", move || {
                ServerProcess::wait_for_exit(pid);
                let _ = exit_sender.send(EndReason::ServerExited);
            })?;
            Ok(shutdown::run_until_exit(&relay, server, &end_reasons)?)
        }
        ServerTarget::Url { url, headers } => {
            let upstream = Upstream {
                url: url.clone(),
                headers,
                report: Box::new(|problem| crate::report(&problem)),
            };
            let (mut sender, mut receiver) =
                http::connect(upstream).map_err(|source| WrapError::Connect {
                    host: environment::redact_url(&url).0,
                    source,
                })?;
            let send = move |line: &[u8]| sender.send(line);
            let receive = move || Ok(receiver.blocking_recv());
            let relay = start_threads(interceptor, send, receive, connector, &end_sender)?;
            Ok(shutdown::run_until_closed(&relay, &end_reasons))
        }
    }
}

/// Describes the asker to the person.
fn claims(options: &Options) -> Claims {
    let (name, command, url) = match &options.target {
        ServerTarget::Command { program, arguments } => {
            let words: Vec<&OsStr> = std::iter::once(program)
                .chain(arguments)
                .map(OsString::as_os_str)
                .collect();
            let command = environment::command_line(&words);
            (environment::server_name(&words), Some(command), None)
        }
        ServerTarget::Url { url, .. } => {
            let (host, redacted) = environment::redact_url(url);
            (host, None, Some(redacted))
        }
    };
    let mut claims = Claims {
        server: options.name.clone().unwrap_or(name),
        command,
        url,
        keys: KeyGenerator::random(),
        ..Claims::default()
    };
    environment::fill_claims(&mut claims, |name| std::env::var(name).ok());
    claims
}

/// Ends the process when a thread panics: the agent notices an exit, but not a missing thread. The
/// panic message may quote a message, so only its location is reported.
fn exit_on_panic() {
    std::panic::set_hook(Box::new(|panic| {
        let location = panic
            .location()
            .map_or_else(String::new, ToString::to_string);
        crate::report(&format!("failed at {location}; please report this"));
        std::process::exit(EXIT_SOFTWARE);
    }));
}

fn start_threads(
    interceptor: Interceptor,
    send: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static,
    mut receive: impl FnMut() -> io::Result<Option<ReceivedLine>> + Send + 'static,
    connector: Arc<dyn Connector>,
    end_sender: &Sender<EndReason>,
) -> Result<Arc<Relay>, WrapError> {
    // Unbuffered, unlike std's: messages are written at once and read in large chunks.
    let host_input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut host_output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    enlarge(&host_input);
    enlarge(&host_output);
    let host = Output::new(move |line| host_output.write_all(line));
    let server = Output::new(send);
    let (doorbell, doorbell_events) = DoorbellClient::new(connector, interceptor.key_generator());
    let relay = Arc::new(Relay {
        interceptor: Mutex::new(interceptor),
        host,
        server,
        doorbell,
        timer: Timer::default(),
        end_sender: end_sender.clone(),
    });
    let host_relay = Arc::clone(&relay);
    spawn("host", move || {
        let mut lines = LineReader::new(host_input);
        while let Some(line) = or_report(lines.next_line()).flatten() {
            // Probe before taking the interceptor's lock: it may take a while.
            let is_reachable = host_relay.doorbell.is_reachable();
            host_relay.handle(Origin::Host, |interceptor| {
                interceptor.on_host(line, Instant::now(), || is_reachable)
            });
        }
        host_relay.end(EndReason::HostClosed);
    })?;
    let server_relay = Arc::clone(&relay);
    spawn("server", move || {
        while let Some(received) = or_report(receive()).flatten() {
            let related_request = received.related_request.as_ref();
            server_relay.handle(Origin::Server, |interceptor| {
                interceptor.on_server(received.line, related_request, Instant::now())
            });
        }
        server_relay.end(EndReason::ServerClosed);
    })?;
    let host_writer = Arc::clone(&relay);
    spawn("to the host", move || host_writer.run_host_writer())?;
    let server_writer = Arc::clone(&relay);
    spawn("to the server", move || {
        // A server that stops reading is noticed when it exits.
        let _ = server_writer.server.run_writer();
    })?;
    let timer_relay = Arc::clone(&relay);
    spawn("timer", move || timer_relay.run_timer())?;
    let doorbell_relay = Arc::clone(&relay);
    spawn("doorbell", move || {
        doorbell_client::run_worker(&doorbell_relay, &doorbell_events)
    })?;
    Ok(relay)
}

fn or_report<T>(read: io::Result<T>) -> Option<T> {
    read.map_err(|error| crate::report(&format!("stopped: {error}")))
        .ok()
}

fn watch_signals(end_sender: Sender<EndReason>) -> Result<(), WrapError> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP])?;
    spawn("signals", move || {
        for signal in signals.forever() {
            let _ = end_sender.send(EndReason::Signal(signal));
        }
    })
}
