//! The Debian package.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::contents::{Places, contents};
use super::project::{Project, VERSION};
use super::tree::Tree;
use super::{folder, read_source};
use crate::command::{command, read, run};
use crate::workspace;

const PLACES: Places = Places {
    zsh: "share/zsh/vendor-completions",
    units: "lib/systemd/user",
    programs: Some("/usr/bin"),
};

/// Debian wants an address with the name. There is none, and this one says so to people and programs.
const NO_ADDRESS: &str = "doorbell@doorbell.invalid";

/// What the programs need beside the libraries they are linked with.
const DEPENDS: &[&str] = &["xdg-utils"];
/// Without these, a question still has its window.
const RECOMMENDS: &str =
    "notification-daemon, default-dbus-session-bus | dbus-session-bus, at-spi2-core";
/// GNOME shows a tray only with this.
const SUGGESTS: &str = "gnome-shell-extension-appindicator";

const AUTOSTART: &str = "etc/xdg/autostart/doorbell.desktop";
const DOCUMENTS: &str = "usr/share/doc/doorbell";

/// Packs the package and gives its place.
pub fn make(project: &Project) -> Result<PathBuf> {
    let architecture = architecture()?;
    let version = debian_version(VERSION);
    let stage = stage();
    let mut tree = files(project, &version)?;
    tree.write(&stage)?;
    compress(&tree, &stage)?;
    let depends = depends(&stage, &architecture)?;
    let size = tree.size();
    let maintainer = maintainer(project);
    tree = Tree::default();
    tree.add(
        "control",
        format!(
            "Package: doorbell\n\
             Version: {version}\n\
             Architecture: {architecture}\n\
             Maintainer: {maintainer}\n\
             Installed-Size: {size}\n\
             Depends: {depends}\n\
             Recommends: {RECOMMENDS}\n\
             Suggests: {SUGGESTS}\n\
             Section: utils\n\
             Priority: optional\n\
             Description: {}",
            read_source("debian/description")?
        ),
    );
    tree.add("conffiles", format!("/{AUTOSTART}\n"));
    tree.add("md5sums", sums(&stage)?);
    tree.add_program("prerm", read_source("debian/prerm")?);
    tree.write(&stage.join("DEBIAN"))?;

    let package = place()?;
    run(command("dpkg-deb")
        .args(["--root-owner-group", "-Zxz", "--build"])
        .arg(&stage)
        .arg(&package)
        .env("SOURCE_DATE_EPOCH", &project.changed))?;
    Ok(package)
}

/// Where the package is left.
pub fn place() -> Result<PathBuf> {
    let (version, architecture) = (debian_version(VERSION), architecture()?);
    Ok(folder().join(format!("doorbell_{version}_{architecture}.deb")))
}

/// Where its files are before they are packed.
pub fn stage() -> PathBuf {
    folder().join("debian/doorbell")
}

fn architecture() -> Result<String> {
    let told = read(command("dpkg").arg("--print-architecture"))?;
    Ok(told.trim().to_owned())
}

fn files(project: &Project, version: &str) -> Result<Tree> {
    let mut tree = contents(project, &PLACES)?.below("usr");
    tree.add(AUTOSTART, autostart(&tree)?);
    let licence = fs::read_to_string(workspace::root().join("LICENSE-MIT"))?;
    let copyright = read_source("debian/copyright")?.replace("@EXPAT@", &indented(&licence));
    tree.add(format!("{DOCUMENTS}/copyright"), copyright);
    tree.add(
        format!("{DOCUMENTS}/changelog"),
        changelog(project, version)?,
    );
    let changes = fs::read(workspace::root().join("CHANGELOG.md"))?;
    tree.add(format!("{DOCUMENTS}/CHANGELOG.md"), changes);
    Ok(tree)
}

/// The entry for everyone, switched off: whether Doorbell starts at login is each person's own
/// choice, and what `doorbell start --at-login on` writes counts before this.
fn autostart(tree: &Tree) -> Result<String> {
    let entry = tree
        .file("usr/share/applications/doorbell.desktop")
        .context("the desktop entry is missing")?;
    let entry = String::from_utf8_lossy(entry);
    // Doorbell knows its own entries by the second line.
    Ok(format!(
        "{}\nHidden=true\nX-Doorbell-Version={VERSION}\n",
        entry.trim_end(),
    ))
}

/// Debian calls what comes before a version so that it sorts before it.
fn debian_version(version: &str) -> String {
    version.replacen('-', "~", 1)
}

fn maintainer(project: &Project) -> String {
    if project.author.contains('<') {
        project.author.clone()
    } else {
        format!("{} <{NO_ADDRESS}>", project.author)
    }
}

fn changelog(project: &Project, version: &str) -> Result<String> {
    let date = read(
        command("date")
            .args(["--utc", "--rfc-email", "--date"])
            .arg(format!("@{}", project.changed))
            .env("LC_ALL", "C"),
    )?;
    Ok(format!(
        "doorbell ({version}) unstable; urgency=medium\n\n  \
         * What is new is told in CHANGELOG.md.\n\n -- {}  {}\n",
        maintainer(project),
        date.trim()
    ))
}

/// As Debian's copyright files have texts: indented, with a dot for an empty line.
fn indented(text: &str) -> String {
    let text = text
        .trim_end()
        .split_once("\n\n")
        .map_or(text, |(_, rest)| rest);
    let lines = text.trim_end().lines().map(|line| match line.trim_end() {
        "" => " .".to_owned(),
        line => format!(" {line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Debian's policy has man pages and the changelog compressed, the same each time.
fn compress(tree: &Tree, stage: &Path) -> Result<()> {
    let changelog = format!("{DOCUMENTS}/changelog");
    let files = tree
        .paths()
        .filter(|path| path.starts_with("usr/share/man/") || *path == changelog);
    run(command("gzip")
        .current_dir(stage)
        .args(["-9", "--no-name"])
        .args(files))
}

/// The packages that have the libraries the programs are linked with, from the versions on that
/// have what is used of them.
fn depends(stage: &Path, architecture: &str) -> Result<String> {
    // dpkg-shlibdeps reads it to know for what it looks, and knows a stage by this folder in it.
    fs::create_dir_all(stage.join("DEBIAN"))?;
    fs::write(
        stage.with_file_name("control"),
        format!("Source: doorbell\n\nPackage: doorbell\nArchitecture: {architecture}\n"),
    )?;
    let told = read(
        command("dpkg-shlibdeps")
            .current_dir(folder())
            .arg("-O")
            .arg(stage.join("usr/bin/doorbell"))
            .arg(stage.join("usr/bin/doorbell-desktop")),
    )?;
    let libraries = told
        .lines()
        .find_map(|line| line.strip_prefix("shlibs:Depends="))
        .context("dpkg-shlibdeps named no libraries")?;
    let all: Vec<&str> = libraries
        .split(", ")
        .chain(DEPENDS.iter().copied())
        .collect();
    Ok(all.join(", "))
}

fn sums(stage: &Path) -> Result<String> {
    read(command("sh").current_dir(stage).args([
        "-c",
        "find usr -type f | LC_ALL=C sort | xargs -d '\\n' md5sum",
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_before_another_sorts_before_it() {
        assert_eq!(debian_version("1.2.0"), "1.2.0");
        assert_eq!(debian_version("1.2.0-beta.1"), "1.2.0~beta.1");
    }

    #[test]
    fn a_text_is_indented_without_its_heading() {
        assert_eq!(
            indented("MIT License\n\nYou may\n\nall.\n"),
            " You may\n .\n all."
        );
    }
}
