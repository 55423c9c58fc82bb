//! `doorbell-desktop self-test SOCKET`: a Doorbell without a window that answers one fixed question
//! by itself, for `doorbell doctor`. Everything else it is asked it closes.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use doorbell_daemon::attention::{NoteView, TrayView};
use doorbell_daemon::view::{
    By, EditSaid, HomePage, HomeView, Input, Press, PressSaid, StageView, WindowView,
};
use doorbell_daemon::{Config, Daemon, Desktop, Handle, Keyboard, Settings, Wish, handle};
use doorbell_protocol::self_test::{ANSWER, MESSAGE};
use doorbell_protocol::socket_path;

/// How long it waits to be asked.
const LIFE: Duration = Duration::from_secs(20);
/// After what was shown a press counts a little later; this is a little later than that.
const MARGIN: Duration = Duration::from_millis(20);

/// Listens at a socket that nobody has, until its time is over.
pub fn run(socket: Option<&OsString>) -> Result<ExitCode> {
    let socket = Path::new(socket.context("name a socket")?);
    if socket == socket_path() || socket.exists() {
        bail!("the self-test has a socket of its own; name one that is not there");
    }
    let (handle, inbox) = handle();
    let config = Config::standard(env!("CARGO_PKG_VERSION"));
    let activation = config.rules.activation;
    tauri::async_runtime::block_on(async {
        let daemon = Daemon::bind(socket, config, (handle.clone(), inbox))?;
        let desktop = Itself {
            handle,
            activation,
            shown: String::new(),
        };
        // Whoever asked ends it sooner.
        let _ = tokio::time::timeout(LIFE, daemon.run(desktop)).await;
        Ok(ExitCode::SUCCESS)
    })
}

/// Types and sends by itself what is fixed, and closes everything else.
struct Itself {
    handle: Handle,
    activation: Duration,
    /// The question it is at.
    shown: String,
}

impl Desktop for Itself {
    fn show(&mut self, view: WindowView) {
        let StageView::Question { question } = view.stage else {
            return;
        };
        if self.shown == question.id {
            return;
        }
        self.shown.clone_from(&question.id);
        let (id, generation) = (question.id, question.generation);
        let is_own = question.message == MESSAGE;
        self.handle.painted(id.clone(), generation);
        let (handle, wait) = (self.handle.clone(), self.activation + MARGIN);
        tauri::async_runtime::spawn(async move {
            let edit = EditSaid {
                id: id.clone(),
                field: 0,
                input: Input::Text {
                    text: ANSWER.to_owned(),
                },
            };
            let press = if is_own {
                // What is refused shows in what the asker gets.
                let _ = handle.edit(edit).await;
                Press::Send { secrets_too: false }
            } else {
                Press::Dismiss
            };
            tokio::time::sleep(wait).await;
            let said = PressSaid {
                id,
                generation,
                press,
                by: By::Pointer,
            };
            let _ = handle.press(said).await;
        });
    }

    fn warm_up(&mut self) {}
    fn raise(&mut self) {}
    fn focus(&mut self, _: Wish) {}
    fn notify(&mut self, _: Option<NoteView>) {}
    fn tell(&mut self, _: String) {}
    fn point_to_settings(&mut self, _: Option<String>) {}
    fn tray(&mut self, _: TrayView) {}
    fn open_home(&mut self, _: HomePage, _: Keyboard) {}
    fn home(&mut self, _: HomeView) {}
    fn adopt(&mut self, _: &Settings) {}
    fn open_link(&mut self, _: String, _: String) {}
    fn release(&mut self) {}
}
