//! What the page can say. Each command passes it on; nothing is decided here.

use doorbell_daemon::view::{
    CheckView, EditSaid, PressReply, PressSaid, WaitPressSaid, WindowView,
};
use doorbell_daemon::{Gone, NotCopied, StaleEdit};
use serde::Serialize;
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

use crate::shell::Shell;
use crate::window;

/// An error as the page gets it: what to do about it, and a sentence for the status line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct Failure {
    code: FailureCode,
    message: String,
}

/// What the page can do about an error.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum FailureCode {
    /// The question is no longer open; a new view is on its way.
    Stale,
    /// Doorbell is ending.
    Gone,
}

impl From<Gone> for Failure {
    fn from(gone: Gone) -> Self {
        Self {
            code: FailureCode::Gone,
            message: gone.to_string(),
        }
    }
}

impl From<NotCopied> for Failure {
    fn from(not_copied: NotCopied) -> Self {
        Self {
            code: FailureCode::Stale,
            message: not_copied.to_string(),
        }
    }
}

impl From<StaleEdit> for Failure {
    fn from(stale: StaleEdit) -> Self {
        Self {
            code: FailureCode::Stale,
            message: stale.to_string(),
        }
    }
}

#[tauri::command]
pub fn ready(shell: State<'_, Shell>, channel: Channel<WindowView>) {
    shell.page_ready(channel);
    shell.daemon.window_ready();
}

#[tauri::command]
pub fn painted(app: AppHandle, shell: State<'_, Shell>, id: String, generation: u64) {
    window::show(&app, shell.inner().clone(), id, generation);
}

#[tauri::command]
pub async fn edit(shell: State<'_, Shell>, said: EditSaid) -> Result<CheckView, Failure> {
    Ok(shell.daemon.edit(said).await??)
}

#[tauri::command]
pub async fn press(shell: State<'_, Shell>, said: PressSaid) -> Result<PressReply, Failure> {
    Ok(shell.daemon.press(said).await?)
}

#[tauri::command]
pub async fn press_wait(
    shell: State<'_, Shell>,
    said: WaitPressSaid,
) -> Result<PressReply, Failure> {
    Ok(shell.daemon.press_wait(said).await?)
}

#[tauri::command]
pub async fn copy_link(app: AppHandle, shell: State<'_, Shell>, id: String) -> Result<(), Failure> {
    let link = shell.daemon.copy_link(id).await??;
    window::copy(&app, link);
    Ok(())
}

#[tauri::command]
pub async fn copy_answer(
    app: AppHandle,
    shell: State<'_, Shell>,
    id: String,
) -> Result<(), Failure> {
    let text = shell.daemon.answer_text(id).await?.ok_or(StaleEdit)?;
    window::copy(&app, text);
    Ok(())
}
