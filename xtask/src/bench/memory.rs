//! How much of the machine's memory one process holds.

use std::fs;

use anyhow::{Context, Result};

/// Of one process alone, in MiB.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// Everything of it that is in memory.
    pub resident: f64,
    /// The same, with pages that several processes share divided among them.
    pub proportional: f64,
    /// What it has written to and shares with no one.
    pub private_dirty: f64,
}

impl Memory {
    /// Reads it from the system. `smaps_rollup` counts the pages; the sums in `status` may lag.
    pub fn of(process: u32) -> Result<Self> {
        let file = format!("/proc/{process}/smaps_rollup");
        let text = fs::read_to_string(&file).with_context(|| format!("could not read {file}"))?;
        Self::read(&text).with_context(|| format!("{file} does not say how much"))
    }

    fn read(text: &str) -> Option<Self> {
        let mebibytes = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            let kibibytes: f64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
            Some(kibibytes / 1024.0)
        };
        Some(Self {
            resident: mebibytes("Rss:")?,
            proportional: mebibytes("Pss:")?,
            private_dirty: mebibytes("Private_Dirty:")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn the_sums_are_found() {
        let text = "55d-7ff [rollup]\nRss:                2048 kB\nPss:                 512 kB\n\
                    Pss_Dirty:          128 kB\nPrivate_Dirty:      256 kB\n";
        assert_eq!(
            Memory::read(text),
            Some(Memory {
                resident: 2.0,
                proportional: 0.5,
                private_dirty: 0.25,
            })
        );
        assert_eq!(Memory::read("Rss: much"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_runs_has_some() {
        let own = Memory::of(std::process::id()).unwrap();
        assert!(
            own.resident >= own.proportional && own.proportional > 0.0,
            "{own:?}"
        );
    }
}
