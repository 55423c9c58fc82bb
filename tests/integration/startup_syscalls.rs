//! Counts the system calls of a command at startup, because hooks and scripts start `doorbell` for
//! every question.

use std::fs;
use std::process::Command;

use crate::support::doorbell_binary;

/// Calls that make a start expensive.
const TRACED_CALLS: &str = "trace=?open,openat,?fork,?vfork,clone,?clone3,socket,write";

/// Files that the loader and the runtime open for every program.
const LOADER_FILES: [&str; 4] = [
    "\"/lib",
    "\"/usr/lib",
    "\"/etc/ld.so",
    "\"/proc/self/maps\"",
];

#[test]
fn version_and_help_make_one_write_and_open_no_files() {
    for option in ["--version", "--help"] {
        let calls = trace(&[option]);
        assert_eq!(own_calls(&calls).len(), 1, "{option}: {calls:#?}");
        assert!(
            own_calls(&calls)[0].starts_with("write(1, "),
            "{option}: {calls:#?}"
        );
    }
}

#[test]
fn status_makes_one_connection_and_no_thread() {
    let calls = trace(&["status"]);
    let count = |call: &str| {
        own_calls(&calls)
            .iter()
            .filter(|own_call| own_call.starts_with(call))
            .count()
    };
    assert_eq!(count("socket("), 1, "{calls:#?}");
    assert_eq!(count("clone") + count("open"), 0, "{calls:#?}");
}

/// Runs the command under strace and returns its system calls.
fn trace(arguments: &[&str]) -> Vec<String> {
    let directory = tempfile::tempdir().unwrap();
    let trace_file = directory.path().join("trace");
    let output = Command::new("strace")
        .args(["-f", "-qq", "-e", TRACED_CALLS, "-e", "signal=none", "-o"])
        .arg(&trace_file)
        .arg(doorbell_binary())
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("DOORBELL_SOCKET", directory.path().join("unused.sock"))
        .output()
        .expect("`cargo xtask test` installs strace");
    let output_text = fs::read_to_string(&trace_file).unwrap_or_default();
    assert!(
        output_text.contains("open"),
        "strace saw nothing: {output:?}"
    );
    // Each line starts with the process id.
    let lines = output_text.lines().filter_map(|line| line.split_once(' '));
    lines
        .map(|(_, call)| call.trim_start().to_owned())
        .collect()
}

fn own_calls(calls: &[String]) -> Vec<&str> {
    let is_of_loader = |call: &str| LOADER_FILES.iter().any(|file| call.contains(file));
    let calls = calls.iter().map(String::as_str);
    calls.filter(|call| !is_of_loader(call)).collect()
}
