//! A program that listens on the socket in place of Doorbell receives nothing.

use std::io::Read;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::support::doorbell_binary;

#[test]
fn foreign_listener_receives_nothing_and_is_named() {
    let runtime = tempfile::tempdir().unwrap();
    let directory = runtime.path().join("doorbell");
    std::fs::DirBuilder::new()
        .mode(0o700)
        .create(&directory)
        .unwrap();
    // The test process listens; it is not doorbell-desktop.
    let listener = UnixListener::bind(directory.join("doorbell.sock")).unwrap();
    let output = Command::new(doorbell_binary())
        .args(["ask", "--confirm", "--message", "planted words"])
        .env_clear()
        .env("XDG_RUNTIME_DIR", runtime.path())
        .output()
        .unwrap();
    let test_binary = std::env::current_exe().unwrap();
    let expected = format!(
        "doorbell: {} (process {}) is listening in place of Doorbell, so nothing was sent to it; \
         quit it and try again\n",
        test_binary.display(),
        std::process::id()
    );
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    assert_eq!(output.status.code(), Some(69));
    let mut received = Vec::new();
    let (mut connection, _) = listener.accept().unwrap();
    connection.read_to_end(&mut received).unwrap();
    assert!(received.is_empty(), "not even hello is sent");
}
