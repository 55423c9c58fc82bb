//! Commands of Home's agents page. They change what agents run, so they require a person's input.

use doorbell_daemon::view::InputDevice;
use tauri::State;

use super::error::CommandError;
use super::home::blocking;
use crate::agents::{self, AgentsView, ServerKey};
use crate::window::home::Home;

#[tauri::command]
pub async fn agents() -> Result<AgentsView, CommandError> {
    Ok(blocking(agents::list).await??)
}

#[tauri::command]
pub async fn pair(
    home: State<'_, Home>,
    server: ServerKey,
    by: InputDevice,
) -> Result<(), CommandError> {
    home.require_person(by)?;
    Ok(blocking(move || agents::pair(&server)).await??)
}

#[tauri::command]
pub async fn unpair(
    home: State<'_, Home>,
    server: ServerKey,
    by: InputDevice,
) -> Result<(), CommandError> {
    home.require_person(by)?;
    Ok(blocking(move || agents::unpair(&server)).await??)
}
