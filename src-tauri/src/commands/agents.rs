//! Commands of Home's agents page. Applying changes what agents run, so it requires a person's input.

use doorbell_daemon::view::InputDevice;
use tauri::State;

use super::error::CommandError;
use super::home::blocking;
use crate::agents::{self, AgentsView, PairingChange, PlanView};
use crate::window::home::Home;

#[tauri::command]
pub async fn agents() -> Result<AgentsView, CommandError> {
    Ok(blocking(agents::list).await??)
}

/// A program must not even open the sheet that shows the plan.
#[tauri::command]
pub async fn plan_pairing(
    home: State<'_, Home>,
    change: PairingChange,
    by: InputDevice,
) -> Result<PlanView, CommandError> {
    home.require_person(by)?;
    Ok(blocking(move || agents::plan(&change)).await??)
}

/// `seen` is the plan that the person saw, if this change needed one.
#[tauri::command]
pub async fn apply_pairing(
    home: State<'_, Home>,
    change: PairingChange,
    seen: Option<PlanView>,
    by: InputDevice,
) -> Result<(), CommandError> {
    home.require_person(by)?;
    Ok(blocking(move || agents::apply(&change, seen.as_ref())).await??)
}
