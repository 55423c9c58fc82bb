//! One proxied connection, from its start to its end.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::bell::{self, Bell, Doorstep};
use crate::child::Server;
use crate::environment;
use crate::interceptor::{Claims, Interceptor, When};
use crate::lines::Lines;
use crate::output::Output;
use crate::relay::{End, Relay};
use crate::transport::{FromServer, ToServer};
use crate::{WrapError, spawn};

/// How long a server may take to end after its input was closed, and again after it was told to.
const GRACE: Duration = Duration::from_secs(2);
/// How long the last words of a server that has ended may take.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The exit code of a proxy that fails itself (sysexits.h: EX_SOFTWARE).
const FAILED: i32 = 70;

/// What to run.
pub struct Options {
    /// The server's name, for the person.
    pub name: Option<String>,
    /// Whom to ask for.
    pub when: When,
    /// The server's program and its arguments.
    pub command: Vec<OsString>,
}

/// Runs a server for the agent at standard input and output, until one of them ends.
///
/// # Errors
/// [`WrapError`] if the server cannot be run.
pub fn run(options: &Options, doorstep: Arc<dyn Doorstep>) -> Result<ExitStatus, WrapError> {
    let Some((program, arguments)) = options.command.split_first() else {
        return Err(WrapError::NoServer);
    };
    end_on_panic();
    let (server, input, output) =
        Server::start(program, arguments).map_err(|source| WrapError::Start {
            program: program.to_string_lossy().into_owned(),
            source,
        })?;
    let mut claims = Claims {
        server: options
            .name
            .clone()
            .unwrap_or_else(|| environment::name_of(&options.command)),
        command: Some(environment::spelled(&options.command)),
        ..Claims::default()
    };
    environment::mark(&mut claims, |name| std::env::var(name).ok());
    let (ends, ended) = mpsc::channel();
    let interceptor = Interceptor::new(options.when, claims);
    begin(interceptor, input, output, doorstep, &ends)?;
    let pid = server.pid();
    let exited = ends.clone();
    spawn("server's end", move || {
        Server::wait_for_end(pid);
        let _ = exited.send(End::Exited);
    })?;
    watch_signals(ends)?;
    Ok(see_out(server, &ended)?)
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
    mut input: impl ToServer + 'static,
    mut output: impl FromServer + 'static,
    doorstep: Arc<dyn Doorstep>,
    ends: &Sender<End>,
) -> Result<(), WrapError> {
    // Not the buffered ones of std: every message is written at once, and read in large parts.
    let host_input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut host_output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let host = Output::to(move |line| host_output.write_all(line));
    let server = Output::to(move |line| input.send(line));
    let (bell, jobs) = Bell::new(doorstep);
    let relay = Arc::new(Relay::new(interceptor, host, server, bell, ends.clone()));
    let hosts = Arc::clone(&relay);
    spawn("host", move || {
        let mut lines = Lines::of(host_input);
        while let Some(line) = or_tell(lines.next_line()).flatten() {
            hosts.step(|interceptor| {
                interceptor.on_host(line, Instant::now(), || hosts.bell().is_reachable())
            });
        }
        hosts.end(End::Host);
        hosts.close_server();
    })?;
    let servers = Arc::clone(&relay);
    spawn("server", move || {
        while let Some(received) = or_tell(output.receive()).flatten() {
            let within = received.within.as_ref();
            servers
                .step(|interceptor| interceptor.on_server(received.line, within, Instant::now()));
        }
        servers.end(End::Server);
    })?;
    let clocks = Arc::clone(&relay);
    spawn("clock", move || clocks.tick())?;
    spawn("bell", move || bell::work(&relay, &jobs))?;
    Ok(())
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

/// Sees the server out, as MCP wants it: its input is closed, then it is told to end, then it is
/// ended.
fn see_out(server: Server, ended: &Receiver<End>) -> io::Result<ExitStatus> {
    let mut is_silent = false;
    // `None` as long as nobody wants it to end.
    let mut next: Option<(Instant, Signal)> = None;
    loop {
        let end = match next {
            None => ended.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some((at, _)) => ended.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match end {
            Ok(End::Exited) => break,
            Ok(End::Server) => {
                is_silent = true;
                next.get_or_insert((Instant::now() + GRACE, Signal::TERM));
            }
            Ok(End::Host) => {
                next.get_or_insert((Instant::now() + GRACE, Signal::TERM));
            }
            Ok(End::Signal(signal)) => {
                // What is typed at a terminal reaches the server by itself.
                if signal != SIGINT
                    && let Some(signal) = Signal::from_named_raw(signal)
                {
                    server.signal(signal);
                }
                let then = if signal == SIGINT {
                    Signal::TERM
                } else {
                    Signal::KILL
                };
                next = Some((Instant::now() + GRACE, then));
            }
            Err(_) => {
                let Some((_, signal)) = next else {
                    continue;
                };
                server.signal(signal);
                next = Some((Instant::now() + GRACE, Signal::KILL));
            }
        }
    }
    let begun = Instant::now();
    while !is_silent {
        let left = LAST_WORDS.saturating_sub(begun.elapsed());
        match ended.recv_timeout(left) {
            Ok(End::Server) | Err(_) => is_silent = true,
            Ok(_) => {}
        }
    }
    server.status()
}
