//! Runs Doorbell on a virtual screen and saves pictures in docs/images: light and dark screenshots of
//! each state, and a moving picture of a whole exchange.
//!
//! `demo PICTURE…` makes only some of them. `demo --text 200` and `demo --width 320` take the same
//! screenshots with larger text and in a narrow window, and save them in `target/doorbell/pictures`.
//!
//! WebDriver cannot control the user build, so the demo presses keys and reads the accessibility
//! tree.
#![allow(
    clippy::print_stdout,
    reason = "`cargo xtask demo` shows what this prints"
)]

mod agent;
mod claude_code;
mod home;
mod look;
mod moving;
mod notification;
mod recording;
mod requests;
mod terminal;
mod windows;

use anyhow::{Result, ensure};
use doorbell_tests::virtual_desktop::Theme;

use crate::look::Look;
use crate::windows::STATES;

type Part = fn(Look) -> Result<()>;

/// The parts that take several screenshots on one desktop.
const PARTS: [(&str, Part); 2] = [
    ("claude-code", claude_code::claude_code),
    ("home", home::home),
];

const MOVING: &str = "moving";

fn main() -> Result<()> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let look = Look::take_from(&mut wanted)?;
    let states = STATES.iter().map(|state| state.name);
    let parts = PARTS.iter().map(|(name, _)| *name);
    let known: Vec<&str> = states.chain(parts).chain([MOVING]).collect();
    let unknown = wanted.iter().find(|name| !known.contains(&name.as_str()));
    ensure!(unknown.is_none(), "no such picture: {unknown:?}");
    let is_wanted = |part: &str| wanted.is_empty() || wanted.iter().any(|name| name == part);
    for theme in [Theme::Light, Theme::Dark] {
        let look = look.with_theme(theme);
        for state in STATES.iter().filter(|state| is_wanted(state.name)) {
            windows::take(state, look)?;
        }
        for (name, run) in PARTS {
            if is_wanted(name) {
                run(look)?;
            }
        }
    }
    if is_wanted(MOVING) && look.is_usual() {
        moving::moving()?;
    }
    Ok(())
}
