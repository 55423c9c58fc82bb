//! What Home can say.

use anyhow::{Context, anyhow};
use doorbell_daemon::view::{
    AskersView, HistoryView, HistoryWanted, HomePress, HomePush, MuteSaid,
};
use doorbell_daemon::{SettingChange, SettingsFile};
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

use super::failure::Failure;
use crate::facts::Facts;
use crate::shell::Shell;
use crate::window::{self, home::Home};
use crate::{at_login, export};

#[tauri::command]
pub fn home_ready(home: State<'_, Home>, channel: Channel<HomePush>) {
    home.page_ready(channel);
}

#[tauri::command]
pub fn home_painted(app: AppHandle, home: State<'_, Home>) {
    let home = home.inner().clone();
    window::on_main_thread(&app, move |app| home.painted(app));
}

#[tauri::command]
pub fn home_press(shell: State<'_, Shell>, said: HomePress) {
    shell.daemon.home_pressed(said);
}

#[tauri::command]
pub async fn history(
    shell: State<'_, Shell>,
    wanted: HistoryWanted,
) -> Result<HistoryView, Failure> {
    Ok(shell.daemon.history(wanted).await??)
}

#[tauri::command]
pub async fn clear_history(shell: State<'_, Shell>) -> Result<(), Failure> {
    Ok(shell.daemon.clear_history().await??)
}

/// Gives back the file as a person would write its path.
#[tauri::command]
pub async fn export_history(shell: State<'_, Shell>) -> Result<String, Failure> {
    let text = shell.daemon.export_history().await??;
    Ok(blocking(move || export::save(&text)).await??)
}

#[tauri::command]
pub async fn askers(shell: State<'_, Shell>) -> Result<AskersView, Failure> {
    Ok(shell.daemon.askers().await??)
}

#[tauri::command]
pub async fn mute(shell: State<'_, Shell>, said: MuteSaid) -> Result<(), Failure> {
    Ok(shell.daemon.mute(said).await??)
}

#[tauri::command]
pub async fn change_setting(
    shell: State<'_, Shell>,
    home: State<'_, Home>,
    file: State<'_, Option<SettingsFile>>,
    change: SettingChange,
) -> Result<(), Failure> {
    let whose = home.hands.whose();
    shell.daemon.may_set(change.clone(), whose).await??;
    let homeless = || Failure::not_done(&anyhow!("There is no home directory to keep settings in"));
    let file = file.inner().clone().ok_or_else(homeless)?;
    let wanted = change.clone();
    let (settings, problem) = blocking(move || file.change(&wanted)).await??;
    shell.daemon.setting_changed(change, settings, problem);
    Ok(())
}

#[tauri::command]
pub async fn start_at_login(facts: State<'_, Facts>, on: bool) -> Result<(), Failure> {
    let set = blocking(move || at_login::set(on)).await?;
    // What counts is what the desktop will find, also if that is not what was wanted.
    facts.change(|facts| facts.at_login = at_login::is_on());
    set.map(drop).map_err(|error| Failure::not_done(&error))
}

/// Does what waits for the disk, where nothing else waits for it.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    tauri::async_runtime::spawn_blocking(work)
        .await
        .context("Doorbell could not do it")
        .map_err(|error| Failure::not_done(&error))
}
