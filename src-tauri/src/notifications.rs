//! The one notification, on the session's bus.
//!
//! One connection of ours shows it and hears what is pressed on it: some servers tell a press only
//! to the connection that asked for the notification. A signal counts only if it comes from the
//! process that owns the servers' name, because any program can send one that looks like it.

mod server;
mod words;

use std::collections::VecDeque;

use doorbell_daemon::Handle;
use doorbell_daemon::attention::{NotePress, NoteView};
use doorbell_daemon::view::NotificationsView;
use tokio::sync::{mpsc, oneshot};

use crate::facts::Facts;
use crate::presence::Asking;
use server::{Heard, Server};

/// How many things to show may wait.
const QUEUE: usize = 64;
/// How many notifications of the past are known, so that a late press on one is told as stale.
const REMEMBERED: usize = 32;
/// The servers' word for a press on the notification itself.
const ITSELF: &str = "default";

/// The way to the notifications.
#[derive(Clone)]
pub struct Notifications {
    wanted: mpsc::Sender<Wanted>,
}

/// What notifications are to do.
pub enum Wanted {
    /// Show this in the place of what is there, or take it away.
    Note(Option<NoteView>),
    /// Say something for a moment.
    Tell(String),
    /// Say something with a way to Settings, in the place of what it said; or take it away.
    PointToSettings(Option<String>),
    /// Take everything away, and say when it is.
    End(oneshot::Sender<()>),
}

impl Notifications {
    /// Begins to show notifications. Without a server nothing is shown, and the facts say so; they
    /// do once `asking` is dropped.
    pub fn start(daemon: Handle, facts: Facts, asking: Asking) -> Self {
        let (sender, receiver) = mpsc::channel(QUEUE);
        tauri::async_runtime::spawn(serve(receiver, daemon, facts, asking));
        Self { wanted: sender }
    }

    /// Has something shown or taken away.
    pub fn want(&self, wanted: Wanted) {
        if self.wanted.try_send(wanted).is_err() {
            tracing::warn!("a notification was dropped: their server is far behind");
        }
    }

    /// Takes away what is shown, before Doorbell ends.
    pub async fn end(&self) {
        let (done, ended) = oneshot::channel();
        if self.wanted.send(Wanted::End(done)).await.is_ok() {
            // Whether or not it could be taken away, there is nothing more to wait for.
            let _ = ended.await;
        }
    }
}

/// What is on the screen.
struct Shown {
    id: u32,
    note: NoteView,
    /// Proves to the desktop that the person pressed, if its server gives such a proof.
    token: Option<String>,
}

struct Notifier {
    daemon: Handle,
    facts: Facts,
    server: Option<Server>,
    shown: Option<Shown>,
    /// The one that points to Settings.
    pointer: Option<u32>,
    /// Earlier ones.
    past: VecDeque<u32>,
}

async fn serve(mut wanted: mpsc::Receiver<Wanted>, daemon: Handle, facts: Facts, asking: Asking) {
    let mut notifier = Notifier {
        daemon,
        facts,
        server: None,
        shown: None,
        pointer: None,
        past: VecDeque::new(),
    };
    notifier.reach_server().await;
    drop(asking);
    loop {
        let heard = async {
            match &mut notifier.server {
                Some(server) => server.hears().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            next = wanted.recv() => match next {
                Some(Wanted::Note(note)) => notifier.show(note).await,
                Some(Wanted::Tell(words)) => notifier.tell(&words).await,
                Some(Wanted::PointToSettings(words)) => notifier.point(words).await,
                Some(Wanted::End(done)) => {
                    notifier.show(None).await;
                    notifier.point(None).await;
                    // Whoever waited has gone on.
                    let _ = done.send(());
                    return;
                }
                None => return,
            },
            heard = heard => notifier.hear(heard).await,
        }
    }
}

impl Notifier {
    /// Connects if need be, and learns what the server can do.
    async fn reach_server(&mut self) {
        if self.server.is_none() {
            match Server::connect().await {
                Ok(server) => self.server = Some(server),
                Err(error) => tracing::info!(%error, "there is no session bus for notifications"),
            }
        }
        let can = match &mut self.server {
            Some(server) => server.learn().await,
            None => NotificationsView::Missing,
        };
        self.facts.change(|facts| facts.notifications = can);
    }

    async fn show(&mut self, note: Option<NoteView>) {
        let Some(note) = note else {
            if let (Some(shown), Some(server)) = (self.shown.take(), &self.server) {
                self.past.push_back(shown.id);
                server.close(shown.id).await;
            }
            return;
        };
        if self.server.is_none() {
            self.reach_server().await;
        }
        let Some(server) = &self.server else { return };
        let mut replaced = self.shown.take().map(|shown| shown.id);
        // Servers change what is there without a sound; what should be noticed comes anew.
        if note.loud
            && let Some(id) = replaced.take()
        {
            self.past.push_back(id);
            server.close(id).await;
        }
        while self.past.len() > REMEMBERED {
            self.past.pop_front();
        }
        match server.show(&note, replaced).await {
            Ok(id) => {
                self.shown = Some(Shown {
                    id,
                    note,
                    token: None,
                });
            }
            Err(error) => {
                tracing::info!(%error, "the notification could not be shown");
                self.facts
                    .change(|facts| facts.notifications = NotificationsView::Missing);
            }
        }
    }

    async fn tell(&self, words: &str) {
        if let Some(server) = &self.server
            && let Err(error) = server.tell(words).await
        {
            tracing::info!(%error, "something could not be told");
        }
    }

    async fn point(&mut self, words: Option<String>) {
        let Some(server) = &self.server else { return };
        let before = self.pointer.take();
        match (words, before) {
            (Some(words), before) => match server.point(&words, before).await {
                Ok(id) => self.pointer = Some(id),
                Err(error) => tracing::info!(%error, "nobody could be pointed to Settings"),
            },
            (None, Some(before)) => server.close(before).await,
            (None, None) => {}
        }
    }

    async fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Pressed { id, key } => self.pressed(id, &key),
            Heard::Token { id, token } => {
                if let Some(shown) = self.shown.as_mut().filter(|shown| shown.id == id) {
                    shown.token = Some(token);
                }
            }
            Heard::Closed { id } => {
                self.pointer.take_if(|pointer| *pointer == id);
                if let Some(shown) = self.shown.take_if(|shown| shown.id == id) {
                    self.past.push_back(id);
                    self.daemon.note_closed(shown.note.ring);
                }
            }
            Heard::OwnerChanged => {
                // What the old server showed went with it.
                self.pointer = None;
                if let Some(shown) = self.shown.take() {
                    self.daemon.note_closed(shown.note.ring);
                }
                self.reach_server().await;
            }
            Heard::Lost => {
                self.server = None;
                self.shown = None;
                self.pointer = None;
                self.facts
                    .change(|facts| facts.notifications = NotificationsView::Missing);
            }
        }
    }

    fn pressed(&mut self, id: u32, key: &str) {
        // Whichever of its buttons it is, it leads to Settings.
        if self.pointer == Some(id) {
            self.daemon.pointer_pressed();
            return;
        }
        if let Some(shown) = self.shown.as_mut().filter(|shown| shown.id == id) {
            let first = shown.note.actions.first();
            let press = match key {
                ITSELF => first.map(|action| (shown.note.ring, action.press)),
                key => words::read_key(key),
            };
            if let Some((ring, press)) = press {
                self.daemon.note_pressed(ring, press, shown.token.take());
            }
        } else if self.past.contains(&id) {
            // The daemon knows that this ring is over, and says so.
            let (ring, press) = words::read_key(key).unwrap_or((0, NotePress::Answer));
            self.daemon.note_pressed(ring, press, None);
        }
    }
}
