//! Runs Doorbell on a virtual screen and saves pictures in docs/images: light and dark screenshots of
//! each state, and a moving picture of a whole exchange. Prints the messages.
//!
//! `demo PART…` makes only some of them.
//!
//! WebDriver cannot control the user build, so the demo presses keys and reads the accessibility
//! tree.
#![allow(
    clippy::print_stdout,
    reason = "`cargo xtask demo` shows what this prints"
)]

mod agent;
mod claude_code;
mod exchange;
mod home;
mod links;
mod moving;
mod notification;
mod recording;
mod states;
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use doorbell_tests::virtual_desktop::Theme;

type Part = fn(Theme) -> Result<()>;

/// The parts that take screenshots, once for each theme.
const STILLS: [(&str, Part); 5] = [
    ("exchange", exchange::exchange),
    ("states", states::states),
    ("claude-code", claude_code::claude_code),
    ("links", links::links),
    ("home", home::home),
];

const MOVING: &str = "moving";

fn main() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_part = |name: &String| name == MOVING || STILLS.iter().any(|(part, _)| part == name);
    ensure!(wanted.iter().all(is_part), "no such part: {wanted:?}");
    let is_wanted = |part: &str| wanted.is_empty() || wanted.iter().any(|name| name == part);
    for theme in [Theme::Light, Theme::Dark] {
        for (part, run) in STILLS {
            if is_wanted(part) {
                println!("\n{part}, {}:", theme.name());
                run(theme)?;
            }
        }
    }
    if is_wanted(MOVING) {
        println!("\n{MOVING}:");
        moving::moving()?;
    }
    Ok(())
}

fn picture(name: &str, theme: Theme) -> Result<PathBuf> {
    image(&format!("{name}-{}.png", theme.name()))
}

fn image(file: &str) -> Result<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    fs::create_dir_all(&directory)?;
    println!("  picture: docs/images/{file}");
    Ok(directory.join(file))
}
