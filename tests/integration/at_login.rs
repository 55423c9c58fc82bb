//! `doorbell start --at-login`, with another program in the place of the desktop part.

use std::os::unix::fs::symlink;
use std::process::Command;

use crate::support::{Finished, Running, program};

#[test]
fn at_login_has_the_desktop_part_set_it_and_starts_nothing() {
    for switch in ["on", "off"] {
        // It says what it was told.
        let finished = with_desktop(Some("/bin/echo"), &["start", "--at-login", switch]);
        let said = format!("at-login {switch}\n");
        assert_eq!(finished, Finished::new(0, &said, ""));
    }
}

#[test]
fn at_login_tells_what_went_wrong() {
    let rows = [
        (Some("/bin/false"), "could not do it"),
        (None, "is missing; install Doorbell again"),
    ];
    for (desktop, said) in rows {
        let finished = with_desktop(desktop, &["start", "--at-login", "on"]);
        assert_eq!((finished.code, finished.out.as_str()), (Some(69), ""));
        assert!(
            finished.err.starts_with("doorbell: /")
                && finished
                    .err
                    .ends_with(&format!("doorbell-desktop {said}\n")),
            "{}",
            finished.err
        );
    }
}

/// Runs the command where another program stands in for the desktop part.
fn with_desktop(desktop: Option<&str>, arguments: &[&str]) -> Finished {
    let folder = tempfile::tempdir_in(program().parent().unwrap()).unwrap();
    let doorbell = folder.path().join("doorbell");
    std::fs::hard_link(program(), &doorbell).unwrap();
    if let Some(desktop) = desktop {
        symlink(desktop, folder.path().join("doorbell-desktop")).unwrap();
    }
    let mut command = Command::new(doorbell);
    command.env_clear();
    Running::start(command, &folder.path().join("doorbell.sock"), arguments).finishes()
}
