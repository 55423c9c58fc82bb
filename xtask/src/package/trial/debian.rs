//! A small Debian of its own, in a folder: made once of the mirrors that this system uses, and
//! copied for each trial.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::{exchange, folder};
use crate::command::{command, read, root_command, run};
use crate::workspace;

/// A root that scripts run in.
pub struct Root {
    folder: PathBuf,
}

impl Root {
    /// One with nothing in it but what Debian cannot do without.
    pub fn fresh() -> Result<Self> {
        let base = base()?;
        let root = Self::last();
        root.remove()?;
        run(root_command("cp")
            .arg("--archive")
            .arg(&base)
            .arg(&root.folder))?;
        // Names are looked up as they are here.
        run(root_command("cp")
            .args(["--dereference", "/etc/resolv.conf"])
            .arg(root.folder.join("etc/resolv.conf")))?;
        Ok(root)
    }

    /// The one that the step before has used.
    pub fn last() -> Self {
        Self {
            folder: folder().join("root"),
        }
    }

    /// Runs one of the scripts in `xtask/trial`. Whatever it leaves running is ended.
    pub fn run(&self, script: &str) -> Result<()> {
        let scripts = workspace::root().join("xtask/trial");
        let given = exchange().join(script);
        fs::copy(scripts.join(script), given).with_context(|| script.to_owned())?;
        let archives = folder().join("archives");
        fs::create_dir_all(&archives)?;
        run(root_command("unshare")
            .args(["--mount", "--pid", "--ipc", "--fork", "--kill-child"])
            .args(["sh", "-eu"])
            .arg(scripts.join("enter.sh"))
            .arg(&self.folder)
            .arg(archives)
            .arg(exchange())
            .arg(script))
    }

    /// Nothing is mounted in it any more: that ended with each script.
    pub fn remove(&self) -> Result<()> {
        run(root_command("rm")
            .args(["--recursive", "--force", "--one-file-system"])
            .arg(&self.folder))
    }
}

/// The root that the others are copied from.
fn base() -> Result<PathBuf> {
    let release = release()?;
    let base = folder().join(format!("base-{release}"));
    if base.is_dir() {
        return Ok(base);
    }
    let sources = sources(&release)?;
    let fresh = folder().join("base.new");
    run(root_command("rm").args(["-rf"]).arg(&fresh))?;
    run(root_command("mmdebstrap")
        .args(["--variant=minbase", "--mode=root", "--quiet"])
        .arg(&release)
        .arg(&fresh)
        .args(sources))?;
    run(root_command("mv").arg(&fresh).arg(&base))?;
    Ok(base)
}

/// The name of the system's own release.
fn release() -> Result<String> {
    let name = read(command("sh").args(["-c", ". /etc/os-release && echo \"$VERSION_CODENAME\""]))?;
    Ok(name.trim().to_owned())
}

/// The mirrors that apt is told of for that release, as apt writes them.
fn sources(release: &str) -> Result<Vec<String>> {
    let told = read(command("apt-get").args([
        "indextargets",
        "--format",
        "$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)",
        "Created-By: Packages",
    ]))?;
    let mut lines: Vec<String> = told
        .lines()
        .filter_map(|line| source(line, release))
        .collect();
    lines.sort();
    lines.dedup();
    if lines.is_empty() {
        bail!("apt knows no mirror of {release} yet; `apt-get update` tells it");
    }
    Ok(lines)
}

/// Other people's archives need keys that the small Debian has not.
fn source(line: &str, release: &str) -> Option<String> {
    let mut words = line.split(' ');
    let (origin, mirror) = (words.next()?, words.next()?);
    let (suite, component) = (words.next()?, words.next()?);
    let is_release = suite.strip_prefix(release)?;
    let is_release = is_release.is_empty() || is_release.starts_with('-');
    (is_release && ["Debian", "Ubuntu"].contains(&origin))
        .then(|| format!("deb {mirror} {suite} {component}"))
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn only_the_releases_own_mirrors_are_taken() {
        let taken = |line| source(line, "bookworm");
        assert_eq!(
            taken("Debian http://mirror.example/debian/ bookworm-updates main").as_deref(),
            Some("deb http://mirror.example/debian/ bookworm-updates main")
        );
        assert_eq!(
            taken("Debian http://mirror.example/debian/ trixie main"),
            None
        );
        assert_eq!(taken("Other http://other.example/apt/ bookworm main"), None);
        assert_eq!(
            taken("Debian http://mirror.example/debian/ bookwormy main"),
            None
        );
    }
}
