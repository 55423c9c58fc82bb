//! What a command does before its own work, counted instead of timed: hooks and scripts start
//! `doorbell` for every question.

use std::fs;
use std::process::Command;

use crate::support::program;

/// What costs a start: other threads and processes, files, connections, and what is written.
const COUNTED: &str = "trace=?open,openat,?fork,?vfork,clone,?clone3,socket,write";

/// What the system itself opens to start a program: its libraries, and where its stack is.
const OF_THE_SYSTEM: [&str; 4] = [
    "\"/lib",
    "\"/usr/lib",
    "\"/etc/ld.so",
    "\"/proc/self/maps\"",
];

#[test]
fn version_and_help_start_nothing_open_nothing_and_say_all_at_once() {
    for word in ["--version", "--help"] {
        let calls = calls(&[word]);
        assert_eq!(own(&calls).len(), 1, "{word}: {calls:#?}");
        assert!(
            own(&calls)[0].starts_with("write(1, "),
            "{word}: {calls:#?}"
        );
    }
}

#[test]
fn status_makes_one_connection_and_no_thread() {
    let calls = calls(&["status"]);
    let count = |call: &str| {
        own(&calls)
            .iter()
            .filter(|own| own.starts_with(call))
            .count()
    };
    assert_eq!(count("socket("), 1, "{calls:#?}");
    assert_eq!(count("clone") + count("open"), 0, "{calls:#?}");
}

/// What the command asked of the system, as strace tells it.
fn calls(arguments: &[&str]) -> Vec<String> {
    let place = tempfile::tempdir().unwrap();
    let trace = place.path().join("trace");
    let output = Command::new("strace")
        .args(["-f", "-qq", "-e", COUNTED, "-e", "signal=none", "-o"])
        .arg(&trace)
        .arg(program())
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("DOORBELL_SOCKET", place.path().join("nobody.sock"))
        .output()
        .expect("`cargo xtask test` installs strace");
    let told = fs::read_to_string(&trace).unwrap_or_default();
    assert!(told.contains("open"), "strace saw nothing: {output:?}");
    // Each line begins with the process.
    let lines = told.lines().filter_map(|line| line.split_once(' '));
    lines
        .map(|(_, call)| call.trim_start().to_owned())
        .collect()
}

fn own(calls: &[String]) -> Vec<&str> {
    let is_of_the_system = |call: &str| OF_THE_SYSTEM.iter().any(|file| call.contains(file));
    let calls = calls.iter().map(String::as_str);
    calls.filter(|call| !is_of_the_system(call)).collect()
}
