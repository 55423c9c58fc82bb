//! Sends the host's messages in order.
//!
//! The loop waits for the server but never for the host: a host that does not read responses can
//! still send, for example the answer that the server is waiting for.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};

use super::context::HttpContext;
use super::failure::Failure;
use super::in_flight::Cancelled;
use super::outgoing::{self, Outgoing, OutgoingKind, PendingRequest};
use super::session::Session;
use super::{exchange, resume};
use crate::id::Id;

/// Sends all messages, then deletes the session. After `host_left`, queued messages have
/// `shutdown_timeout` left.
pub async fn run(
    context: Arc<HttpContext>,
    messages: mpsc::Receiver<Bytes>,
    host_left: oneshot::Receiver<()>,
) {
    let mut dispatcher = Dispatcher {
        context: Arc::clone(&context),
        tasks: JoinSet::new(),
        listener: None,
    };
    let deadline = async {
        // The sender is dropped without sending.
        let _ = host_left.await;
        sleep(context.limits.shutdown_timeout).await;
    };
    tokio::select! {
        () = dispatcher.send_all(messages) => {}
        () = deadline => {}
        () = context.host_gone() => {}
    }
    dispatcher.tasks.shutdown().await;
    context.delete().await;
}

struct Dispatcher {
    context: Arc<HttpContext>,
    tasks: JoinSet<()>,
    /// Reads the legacy server's standalone stream.
    listener: Option<AbortHandle>,
}

impl Dispatcher {
    async fn send_all(&mut self, mut messages: mpsc::Receiver<Bytes>) {
        while let Some(body) = messages.recv().await {
            while self.tasks.try_join_next().is_some() {}
            if !body.trim_ascii().is_empty() {
                self.send(body).await;
            }
        }
    }

    /// Sends one message. Waits until the server accepts those that the next may depend on.
    async fn send(&mut self, body: Bytes) {
        let (kind, message) = {
            let state = self.context.server_state();
            outgoing::prepare(body, &state.session, &state.tools)
        };
        match kind {
            OutgoingKind::Initialize(request) => {
                self.context.server_state().session = Session::default();
                self.listener.take().inspect(AbortHandle::abort);
                let accepted = self.send_request(message, request);
                self.wait_until_accepted(accepted).await;
            }
            OutgoingKind::Request(request) => drop(self.send_request(message, request)),
            OutgoingKind::Cancelled(id) => self.cancel(message, id).await,
            OutgoingKind::Initialized => {
                let accepted = self.send_one_way(message, "notifications/initialized".to_owned());
                if self.wait_until_accepted(accepted).await
                    && self.context.server_state().session.is_established()
                {
                    let context = Arc::clone(&self.context);
                    let task = self
                        .tasks
                        .spawn(async move { resume::read_standalone(&context).await });
                    self.listener.replace(task).inspect(AbortHandle::abort);
                }
            }
            OutgoingKind::OneWay(description) => {
                let accepted = self.send_one_way(message, description);
                self.wait_until_accepted(accepted).await;
            }
            OutgoingKind::Unknown => {
                let context = Arc::clone(&self.context);
                self.tasks
                    .spawn(async move { exchange::forward_raw(&context, message).await });
            }
        }
    }

    fn send_request(
        &mut self,
        message: Outgoing,
        request: PendingRequest,
    ) -> oneshot::Receiver<bool> {
        let (accepted, when_accepted) = oneshot::channel();
        let context = Arc::clone(&self.context);
        if context.in_flight.count() >= context.limits.max_in_flight {
            self.tasks.spawn(async move {
                exchange::respond_with_failure(&context, &request.id, &Failure::Busy).await;
            });
            return when_accepted;
        }
        let guard = context.in_flight.insert(&request);
        let id = request.id.clone();
        let task = self.tasks.spawn(async move {
            exchange::send_request(&context, message, request, guard, accepted).await;
        });
        self.context.in_flight.set_task(&id, task);
        when_accepted
    }

    fn send_one_way(&mut self, message: Outgoing, description: String) -> oneshot::Receiver<bool> {
        let (accepted, when_accepted) = oneshot::channel();
        let context = Arc::clone(&self.context);
        self.tasks.spawn(async move {
            exchange::send_one_way(&context, message, description, accepted).await;
        });
        when_accepted
    }

    /// Waits with a timeout until the server accepts a message.
    async fn wait_until_accepted(&self, accepted: oneshot::Receiver<bool>) -> bool {
        let accepted = timeout(self.context.limits.accept_timeout, accepted).await;
        accepted.is_ok_and(|accepted| accepted.unwrap_or(false))
    }

    async fn cancel(&mut self, message: Outgoing, id: Option<Id>) {
        let number = match id.map(|id| self.context.in_flight.cancel(&id)) {
            Some(Cancelled::ConnectionClosed) => return,
            Some(Cancelled::NotifyServer(number)) => Some(number),
            Some(Cancelled::Unknown) | None => None,
        };
        // Modern servers accept no notifications, and this request is already answered.
        if number.is_none() && !self.context.server_state().session.is_established() {
            return;
        }
        let accepted = self.send_one_way(message, "notifications/cancelled".to_owned());
        self.wait_until_accepted(accepted).await;
        if let Some(number) = number {
            let context = Arc::clone(&self.context);
            self.tasks.spawn(async move {
                sleep(context.limits.cancelled_timeout).await;
                context.in_flight.stop(number);
            });
        }
    }
}
