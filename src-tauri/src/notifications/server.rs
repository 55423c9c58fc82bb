//! Client of the desktop's notification server (freedesktop specification).

use std::collections::HashMap;

use doorbell_daemon::attention::NotificationView;
use doorbell_daemon::view::NotificationSupportView;
use futures_util::StreamExt;
use zbus::fdo::DBusProxy;
use zbus::message::Type;
use zbus::names::{BusName, OwnedUniqueName};
use zbus::zvariant::Value;
use zbus::{Connection, MatchRule, Message, MessageStream};

use super::encoding;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
const BUS: &str = "org.freedesktop.DBus";
/// In milliseconds.
const BRIEF_TIMEOUT: i32 = 6_000;
/// The server chooses.
const DEFAULT_TIMEOUT: i32 = -1;
const NO_TIMEOUT: i32 = 0;
/// The reason in `NotificationClosed` for our own `CloseNotification`.
const CLOSED_BY_US: u32 = 3;
const LOW: u8 = 0;
const NORMAL: u8 = 1;

type Hints<'a> = HashMap<&'static str, Value<'a>>;

pub struct Server {
    connection: Connection,
    bus: DBusProxy<'static>,
    signals: MessageStream,
    /// The unique name behind [`NAME`]; signals from others are ignored.
    owner: Option<OwnedUniqueName>,
    has_buttons: bool,
    supports_markup: bool,
}

pub enum ServerEvent {
    Pressed {
        id: u32,
        key: String,
    },
    /// Comes before the press that it belongs to.
    ActivationToken {
        id: u32,
        token: String,
    },
    /// Not sent for notifications that we closed.
    Closed {
        id: u32,
    },
    /// The server was replaced or has exited.
    OwnerChanged,
    /// The bus connection is closed.
    Disconnected,
}

impl Server {
    pub async fn connect() -> zbus::Result<Self> {
        let connection = Connection::session().await?;
        // Created before the first call, so that no signal is missed. Broadcast signals need match
        // rules; signals sent to us alone do not.
        let signals = MessageStream::from(&connection);
        let bus = DBusProxy::new(&connection).await?;
        let server_signals = MatchRule::builder()
            .msg_type(Type::Signal)
            .interface(NAME)?
            .path(PATH)?
            .build();
        let owner_changes = MatchRule::builder()
            .msg_type(Type::Signal)
            .sender(BUS)?
            .member("NameOwnerChanged")?
            .arg(0, NAME)?
            .build();
        bus.add_match_rule(server_signals).await?;
        bus.add_match_rule(owner_changes).await?;
        Ok(Self {
            connection,
            bus,
            signals,
            owner: None,
            has_buttons: false,
            supports_markup: false,
        })
    }

    /// Finds the server's owner and capabilities. The call starts an activatable server.
    pub async fn query_capabilities(&mut self) -> NotificationSupportView {
        let reply = self.call("GetCapabilities", &()).await;
        let capabilities: Vec<String> = match reply.and_then(|reply| reply.body().deserialize()) {
            Ok(capabilities) => capabilities,
            Err(error) => {
                tracing::info!(%error, "nothing shows notifications here");
                self.owner = None;
                return NotificationSupportView::Missing;
            }
        };
        let has = |name: &str| capabilities.iter().any(|capability| capability == name);
        self.has_buttons = has("actions");
        self.supports_markup = has("body-markup");
        self.owner = match BusName::try_from(NAME) {
            Ok(name) => self.bus.get_name_owner(name).await.ok(),
            Err(_) => None,
        };
        if self.has_buttons {
            NotificationSupportView::WithButtons
        } else {
            NotificationSupportView::WithoutButtons
        }
    }

    /// Returns the notification's id.
    pub async fn show(&self, note: &NotificationView, replaced: Option<u32>) -> zbus::Result<u32> {
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
        let actions = encoding::actions(note.ring, &note.actions);
        let timeout = if note.stays {
            NO_TIMEOUT
        } else {
            DEFAULT_TIMEOUT
        };
        self.notify(
            (&note.title, &note.body),
            replaced,
            &actions,
            hints,
            timeout,
        )
        .await
    }

    pub async fn show_briefly(&self, text: &str) -> zbus::Result<u32> {
        let hints = Hints::from([
            ("urgency", Value::U8(LOW)),
            ("transient", Value::Bool(true)),
            ("suppress-sound", Value::Bool(true)),
        ]);
        self.notify((text, ""), None, &[], hints, BRIEF_TIMEOUT)
            .await
    }

    /// Shows a text with a button that opens Settings. Returns the notification's id.
    pub async fn show_settings_notice(
        &self,
        text: &str,
        replaced: Option<u32>,
    ) -> zbus::Result<u32> {
        let hints = Hints::from([
            ("urgency", Value::U8(NORMAL)),
            ("desktop-entry", Value::from("doorbell")),
            ("suppress-sound", Value::Bool(true)),
        ]);
        let actions = encoding::SETTINGS_ACTIONS.map(str::to_owned);
        let content = (encoding::SETTINGS_TITLE, text);
        self.notify(content, replaced, &actions, hints, DEFAULT_TIMEOUT)
            .await
    }

    async fn notify(
        &self,
        (title, body): (&str, &str),
        replaced: Option<u32>,
        actions: &[String],
        hints: Hints<'_>,
        timeout: i32,
    ) -> zbus::Result<u32> {
        let body = if self.supports_markup {
            encoding::escape_markup(body)
        } else {
            body.to_owned()
        };
        let actions = if self.has_buttons { actions } else { &[] };
        let replaced = replaced.unwrap_or(0);
        let content = (
            "Doorbell", replaced, "doorbell", title, body, actions, hints, timeout,
        );
        let reply = self.call("Notify", &content).await?;
        reply.body().deserialize()
    }

    /// Ignores a notification that is already gone.
    pub async fn close(&self, id: u32) {
        if let Err(error) = self.call("CloseNotification", &id).await {
            tracing::debug!(%error, "the notification was gone");
        }
    }

    pub async fn next_event(&mut self) -> ServerEvent {
        loop {
            let message = match self.signals.next().await {
                Some(Ok(message)) => message,
                Some(Err(error)) => {
                    tracing::debug!(%error, "something on the bus could not be read");
                    continue;
                }
                None => return ServerEvent::Disconnected,
            };
            if let Some(event) = self.parse(&message) {
                return event;
            }
        }
    }

    fn parse(&self, message: &Message) -> Option<ServerEvent> {
        let header = message.header();
        if header.message_type() != Type::Signal {
            return None;
        }
        let sender = header.sender()?.as_str();
        let member = header.member()?.as_str();
        let body = message.body();
        if sender == BUS {
            let (name, ..): (String, String, String) = body.deserialize().ok()?;
            return (member == "NameOwnerChanged" && name == NAME)
                .then_some(ServerEvent::OwnerChanged);
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
                Some(ServerEvent::Pressed { id, key })
            }
            "ActivationToken" => {
                let (id, token) = body.deserialize().ok()?;
                Some(ServerEvent::ActivationToken { id, token })
            }
            "NotificationClosed" => {
                let (id, reason): (u32, u32) = body.deserialize().ok()?;
                (reason != CLOSED_BY_US).then_some(ServerEvent::Closed { id })
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
