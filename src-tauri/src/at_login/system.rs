//! macOS (launch agent) and Windows (registry value), through auto-launch. Neither has been tried.

use std::path::Path;

use anyhow::{Context, Result};
use auto_launch::{AutoLaunch, AutoLaunchBuilder};

pub fn set(on: bool, program: &Path) -> Result<()> {
    let launch = launch(program)?;
    if on {
        launch.enable()
    } else {
        launch.disable()
    }
    .context("the start at login cannot be set")
}

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
