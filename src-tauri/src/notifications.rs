//! The one notification, on the session bus.
//!
//! One connection both shows it and receives its signals: some servers send a press only to the
//! connection that created the notification. Only signals from the owner of the server's bus name are
//! accepted, because any program can send look-alikes.

mod encoding;
mod server;

use std::collections::VecDeque;

use doorbell_daemon::Handle;
use doorbell_daemon::attention::{NotificationPress, NotificationView};
use doorbell_daemon::view::NotificationSupportView;
use tokio::sync::{mpsc, oneshot};

use crate::facts::Facts;
use crate::presence::StartupGuard;
use server::{Server, ServerEvent};

const QUEUE_SIZE: usize = 64;
/// A late press on one of these is reported to the daemon as stale.
const MAX_RECENTLY_CLOSED: usize = 32;
/// The action key of a press on the notification itself, by the specification.
const DEFAULT_ACTION: &str = "default";

#[derive(Clone)]
pub struct Notifications {
    commands: mpsc::Sender<Command>,
}

pub enum Command {
    /// Replaces or closes the notification.
    Note(Option<NotificationView>),
    /// Shows a text that needs no answer.
    ShowBriefly(String),
    /// Replaces or closes the notification with a button that opens Settings.
    SetSettingsNotice(Option<String>),
    /// Closes everything, then replies.
    Shutdown(oneshot::Sender<()>),
}

impl Notifications {
    /// Drops `startup_guard` once the facts say what the notification server can do.
    pub fn start(daemon: Handle, facts: Facts, startup_guard: StartupGuard) -> Self {
        let (sender, receiver) = mpsc::channel(QUEUE_SIZE);
        tauri::async_runtime::spawn(serve(receiver, daemon, facts, startup_guard));
        Self { commands: sender }
    }

    pub fn send(&self, command: Command) {
        if self.commands.try_send(command).is_err() {
            tracing::warn!("a notification was dropped: their server is far behind");
        }
    }

    /// Closes what is shown, before Doorbell exits.
    pub async fn shut_down(&self) {
        let (reply, done) = oneshot::channel();
        if self.commands.send(Command::Shutdown(reply)).await.is_ok() {
            // An error means that the task has ended, which is fine here.
            let _ = done.await;
        }
    }
}

struct Shown {
    id: u32,
    note: NotificationView,
    /// Lets the desktop verify that the person pressed; not every server sends one.
    activation_token: Option<String>,
}

struct Notifier {
    daemon: Handle,
    facts: Facts,
    server: Option<Server>,
    shown: Option<Shown>,
    /// What could not be shown, until there is a server.
    unshown: Option<NotificationView>,
    /// The notification with a button that opens Settings.
    settings_hint: Option<u32>,
    recently_closed: VecDeque<u32>,
}

async fn serve(
    mut commands: mpsc::Receiver<Command>,
    daemon: Handle,
    facts: Facts,
    startup_guard: StartupGuard,
) {
    let mut notifier = Notifier {
        daemon,
        facts,
        server: None,
        shown: None,
        unshown: None,
        settings_hint: None,
        recently_closed: VecDeque::new(),
    };
    notifier.connect().await;
    drop(startup_guard);
    loop {
        let event = async {
            match &mut notifier.server {
                Some(server) => server.next_event().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            command = commands.recv() => match command {
                Some(Command::Note(note)) => notifier.show(note).await,
                Some(Command::ShowBriefly(text)) => notifier.show_briefly(&text).await,
                Some(Command::SetSettingsNotice(text)) => notifier.set_settings_notice(text).await,
                Some(Command::Shutdown(reply)) => {
                    notifier.show(None).await;
                    notifier.set_settings_notice(None).await;
                    // The caller may have stopped waiting.
                    let _ = reply.send(());
                    return;
                }
                None => return,
            },
            event = event => notifier.handle_event(event).await,
        }
    }
}

impl Notifier {
    /// Connects if needed, and finds out what the server can do.
    async fn connect(&mut self) {
        if self.server.is_none() {
            match Server::connect().await {
                Ok(server) => self.server = Some(server),
                Err(error) => tracing::info!(%error, "there is no session bus for notifications"),
            }
        }
        let support = match &mut self.server {
            Some(server) => server.query_capabilities().await,
            None => NotificationSupportView::Missing,
        };
        self.facts.change(|facts| facts.notifications = support);
    }

    async fn show(&mut self, note: Option<NotificationView>) {
        self.unshown = None;
        let Some(note) = note else {
            if let (Some(shown), Some(server)) = (self.shown.take(), &self.server) {
                self.recently_closed.push_back(shown.id);
                server.close(shown.id).await;
            }
            return;
        };
        if self.server.is_none() {
            self.connect().await;
        }
        let Some(server) = &self.server else {
            self.unshown = Some(note);
            return;
        };
        let mut replaced = self.shown.take().map(|shown| shown.id);
        // Servers replace a notification silently; a new one gets attention.
        if note.loud
            && let Some(id) = replaced.take()
        {
            self.recently_closed.push_back(id);
            server.close(id).await;
        }
        while self.recently_closed.len() > MAX_RECENTLY_CLOSED {
            self.recently_closed.pop_front();
        }
        match server.show(&note, replaced).await {
            Ok(id) => {
                self.shown = Some(Shown {
                    id,
                    note,
                    activation_token: None,
                });
            }
            Err(error) => {
                tracing::info!(%error, "the notification could not be shown");
                self.unshown = Some(note);
                self.facts
                    .change(|facts| facts.notifications = NotificationSupportView::Missing);
            }
        }
    }

    async fn show_briefly(&self, text: &str) {
        if let Some(server) = &self.server
            && let Err(error) = server.show_briefly(text).await
        {
            tracing::info!(%error, "something could not be told");
        }
    }

    async fn set_settings_notice(&mut self, text: Option<String>) {
        let Some(server) = &self.server else { return };
        let before = self.settings_hint.take();
        match (text, before) {
            (Some(text), before) => match server.show_settings_notice(&text, before).await {
                Ok(id) => self.settings_hint = Some(id),
                Err(error) => tracing::info!(%error, "nobody could be pointed to Settings"),
            },
            (None, Some(before)) => server.close(before).await,
            (None, None) => {}
        }
    }

    async fn handle_event(&mut self, event: ServerEvent) {
        match event {
            ServerEvent::Pressed { id, key } => self.pressed(id, &key),
            ServerEvent::ActivationToken { id, token } => {
                if let Some(shown) = self.shown.as_mut().filter(|shown| shown.id == id) {
                    shown.activation_token = Some(token);
                }
            }
            ServerEvent::Closed { id } => {
                self.settings_hint.take_if(|hint| *hint == id);
                if let Some(shown) = self.shown.take_if(|shown| shown.id == id) {
                    self.recently_closed.push_back(id);
                    self.daemon.notification_closed(shown.note.ring);
                }
            }
            ServerEvent::OwnerChanged => {
                // The old server's notifications are gone.
                self.settings_hint = None;
                if let Some(shown) = self.shown.take() {
                    self.daemon.notification_closed(shown.note.ring);
                }
                self.connect().await;
                // At login a question can come before the server.
                if let Some(note) = self.unshown.take() {
                    self.show(Some(note)).await;
                }
            }
            ServerEvent::Disconnected => {
                self.server = None;
                self.shown = None;
                self.settings_hint = None;
                self.facts
                    .change(|facts| facts.notifications = NotificationSupportView::Missing);
            }
        }
    }

    fn pressed(&mut self, id: u32, key: &str) {
        // All of its actions open Settings.
        if self.settings_hint == Some(id) {
            self.daemon.settings_notice_pressed();
            return;
        }
        if let Some(shown) = self.shown.as_mut().filter(|shown| shown.id == id) {
            let first = shown.note.actions.first();
            let press = match key {
                DEFAULT_ACTION => first.map(|action| (shown.note.ring, action.press)),
                key => encoding::decode_key(key),
            };
            if let Some((ring, press)) = press {
                self.daemon
                    .notification_pressed(ring, press, shown.activation_token.take());
            }
        } else if self.recently_closed.contains(&id) {
            // The daemon replies that this ring is over.
            let (ring, press) = encoding::decode_key(key).unwrap_or((0, NotificationPress::Answer));
            self.daemon.notification_pressed(ring, press, None);
        }
    }
}
