//! `doorbell-desktop self-test SOCKET`: a Doorbell without a window, for `doorbell doctor`. It answers
//! one fixed question by itself and dismisses every other.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use doorbell_daemon::attention::{NotificationView, TrayView};
use doorbell_daemon::view::{
    EditRequest, HomePage, HomeView, Input, InputDevice, Press, PressRequest, ScreenView,
    WindowView,
};
use doorbell_daemon::{
    Config, Daemon, Desktop, FocusReason, Handle, KeyboardFocus, Settings, handle,
};
use doorbell_protocol::self_test::{ANSWER, MESSAGE};
use doorbell_protocol::socket_path;

const TIMEOUT: Duration = Duration::from_secs(20);
/// Added to the delay after which a shown question accepts input.
const ACTIVATION_MARGIN: Duration = Duration::from_millis(20);

/// Listens on an unused socket until [`TIMEOUT`].
pub fn run(socket: Option<&OsString>) -> Result<ExitCode> {
    let socket = Path::new(socket.context("name a socket")?);
    if socket == socket_path() || socket.exists() {
        bail!("the self-test has a socket of its own; name one that is not there");
    }
    let (handle, inbox) = handle();
    let config = Config::standard(env!("CARGO_PKG_VERSION"));
    let activation = config.rules.press_delay;
    tauri::async_runtime::block_on(async {
        let daemon = Daemon::bind(socket, config, (handle.clone(), inbox))?;
        let desktop = SelfAnsweringDesktop {
            handle,
            activation,
            current_question: String::new(),
        };
        // `doorbell doctor` usually stops it sooner.
        let _ = tokio::time::timeout(TIMEOUT, daemon.run(desktop)).await;
        Ok(ExitCode::SUCCESS)
    })
}

struct SelfAnsweringDesktop {
    handle: Handle,
    activation: Duration,
    current_question: String,
}

impl Desktop for SelfAnsweringDesktop {
    fn show(&mut self, view: WindowView) {
        let ScreenView::Question { question } = view.screen else {
            return;
        };
        if self.current_question == question.id {
            return;
        }
        self.current_question.clone_from(&question.id);
        let (id, generation) = (question.id, question.generation);
        let is_test_question = question.message == MESSAGE;
        self.handle.painted(id.clone(), generation);
        let (handle, delay) = (self.handle.clone(), self.activation + ACTIVATION_MARGIN);
        tauri::async_runtime::spawn(async move {
            let edit = EditRequest {
                id: id.clone(),
                field: 0,
                input: Input::Text {
                    text: ANSWER.to_owned(),
                },
            };
            let press = if is_test_question {
                // A refusal shows in the asker's outcome.
                let _ = handle.edit(edit).await;
                Press::Send { secrets_too: false }
            } else {
                Press::Dismiss
            };
            tokio::time::sleep(delay).await;
            let request = PressRequest {
                id,
                generation,
                press,
                by: InputDevice::Pointer,
            };
            let _ = handle.press(request).await;
        });
    }

    fn warm_up(&mut self) {}
    fn raise(&mut self) {}
    fn focus(&mut self, _: FocusReason) {}
    fn set_notification(&mut self, _: Option<NotificationView>) {}
    fn show_message(&mut self, _: String) {}
    fn set_settings_notice(&mut self, _: Option<String>) {}
    fn set_tray(&mut self, _: TrayView) {}
    fn open_home(&mut self, _: HomePage, _: KeyboardFocus) {}
    fn update_home(&mut self, _: HomeView) {}
    fn apply_settings(&mut self, _: &Settings) {}
    fn open_link(&mut self, _: String, _: String) {}
    fn release(&mut self) {}
}
