//! Queries the sources of one bus at start and after every relevant signal.

use std::convert::Infallible;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use zbus::fdo::DBusProxy;
use zbus::message::{Message, Type};
use zbus::{Connection, MatchRule, MessageStream};

use super::source::{self, LOGIN, Source};
use super::wake::SleepDetector;
use super::{Report, StartupGuard};

/// A source that does not reply in time keeps its last state.
const REPLY_TIMEOUT: Duration = Duration::from_secs(2);
/// How often a source without signals is queried: the longest time for which a notification can show
/// details while the screen is shared.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// For a bus that could not be reached or was lost.
const RETRY_INTERVAL: Duration = Duration::from_secs(60);
/// One more signal would not cause more queries than those already queued.
const QUEUE_SIZE: usize = 16;
/// Sent by the login manager before and after a sleep.
const SLEEP_SIGNAL: &str = "PrepareForSleep";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    Session,
    System,
}

/// Watches a bus and reconnects to it.
pub async fn watch(
    bus: Bus,
    sleep_detector: &SleepDetector,
    reports: &mpsc::Sender<Report>,
    startup_guard: StartupGuard,
) {
    let mut startup_guard = Some(startup_guard);
    loop {
        if let Err(error) = follow(bus, sleep_detector, reports, &mut startup_guard).await {
            tracing::debug!(?bus, %error, "a bus is not there");
        }
        for source in source::of(bus) {
            send(reports, Report::Quiet(source.id, None)).await;
        }
        release_guard(&mut startup_guard, reports).await;
        sleep(RETRY_INTERVAL).await;
    }
}

/// Returns when the connection ends.
async fn follow(
    bus: Bus,
    sleep_detector: &SleepDetector,
    reports: &mpsc::Sender<Report>,
    startup_guard: &mut Option<StartupGuard>,
) -> zbus::Result<()> {
    let connection = match bus {
        Bus::Session => Connection::session().await?,
        Bus::System => Connection::system().await?,
    };
    let mut signals = MessageStream::from(&connection);
    let owners = DBusProxy::new(&connection).await?;
    subscribe(&owners, bus).await?;
    tracing::debug!(?bus, "a bus is listened to");
    let (hint, mut hints) = mpsc::channel(QUEUE_SIZE);
    // Receiving must not wait for queries: replies arrive on the same connection as signals.
    let receive = async {
        while let Some(Ok(message)) = signals.next().await {
            if message.message_type() == Type::Signal {
                let _ = hint.try_send(message);
            }
        }
    };
    let query = async {
        let mut received = Vec::new();
        loop {
            let sources = source::of(bus).iter();
            join_all(sources.map(|source| query_source(source, &connection, reports))).await;
            release_guard(startup_guard, reports).await;
            tokio::select! {
                _ = hints.recv_many(&mut received, QUEUE_SIZE) => {}
                never = poll_silent(bus, &owners, &connection, reports) => match never {},
            }
            for signal in received.drain(..) {
                if is_wake_signal(&signal) && is_from_login_manager(&owners, &signal).await {
                    sleep_detector.skip();
                    send(reports, Report::Woke).await;
                }
            }
        }
    };
    tokio::select! {
        () = receive => Ok(()),
        () = query => Ok(()),
    }
}

async fn subscribe(owners: &DBusProxy<'_>, bus: Bus) -> zbus::Result<()> {
    let signal = || MatchRule::builder().msg_type(Type::Signal);
    for source in source::of(bus) {
        let owner = signal()
            .sender("org.freedesktop.DBus")?
            .member("NameOwnerChanged")?
            .arg(0, source.name)?;
        owners.add_match_rule(owner.build()).await?;
        for hint in source.hints {
            let hint = signal().sender(source.name)?.interface(hint)?;
            owners.add_match_rule(hint.build()).await?;
        }
    }
    if bus == Bus::System {
        let waking = signal().sender(LOGIN)?.member(SLEEP_SIGNAL)?;
        owners.add_match_rule(waking.build()).await?;
    }
    Ok(())
}

/// Queries the running sources that send no signals, until a signal comes: a source that starts sends
/// one.
async fn poll_silent(
    bus: Bus,
    owners: &DBusProxy<'_>,
    connection: &Connection,
    reports: &mpsc::Sender<Report>,
) -> Infallible {
    let mut running = Vec::new();
    for source in source::of(bus).iter().filter(|source| source.is_silent()) {
        if is_running(source, owners).await {
            running.push(source);
        }
    }
    if running.is_empty() {
        return std::future::pending().await;
    }
    loop {
        sleep(POLL_INTERVAL).await;
        for source in &running {
            query_source(source, connection, reports).await;
        }
    }
}

async fn is_running(source: &Source, owners: &DBusProxy<'_>) -> bool {
    let Ok(name) = source.name.try_into() else {
        return false;
    };
    let has_owner = timeout(REPLY_TIMEOUT, owners.name_has_owner(name)).await;
    has_owner.is_ok_and(|reply| reply.unwrap_or(false))
}

async fn query_source(source: &Source, connection: &Connection, reports: &mpsc::Sender<Report>) {
    if let Ok(is_quiet) = timeout(REPLY_TIMEOUT, source.query(connection)).await {
        send(
            reports,
            Report::Quiet(source.id, is_quiet.then_some(source.reason)),
        )
        .await;
    }
}

async fn release_guard(startup_guard: &mut Option<StartupGuard>, reports: &mpsc::Sender<Report>) {
    if let Some(startup_guard) = startup_guard.take() {
        send(reports, Report::Queried(startup_guard)).await;
    }
}

fn is_wake_signal(signal: &Message) -> bool {
    let header = signal.header();
    let is_named = header.member().is_some_and(|member| member == SLEEP_SIGNAL);
    is_named
        && signal
            .body()
            .deserialize()
            .is_ok_and(|begins: bool| !begins)
}

/// Any program can send a signal with this name.
async fn is_from_login_manager(owners: &DBusProxy<'_>, signal: &Message) -> bool {
    let Ok(login) = LOGIN.try_into() else {
        return false;
    };
    let owner = timeout(REPLY_TIMEOUT, owners.get_name_owner(login)).await;
    let owner = owner.ok().and_then(Result::ok);
    owner.is_some_and(|owner| signal.header().sender() == Some(owner.inner()))
}

async fn send(reports: &mpsc::Sender<Report>, report: Report) {
    // The receiver is dropped together with this task.
    let _ = reports.send(report).await;
}
