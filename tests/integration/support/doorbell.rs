//! The daemon in this process, with a fake desktop and a manual clock.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use doorbell_daemon::view::{QuestionView, ScreenView};
use doorbell_daemon::{Config, Daemon, Handle, Readers, handle};
use doorbell_protocol::Limits;
use doorbell_tests::wait::PollResult;
use tempfile::TempDir;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::clock::ManualClock;
use super::fake_desktop::{DesktopRecorder, FakeDesktop};
use super::{Asker, Bystander, Person, ShownQuestion, TIMEOUT, block_on, wait_until};

/// The daemon's version. It equals that of the command line, so that no command suggests a restart.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The daemon saves drafts and writes its changes to storage after this delay.
const STORAGE_DELAY: Duration = Duration::from_millis(250);

/// A running daemon. Dropping it stops the daemon.
pub struct Doorbell {
    directory: Arc<TempDir>,
    config: Config,
    clock: Arc<ManualClock>,
    pub desktop: Arc<FakeDesktop>,
    pub handle: Handle,
    exited: Receiver<()>,
    crash: Option<oneshot::Sender<()>>,
}

impl Doorbell {
    /// Starts with the standard configuration, except that presses are accepted at once.
    pub fn start() -> Self {
        Self::start_with(|_| {})
    }

    /// Like [`Doorbell::start`], for tests that ask or decline more often than the flood limits
    /// allow.
    pub fn start_without_flood_limits() -> Self {
        Self::start_with(without_flood_limits)
    }

    /// Like [`Doorbell::start`], with changes to the configuration.
    pub fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let clock = ManualClock::new();
        let mut config = config(&clock);
        change(&mut config);
        Self::start_in(Arc::new(tempfile::tempdir().unwrap()), config, clock)
    }

    /// Like [`Doorbell::start`]. The test can hold back what the readers read.
    pub fn start_with_readers() -> (Self, Readers) {
        let doorbell = Self::start();
        let readers = doorbell.config.readers.clone();
        (doorbell, readers)
    }

    /// Starts with a database file, without flood limits.
    pub fn start_with_storage() -> Self {
        let directory = Arc::new(tempfile::tempdir().unwrap());
        let clock = ManualClock::new();
        let mut config = config(&clock);
        without_flood_limits(&mut config);
        config.database = Some(directory.path().join("data/doorbell.db"));
        Self::start_in(directory, config, clock)
    }

    /// Kills the daemon without a shutdown and starts it again on the same files.
    pub fn crash_and_restart(self) -> Self {
        self.crash_and_restart_with(|_| {})
    }

    /// Like [`Doorbell::crash_and_restart`], with changes to the configuration.
    pub fn crash_and_restart_with(mut self, change: impl FnOnce(&mut Config)) -> Self {
        self.crash.take().unwrap().send(()).unwrap();
        self.wait_for_exit();
        let mut config = self.config.clone();
        change(&mut config);
        Self::start_in(Arc::clone(&self.directory), config, Arc::clone(&self.clock))
    }

    pub fn database_path(&self) -> &Path {
        self.config.database.as_deref().unwrap()
    }

    fn start_in(directory: Arc<TempDir>, config: Config, clock: Arc<ManualClock>) -> Self {
        let socket = socket_in(directory.path());
        // A child process that another test is spawning briefly inherits the lock of a crashed
        // daemon.
        let lock = doorbell_protocol::lock_path(&socket);
        wait_until("the lock is free", || {
            std::fs::File::open(&lock).map_or(true, |lock| lock.try_lock().is_ok())
        });
        let desktop = FakeDesktop::new();
        let (handle, inbox) = handle();
        let daemon_handle = handle.clone();
        let daemon_config = config.clone();
        let (started, starting) = channel();
        let (exit, exited) = channel();
        let (crash, crashed) = oneshot::channel();
        let recorder = DesktopRecorder {
            desktop: Arc::clone(&desktop),
            handle: handle.clone(),
        };
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let daemon = Daemon::bind(&socket, daemon_config, (daemon_handle, inbox)).unwrap();
                started.send(()).unwrap();
                tokio::select! {
                    () = daemon.run(recorder) => {}
                    Ok(()) = crashed => {}
                }
            });
            drop(runtime);
            // The receiver is gone if the test has ended.
            let _ = exit.send(());
        });
        starting.recv_timeout(TIMEOUT).unwrap();
        Self {
            directory,
            config,
            clock,
            desktop,
            handle,
            exited,
            crash: Some(crash),
        }
    }

    pub fn socket(&self) -> PathBuf {
        socket_in(self.directory.path())
    }

    /// Advances the clock once the daemon has handled everything the test did so far. Returns when
    /// all due timers are handled.
    pub fn advance(&self, time: Duration) {
        self.settle();
        self.clock.advance(time);
    }

    /// Waits until exactly `count` timers are due in `time` from now.
    pub fn wait_for_timers(&self, time: Duration, count: usize) {
        self.clock.wait_for_timers(time, count);
    }

    /// Advances the clock of a daemon whose event loop has ended.
    pub fn advance_after_shutdown(&self, time: Duration) {
        self.wait_for_timers(time, 1);
        self.clock.advance_without_waiting(time);
    }

    /// Advances the clock in steps until `look` succeeds. For timers whose start the test cannot
    /// observe, such as the daemon noticing that an asker disconnected.
    pub fn advance_until<L: PollResult>(
        &self,
        what: &str,
        step: Duration,
        mut look: impl FnMut() -> L,
    ) -> L::Value {
        wait_until(what, || {
            self.advance(step);
            look()
        })
    }

    /// Advances the clock until the daemon has written to storage what `look` expects.
    pub fn wait_for_storage<L: PollResult>(&self, what: &str, look: impl FnMut() -> L) -> L::Value {
        self.advance_until(what, STORAGE_DELAY, look)
    }

    /// Advances the clock past the display time of finished cards and the grace period of askers
    /// that left with a key.
    pub fn advance_until_screen_is_empty(&self) {
        let grace = self.config.rules.reconnect_timeout;
        self.advance_until("nothing on the screen", grace, || {
            matches!(self.desktop.lock().view.screen, ScreenView::Nothing)
        });
    }

    /// Waits until the event loop has handled everything that the test has done so far.
    pub fn settle(&self) {
        block_on(self.handle.answer_text(String::new())).unwrap();
    }

    pub fn person(&self) -> Person<'_> {
        Person::new(&self.desktop, &self.handle)
    }

    pub fn wait_for_question(&self, message: &str) -> ShownQuestion<'_> {
        self.person().wait_for_question(message)
    }

    pub fn wait_for_question_where(
        &self,
        message: &str,
        condition: impl Fn(&QuestionView) -> bool,
    ) -> ShownQuestion<'_> {
        self.person().wait_for_question_where(message, condition)
    }

    pub fn wait_for_empty_screen(&self) {
        self.person().wait_for_empty_screen();
    }

    /// Connects without sending hello.
    pub fn connect(&self) -> Asker {
        Asker::connect(&self.socket())
    }

    /// Connects and sends hello.
    pub fn asker(&self) -> Asker {
        let mut asker = self.connect();
        asker.hello();
        asker
    }

    pub fn bystander(&self) -> Bystander {
        Bystander::new(self)
    }

    pub fn wait_for_exit(&self) {
        self.exited.recv_timeout(TIMEOUT).unwrap();
    }
}

impl Drop for Doorbell {
    fn drop(&mut self) {
        self.handle.stop();
    }
}

/// Stops all readers until the result is dropped. None may be reading.
pub fn hold(readers: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    let all = u32::try_from(readers.available_permits()).unwrap();
    Arc::clone(readers).try_acquire_many_owned(all).unwrap()
}

fn config(clock: &Arc<ManualClock>) -> Config {
    let mut config = Config::standard(VERSION);
    config.clock = Arc::<ManualClock>::clone(clock);
    config.rules.press_delay = Duration::ZERO;
    config
}

pub fn without_flood_limits(config: &mut Config) {
    config.limits.question_burst = u32::MAX;
    config.rules.flood.max_declines = u32::MAX;
}

/// The daemon's response to hello.
pub fn hello_response(limits: &Limits) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocol":1,"doorbell":"{VERSION}","capabilities":{{"elicitation":{{"form":{{}},"url":{{}}}}}},"limits":{}}}}}"#,
        serde_json::to_string(limits).unwrap()
    )
}

fn socket_in(directory: &Path) -> PathBuf {
    directory.join("run/doorbell.sock")
}
