//! Asks the sources of one bus: at first, and whenever there is a hint.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use zbus::fdo::DBusProxy;
use zbus::message::{Message, Type};
use zbus::{Connection, MatchRule, MessageStream};

use super::source::{self, LOGIN, Source};
use super::wake::Sleep;
use super::{Asking, News};

/// How long an answer may take. Who does not answer is believed to be as before.
const ANSWER: Duration = Duration::from_secs(2);
/// When a bus that was not there is tried again.
const AGAIN: Duration = Duration::from_secs(60);
/// Signals that wait. One more would make us ask no more than those do.
const SIGNALS: usize = 16;
/// What the login manager says before a sleep and after it.
const WAKING: &str = "PrepareForSleep";

/// Where a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bus {
    Session,
    System,
}

/// Watches a bus, and looks for it where there is none.
pub async fn watch(bus: Bus, slept: &Sleep, tell: &mpsc::Sender<News>, asking: Asking) {
    let mut asking = Some(asking);
    loop {
        if let Err(error) = follow(bus, slept, tell, &mut asking).await {
            tracing::debug!(?bus, %error, "a bus is not there");
        }
        for source in source::of(bus) {
            say(tell, News::Quiet(source.teller, None)).await;
        }
        everyone_was_asked(&mut asking, tell).await;
        sleep(AGAIN).await;
    }
}

/// Ends with the connection.
async fn follow(
    bus: Bus,
    slept: &Sleep,
    tell: &mpsc::Sender<News>,
    asking: &mut Option<Asking>,
) -> zbus::Result<()> {
    let connection = match bus {
        Bus::Session => Connection::session().await?,
        Bus::System => Connection::system().await?,
    };
    let mut signals = MessageStream::from(&connection);
    let owners = DBusProxy::new(&connection).await?;
    subscribe(&owners, bus).await?;
    tracing::debug!(?bus, "a bus is listened to");
    let (hint, mut hints) = mpsc::channel(SIGNALS);
    // Hearing never waits for asking: the answers come the same way as the signals.
    let hear = async {
        while let Some(Ok(message)) = signals.next().await {
            if message.message_type() == Type::Signal {
                let _ = hint.try_send(message);
            }
        }
    };
    let ask = async {
        let mut heard = Vec::new();
        loop {
            let sources = source::of(bus).iter();
            join_all(sources.map(|source| ask(source, &connection, tell))).await;
            everyone_was_asked(asking, tell).await;
            hints.recv_many(&mut heard, SIGNALS).await;
            for signal in heard.drain(..) {
                if says_awake(&signal) && is_of_login(&owners, &signal).await {
                    slept.is_over();
                    say(tell, News::Woke).await;
                }
            }
        }
    };
    tokio::select! {
        () = hear => Ok(()),
        () = ask => Ok(()),
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
        let waking = signal().sender(LOGIN)?.member(WAKING)?;
        owners.add_match_rule(waking.build()).await?;
    }
    Ok(())
}

async fn ask(source: &Source, connection: &Connection, tell: &mpsc::Sender<News>) {
    if let Ok(yes) = timeout(ANSWER, source.ask(connection)).await {
        say(
            tell,
            News::Quiet(source.teller, yes.then_some(source.means)),
        )
        .await;
    }
}

async fn everyone_was_asked(asking: &mut Option<Asking>, tell: &mpsc::Sender<News>) {
    if let Some(asking) = asking.take() {
        say(tell, News::Asked(asking)).await;
    }
}

fn says_awake(signal: &Message) -> bool {
    let header = signal.header();
    let is_named = header.member().is_some_and(|member| member == WAKING);
    is_named
        && signal
            .body()
            .deserialize()
            .is_ok_and(|begins: bool| !begins)
}

/// Whether the login manager sent it, which any program can pretend.
async fn is_of_login(owners: &DBusProxy<'_>, signal: &Message) -> bool {
    let Ok(login) = LOGIN.try_into() else {
        return false;
    };
    let owner = timeout(ANSWER, owners.get_name_owner(login)).await;
    let owner = owner.ok().and_then(Result::ok);
    owner.is_some_and(|owner| signal.header().sender() == Some(owner.inner()))
}

async fn say(tell: &mpsc::Sender<News>, news: News) {
    // The receiver ends with everything here.
    let _ = tell.send(news).await;
}
