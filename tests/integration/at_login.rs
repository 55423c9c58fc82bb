//! `doorbell start --at-login`, with another program in place of `doorbell-desktop`.

use std::os::unix::fs::symlink;
use std::process::Command;

use crate::support::{CommandOutput, RunningCommand, doorbell_binary};

#[test]
fn at_login_is_set_by_desktop_program_and_starts_nothing() {
    for switch in ["on", "off"] {
        // `echo` prints its arguments.
        let finished = with_desktop(Some("/bin/echo"), &["start", "--at-login", switch]);
        let expected = format!("at-login {switch}\n");
        assert_eq!(finished, CommandOutput::new(0, &expected, ""));
    }
}

#[test]
fn at_login_reports_failures() {
    let rows = [
        (Some("/bin/false"), "failed"),
        (None, "is missing; install Doorbell again"),
    ];
    for (desktop, message) in rows {
        let finished = with_desktop(desktop, &["start", "--at-login", "on"]);
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(69), ""));
        assert!(
            finished.stderr.starts_with("doorbell: /")
                && finished
                    .stderr
                    .ends_with(&format!("doorbell-desktop {message}\n")),
            "{}",
            finished.stderr
        );
    }
}

/// Runs `doorbell` beside a `doorbell-desktop` that is another program, or missing.
fn with_desktop(desktop: Option<&str>, arguments: &[&str]) -> CommandOutput {
    let folder = tempfile::tempdir_in(doorbell_binary().parent().unwrap()).unwrap();
    let doorbell = folder.path().join("doorbell");
    std::fs::hard_link(doorbell_binary(), &doorbell).unwrap();
    if let Some(desktop) = desktop {
        symlink(desktop, folder.path().join("doorbell-desktop")).unwrap();
    }
    let mut command = Command::new(doorbell);
    command.env_clear();
    RunningCommand::start(command, &folder.path().join("doorbell.sock"), arguments).finish()
}
