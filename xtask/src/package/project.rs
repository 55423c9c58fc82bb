//! What cargo knows of the project: its version, its authors, and the crates it is made of.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::command::{cargo, command, read};

/// The crates whose programs people install.
const SHIPPED: [&str; 2] = ["doorbell-desktop", "doorbell-cli"];

/// All of the workspace has one version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The project as a package describes it.
pub struct Project {
    /// Who made it.
    pub author: String,
    /// When its sources were last changed, in seconds since 1970: a package made twice of the same
    /// sources is the same.
    pub changed: String,
    /// The crates of others that are compiled into its programs.
    pub crates: Vec<Crate>,
}

/// A crate of others.
pub struct Crate {
    pub name: String,
    pub version: String,
    pub licence: Option<String>,
    pub licence_file: Option<String>,
    pub authors: Vec<String>,
    pub repository: Option<String>,
    /// Where its sources are on this computer.
    pub folder: PathBuf,
}

impl Project {
    /// Asks cargo, and git for the time.
    pub fn read() -> Result<Self> {
        let metadata = read(cargo().args(["metadata", "--locked", "--format-version", "1"]))?;
        let metadata: Value = serde_json::from_str(&metadata)?;
        let packages = metadata["packages"].as_array().context("no packages")?;
        let own = packages
            .iter()
            .find(|package| package["name"] == SHIPPED[1])
            .context("cargo does not know the command line")?;
        let compiled = compiled()?;
        let crates = packages
            .iter()
            .filter(|package| !package["source"].is_null())
            .map(Crate::read)
            .filter(|read| match read {
                Ok(one) => compiled.contains(&(one.name.clone(), one.version.clone())),
                Err(_) => true,
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            author: texts(&own["authors"])
                .into_iter()
                .next()
                .context("no authors")?,
            changed: changed()?,
            crates,
        })
    }
}

impl Crate {
    fn read(package: &Value) -> Result<Self> {
        let manifest = text(&package["manifest_path"]).context("a crate without a place")?;
        Ok(Self {
            name: text(&package["name"]).context("a crate without a name")?,
            version: text(&package["version"]).context("a crate without a version")?,
            licence: text(&package["license"]),
            licence_file: text(&package["license_file"]),
            authors: texts(&package["authors"]),
            repository: text(&package["repository"]),
            folder: PathBuf::from(manifest).with_file_name(""),
        })
    }
}

/// The crates that are compiled in on this system, by name and version. Those that only build
/// something, or test it, are not among them.
fn compiled() -> Result<BTreeSet<(String, String)>> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--edges", "normal"])
        .args(["--prefix", "none", "--format", "{p}"]);
    for name in SHIPPED {
        tree.args(["-p", name]);
    }
    let tree = read(&mut tree)?;
    Ok(tree.lines().filter_map(name_and_version).collect())
}

/// `serde v1.0.229 (proc-macro)`
fn name_and_version(line: &str) -> Option<(String, String)> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let version = words.next()?.strip_prefix('v')?;
    Some((name.to_owned(), version.to_owned()))
}

/// What distributions call SOURCE_DATE_EPOCH; from the last commit if nobody says.
fn changed() -> Result<String> {
    match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(said) => Ok(said),
        Err(_) => {
            let told = read(command("git").args(["log", "-1", "--format=%ct"]))?;
            Ok(told.trim().to_owned())
        }
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts(value: &Value) -> Vec<String> {
    value
        .as_array()
        .map(|values| values.iter().filter_map(text).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::name_and_version;

    #[test]
    fn a_line_of_the_tree_names_a_crate() {
        let named =
            |line| name_and_version(line).map(|(name, version)| format!("{name} {version}"));
        assert_eq!(named("serde v1.0.229").as_deref(), Some("serde 1.0.229"));
        let with_more = named("derive v2.1.0+x (proc-macro) (*)");
        assert_eq!(with_more.as_deref(), Some("derive 2.1.0+x"));
        assert_eq!(named(""), None);
    }
}
