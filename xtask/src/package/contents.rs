//! What every package has in it.

use std::fs;

use anyhow::{Context, Result};

use super::project::Project;
use super::tree::Tree;
use super::{documents, notices, read_source};
use crate::workspace;

/// (image, size) of the application in the icon theme.
const ICONS: &[(&str, &str)] = &[
    ("32x32.png", "32x32"),
    ("128x128.png", "128x128"),
    ("256x256.png", "256x256"),
    ("512x512.png", "512x512"),
];

/// Where the parts go that packages put in different places.
pub struct Places {
    /// zsh's completions.
    pub zsh: &'static str,
    /// systemd's units of the user.
    pub units: &'static str,
    /// Instead of `@BIN@`: the folder of the programs, if it is known before they are installed.
    pub programs: Option<&'static str>,
}

/// The files below a prefix such as `/usr`.
pub fn contents(project: &Project, places: &Places) -> Result<Tree> {
    let mut tree = Tree::default();
    for name in ["doorbell", "doorbell-desktop"] {
        let built = workspace::target().join("release").join(name);
        let program = fs::read(&built).with_context(|| built.display().to_string())?;
        tree.add_program(format!("bin/{name}"), program);
    }
    let placed = |name| -> Result<String> {
        let source = read_source(name)?;
        Ok(match places.programs {
            Some(folder) => source.replace("@BIN@", folder),
            None => source,
        })
    };
    let entry = placed("doorbell.desktop")?;
    tree.add("share/applications/doorbell.desktop", entry);
    let unit = placed("doorbell.service")?;
    tree.add(format!("{}/doorbell.service", places.units), unit);
    add_icons(&mut tree)?;
    for (name, page) in documents::man_pages()? {
        tree.add(format!("share/man/man1/{name}"), page);
    }
    for (shell, path) in [
        (
            "bash",
            "share/bash-completion/completions/doorbell".to_owned(),
        ),
        ("zsh", format!("{}/_doorbell", places.zsh)),
        (
            "fish",
            "share/fish/vendor_completions.d/doorbell.fish".to_owned(),
        ),
    ] {
        tree.add(path, documents::completions(shell)?);
    }
    let notices = notices::notices(project)?;
    tree.add("share/doc/doorbell/THIRD-PARTY-NOTICES.txt", notices);
    Ok(tree)
}

fn add_icons(tree: &mut Tree) -> Result<()> {
    let icons = workspace::root().join("icons");
    let theme = "share/icons/hicolor";
    for (image, size) in ICONS {
        let image = fs::read(icons.join(image)).with_context(|| format!("icons/{image}"))?;
        tree.add(format!("{theme}/{size}/apps/doorbell.png"), image);
    }
    let drawing = fs::read(icons.join("doorbell.svg")).context("icons/doorbell.svg")?;
    tree.add(format!("{theme}/scalable/apps/doorbell.svg"), drawing);
    Ok(())
}
