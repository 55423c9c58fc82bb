//! macOS and Windows, through auto-launch: a launch agent in the person's library, a value in
//! their part of the registry. Neither has been tried yet.

use std::path::Path;

use anyhow::{Context, Result};
use auto_launch::{AutoLaunch, AutoLaunchBuilder};

/// Switches it on or off.
///
/// # Errors
/// The system did not take it.
pub fn set(on: bool, program: &Path) -> Result<()> {
    let launch = launch(program)?;
    if on {
        launch.enable()
    } else {
        launch.disable()
    }
    .context("the start at login cannot be set")
}

/// Whether it is on.
///
/// # Errors
/// The system did not say.
pub fn is_on(program: &Path) -> Result<bool> {
    launch(program)?
        .is_enabled()
        .context("the start at login cannot be read")
}

fn launch(program: &Path) -> Result<AutoLaunch> {
    let program = program.to_str().context("Doorbell's path is no text")?;
    AutoLaunchBuilder::new()
        .set_app_name("Doorbell")
        .set_app_path(program)
        .build()
        .context("the start at login is not known here")
}
