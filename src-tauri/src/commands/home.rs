//! Commands of Home.

use anyhow::{Context, anyhow};
use doorbell_daemon::view::{
    AskersView, HistoryQuery, HistoryView, HomePress, HomePush, InputDevice, MuteRequest,
};
use doorbell_daemon::{PressOrigin, SettingChange, SettingRefused, SettingsFile};
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

use super::error::CommandError;
use crate::app_state::AppState;
use crate::facts::Facts;
use crate::window::{self, home::Home};
use crate::{at_login, example, export};

#[tauri::command]
pub fn home_ready(home: State<'_, Home>, channel: Channel<HomePush>) {
    home.page_ready(channel);
}

#[tauri::command]
pub fn home_painted(app: AppHandle, home: State<'_, Home>) {
    let home = home.inner().clone();
    window::on_main_thread(&app, move |app| home.painted(app));
}

/// The page calls this when another program moved the focus inside it.
#[tauri::command]
pub fn home_focus_moved(home: State<'_, Home>) {
    tracing::debug!("another program moved the focus");
    home.input_origin.focus_moved();
}

/// Returns once a key is accepted: at once, or some time after a focus that no click gave.
#[tauri::command]
pub async fn home_keys_accepted(home: State<'_, Home>) -> Result<(), CommandError> {
    while let Some(remaining) = home.input_origin.early_keys_remaining() {
        tokio::time::sleep(remaining).await;
    }
    Ok(())
}

#[tauri::command]
pub fn home_press(
    state: State<'_, AppState>,
    home: State<'_, Home>,
    request: HomePress,
    by: InputDevice,
) -> Result<(), CommandError> {
    // The question window or the terminal takes the keyboard, as if the person had asked for it.
    if let HomePress::Show { .. } | HomePress::GoToTerminal { .. } = request {
        home.require_person(by)?;
    }
    state.daemon.home_pressed(request);
    Ok(())
}

/// The question takes the screen like any other, so a person must have asked for it.
#[tauri::command]
pub fn show_example(home: State<'_, Home>, by: InputDevice) -> Result<(), CommandError> {
    home.require_person(by)?;
    Ok(example::ask()?)
}

#[tauri::command]
pub async fn history(
    state: State<'_, AppState>,
    query: HistoryQuery,
) -> Result<HistoryView, CommandError> {
    Ok(state.daemon.history(query).await??)
}

#[tauri::command]
pub async fn clear_history(state: State<'_, AppState>) -> Result<(), CommandError> {
    Ok(state.daemon.clear_history().await??)
}

/// Returns the file's path for display.
#[tauri::command]
pub async fn export_history(state: State<'_, AppState>) -> Result<String, CommandError> {
    let text = state.daemon.export_history().await??;
    Ok(blocking(move || export::save(&text)).await??)
}

#[tauri::command]
pub async fn askers(state: State<'_, AppState>) -> Result<AskersView, CommandError> {
    Ok(state.daemon.askers().await??)
}

#[tauri::command]
pub async fn mute(state: State<'_, AppState>, request: MuteRequest) -> Result<(), CommandError> {
    Ok(state.daemon.mute(request).await??)
}

#[tauri::command]
pub async fn change_setting(
    state: State<'_, AppState>,
    home: State<'_, Home>,
    file: State<'_, Option<SettingsFile>>,
    change: SettingChange,
    by: InputDevice,
) -> Result<(), CommandError> {
    let mut origin = home.input_origin.setting_origin(by);
    let is_early = origin == PressOrigin::Person && home.input_origin.is_early(by);
    if is_early {
        origin = PressOrigin::Program;
    }
    let allowed = state
        .daemon
        .check_setting_change(change.clone(), origin)
        .await?;
    allowed.map_err(|refused| match is_early {
        true => SettingRefused::TooSoon,
        false => refused,
    })?;
    write_setting(&state, file.inner().as_ref(), change).await
}

/// Changes a setting in the file.
pub async fn write_setting(
    state: &AppState,
    file: Option<&SettingsFile>,
    change: SettingChange,
) -> Result<(), CommandError> {
    let no_home = || {
        CommandError::with_causes(&anyhow!(
            "Doorbell can’t save settings: your account has no home directory"
        ))
    };
    let file = file.cloned().ok_or_else(no_home)?;
    let requested = change.clone();
    let (settings, problem) = blocking(move || file.change(&requested)).await??;
    state
        .daemon
        .setting_changed_in_home(change, settings, problem);
    Ok(())
}

#[tauri::command]
pub async fn start_at_login(facts: State<'_, Facts>, on: bool) -> Result<(), CommandError> {
    let set = blocking(move || at_login::set(on)).await?;
    // Report what is on disk, even if the change failed.
    facts.change(|facts| facts.at_login = at_login::is_on());
    set.map(drop)
        .map_err(|error| CommandError::with_causes(&error))
}

/// Runs blocking file access off the async threads.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, CommandError> {
    tauri::async_runtime::spawn_blocking(work)
        .await
        .context("Something went wrong in Doorbell")
        .map_err(|error| CommandError::with_causes(&error))
}
