//! What Home's page of agents can say. It changes what agents run, so only the person's presses count.

use doorbell_daemon::{NotSet, Whose};
use tauri::State;

use super::failure::Failure;
use super::home::blocking;
use crate::agents::{self, AgentsView, ServerKey};
use crate::window::home::Home;

#[tauri::command]
pub async fn agents() -> Result<AgentsView, Failure> {
    Ok(blocking(agents::look).await??)
}

#[tauri::command]
pub async fn pair(home: State<'_, Home>, server: ServerKey) -> Result<(), Failure> {
    of_the_person(&home)?;
    Ok(blocking(move || agents::pair(&server)).await??)
}

#[tauri::command]
pub async fn unpair(home: State<'_, Home>, server: ServerKey) -> Result<(), Failure> {
    of_the_person(&home)?;
    Ok(blocking(move || agents::unpair(&server)).await??)
}

fn of_the_person(home: &Home) -> Result<(), NotSet> {
    match home.hands.whose() {
        Whose::Persons => Ok(()),
        Whose::Programs => Err(NotSet::Foreign),
    }
}
