//! Input that any program of the same user can send, from XTEST's own devices.

use anyhow::Result;

use crate::process::output;
use crate::virtual_desktop::VirtualDesktop;

/// Settings with *Assistive and remote input* on.
pub const PROGRAMS_ALLOWED: &str = "[answering]\nfrom_programs = true\n";

/// Types text with xdotool.
pub fn types(desktop: &VirtualDesktop, text: &str) -> Result<()> {
    // Typed at once, characters are lost while xdotool changes the layout.
    xdotool(desktop, &["type", "--delay", "12", "--", text])
}

/// Presses a key or chord with xdotool.
pub fn presses(desktop: &VirtualDesktop, chord: &str) -> Result<()> {
    xdotool(desktop, &["key", "--", chord])
}

fn xdotool(desktop: &VirtualDesktop, arguments: &[&str]) -> Result<()> {
    output(desktop.command("xdotool").args(arguments)).map(drop)
}
