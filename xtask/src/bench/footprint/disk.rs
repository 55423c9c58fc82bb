//! What Doorbell takes of the disk, beside the programs that ask too.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::MIB;
use crate::bench::table::{Table, number};
use crate::command::{command, read};
use crate::{binaries, package};

/// As Debian calls the others.
const PEERS: [&str; 3] = ["pinentry-gtk2", "yad", "zenity"];

/// The table, and what should be known of it.
pub fn table() -> Result<(Table, Vec<String>)> {
    let mut table = Table::new(&["on the disk", "packed MiB", "installed MiB"]);
    let mut notes = Vec::new();
    for program in ["doorbell", "doorbell-desktop"] {
        let size = mib_of(&binaries::release_directory().join(program))?;
        table.row(vec![program.into(), "-".into(), number(Some(size))]);
    }
    let deb = package::deb()?;
    let (packed, installed) = if deb.exists() {
        let told = read(
            command("dpkg-deb")
                .arg("-f")
                .arg(&deb)
                .arg("Installed-Size"),
        )?;
        (Some(mib_of(&deb)?), told_mib(&told))
    } else {
        notes.push("There is no Debian package to weigh: `cargo xtask package` makes it.".into());
        (None, None)
    };
    table.row(vec![
        "Doorbell's Debian package".into(),
        number(packed),
        number(installed),
    ]);
    for peer in PEERS {
        // One that did not come as a package has no size to tell.
        let asked = ["-W", "-f", "${Installed-Size}", peer];
        let told = read(command("dpkg-query").args(asked)).ok();
        let installed = told.as_deref().and_then(told_mib);
        table.row(vec![peer.into(), "-".into(), number(installed)]);
    }
    Ok((table, notes))
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
    use super::told_mib;

    #[test]
    fn debian_counts_in_kib() {
        assert_eq!(told_mib("1536\n"), Some(1.5));
        assert_eq!(told_mib(""), None);
    }
}
