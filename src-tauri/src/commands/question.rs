//! Commands of the question window.

use doorbell_daemon::view::{
    AssistiveOfferAnswer, AssistiveOfferPressRequest, CheckView, EditRequest, FloodPressRequest,
    HomePage, InputDevice, OpenedLinkPressRequest, PressReply, PressRequest, WindowView,
};
use doorbell_daemon::{
    DaemonStopped, KeyboardFocus, PressOrigin, SettingChange, SettingsFile, StaleEdit,
};
use tauri::ipc::Channel;
use tauri::{AppHandle, State};

use super::error::CommandError;
use super::home::write_setting;
use crate::app_state::AppState;
use crate::window::home::Home;
use crate::{assistive_technology, early_keys, window};

#[tauri::command]
pub fn ready(state: State<'_, AppState>, channel: Channel<WindowView>) {
    state.page_ready(channel);
    state.daemon.window_ready();
}

#[tauri::command]
pub fn painted(
    app: AppHandle,
    state: State<'_, AppState>,
    id: String,
    generation: u64,
    height: f64,
) {
    let state = state.inner().clone();
    window::on_main_thread(&app, move |app| {
        window::question::show(app, &state, id, generation, height);
    });
}

#[tauri::command]
pub fn read_to_end(state: State<'_, AppState>, id: String, generation: u64) {
    state.daemon.read_to_end(id, generation);
}

/// The page calls this when another program moved the focus inside it.
#[tauri::command]
pub fn focus_moved(state: State<'_, AppState>) {
    tracing::debug!("another program moved the focus");
    if !state.input_origin.accepts_programs() {
        early_keys::drop_after_moved_focus(&state.daemon);
        state.daemon.window_moved();
    }
}

/// Input that reached WebKit before this call reaches the page before the reply.
#[tauri::command]
pub fn round_trip() {}

#[tauri::command]
pub async fn edit(
    state: State<'_, AppState>,
    request: EditRequest,
) -> Result<CheckView, CommandError> {
    Ok(state.daemon.edit(request).await??)
}

#[tauri::command]
pub async fn press(
    state: State<'_, AppState>,
    request: PressRequest,
) -> Result<PressReply, CommandError> {
    if_from_person(&state, request.by, state.daemon.press(request)).await
}

#[tauri::command]
pub async fn press_opened_link(
    state: State<'_, AppState>,
    request: OpenedLinkPressRequest,
) -> Result<PressReply, CommandError> {
    if_from_person(&state, request.by, state.daemon.press_opened_link(request)).await
}

#[tauri::command]
pub async fn press_flood(
    state: State<'_, AppState>,
    request: FloodPressRequest,
) -> Result<PressReply, CommandError> {
    if_from_person(&state, request.by, state.daemon.press_flood(request)).await
}

#[tauri::command]
pub async fn press_assistive_offer(
    state: State<'_, AppState>,
    file: State<'_, Option<SettingsFile>>,
    request: AssistiveOfferPressRequest,
) -> Result<PressReply, CommandError> {
    let press = state.daemon.press_assistive_offer(request);
    let reply = if_from_person(&state, request.by, press).await?;
    if reply == PressReply::Done {
        match request.answer {
            AssistiveOfferAnswer::UntilQuit => state.input_origin.accept_programs_until_quit(),
            AssistiveOfferAnswer::Always => {
                let change = SettingChange::FromPrograms(true);
                let file = file.inner().as_ref();
                let written = write_setting(&state, file, change).await;
                if written.is_err() {
                    // The error is shown in the offer.
                    state.daemon.assistive_input_refused();
                }
                written?;
            }
            AssistiveOfferAnswer::No => {}
        }
    }
    Ok(reply)
}

#[tauri::command]
pub async fn copy_link(
    app: AppHandle,
    state: State<'_, AppState>,
    id: String,
) -> Result<(), CommandError> {
    let link = state.daemon.copy_link(id).await??;
    window::copy_to_clipboard(&app, link);
    Ok(())
}

#[tauri::command]
pub async fn copy_answer(
    app: AppHandle,
    state: State<'_, AppState>,
    id: String,
) -> Result<(), CommandError> {
    let text = state.daemon.answer_text(id).await?.ok_or(StaleEdit)?;
    window::copy_to_clipboard(&app, text);
    Ok(())
}

/// Opens Home at the settings. A program that presses the button gets no keyboard focus there.
#[tauri::command]
pub fn open_settings(
    app: AppHandle,
    state: State<'_, AppState>,
    home: State<'_, Home>,
    by: InputDevice,
) {
    let keyboard = match state.input_origin.press_origin(by) {
        PressOrigin::Person => KeyboardFocus::Take,
        PressOrigin::Program => KeyboardFocus::Leave,
    };
    let home = home.inner().clone();
    window::on_main_thread(&app, move |app| {
        home.open(app, HomePage::Settings, keyboard);
    });
}

/// Copies text that the page shows, such as a block of code.
#[tauri::command]
pub fn copy_text(app: AppHandle, text: String) {
    window::copy_to_clipboard(&app, text);
}

/// Forwards a press to the daemon only if a person may have made it.
async fn if_from_person(
    state: &AppState,
    by: InputDevice,
    press: impl Future<Output = Result<PressReply, DaemonStopped>>,
) -> Result<PressReply, CommandError> {
    let reply = match state.input_origin.press_origin(by) {
        PressOrigin::Program => {
            offer_assistive_input(state);
            PressReply::Foreign
        }
        PressOrigin::Person if state.input_origin.is_early(by) => PressReply::TooSoon,
        PressOrigin::Person => press.await?,
    };
    if matches!(reply, PressReply::TooSoon) {
        tracing::debug!("a press came too soon");
    }
    Ok(reply)
}

/// Offers to accept assistive input, if the person uses it.
fn offer_assistive_input(state: &AppState) {
    let daemon = state.daemon.clone();
    tauri::async_runtime::spawn(async move {
        if assistive_technology::is_in_use().await {
            daemon.assistive_input_refused();
        }
    });
}
