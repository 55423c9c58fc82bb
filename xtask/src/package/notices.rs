//! The third-party notices: whose crates are compiled in, and under which texts.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::project::{Crate, Project};
use crate::workspace;

/// How the files begin that hold a licence, in capitals.
const BEGINNINGS: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

const HEAD: &str = "\
Third-party notices

Doorbell's programs are compiled together with the crates below. Each is named with its licence, its
authors and where its sources are; the numbers lead to the texts that it comes with, at the end.
";

/// What crates carry in them that their own licence does not speak of.
const CARRIED: &str = "\
Carried inside these crates, or compiled in beside them:

SQLite, in libsqlite3-sys
  licence: public domain (https://sqlite.org/copyright.html)

The public suffix list, in psl
  licence: MPL-2.0
  source:  https://publicsuffix.org/list/

The standard library of Rust
  licence: MIT OR Apache-2.0
  source:  https://github.com/rust-lang/rust
";

/// Writes the notices.
pub fn notices(project: &Project) -> Result<String> {
    let mut texts = Texts::default();
    let mut notices = format!("{HEAD}\n");
    for one in &project.crates {
        let files = licence_files(one)?;
        let numbers = if files.is_empty() {
            lent(one, project, &mut texts)?
        } else {
            texts.numbers(&files)?
        };
        describe(one, &numbers, &mut notices)?;
    }
    writeln!(notices, "{CARRIED}")?;
    for (index, text) in texts.in_order.iter().enumerate() {
        writeln!(notices, "{:-<80}\n[{}]\n", "", index + 1)?;
        writeln!(notices, "{}\n", text.trim_matches(['\n', '\r']))?;
    }
    Ok(notices)
}

fn describe(one: &Crate, numbers: &[usize], notices: &mut String) -> Result<()> {
    writeln!(notices, "{} {}", one.name, one.version)?;
    let licence = one.licence.as_deref().unwrap_or("as its text says");
    writeln!(notices, "  licence: {licence}")?;
    if !one.authors.is_empty() {
        writeln!(notices, "  authors: {}", one.authors.join(", "))?;
    }
    if let Some(repository) = &one.repository {
        writeln!(notices, "  source:  {repository}")?;
    }
    let numbers: Vec<String> = numbers.iter().map(|n| format!("[{n}]")).collect();
    writeln!(notices, "  texts:   {}\n", numbers.join(" "))?;
    Ok(())
}

/// The texts for a crate that comes with none: those of a crate out of the same repository under the
/// same licence, or the licence in its own words, which name nobody.
fn lent(one: &Crate, project: &Project, texts: &mut Texts) -> Result<Vec<usize>> {
    let sisters = project.crates.iter().filter(|other| {
        one.repository.is_some()
            && (&other.repository, &other.licence) == (&one.repository, &one.licence)
    });
    for sister in sisters {
        let files = licence_files(sister)?;
        if !files.is_empty() {
            return texts.numbers(&files);
        }
    }
    match one.licence.as_deref() {
        Some("MIT") => {
            let ours = fs::read_to_string(workspace::root().join("LICENSE-MIT"))?;
            let paragraphs = ours
                .split("\n\n")
                .filter(|text| !text.starts_with("Copyright"));
            let text = paragraphs.collect::<Vec<_>>().join("\n\n");
            Ok(vec![texts.number(&text)])
        }
        Some(licence @ "MPL-2.0") => {
            let same = |other: &&Crate| other.licence.as_deref() == Some(licence);
            for other in project.crates.iter().filter(same) {
                let files = licence_files(other)?;
                if !files.is_empty() {
                    return texts.numbers(&files);
                }
            }
            bail!("no crate comes with the text of {licence}");
        }
        _ => bail!(
            "{} {} comes without its licence's text",
            one.name,
            one.version
        ),
    }
}

fn licence_files(one: &Crate) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in [one.folder.clone(), one.folder.join("LICENSES")] {
        if folder.is_dir() {
            files.extend(files_in(&folder)?.into_iter().filter(|file| {
                // What is in such a folder needs no such name.
                folder.ends_with("LICENSES") || is_licence(file)
            }));
        }
    }
    if let Some(named) = &one.licence_file {
        files.push(one.folder.join(named));
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}

fn is_licence(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_uppercase();
    // A crate may have sources of that name, too.
    BEGINNINGS
        .iter()
        .any(|beginning| name.starts_with(beginning))
        && !name.ends_with(".RS")
}

/// The texts, each once, however its lines are broken.
#[derive(Default)]
struct Texts {
    in_order: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Texts {
    fn numbers(&mut self, files: &[PathBuf]) -> Result<Vec<usize>> {
        let mut numbers = Vec::new();
        for file in files {
            let bytes = fs::read(file).with_context(|| file.display().to_string())?;
            numbers.push(self.number(&String::from_utf8_lossy(&bytes)));
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn number(&mut self, text: &str) -> usize {
        let words: Vec<&str> = text.split_whitespace().collect();
        *self.numbers.entry(words.join(" ")).or_insert_with(|| {
            self.in_order.push(text.to_owned());
            self.in_order.len()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_told_once_however_its_lines_are_broken() {
        let mut texts = Texts::default();
        assert_eq!(texts.number("May be\nused.\n"), 1);
        assert_eq!(texts.number("Another"), 2);
        assert_eq!(texts.number("  May\r\nbe used."), 1);
        assert_eq!(texts.in_order.len(), 2);
    }

    #[test]
    fn licences_are_known_by_the_names_of_their_files() {
        for name in [
            "LICENSE",
            "LICENSE-MIT",
            "license.md",
            "COPYING",
            "UNLICENSE",
            "NOTICE.txt",
        ] {
            assert!(is_licence(Path::new(name)), "{name}");
        }
        for name in ["README.md", "license.rs", "Cargo.toml"] {
            assert!(!is_licence(Path::new(name)), "{name}");
        }
    }
}
