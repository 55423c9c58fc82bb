//! What Doorbell takes of the disk, beside the programs that ask too.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::MIB;
use crate::bench::statistics::rounded;
use crate::bench::table::{Table, number};
use crate::command::{command, read};
use crate::{binaries, package};

/// As Debian calls the others.
const PEERS: [&str; 3] = ["pinentry-gtk2", "yad", "zenity"];

/// What was weighed.
pub struct Disk {
    rows: Vec<Row>,
}

/// In MiB.
struct Row {
    name: String,
    packed: Option<f64>,
    installed: Option<f64>,
}

/// Weighs the programs, the package, which is made for it, and the others' packages.
pub fn weigh() -> Result<Disk> {
    let mut rows = Vec::new();
    let mut row = |name: &str, packed, installed| {
        rows.push(Row {
            name: name.into(),
            packed,
            installed,
        });
    };
    for program in ["doorbell", "doorbell-desktop"] {
        let size = mib_of(&binaries::release_directory().join(program))?;
        row(program, None, Some(size));
    }
    let deb = package::make()?.deb;
    let told = read(
        command("dpkg-deb")
            .arg("-f")
            .arg(&deb)
            .arg("Installed-Size"),
    )?;
    let packed = mib_of(&deb)?;
    row("Doorbell's Debian package", Some(packed), told_mib(&told));
    for peer in PEERS {
        // One that did not come as a package has no size to tell.
        let asked = ["-W", "-f", "${Installed-Size}", peer];
        let told = read(command("dpkg-query").args(asked)).ok();
        row(peer, None, told.as_deref().and_then(told_mib));
    }
    Ok(Disk { rows })
}

impl Disk {
    /// For people.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&["on the disk", "packed MiB", "installed MiB"]);
        for row in &self.rows {
            let cells = [number(row.packed), number(row.installed)];
            table.row([row.name.clone()].into_iter().chain(cells).collect());
        }
        table
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            json!({
                "name": row.name,
                "packedMiB": row.packed.map(rounded),
                "installedMiB": row.installed.map(rounded),
            })
        });
        rows.collect()
    }
}

fn mib_of(file: &Path) -> Result<f64> {
    let size = fs::metadata(file).with_context(|| file.display().to_string())?;
    Ok(size.len() as f64 / MIB / MIB)
}

/// Debian tells sizes in KiB.
fn told_mib(told: &str) -> Option<f64> {
    let kib: f64 = told.trim().parse().ok()?;
    Some(kib / MIB)
}

#[cfg(test)]
mod tests {
    use super::{Disk, Row, told_mib};

    #[test]
    fn what_could_not_be_weighed_is_a_dash() {
        let row = |name: &str, packed, installed| Row {
            name: name.into(),
            packed,
            installed,
        };
        let disk = Disk {
            rows: vec![
                row("doorbell", None, Some(8.3)),
                row("a package", None, None),
            ],
        };
        assert_eq!(
            disk.table().to_string(),
            "\
| on the disk | packed MiB | installed MiB |
| ----------- | ---------: | ------------: |
| doorbell    |          - |           8.3 |
| a package   |          - |             - |
"
        );
        assert!(disk.json()[1]["installedMiB"].is_null());
    }

    #[test]
    fn debian_counts_in_kib() {
        assert_eq!(told_mib("1536\n"), Some(1.5));
        assert_eq!(told_mib(""), None);
    }
}
