//! What is sent when.
//!
//! This loop never waits for the host, only for the server: a host that does not read answers
//! can still send, for example the answer that a server needs to go on.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};

use super::failure::Failure;
use super::in_flight::Cancelled;
use super::link::Link;
use super::outgoing::{self, Asked, Outgoing, What};
use super::session::Session;
use super::{exchange, resume};
use crate::id::Id;

/// Sends messages until there are no more, and ends the session. `gone` is told when the host
/// leaves, for then what still waits has little time.
pub async fn run(link: Arc<Link>, messages: mpsc::Receiver<Bytes>, gone: oneshot::Receiver<()>) {
    let mut dispatch = Dispatch {
        link: Arc::clone(&link),
        tasks: JoinSet::new(),
        listener: None,
    };
    let too_late = async {
        // It is dropped, not sent: both mean the same.
        let _ = gone.await;
        sleep(link.limits.end).await;
    };
    tokio::select! {
        () = dispatch.send_all(messages) => {}
        () = too_late => {}
        () = link.host_gone() => {}
    }
    dispatch.tasks.shutdown().await;
    link.delete().await;
}

struct Dispatch {
    link: Arc<Link>,
    tasks: JoinSet<()>,
    /// Listens to what a legacy server says by itself.
    listener: Option<AbortHandle>,
}

impl Dispatch {
    async fn send_all(&mut self, mut messages: mpsc::Receiver<Bytes>) {
        while let Some(body) = messages.recv().await {
            while self.tasks.try_join_next().is_some() {}
            if !body.trim_ascii().is_empty() {
                self.send(body).await;
            }
        }
    }

    /// Sends one message. What the next one may depend on is waited for.
    async fn send(&mut self, body: Bytes) {
        let (what, message) = {
            let known = self.link.known();
            outgoing::read(body, &known.session, &known.tools)
        };
        match what {
            What::Initialize(asked) => {
                self.link.known().session = Session::default();
                self.listener.take().inspect(AbortHandle::abort);
                let taken = self.ask(message, asked);
                self.wait(taken).await;
            }
            What::Request(asked) => drop(self.ask(message, asked)),
            What::Cancelled(id) => self.cancel(message, id).await,
            What::Initialized => {
                let taken = self.tell(message, "notifications/initialized".to_owned());
                if self.wait(taken).await && self.link.known().session.is_known() {
                    let link = Arc::clone(&self.link);
                    let task = self.tasks.spawn(async move { resume::listen(&link).await });
                    self.listener.replace(task).inspect(AbortHandle::abort);
                }
            }
            What::Told(what) => {
                let taken = self.tell(message, what);
                self.wait(taken).await;
            }
            What::Unknown => {
                let link = Arc::clone(&self.link);
                self.tasks
                    .spawn(async move { exchange::pass(&link, message).await });
            }
        }
    }

    fn ask(&mut self, message: Outgoing, asked: Asked) -> oneshot::Receiver<bool> {
        let (taken, when_taken) = oneshot::channel();
        let link = Arc::clone(&self.link);
        if link.in_flight.count() >= link.limits.in_flight {
            self.tasks.spawn(async move {
                exchange::refuse(&link, &asked.id, &Failure::Busy).await;
            });
            return when_taken;
        }
        let ticket = link.in_flight.enter(&asked);
        let id = asked.id.clone();
        let task = self.tasks.spawn(async move {
            exchange::ask(&link, message, asked, ticket, taken).await;
        });
        self.link.in_flight.works_on(&id, task);
        when_taken
    }

    fn tell(&mut self, message: Outgoing, what: String) -> oneshot::Receiver<bool> {
        let (taken, when_taken) = oneshot::channel();
        let link = Arc::clone(&self.link);
        self.tasks.spawn(async move {
            exchange::tell(&link, message, what, taken).await;
        });
        when_taken
    }

    /// Waits until the server has taken a message, but not for ever.
    async fn wait(&self, taken: oneshot::Receiver<bool>) -> bool {
        let taken = timeout(self.link.limits.order, taken).await;
        taken.is_ok_and(|taken| taken.unwrap_or(false))
    }

    async fn cancel(&mut self, message: Outgoing, id: Option<Id>) {
        let request = match id.map(|id| self.link.in_flight.cancel(&id)) {
            Some(Cancelled::Closed) => return,
            Some(Cancelled::ToTell(number)) => Some(number),
            Some(Cancelled::Unknown) | None => None,
        };
        // Modern servers take no notifications, and this request is answered already.
        if request.is_none() && !self.link.known().session.is_known() {
            return;
        }
        let taken = self.tell(message, "notifications/cancelled".to_owned());
        self.wait(taken).await;
        if let Some(number) = request {
            let link = Arc::clone(&self.link);
            self.tasks.spawn(async move {
                sleep(link.limits.cancelled).await;
                link.in_flight.stop(number);
            });
        }
    }
}
