//! Runs Doorbell on a virtual screen: a complete exchange, links, and Home. Prints the messages and
//! saves light and dark screenshots in docs/images.
//!
//! WebDriver cannot control the user build, so the demo presses keys and reads the accessibility
//! tree.
#![allow(
    clippy::print_stdout,
    reason = "`cargo xtask demo` shows what this prints"
)]

mod agent;
mod exchange;
mod home;
mod links;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use doorbell_tests::virtual_desktop::Theme;

fn main() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        println!("\nOn a {} desktop:", theme.name());
        exchange::exchange(theme)?;
        links::links(theme)?;
        home::home(theme)?;
    }
    Ok(())
}

fn picture(name: &str, theme: Theme) -> Result<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    fs::create_dir_all(&directory)?;
    println!("  picture: docs/images/{name}-{}.png", theme.name());
    Ok(directory.join(format!("{name}-{}.png", theme.name())))
}
