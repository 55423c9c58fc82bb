//! Asks the sources of one bus: at first, and whenever there is a hint.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::{Notify, mpsc};
use tokio::time::{sleep, timeout};
use zbus::fdo::DBusProxy;
use zbus::message::{Message, Type};
use zbus::{Connection, MatchRule, MessageStream};

use super::source::{LOGIN, SOURCES, Source};
use super::wake::Sleep;
use super::{Asked, News};

/// How long an answer may take. Who does not answer is believed to be as before.
const ANSWER: Duration = Duration::from_secs(2);
/// When a bus that was not there is tried again.
const AGAIN: Duration = Duration::from_secs(60);

/// Where a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bus {
    Session,
    System,
}

/// Watches a bus, and looks for it where there is none.
pub async fn watch(bus: Bus, slept: &Sleep, tell: &mpsc::Sender<News>) {
    loop {
        if let Err(error) = follow(bus, slept, tell).await {
            tracing::debug!(?bus, %error, "a bus is not there");
        }
        for source in of(bus) {
            say(tell, News::Quiet(source.teller, None)).await;
        }
        say(tell, News::Asked(Asked::Bus(bus))).await;
        sleep(AGAIN).await;
    }
}

/// Ends with the connection.
async fn follow(bus: Bus, slept: &Sleep, tell: &mpsc::Sender<News>) -> zbus::Result<()> {
    let connection = match bus {
        Bus::Session => Connection::session().await?,
        Bus::System => Connection::system().await?,
    };
    let signals = MessageStream::from(&connection);
    subscribe(&connection, bus).await?;
    tracing::debug!(?bus, "a bus is listened to");
    let hints = Hints::default();
    hints.add(of(bus).map(|source| Hint::Ask(source.teller)));
    tokio::select! {
        () = hear(bus, signals, &hints) => Ok(()),
        () = ask(&connection, bus, &hints, slept, tell) => Ok(()),
    }
}

async fn subscribe(connection: &Connection, bus: Bus) -> zbus::Result<()> {
    let asked = DBusProxy::new(connection).await?;
    let signal = || MatchRule::builder().msg_type(Type::Signal);
    for source in of(bus) {
        let owner = signal()
            .sender("org.freedesktop.DBus")?
            .member("NameOwnerChanged")?
            .arg(0, source.name)?;
        asked.add_match_rule(owner.build()).await?;
        for hint in source.hints {
            let hint = signal().sender(source.name)?.interface(hint)?;
            asked.add_match_rule(hint.build()).await?;
        }
    }
    if bus == Bus::System {
        let waking = signal().sender(LOGIN)?.member(WAKING)?;
        asked.add_match_rule(waking.build()).await?;
    }
    Ok(())
}

/// What the login manager says before a sleep and after it.
const WAKING: &str = "PrepareForSleep";

/// Something to look into. The same one twice needs looking into once.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Hint {
    /// This teller may have another answer.
    Ask(&'static str),
    /// This connection says that the machine woke.
    Woke(String),
}

/// Hints on their way from the one who hears them to the one who asks. Hearing never waits for
/// asking: the answers come the same way as the signals.
#[derive(Default)]
struct Hints {
    waiting: Mutex<BTreeSet<Hint>>,
    some: Notify,
}

impl Hints {
    fn add(&self, hints: impl Iterator<Item = Hint>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend(hints);
        if !waiting.is_empty() {
            self.some.notify_one();
        }
    }

    async fn take(&self) -> BTreeSet<Hint> {
        self.some.notified().await;
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *waiting)
    }
}

async fn hear(bus: Bus, mut signals: MessageStream, hints: &Hints) {
    while let Some(Ok(message)) = signals.next().await {
        if message.message_type() != Type::Signal {
            continue;
        }
        let asked = of(bus)
            .filter(|source| source.is_hinted_by(&message))
            .map(|source| Hint::Ask(source.teller));
        hints.add(asked.chain(woke(&message)));
    }
}

/// Who says that the machine woke, if the signal says so.
fn woke(signal: &Message) -> Option<Hint> {
    let header = signal.header();
    let is_named = header.member().is_some_and(|member| member == WAKING);
    let begins: bool = signal.body().deserialize().ok().filter(|_| is_named)?;
    let sender = header.sender()?.to_string();
    (!begins).then_some(Hint::Woke(sender))
}

async fn ask(
    connection: &Connection,
    bus: Bus,
    hints: &Hints,
    slept: &Sleep,
    tell: &mpsc::Sender<News>,
) {
    loop {
        for hint in hints.take().await {
            match hint {
                Hint::Ask(teller) => {
                    let Some(source) = of(bus).find(|source| source.teller == teller) else {
                        continue;
                    };
                    if let Ok(yes) = timeout(ANSWER, source.ask(connection)).await {
                        let why = yes.then_some(source.means);
                        say(tell, News::Quiet(source.teller, why)).await;
                    }
                }
                Hint::Woke(sender) => {
                    if timeout(ANSWER, owns(connection, LOGIN, &sender)).await == Ok(true) {
                        slept.is_over();
                        say(tell, News::Woke).await;
                    }
                }
            }
        }
        // The first hints are about every source.
        say(tell, News::Asked(Asked::Bus(bus))).await;
    }
}

async fn owns(connection: &Connection, name: &'static str, sender: &str) -> bool {
    let Ok(asked) = DBusProxy::new(connection).await else {
        return false;
    };
    let Ok(name) = name.try_into() else {
        return false;
    };
    asked
        .get_name_owner(name)
        .await
        .is_ok_and(|owner| owner.as_str() == sender)
}

fn of(bus: Bus) -> impl Iterator<Item = &'static Source> {
    SOURCES.iter().filter(move |source| source.bus == bus)
}

async fn say(tell: &mpsc::Sender<News>, news: News) {
    // Nobody listens any longer only when everything here ends, too.
    let _ = tell.send(news).await;
}
