//! A program that listens where Doorbell should is told nothing.

use std::io::Read;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::support::program;

#[test]
fn whoever_listens_in_doorbells_place_hears_nothing_and_is_named() {
    let runtime = tempfile::tempdir().unwrap();
    let directory = runtime.path().join("doorbell");
    std::fs::DirBuilder::new()
        .mode(0o700)
        .create(&directory)
        .unwrap();
    // This very test, which is no doorbell-desktop.
    let listener = UnixListener::bind(directory.join("doorbell.sock")).unwrap();
    let output = Command::new(program())
        .args(["ask", "--confirm", "--message", "planted words"])
        .env_clear()
        .env("XDG_RUNTIME_DIR", runtime.path())
        .output()
        .unwrap();
    let own = std::env::current_exe().unwrap();
    let said = format!(
        "doorbell: {} (process {}) listens in Doorbell's place, so it was asked nothing; \
         end it and try again\n",
        own.display(),
        std::process::id()
    );
    assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
    assert_eq!(output.status.code(), Some(69));
    let mut heard = Vec::new();
    let (mut connection, _) = listener.accept().unwrap();
    connection.read_to_end(&mut heard).unwrap();
    assert!(heard.is_empty(), "not even a hello");
}
