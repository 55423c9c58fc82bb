//! Doorbell before the first question loads only what it needs.

use std::fs;
use std::path::Path;

use anyhow::Result;
use doorbell_tests::app::Build;
use doorbell_tests::process::descendants;
use doorbell_tests::virtual_desktop::VirtualDesktop;
use doorbell_tests::wait::{TIMEOUT, wait_until};

/// The thread that is started last.
const LAST_THREAD: &str = "storage";
/// Parts of the names of GL drivers, and of the compiler of the software driver.
const GL_LIBRARIES: [&str; 2] = ["_dri.so", "LLVM"];

#[test]
fn idle_doorbell_loads_no_web_view_and_no_gl() -> Result<()> {
    // No other program on this desktop may load GL first.
    let desktop = VirtualDesktop::start_bare()?;
    let doorbell = desktop.start_process("doorbell", Build::Plain.command(&desktop)?)?;
    let process = doorbell.id();
    wait_until("Doorbell to be ready", TIMEOUT, || {
        threads(process).iter().any(|thread| thread == LAST_THREAD)
    })?;
    assert_eq!(descendants(process), [process], "an unneeded child process");
    let maps = fs::read_to_string(format!("/proc/{process}/maps"))?;
    let is_gl = |line: &&str| GL_LIBRARIES.iter().any(|part| line.contains(part));
    let loaded: Vec<_> = maps.lines().filter(is_gl).collect();
    // GDK may load GL drivers on a machine with a graphics card.
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
