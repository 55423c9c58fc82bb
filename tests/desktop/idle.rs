//! A Doorbell that nobody has asked yet: what it does not need is not there.

use std::fs;
use std::path::Path;

use anyhow::Result;
use doorbell_tests::app::Build;
use doorbell_tests::process::descendants;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{PATIENCE, wait_until};

/// Started when everything else is.
const LAST_THREAD: &str = "storage";
/// What is loaded for GL: its drivers, and the compiler of the one that needs no graphics card.
const GL: [&str; 2] = ["_dri.so", "LLVM"];

#[test]
fn one_that_nobody_has_asked_has_no_web_view_and_no_gl() -> Result<()> {
    // Nothing else is on it that could have looked for GL before.
    let desktop = VirtualDesktop::start_bare()?;
    let running = desktop.start_process("doorbell", Build::Plain.command(&desktop)?)?;
    let process = running.id();
    wait_until("it waits for askers", PATIENCE, || {
        threads(process).iter().any(|thread| thread == LAST_THREAD)
    })?;
    assert_eq!(descendants(process), [process], "a process for nobody");
    let maps = fs::read_to_string(format!("/proc/{process}/maps"))?;
    let is_gl = |line: &&str| GL.iter().any(|part| line.contains(part));
    let loaded: Vec<_> = maps.lines().filter(is_gl).collect();
    // With a graphics card, GDK's look at it is the system's own affair.
    assert!(
        loaded.is_empty() || Path::new("/dev/dri").exists(),
        "{loaded:#?}"
    );
    Ok(())
}

fn threads(process: u32) -> Vec<String> {
    let tasks = fs::read_dir(format!("/proc/{process}/task"));
    let names = tasks.into_iter().flatten().filter_map(|task| {
        let name = fs::read_to_string(task.ok()?.path().join("comm")).ok()?;
        Some(name.trim().to_owned())
    });
    names.collect()
}
