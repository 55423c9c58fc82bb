//! The desktop's notification server, as the freedesktop specification has it.

use std::collections::HashMap;

use doorbell_daemon::attention::NoteView;
use doorbell_daemon::view::NotificationsView;
use futures_util::StreamExt;
use zbus::fdo::DBusProxy;
use zbus::message::Type;
use zbus::names::{BusName, OwnedUniqueName};
use zbus::zvariant::Value;
use zbus::{Connection, MatchRule, Message, MessageStream};

use super::words;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
const BUS: &str = "org.freedesktop.DBus";
/// How long something that needs no answer is shown, in milliseconds.
const TOLD_FOR: i32 = 6_000;
/// The server decides how long it shows a notification.
const AS_USUAL: i32 = -1;
/// Until it is taken away.
const FOR_EVER: i32 = 0;
/// We closed it ourselves.
const BY_US: u32 = 3;
const LOW: u8 = 0;
const NORMAL: u8 = 1;

/// Shows a notification.
type Hints<'a> = HashMap<&'static str, Value<'a>>;

/// A connection to the bus, and what is known of the server on it.
pub struct Server {
    connection: Connection,
    bus: DBusProxy<'static>,
    signals: MessageStream,
    /// The process that owns the servers' name.
    owner: Option<OwnedUniqueName>,
    has_buttons: bool,
    reads_markup: bool,
}

/// Something the server or the bus said.
pub enum Heard {
    /// A button was pressed, or the notification itself.
    Pressed { id: u32, key: String },
    /// What proves the press that follows.
    Token { id: u32, token: String },
    /// It is gone, and not by our doing.
    Closed { id: u32 },
    /// Another server is there now, or none.
    OwnerChanged,
    /// The bus is gone.
    Lost,
}

impl Server {
    /// Connects to the session's bus.
    pub async fn connect() -> zbus::Result<Self> {
        let connection = Connection::session().await?;
        // Taken before the first call, so that no signal is missed. What comes to us alone needs
        // no rule; what is said to everyone does.
        let signals = MessageStream::from(&connection);
        let bus = DBusProxy::new(&connection).await?;
        let of_server = MatchRule::builder()
            .msg_type(Type::Signal)
            .interface(NAME)?
            .path(PATH)?
            .build();
        let of_owner = MatchRule::builder()
            .msg_type(Type::Signal)
            .sender(BUS)?
            .member("NameOwnerChanged")?
            .arg(0, NAME)?
            .build();
        bus.add_match_rule(of_server).await?;
        bus.add_match_rule(of_owner).await?;
        Ok(Self {
            connection,
            bus,
            signals,
            owner: None,
            has_buttons: false,
            reads_markup: false,
        })
    }

    /// Learns who the server is and what it can do; asking starts one that can be started.
    pub async fn learn(&mut self) -> NotificationsView {
        let reply = self.call("GetCapabilities", &()).await;
        let can: Vec<String> = match reply.and_then(|reply| reply.body().deserialize()) {
            Ok(can) => can,
            Err(error) => {
                tracing::info!(%error, "nothing shows notifications here");
                self.owner = None;
                return NotificationsView::Missing;
            }
        };
        let has = |name: &str| can.iter().any(|one| one == name);
        self.has_buttons = has("actions");
        self.reads_markup = has("body-markup");
        self.owner = match BusName::try_from(NAME) {
            Ok(name) => self.bus.get_name_owner(name).await.ok(),
            Err(_) => None,
        };
        if self.has_buttons {
            NotificationsView::Whole
        } else {
            NotificationsView::WithoutButtons
        }
    }

    /// Shows a notification, in the place of another if one is told; gives back its number.
    pub async fn show(&self, note: &NoteView, replaced: Option<u32>) -> zbus::Result<u32> {
        let mut hints = Hints::from([
            ("urgency", Value::U8(NORMAL)),
            ("desktop-entry", Value::from("doorbell")),
            ("resident", Value::Bool(note.stays)),
        ]);
        if note.sound {
            hints.insert("sound-name", Value::from("message-new-instant"));
        } else {
            hints.insert("suppress-sound", Value::Bool(true));
        }
        let actions = words::actions(note.ring, &note.actions);
        let length = if note.stays { FOR_EVER } else { AS_USUAL };
        self.notify((&note.title, &note.body), replaced, &actions, hints, length)
            .await
    }

    /// Says something for a moment.
    pub async fn tell(&self, words: &str) -> zbus::Result<u32> {
        let hints = Hints::from([
            ("urgency", Value::U8(LOW)),
            ("transient", Value::Bool(true)),
            ("suppress-sound", Value::Bool(true)),
        ]);
        self.notify((words, ""), None, &[], hints, TOLD_FOR).await
    }

    /// Says something with a way to Settings, in the place of another if one is told; gives back its
    /// number.
    pub async fn point(&self, words: &str, replaced: Option<u32>) -> zbus::Result<u32> {
        let hints = Hints::from([
            ("urgency", Value::U8(NORMAL)),
            ("desktop-entry", Value::from("doorbell")),
            ("suppress-sound", Value::Bool(true)),
        ]);
        let actions = words::SETTINGS.map(str::to_owned);
        let content = (words::ABOUT_SETTINGS, words);
        self.notify(content, replaced, &actions, hints, AS_USUAL)
            .await
    }

    async fn notify(
        &self,
        (title, body): (&str, &str),
        replaced: Option<u32>,
        actions: &[String],
        hints: Hints<'_>,
        length: i32,
    ) -> zbus::Result<u32> {
        let body = if self.reads_markup {
            words::escaped(body)
        } else {
            body.to_owned()
        };
        let actions = if self.has_buttons { actions } else { &[] };
        let replaced = replaced.unwrap_or(0);
        let content = (
            "Doorbell", replaced, "doorbell", title, body, actions, hints, length,
        );
        let reply = self.call("Notify", &content).await?;
        reply.body().deserialize()
    }

    /// Takes a notification away. One that is gone already is no trouble.
    pub async fn close(&self, id: u32) {
        if let Err(error) = self.call("CloseNotification", &id).await {
            tracing::debug!(%error, "the notification was gone");
        }
    }

    /// Waits for the next thing that concerns us.
    pub async fn hears(&mut self) -> Heard {
        loop {
            let message = match self.signals.next().await {
                Some(Ok(message)) => message,
                Some(Err(error)) => {
                    tracing::debug!(%error, "something on the bus could not be read");
                    continue;
                }
                None => return Heard::Lost,
            };
            if let Some(heard) = self.read(&message) {
                return heard;
            }
        }
    }

    fn read(&self, message: &Message) -> Option<Heard> {
        let header = message.header();
        if header.message_type() != Type::Signal {
            return None;
        }
        let sender = header.sender()?.as_str();
        let member = header.member()?.as_str();
        let body = message.body();
        if sender == BUS {
            let (name, ..): (String, String, String) = body.deserialize().ok()?;
            return (member == "NameOwnerChanged" && name == NAME).then_some(Heard::OwnerChanged);
        }
        if self.owner.as_ref().map(|owner| owner.as_str()) != Some(sender)
            || header.interface()?.as_str() != NAME
        {
            tracing::debug!(
                sender,
                "a notification signal from someone else was ignored"
            );
            return None;
        }
        match member {
            "ActionInvoked" => {
                let (id, key) = body.deserialize().ok()?;
                Some(Heard::Pressed { id, key })
            }
            "ActivationToken" => {
                let (id, token) = body.deserialize().ok()?;
                Some(Heard::Token { id, token })
            }
            "NotificationClosed" => {
                let (id, why): (u32, u32) = body.deserialize().ok()?;
                (why != BY_US).then_some(Heard::Closed { id })
            }
            _ => None,
        }
    }

    async fn call(
        &self,
        method: &str,
        content: &(impl serde::Serialize + zbus::zvariant::DynamicType),
    ) -> zbus::Result<Message> {
        self.connection
            .call_method(Some(NAME), PATH, Some(NAME), method, content)
            .await
    }
}
