//! What the question window can say.

use doorbell_daemon::view::{
    CheckView, EditSaid, FloodPressSaid, PressReply, PressSaid, WaitPressSaid, WindowView,
};
use doorbell_daemon::{Gone, StaleEdit, Whose};
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

use super::failure::Failure;
use crate::shell::Shell;
use crate::window;

#[tauri::command]
pub fn ready(shell: State<'_, Shell>, channel: Channel<WindowView>) {
    shell.page_ready(channel);
    shell.daemon.window_ready();
}

#[tauri::command]
pub fn painted(app: AppHandle, shell: State<'_, Shell>, id: String, generation: u64) {
    let shell = shell.inner().clone();
    window::on_main_thread(&app, move |app| {
        window::question::show(app, &shell, id, generation);
    });
}

#[tauri::command]
pub fn read_to_end(shell: State<'_, Shell>, id: String, generation: u64) {
    shell.daemon.read_to_end(id, generation);
}

#[tauri::command]
pub async fn edit(shell: State<'_, Shell>, said: EditSaid) -> Result<CheckView, Failure> {
    Ok(shell.daemon.edit(said).await??)
}

#[tauri::command]
pub async fn press(shell: State<'_, Shell>, said: PressSaid) -> Result<PressReply, Failure> {
    by_the_person(&shell, shell.daemon.press(said)).await
}

#[tauri::command]
pub async fn press_wait(
    shell: State<'_, Shell>,
    said: WaitPressSaid,
) -> Result<PressReply, Failure> {
    by_the_person(&shell, shell.daemon.press_wait(said)).await
}

#[tauri::command]
pub async fn press_flood(
    shell: State<'_, Shell>,
    said: FloodPressSaid,
) -> Result<PressReply, Failure> {
    by_the_person(&shell, shell.daemon.press_flood(said)).await
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

/// Lets a press reach the daemon if it can be the person's.
async fn by_the_person(
    shell: &Shell,
    press: impl Future<Output = Result<PressReply, Gone>>,
) -> Result<PressReply, Failure> {
    match shell.hands.whose() {
        Whose::Persons => Ok(press.await?),
        Whose::Programs => Ok(PressReply::Foreign),
    }
}
