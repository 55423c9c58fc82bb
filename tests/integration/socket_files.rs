//! The socket, its directory and its lock.

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::Path;

use doorbell_daemon::{Config, Daemon, LockError, StartError, handle};
use serde_json::json;

use crate::support::{Doorbell, wait_until};

#[test]
fn only_the_owner_can_reach_the_socket() {
    let doorbell = Doorbell::start();
    let socket = doorbell.socket();
    let mode = |path: &Path| fs::symlink_metadata(path).unwrap().mode() & 0o777;
    assert!(
        fs::symlink_metadata(&socket)
            .unwrap()
            .file_type()
            .is_socket()
    );
    assert_eq!(mode(&socket), 0o600);
    assert_eq!(mode(socket.parent().unwrap()), 0o700);
    assert_eq!(mode(&socket.with_extension("lock")), 0o600);
}

#[test]
fn second_daemon_fails_when_lock_is_held() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let error = bind(&doorbell.socket()).unwrap_err();
    assert!(
        matches!(error, StartError::Lock(LockError::Held)),
        "{error}"
    );
    assert_eq!(error.to_string(), "Doorbell is already running");
    asker.assert_nothing_unread();
    doorbell.asker().assert_nothing_unread();
}

#[test]
fn stale_socket_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let socket = directory.path().join("doorbell.sock");
    // Dropping a listener leaves its socket file, like a crash.
    drop(UnixListener::bind(&socket).unwrap());
    assert!(socket.exists());
    bind_when_free(&socket).unwrap();
    assert!(!socket.exists(), "the daemon removes its socket on exit");
    bind_when_free(&socket).unwrap();
}

#[test]
fn file_that_is_not_a_socket_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let socket = directory.path().join("doorbell.sock");
    fs::write(&socket, "precious").unwrap();
    let error = bind_when_free(&socket).unwrap_err();
    let StartError::Listen { path, source } = error else {
        panic!("{error}");
    };
    assert_eq!(path, socket);
    assert_eq!(
        source.to_string(),
        "something that is not a socket is in the way"
    );
    assert_eq!(fs::read_to_string(&socket).unwrap(), "precious");
    fs::remove_file(&socket).unwrap();
    let elsewhere = directory.path().join("elsewhere");
    drop(UnixListener::bind(&elsewhere).unwrap());
    std::os::unix::fs::symlink(&elsewhere, &socket).unwrap();
    assert!(matches!(
        bind_when_free(&socket).unwrap_err(),
        StartError::Listen { .. }
    ));
    assert!(elsewhere.exists());
}

#[test]
fn directory_mode_is_tightened_and_symlink_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let open = directory.path().join("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    bind_when_free(&open.join("doorbell.sock")).unwrap();
    assert_eq!(fs::metadata(&open).unwrap().mode() & 0o777, 0o700);
    let link = directory.path().join("link");
    std::os::unix::fs::symlink(&open, &link).unwrap();
    assert!(matches!(
        bind_when_free(&link.join("doorbell.sock")).unwrap_err(),
        StartError::Directory(_)
    ));
}

#[test]
fn new_daemon_can_start_after_another_exits() {
    let doorbell = Doorbell::start();
    doorbell.asker().call("doorbell/stop", json!({}));
    doorbell.wait_for_exit();
    bind_when_free(&doorbell.socket()).unwrap();
}

/// Binds a daemon once the lock is free. A child process that another test is spawning briefly
/// inherits the lock.
fn bind_when_free(socket: &Path) -> Result<(), StartError> {
    wait_until("the lock is free", || match bind(socket) {
        Err(StartError::Lock(LockError::Held)) => None,
        bound => Some(bound),
    })
}

/// Binds a daemon and drops it.
fn bind(socket: &Path) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async { Daemon::bind(socket, Config::standard("0"), handle()).map(drop) })
}
