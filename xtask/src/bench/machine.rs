//! What it was measured on: times mean nothing without it.

use std::fs;

use crate::command::{command, read};
use crate::servers;

use super::programs;

/// Whose version counts, as Debian's package and as people call it.
const PROGRAMS: [(&str, &str); 5] = [
    ("libwebkit2gtk-4.1-0", "WebKitGTK"),
    ("pinentry-gtk2", "pinentry-gtk2"),
    ("yad", "yad"),
    ("zenity", "zenity"),
    ("hyperfine", "hyperfine"),
];

/// One line. What the system does not tell is left out.
pub fn described() -> String {
    let file = |name: &str| fs::read_to_string(name).unwrap_or_default();
    let machine = [
        processor(&file("/proc/cpuinfo")),
        memory(&file("/proc/meminfo")),
        read(command("uname").arg("-sr"))
            .ok()
            .map(|told| told.trim().to_owned()),
        distribution(&file("/etc/os-release")),
    ];
    let installed = PROGRAMS.iter().filter_map(|(package, name)| {
        let asked = ["-W", "-f", "${Version}", package];
        let version = read(command("dpkg-query").args(asked)).ok()?;
        Some(format!("{name} {}", upstream(&version)))
    });
    let fastmcp = programs::fastmcp_version(&servers::python()).ok();
    let fastmcp = fastmcp.map(|version| format!("FastMCP {version}"));
    let machine: Vec<String> = machine.into_iter().flatten().collect();
    let programs: Vec<String> = installed.chain(fastmcp).collect();
    format!("{}. {}.", machine.join(", "), programs.join(", "))
}

fn processor(told: &str) -> Option<String> {
    let models: Vec<&str> = told
        .lines()
        .filter_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map(|(_, model)| model.trim())
        .collect();
    let cores = match models.len() {
        1 => "1 core".to_owned(),
        many => format!("{many} cores"),
    };
    Some(format!("{}, {cores}", models.first()?))
}

fn memory(told: &str) -> Option<String> {
    let line = told
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(format!("{:.1} GiB of memory", kibibytes / 1024.0 / 1024.0))
}

fn distribution(told: &str) -> Option<String> {
    let name = told
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}

/// Without Debian's own part.
fn upstream(version: &str) -> &str {
    let version = version
        .split_once(':')
        .map_or(version, |(_, version)| version);
    version
        .rsplit_once('-')
        .map_or(version, |(version, _)| version)
}

#[cfg(test)]
mod tests {
    use super::{distribution, memory, processor, upstream};

    #[test]
    fn the_system_is_read_as_it_tells_itself() {
        let told = "processor\t: 0\nmodel name\t: A CPU @ 2.20GHz\n\nprocessor\t: 1\nmodel name\t: A CPU @ 2.20GHz\n";
        assert_eq!(processor(told).unwrap(), "A CPU @ 2.20GHz, 2 cores");
        assert_eq!(processor(""), None);
        let told = "MemTotal:        8139452 kB\nMemFree: 1 kB\n";
        assert_eq!(memory(told).unwrap(), "7.8 GiB of memory");
        let told = "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n";
        assert_eq!(
            distribution(told).unwrap(),
            "Debian GNU/Linux 12 (bookworm)"
        );
    }

    #[test]
    fn a_version_is_the_authors() {
        assert_eq!(upstream("2.50.6-1~deb12u2"), "2.50.6");
        assert_eq!(upstream("1:0.40.0-1+b1"), "0.40.0");
        assert_eq!(upstream("4.1"), "4.1");
    }
}
