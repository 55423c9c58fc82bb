//! The autostart entry.

use std::process::Command;

use anyhow::Result;
use doorbell_tests::app::Build;
use doorbell_tests::process::output;

#[test]
fn start_at_login_is_switched_on_and_off() -> Result<()> {
    let home = tempfile::tempdir()?;
    let program = Build::Plain.desktop()?;
    // Needs no display.
    let at_login = |action: &str| {
        output(
            Command::new(&program)
                .args(["at-login", action])
                .env_remove("DISPLAY")
                .env("XDG_CONFIG_HOME", home.path()),
        )
    };
    let entry = home.path().join("autostart/doorbell.desktop");
    assert!(at_login("status")?.starts_with("Doorbell does not start"));

    assert!(at_login("on")?.starts_with("Doorbell starts when you log in"));
    let written = std::fs::read_to_string(&entry)?;
    let exec = format!("Exec=\"{}\"\n", program.canonicalize()?.display());
    assert!(written.contains(&exec), "{written}");
    assert!(at_login("status")?.starts_with("Doorbell starts"));

    assert!(at_login("off")?.starts_with("Doorbell does not start"));
    assert!(!entry.exists());
    assert!(at_login("perhaps").is_err());
    Ok(())
}
