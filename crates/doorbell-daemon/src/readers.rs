//! Reads what may take long on threads of its own: the process of a new connection, long lines, and
//! forms. Neither the event loop nor another connection waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use doorbell_core::asker::SessionId;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

const IDENTITIES_AT_ONCE: usize = 16;
const FORMS_AT_ONCE: usize = 2;

/// Limits what is read at once. A process has one turn at a time for identities, an agent session one
/// for forms; both wait in line for the next.
#[derive(Clone, Debug)]
pub struct Readers {
    /// Tests take the permits to hold back all reading.
    pub identities: Arc<Semaphore>,
    /// Like `identities`.
    pub forms: Arc<Semaphore>,
    turns: Arc<Mutex<HashMap<Owner, Weak<Semaphore>>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Owner {
    Process(u32),
    Session(SessionId),
}

impl Readers {
    pub(crate) fn standard() -> Self {
        Self {
            identities: Arc::new(Semaphore::new(IDENTITIES_AT_ONCE)),
            forms: Arc::new(Semaphore::new(FORMS_AT_ONCE)),
            turns: Arc::default(),
        }
    }

    /// Runs `read` in the turn of this process. Returns `None` if it panics.
    pub(crate) async fn read_identity<T: Send + 'static>(
        &self,
        pid: u32,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.run(Owner::Process(pid), &self.identities, read).await
    }

    /// Runs `read` in the turn of this session. Returns `None` if it panics.
    pub(crate) async fn read_form<T: Send + 'static>(
        &self,
        session: SessionId,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.run(Owner::Session(session), &self.forms, read).await
    }

    async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        threads: &Arc<Semaphore>,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = self.turn(owner).acquire_owned().await.ok()?;
        let thread = Arc::clone(threads).acquire_owned().await.ok()?;
        let result = spawn_blocking(move || {
            // Held until the end, even if the connection is closed before.
            let _held = (turn, thread);
            read()
        });
        result.await.ok()
    }

    /// Returns the turn that everything of this owner shares while any of it waits or runs.
    fn turn(&self, owner: Owner) -> Arc<Semaphore> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&owner).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::new(Semaphore::new(1));
        turns.insert(owner, Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::JoinHandle;

    use super::*;

    const ONE: SessionId = SessionId { pid: 1, started: 0 };
    const OTHER: SessionId = SessionId { pid: 2, started: 0 };

    /// A form that is read once the returned sender is dropped.
    fn blocked_form(readers: &Readers) -> (mpsc::Sender<()>, JoinHandle<Option<()>>) {
        let (release, released) = mpsc::channel();
        let readers = readers.clone();
        let reading = tokio::spawn(async move {
            let read = move || released.recv().unwrap_or_default();
            readers.read_form(ONE, read).await
        });
        (release, reading)
    }

    async fn wait_until_running(readers: &Readers) {
        while readers.forms.available_permits() == FORMS_AT_ONCE {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn slow_form_delays_no_other_session_and_no_identity() {
        let readers = Readers::standard();
        let (release, reading) = blocked_form(&readers);
        wait_until_running(&readers).await;
        assert_eq!(readers.read_form(OTHER, || 1).await, Some(1));
        assert_eq!(readers.read_identity(1, || 2).await, Some(2));
        drop(release);
        assert_eq!(reading.await.unwrap(), Some(()));
    }

    #[tokio::test]
    async fn session_has_one_turn_and_waits_in_line() {
        let readers = Readers::standard();
        let order = Arc::new(Mutex::new(Vec::new()));
        let (release, reading) = blocked_form(&readers);
        wait_until_running(&readers).await;
        let mut waiting = Vec::new();
        for number in 0..3 {
            let order = Arc::clone(&order);
            let mut next = Box::pin({
                let readers = readers.clone();
                async move {
                    let read = move || order.lock().unwrap().push(number);
                    readers.read_form(ONE, read).await
                }
            });
            // Polled once, it stands in line.
            tokio::select! {
                biased;
                _ = &mut next => panic!("two forms of one session are read at once"),
                () = std::future::ready(()) => {}
            }
            waiting.push(next);
        }
        assert_eq!(readers.forms.available_permits(), FORMS_AT_ONCE - 1);
        drop(release);
        for next in waiting {
            assert_eq!(next.await, Some(()));
        }
        assert_eq!(reading.await.unwrap(), Some(()));
        assert_eq!(*order.lock().unwrap(), [0, 1, 2]);
    }

    #[tokio::test]
    async fn abandoned_form_keeps_its_turn_until_it_is_read() {
        let readers = Readers::standard();
        let (release, reading) = blocked_form(&readers);
        wait_until_running(&readers).await;
        reading.abort();
        assert!(reading.await.unwrap_err().is_cancelled());
        assert_eq!(readers.turn(Owner::Session(ONE)).available_permits(), 0);
        drop(release);
        assert_eq!(readers.read_form(ONE, || 1).await, Some(1));
    }

    #[tokio::test]
    async fn turns_are_forgotten_with_their_last_use() {
        let readers = Readers::standard();
        for pid in 0..100 {
            readers.read_identity(pid, || ()).await;
        }
        assert!(readers.turns.lock().unwrap().len() <= 2);
    }

    #[tokio::test]
    async fn panic_ends_only_its_own_turn() {
        let readers = Readers::standard();
        assert_eq!(
            readers.read_form(ONE, || panic!("expected")).await,
            None::<()>
        );
        assert_eq!(readers.read_form(ONE, || 1).await, Some(1));
    }
}
