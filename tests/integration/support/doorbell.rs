//! A Doorbell without a window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use doorbell_daemon::view::ScreenView;
use doorbell_daemon::{Config, Daemon, Handle, handle};
use doorbell_protocol::Limits;
use doorbell_tests::wait::Look;
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::clock::ManualClock;
use super::screen::{RecordingDesktop, Screen};
use super::{Asker, Bystander, PATIENCE, Person, wait, wait_until};

/// The version it says it has: that of the command line, so that nobody offers a restart.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// After this, what was typed is taken for a draft, and what has changed is handed to the storage.
const WRITES_AFTER: Duration = Duration::from_millis(250);

/// A running daemon. It ends with this.
pub struct Doorbell {
    directory: Arc<TempDir>,
    config: Config,
    clock: Arc<ManualClock>,
    pub screen: Arc<Screen>,
    pub handle: Handle,
    ended: Receiver<()>,
    crash: Option<oneshot::Sender<()>>,
}

impl Doorbell {
    /// The standard, but a press counts at once: the guard has tests of its own.
    pub fn start() -> Self {
        Self::start_with(|_| {})
    }

    /// Like [`Doorbell::start`], for tests that ask or decline more than a person would put up with.
    pub fn start_patient() -> Self {
        Self::start_with(patient)
    }

    /// Like [`Doorbell::start`], with something changed.
    pub fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let clock = ManualClock::new();
        let mut config = config(&clock);
        change(&mut config);
        Self::start_in(Arc::new(tempfile::tempdir().unwrap()), config, clock)
    }

    /// One that keeps what should survive.
    pub fn start_keeping() -> Self {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        let clock = ManualClock::new();
        let mut config = config(&clock);
        patient(&mut config);
        config.database = Some(directory.path().join("data/doorbell.db"));
        Self::start_in(directory, config, clock)
    }

    /// Ends without a farewell to anybody, and is there again.
    pub fn crashes(self) -> Self {
        self.crashes_and_finds(|_| {})
    }

    /// Ends without a farewell, and is there again with something changed.
    pub fn crashes_and_finds(mut self, change: impl FnOnce(&mut Config)) -> Self {
        self.crash.take().unwrap().send(()).unwrap();
        self.has_ended();
        let mut config = self.config.clone();
        change(&mut config);
        Self::start_in(Arc::clone(&self.directory), config, Arc::clone(&self.clock))
    }

    /// Where it keeps what should survive.
    pub fn data(&self) -> &Path {
        self.config.database.as_deref().unwrap()
    }

    fn start_in(directory: Arc<TempDir>, config: Config, clock: Arc<ManualClock>) -> Self {
        let socket = socket_in(directory.path());
        // A program that another test starts has the lock of one that has crashed for a moment.
        let lock = doorbell_protocol::lock_path(&socket);
        wait_until("the lock is free", || {
            std::fs::File::open(&lock).map_or(true, |lock| lock.try_lock().is_ok())
        });
        let screen = Screen::new();
        let (handle, inbox) = handle();
        let own_handle = handle.clone();
        let own_config = config.clone();
        let (started, starting) = channel();
        let (end, ended) = channel();
        let (crash, crashed) = oneshot::channel();
        let desktop = RecordingDesktop {
            screen: Arc::clone(&screen),
            handle: handle.clone(),
        };
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let daemon = Daemon::bind(&socket, own_config, (own_handle, inbox)).unwrap();
                started.send(()).unwrap();
                tokio::select! {
                    () = daemon.run(desktop) => {}
                    Ok(()) = crashed => {}
                }
            });
            drop(runtime);
            // Only a test that waits for the end listens.
            let _ = end.send(());
        });
        starting.recv_timeout(PATIENCE).unwrap();
        Self {
            directory,
            config,
            clock,
            screen,
            handle,
            ended,
            crash: Some(crash),
        }
    }

    pub fn socket(&self) -> PathBuf {
        socket_in(self.directory.path())
    }

    /// Lets time pass, after everything that the test has done so far. Returns when the daemon has
    /// done all that was due by then.
    pub fn lets_pass(&self, time: Duration) {
        self.is_settled();
        self.clock.advance(time);
    }

    /// Waits until so many connections, or the end of the daemon, have exactly this long to go.
    pub fn is_awaited(&self, time: Duration, times: usize) {
        self.clock.is_awaited(time, times);
    }

    /// Lets time pass for what is left of a daemon whose event loop has ended.
    pub fn lets_pass_at_the_end(&self, time: Duration) {
        self.is_awaited(time, 1);
        self.clock.jump(time);
    }

    /// Lets time pass in steps until it is there. For what begins at a moment that the test cannot see,
    /// such as the daemon noticing that an asker has left.
    pub fn lets_pass_until<L: Look>(
        &self,
        what: &str,
        step: Duration,
        mut look: impl FnMut() -> L,
    ) -> L::Found {
        wait_until(what, || {
            self.lets_pass(step);
            look()
        })
    }

    /// Waits until what it keeps is as wanted. It writes a moment after something has changed.
    pub fn keeps<L: Look>(&self, what: &str, look: impl FnMut() -> L) -> L::Found {
        self.lets_pass_until(what, WRITES_AFTER, look)
    }

    /// Lets time pass until nothing is on the screen: a finished card goes after a moment, and the
    /// question of an asker that has left with its key after its grace.
    pub fn clears_the_screen(&self) {
        let grace = self.config.rules.grace;
        self.lets_pass_until("nothing on the screen", grace, || {
            matches!(self.screen.lock().view.screen, ScreenView::Nothing)
        });
    }

    /// Waits until the event loop has handled everything that the test has done so far.
    pub fn is_settled(&self) {
        wait(self.handle.answer_text(String::new())).unwrap();
    }

    /// The person at the desktop.
    pub fn person(&self) -> Person<'_> {
        Person::new(&self.screen, &self.handle)
    }

    /// A connection that has not said hello.
    pub fn connect(&self) -> Asker {
        Asker::connect(&self.socket())
    }

    /// An asker that has said hello.
    pub fn asker(&self) -> Asker {
        let mut asker = self.connect();
        asker.says_hello();
        asker
    }

    /// Another asker, whose question is on the screen while something else goes wrong.
    pub fn bystander(&self) -> Bystander {
        Bystander::new(self)
    }

    /// Waits until the daemon has ended.
    pub fn has_ended(&self) {
        self.ended.recv_timeout(PATIENCE).unwrap();
    }
}

impl Drop for Doorbell {
    fn drop(&mut self) {
        self.handle.stop();
    }
}

/// The standard, but a press is accepted at once and time passes only when the test says so.
fn config(clock: &Arc<ManualClock>) -> Config {
    let mut config = Config::standard(VERSION);
    config.clock = Arc::<ManualClock>::clone(clock);
    config.rules.press_delay = Duration::ZERO;
    config
}

/// Lets everyone ask as often as they like.
pub fn patient(config: &mut Config) {
    config.limits.question_burst = u32::MAX;
    config.rules.flood.max_declines = u32::MAX;
}

/// The first line of every connection, as the daemon answers it.
pub fn welcome(limits: &Limits) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocol":1,"doorbell":"{VERSION}","capabilities":{{"elicitation":{{"form":{{}},"url":{{}}}}}},"limits":{}}}}}"#,
        serde_json::to_string(limits).unwrap()
    )
}

fn socket_in(directory: &Path) -> PathBuf {
    directory.join("run/doorbell.sock")
}
