//! The archive, for systems without Debian's packages: the files and a script that installs them.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::contents::{Places, contents};
use super::project::{Project, VERSION};
use super::{folder, read_source};
use crate::command::{command, run};
use crate::workspace;

const PLACES: Places = Places {
    zsh: "share/zsh/site-functions",
    units: "share/systemd/user",
    // The script writes it in, when it knows where it installs.
    programs: None,
};

/// Packs the archive and gives its place.
pub fn make(project: &Project) -> Result<PathBuf> {
    let mut tree = contents(project, &PLACES)?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
        let text = fs::read(workspace::root().join(name)).context(name)?;
        tree.add(format!("share/doc/doorbell/{name}"), text);
    }
    let name = name();
    let mut tree = tree.below("files");
    tree.add_program("install.sh", read_source("install.sh")?);
    tree.add("README", read_source("README")?);
    tree.below(&name).write(&folder().join("archive"))?;
    let archive = place();
    run(command("tar")
        .arg("--create")
        // What every system can unpack, the same each time.
        .arg("--use-compress-program=gzip -9 --no-name")
        .arg("--file")
        .arg(&archive)
        .arg("--directory")
        .arg(folder().join("archive"))
        .args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .arg(format!("--mtime=@{}", project.changed))
        .arg(&name))?;
    Ok(archive)
}

/// Where the archive is left.
pub fn place() -> PathBuf {
    folder().join(format!("{}.tar.gz", name()))
}

fn name() -> String {
    format!("doorbell-{VERSION}-{}-linux", std::env::consts::ARCH)
}
