//! Describes the machine and its load.

use std::fs;

use crate::command::{command, read_stdout};

/// The Debian packages whose versions matter.
const PACKAGES: [&str; 3] = ["libwebkit2gtk-4.1-0", "pinentry-gtk2", "zenity"];
/// Above this load per CPU, times are not reliable.
const MAX_QUIET_LOAD: f64 = 0.5;

/// Processor, memory, system and versions, as far as they are known.
pub fn description() -> String {
    let field = |file: &str, name: &str| {
        let text = fs::read_to_string(file).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let value = line.trim_start_matches([' ', '\t', ':', '=']);
        Some(value.trim().trim_matches('"').to_owned())
    };
    let parts = [
        field("/proc/cpuinfo", "model name"),
        Some(format!("{} CPUs", cpus())),
        field("/proc/meminfo", "MemTotal").map(|memory| format!("{memory} of memory")),
        field("/etc/os-release", "PRETTY_NAME"),
        field("/proc/sys/kernel/osrelease", "").map(|release| format!("Linux {release}")),
    ];
    let versions = PACKAGES.iter().map(|package| {
        let query = ["-W", "-f", "${Package} ${Version}", package];
        read_stdout(command("dpkg-query").args(query)).ok()
    });
    let parts: Vec<String> = parts.into_iter().chain(versions).flatten().collect();
    format!("Measured on {}.", parts.join(", "))
}

/// The current load, with a warning if the machine is busy.
pub fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let Some(load) = text
        .split(' ')
        .next()
        .and_then(|load| load.parse::<f64>().ok())
    else {
        return "The load before the run is not known.".into();
    };
    let cpus = cpus();
    if load <= cpus * MAX_QUIET_LOAD {
        return format!("The machine was quiet before the run: load {load} on {cpus} CPUs.");
    }
    format!(
        "**The machine was busy: load {load} on {cpus} CPUs before the run.** Times are longer than on a \
         quiet machine, and ratios are less reliable."
    )
}

fn cpus() -> f64 {
    let cpus = std::thread::available_parallelism().ok();
    cpus.and_then(|cpus| u32::try_from(cpus.get()).ok())
        .map_or(1.0, f64::from)
}
